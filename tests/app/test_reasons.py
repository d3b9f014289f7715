"""Hints in words: every sentence is checked by finding the fact again in another way."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from pi_board.app.learning.connexoh import EXIT
from pi_board.app.reasons import main_reason, reasons
from pi_board.core.game import AnyGame
from pi_board.games.registry import GAMES, make_game
from pi_board.hints.search import Variation

Check = Callable[[AnyGame, Any, Any, re.Match[str]], bool]
Square = tuple[int, int]


def _stones(text: str, stone: str) -> set[Square]:
    """Squares (file, rank) of one side in the text of a position of Lines of Action."""
    found = set()
    for y, rank in enumerate(text.split()[0].split("/")):
        row = re.sub(r"\d", lambda n: "." * int(n[0]), rank)
        found |= {(x, 8 - y) for x, one in enumerate(row) if one == stone}
    return found


def _groups(stones: set[Square]) -> list[set[Square]]:
    found, left = [], set(stones)
    while left:
        todo, one = [left.pop()], set()
        while todo:
            x, y = todo.pop()
            one.add((x, y))
            near = {s for s in left if abs(s[0] - x) <= 1 and abs(s[1] - y) <= 1}
            left -= near
            todo += near
        found.append(one)
    return found


def _square(name: str) -> Square:
    return "abcdefgh".index(name[0]), int(name[1])


def _count(game: AnyGame, position: Any, player: str) -> int:
    return len(_groups(_stones(game.position_text(position), player)))


def _groups_fall(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    player = before.to_move
    counts = _count(game, before, player), _count(game, after, player)
    return counts == (int(found["before"]), int(found["now"])) and counts[1] < counts[0]


def _joins(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    adds_up = int(found["before"]) - int(found["now"]) == int(found["joined"]) - 1
    return adds_up and _groups_fall(game, before, after, found)


def _all_connected(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    return _count(game, after, before.to_move) == 1


def _taken(game: AnyGame, before: Any, after: Any) -> set[Square]:
    enemy = "w" if before.to_move == "b" else "b"
    return _stones(game.position_text(before), enemy) - _stones(game.position_text(after), enemy)


def _captures(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    return _taken(game, before, after) == {_square(found["site"])}


def _cuts(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    enemy = "w" if before.to_move == "b" else "b"
    pair = {_square(found["one"]), _square(found["other"])}
    together = [pair <= g for g in _groups(_stones(game.position_text(before), enemy))]
    apart = [pair <= g for g in _groups(_stones(game.position_text(after), enemy))]
    return any(together) and not any(apart)


def _turned(game: AnyGame, position: Any, player: str) -> Any:
    """The position with `player` to move."""
    text = game.position_text(position)
    return game.parse_position(re.sub(r" [bw]", f" {player}", text, count=1))


def _wins(game: AnyGame, position: Any, move: str) -> bool:
    after = game.play(position, game.parse_move(position, move))
    outcome = game.outcome(after)
    return outcome is not None and outcome.winner == position.to_move


def _stops(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    free = _turned(game, before, "w" if before.to_move == "b" else "b")
    moves = game.legal_moves(after)
    return _wins(game, free, found["move"]) and not any(
        _wins(game, after, game.move_text(move)) for move in moves
    )


def _threatens(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    return _wins(game, _turned(game, after, before.to_move), found["move"])


def _grows(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    largest = [
        max(len(one) for one in _groups(_stones(game.position_text(at), before.to_move)))
        for at in (before, after)
    ]
    return largest == [int(found["before"]), int(found["now"])] and largest[0] < largest[1]


def _blocks(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    could, can = (
        [m for m in map(game.move_text, game.legal_moves(at)) if m.startswith(found["site"])]
        for at in (_turned(game, before, after.to_move), after)
    )
    is_there = _square(found["site"]) in _stones(game.position_text(after), after.to_move)
    return is_there and bool(could) and not can


def _moved(game: AnyGame, before: Any, after: Any) -> tuple[Square, Square, set[Square]]:
    """Where the stone that moved stood and stands, and the other ones of its side."""
    was, now = (_stones(game.position_text(at), before.to_move) for at in (before, after))
    return (was - now).pop(), (now - was).pop(), was & now


def _inwards(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    (x, y), (to_x, to_y), _ = _moved(game, before, after)
    return (x in (0, 7) or y in (1, 8)) and to_x in range(2, 6) and to_y in range(3, 7)


def _approaches(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    was, now, others = _moved(game, before, after)
    far, near = (
        {(x, y): max(abs(x - one[0]), abs(y - one[1])) for x, y in others} for one in (was, now)
    )
    return 2 * sum(near[other] < far[other] for other in others) > len(others)


def _points(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    worth, player = (0, 0, 0, 0, 1, 2, 3, 5), before.to_move
    sums = [
        sum(worth[row] * count for row, count in enumerate(getattr(at, player)))
        for at in (before, after)
    ]
    return sums[1] - sums[0] == int(found["count"])


def _goal(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    player = before.to_move
    return getattr(after, player)[7] - getattr(before, player)[7] == int(found["count"])


def _ends(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    score = game.score(after)
    assert score is not None
    return game.outcome(after) is not None and (score.b, score.w) == (
        int(found["b"]),
        int(found["w"]),
    )


def _must_pass(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    return [game.move_text(m) for m in game.legal_moves(after)] == ["pass"]


def _off(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    player = before.to_move
    fewer = before.stones(player).bit_count() - after.stones(player).bit_count()
    return fewer == int(found["count"])


def _rows(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    sums = [
        sum(i // 6 for i in range(36) if at.stones(before.to_move) >> i & 1)
        for at in (before, after)
    ]
    return abs(sums[1] - sums[0]) == int(found["count"])


def _slides(game: AnyGame, position: Any) -> set[str]:
    texts = {game.move_text(move) for move in game.legal_moves(position)}
    return {text for text in texts if "-" in text}


def _exit_gone(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    """With no other stone in the way, the stone could have slid off, and now it cannot."""
    other = "w" if before.to_move == "b" else "b"
    could, can = (
        f"{found['site']}-off" in _slides(game, _alone(game, at, other, found["site"]))
        for at in (before, after)
    )
    return could and not can


def _alone(game: AnyGame, position: Any, player: str, site: str) -> Any:
    """`player` to move, with the stone on `site` only."""
    stone = 1 << game.layouts[0].site(site)
    rest = {"w": position.white, "b": position.black, player: stone}
    return type(position)(position.tiles, rest["w"], rest["b"], player)


def _new_slide(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    player = before.to_move
    return found["move"] in _slides(game, _turned(game, after, player)) - _slides(game, before)


LIGHT_SIDES = ("NE", "ES", "SW", "WN")  # of a tile, by its digit; the dark triangle has the others


def _linked(game: AnyGame, position: Any, player: str, one: str, other: str) -> bool:
    """Whether the sides with which two neighbouring tiles face each other both have a colour."""
    rows = [re.findall(r"\d", row) for row in game.position_text(position).split()[0].split("/")]
    (ax, ay), (bx, by) = _square(one), _square(other)
    facing = {(0, 1): "NS", (1, 0): "EW", (0, -1): "SN", (-1, 0): "WE"}[bx - ax, by - ay]
    return all(
        (side in LIGHT_SIDES[int(rows[6 - y][x])]) == (player == "w")
        for side, (x, y) in zip(facing, ((ax, ay), (bx, by)), strict=True)
    )


def _link_gone(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    other = "w" if before.to_move == "b" else "b"
    pair = found["site"], found["neighbour"]
    return _linked(game, before, other, *pair) and not _linked(game, after, other, *pair)


def _path(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    """So many stones are on the path through a tile that was turned."""
    names = game.layouts[0].sites
    turned = names[[a == b for a, b in zip(before.tiles, after.tiles, strict=True)].index(False)]
    player = before.to_move
    alone = _alone(game, after, player, turned)
    reach = {turned} | {step.split("-")[1] for step in _slides(game, alone)}
    stones = {names[i] for i in range(36) if after.stones(player) >> i & 1}
    return len(reach & stones) == int(found["count"])


def _always(game: AnyGame, before: Any, after: Any, found: re.Match[str]) -> bool:
    return True  # checked by the tests of their own below


CHECKS: dict[str, tuple[tuple[str, Check], ...]] = {
    "loa": (
        (r"joins (?P<joined>\d+) groups: (?P<before>\d+) become (?P<now>\d+)", _joins),
        (r"brings the groups from (?P<before>\d+) down to (?P<now>\d+)", _groups_fall),
        (r"connects all stones of (Black|White)", _all_connected),
        (r"captures the stone on (?P<site>..)", _captures),
        (r"captures the link between (?P<one>..) and (?P<other>..)", _cuts),
        (r"stops (Black|White)'s win by (?P<move>.{5})", _stops),
        (r"threatens to win by (?P<move>.{5})", _threatens),
        (
            r"makes the largest group grow from (?P<before>\d+) to (?P<now>\d+) stones",
            _grows,
        ),
        (r"leaves (Black|White)'s stone on (?P<site>..) without a move", _blocks),
        (r"brings a stone from the edge into the middle", _inwards),
        (r"brings a stone nearer to most of its own side", _approaches),
        (r"no stone can move", _always),
    ),
    "linja": (
        (r"lands on an empty row: another turn", _always),
        (r"meets \d+ stones?, so a stone moves \d+ rows?", _always),
        (r"no stone can move", _always),
        (r"makes (?P<count>\d+) points?", _points),
        (r"brings (?P<count>\d+) stones? to the goal line", _goal),
        (r"ends the game, Black (?P<b>\d+) to White (?P<w>\d+)", _ends),
        (r"(Black|White) has to pass", _must_pass),
    ),
    "connexoh": (
        (r"brings (?P<count>\d+) stones? off the board", _off),
        (r"brings a stone (?P<count>\d+) rows? nearer to its goal", _rows),
        (r"stops (Black|White)'s exit at (?P<site>..)", _exit_gone),
        (r"breaks (Black|White)'s link between (?P<site>..) and (?P<neighbour>..)", _link_gone),
        (r"makes a path for (?P<count>\d+) stones?( and protects it)?", _path),
        (r"connects .. with [a-f1-6 ]+( and protects them)?", _always),
        (r"prepares (?P<move>..-..)", _new_slide),
    ),
}

SELDOM = {"loa": 2, "linja": 0, "connexoh": 2}  # sentences that the random turns do not bring up
STOPPED = "0w00000/000000/000000/00b0000/000000/000000 b -"


def _random_turn(game: AnyGame, position: Any, rng: random.Random) -> tuple[tuple[str, ...], Any]:
    texts, at = [], position
    while at.to_move == position.to_move and (moves := game.legal_moves(at)):
        move = rng.choice(moves)
        texts.append(game.move_text(move))
        at = game.play(at, move)
    return tuple(texts), at


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_is_true(name: str) -> None:
    """On random turns each sentence says something that can be found again without it."""
    rng, seen = random.Random(3), set()
    for _ in range(20):
        game = make_game(name)
        position = game.start()
        for _ in range(60):
            if game.outcome(position):
                break
            texts, after = _random_turn(game, position, rng)
            for reason in reasons(game, position, Variation(0, texts)):
                pattern, check = next(
                    (p, c) for p, c in CHECKS[name] if re.fullmatch(p, str(reason))
                )
                found = re.fullmatch(pattern, str(reason))
                assert found
                assert check(game, position, after, found), (
                    f"{game.position_text(position)} {texts}: {reason}"
                )
                seen.add(pattern)
            position = after
    assert len(CHECKS[name]) - len(seen) == SELDOM[name]


@pytest.mark.parametrize(
    ("name", "position", "move", "said"),
    [
        ("loa", "w6w/8/8/8/8/8/8/bb3b2 b", "f1-c1", "connects all stones of Black"),
        ("connexoh", EXIT, "b6@180", "brings 1 stone off the board"),
        ("connexoh", STOPPED, "a6@180", "stops White's exit at a6"),
    ],
)
def test_what_random_turns_do_not_bring_up(name: str, position: str, move: str, said: str) -> None:
    """It matters most, and is said first."""
    game = make_game(name)
    at = game.parse_position(position)
    assert str(reasons(game, at, Variation(0, (move,)))[0]) == said


@pytest.mark.parametrize(("worth", "stops"), [("draw", True), ("mover_wins", False)])
def test_a_win_that_connects_both_is_one_where_the_rules_say_so(worth: str, stops: bool) -> None:
    """After f6-e5 Black's b8-b7 connects both sides: it is stopped only if that is no win."""
    game = make_game("loa", options={"simultaneous": worth})
    position = game.parse_position("1bw5/2w5/2bw1w2/2wb4/4bw2/5b2/8/8 w")
    said = [str(reason) for reason in reasons(game, position, Variation(0, ("f6-e5",)))]
    assert ("stops Black's win by b8-b7" in said) == stops


def test_a_bonus_turn_is_told() -> None:
    """A follow-up that ends on an empty row is told to earn another turn."""
    game = make_game("linja")
    position = game.parse_position("3,1,0,1,1,0,0,6/5,1,1,1,0,0,0,4 w i 0")
    said = [str(reason) for reason in reasons(game, position, Variation(0, ("0-1", "/3-5")))]
    assert said[:2] == [
        "meets 2 stones, so a stone moves 2 rows",
        "lands on an empty row: another turn",
    ]


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        ("0,0,0,0,1,4,0,7/9,1,0,1,1,0,0,0 b i 0", ("3-4",)),
        ("0,0,0,1,1,0,1,9/10,1,0,1,0,0,0,0 b i 0", ("6-7", "/4-5")),
    ],
)
def test_a_move_that_ends_the_game_promises_nothing_after_it(
    position: str, turn: tuple[str, ...]
) -> None:
    """Neither a follow-up nor another turn comes any more."""
    game = make_game("linja")
    said = [str(one) for one in reasons(game, game.parse_position(position), Variation(0, turn))]
    assert any(one.startswith("ends the game") for one in said)
    assert not any("another turn" in one or "so a stone moves" in one for one in said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (Variation(999_999, ("c1-c3",), "win", 1), "wins at once"),
        (Variation(-999_999, ("c1-c3",), "loss", 1), "loses at once"),
        (Variation(999_995, ("c1-c3",), "win", 5), "forces a win in 5 moves of both players"),
        (
            Variation(-999_996, ("c1-c3",), "loss", 4),
            "loses in 4 moves of both players if the opponent sees it",
        ),
        (Variation(0, ("c1-c3",), "draw", 6), "leads to a draw if both play on without a mistake"),
        (Variation(990_500, ("c1-c3",), "win", 4, 3), "wins by 3 points"),
        (Variation(-990_500, ("c1-c3",), "loss", 4, 1), "loses by 1 point"),
    ],
)
def test_proofs_come_first(line: Variation, said: str) -> None:
    """What is proved is said before everything else."""
    game = make_game("loa")
    assert str(reasons(game, game.start(), line)[0]) == said


def test_what_the_name_of_a_move_says_is_no_reason_for_it() -> None:
    """A capture is not advised because it captures."""
    game = make_game("loa")
    position = game.parse_position("8/8/8/8/8/w5b1/6b1/2b3bw b")
    said = [str(r) for r in reasons(game, position, Variation(0, ("c1xa3",)))]
    assert said == ["captures the stone on a3"]
    assert main_reason(game, position, Variation(0, ("c1xa3",))) is None


def test_the_example_of_a_cut() -> None:
    """A capture that leaves the neighbours of the stone apart is told as such."""
    game = make_game("loa")
    position = game.parse_position("8/8/8/8/1w1w4/2w4w/8/b1b4b b")
    text = [str(r) for r in reasons(game, position, Variation(0, ("c1xc3",)))]
    assert "captures the link between b4 and d4" in text
