"""Games as hands play them: which stone goes from where to where, which tile is turned."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from pi_board.games.registry import make_game
from pi_board.simulation.players import RandomPlayers
from tests.training.render.board import Board, site_name

Spot = tuple[int, int]  # column, row
_TRIES = 20  # of a move that a hand can do and that is seen


@dataclass(frozen=True)
class Deed:
    """A small move: the stone of `side` goes from `source` to `target`, where another may be
    `taken`; or the tile at `source` is turned by so many `quarters` clockwise.
    """

    text: str
    side: str
    source: Spot
    target: Spot
    taken: str = ""
    quarters: int = 0


def played(rng: Random, board: Board, count: int) -> list[Deed]:
    """A random game on `board` from its start, of `count` small moves or less."""
    game = make_game(board.game, None, {"first": "b"} if board.game == "linja" else {})
    choose, positions = RandomPlayers().open(), (game.start(),)
    stones, deeds = set(board.stones), list[Deed]()
    while len(deeds) < count and game.legal_moves(positions[-1]):
        for _ in range(_TRIES):
            move = choose(game, positions, rng)
            deed = _deed(rng, board, stones, positions[-1].to_move, game.move_text(move))
            if deed is not None:
                break
        else:
            break
        if not deed.quarters:
            stones -= {(*deed.source, deed.side), (*deed.target, deed.taken)}
            stones.add((*deed.target, deed.side))
        deeds.append(deed)
        positions += (game.play(positions[-1], move),)
    return deeds


def _deed(
    rng: Random, board: Board, stones: set[tuple[int, int, str]], side: str, text: str
) -> Deed | None:
    """None where no hand can do it: a pass, or a stone that finds no room."""
    if board.game == "linja":
        return _in_rows(rng, board, stones, side, text)
    source = _spot(text[:2])
    if "@" in text:
        return Deed(text, side, source, source, quarters=int(text.split("@")[1]) // 90)
    if text.endswith("off"):
        return None
    other = "w" if side == "b" else "b"
    return Deed(text, side, source, _spot(text[3:5]), other if "x" in text else "")


def _in_rows(
    rng: Random, board: Board, stones: set[tuple[int, int, str]], side: str, text: str
) -> Deed | None:
    if "-" not in text:
        return None
    start, end = (int(n) if side == "b" else 7 - int(n) for n in text.strip("/").split("-"))
    movable = [x for x, y, team in sorted(stones) if (y, team) == (start, side)]
    room = sorted(set(range(board.sites[0])) - {x for x, y, _ in stones if y == end})
    if not room:
        return None
    return Deed(text, side, (rng.choice(movable), start), (rng.choice(room), end))


def _spot(name: str) -> Spot:
    return "abcdefgh".index(name[0]), int(name[1:]) - 1


def truth(game: str, number: int, deed: Deed) -> dict[str, Any]:
    """What a sequence says of a move."""
    start, end = site_name(*deed.source), site_name(*deed.target)
    said: dict[str, Any] = {"n": number, "side": deed.side, "text": deed.text}
    if deed.quarters:
        return said | {"type": "rotate", "tile": start}
    said |= {"from": start, "to": end}
    if game == "linja":
        kind = "follow-up" if deed.text.startswith("/") else "basic"
        said |= {"from_row": deed.source[1] + 1, "to_row": deed.target[1] + 1, "kind": kind}
    return said
