"""Why a move of Lines of Action is legal or not, one sentence for each rule."""

from __future__ import annotations

from pi_board.core.game import Explanation, Outcome, opponent
from pi_board.core.layout import site_name
from pi_board.core.message import Message, counted, message
from pi_board.core.words import side
from pi_board.games import words
from pi_board.games.bit_sets import bit_set
from pi_board.games.loa.board import SIZE, SQUARES, line, names_of, ray
from pi_board.games.loa.moves import LoaMove, Step, any_step
from pi_board.games.loa.notation import Written
from pi_board.games.loa.position import LoaPosition
from pi_board.games.words import owner

RULE_NAMES = (
    "loa.distance",
    "loa.empty_square",
    "loa.enemy_jumped",
    "loa.game_over",
    "loa.legal",
    "loa.no_step",
    "loa.not_on_line",
    "loa.not_yours",
    "loa.off_board",
    "loa.own_stone",
    "loa.pass_not_allowed",
)


def is_meant(written: Written | None, move: LoaMove) -> bool:
    """Whether `written` (None: a pass) says `move`."""
    if not isinstance(move, Step):
        return written is None
    return written == Written(_point(move.source), _point(move.target))


def game_over(outcome: Outcome) -> Explanation:
    """No move is legal after the end."""
    return _illegal("game_over", words.game_over(outcome))


def explain(position: LoaPosition, written: Written | None) -> Explanation:
    """Why `written` (None: a pass) is legal or not while the game goes on."""
    if written is None:
        return _explain_pass(position)
    for x, y in (written.source, written.target):
        if not (0 <= x < SIZE and 0 <= y < SIZE):
            return _illegal(
                "off_board", message("{site} is not on the board", site=site_name(x, y))
            )
    source, target = _square(*written.source), _square(*written.target)
    return _wrong_stone(position, source) or _explain_step(position, source, target)


def _explain_pass(position: LoaPosition) -> Explanation:
    player = side(position.to_move)
    if any_step(position.own, position.enemy):
        text = message("{player} can move and must not pass", player=player)
        return _illegal("pass_not_allowed", text)
    return _legal(message("no stone of {player} can move: pass", player=player))


def _wrong_stone(position: LoaPosition, source: int) -> Explanation | None:
    stone, site = 1 << source, SQUARES[source]
    player = position.to_move
    if position.enemy & stone:
        return _illegal("not_yours", words.not_yours(site, player), site)
    if not position.own & stone:
        return _illegal("empty_square", message("no stone stands on {site}", site=site), site)
    return None


def _explain_step(position: LoaPosition, source: int, target: int) -> Explanation:
    start, end = SQUARES[source], SQUARES[target]
    (ax, ay), (bx, by) = _point(source), _point(target)
    dx, dy = bx - ax, by - ay
    if source == target:
        return _illegal("no_step", message("the stone stays on {site}", site=start), start)
    if dx and dy and abs(dx) != abs(dy):
        text = message(
            "{end} is not in the same row, column or diagonal as {start}", start=start, end=end
        )
        return _illegal("not_on_line", text, start, end)
    distance, step = max(abs(dx), abs(dy)), (_sign(dx), _sign(dy))
    whole = line(source, *step)
    count = (bit_set(whole) & (position.own | position.enemy)).bit_count()
    if distance != count:
        return _illegal("distance", _distance(whole, count, distance), start, end)
    jumped = bit_set(ray(source, *step)[: distance - 1]) & position.enemy
    return _explain_landing(position, source, target, jumped, count)


def _distance(whole: tuple[int, ...], count: int, distance: int) -> Message:
    return counted(
        "{count} stone stands on the line {first}-{last}, "
        "so a stone on it moves exactly {count} square, not {distance}",
        "{count} stones stand on the line {first}-{last}, "
        "so a stone on it moves exactly {count} squares, not {distance}",
        count,
        first=min(SQUARES[whole[0]], SQUARES[whole[-1]]),
        last=max(SQUARES[whole[0]], SQUARES[whole[-1]]),
        distance=distance,
    )


def _explain_landing(
    position: LoaPosition, source: int, target: int, jumped: int, count: int
) -> Explanation:
    start, end = SQUARES[source], SQUARES[target]
    enemy = owner(opponent(position.to_move))
    if jumped:
        over = names_of(jumped)
        text = message("{site} is jumped over and holds {owner} stone", site=over[0], owner=enemy)
        return _illegal("enemy_jumped", text, start, *over, end)
    if position.own & 1 << target:
        text = message(
            "{site} holds {owner} own stone, and a stone never lands on its own side's",
            site=end,
            owner=owner(position.to_move),
        )
        return _illegal("own_stone", text, start, end)
    if position.enemy & 1 << target:
        text = message("{start} captures {owner} stone on {end}", start=start, owner=enemy, end=end)
    else:
        text = counted(
            "{start} moves {count} square to {end}",
            "{start} moves {count} squares to {end}",
            count,
            start=start,
            end=end,
        )
    return _legal(text, start, end)


def _legal(text: Message, *sites: str) -> Explanation:
    return Explanation("loa.legal", text, sites, legal=True)


def _illegal(rule: str, text: Message, *sites: str) -> Explanation:
    return Explanation(f"loa.{rule}", text, sites)


def _square(x: int, y: int) -> int:
    return SIZE * y + x


def _point(square: int) -> tuple[int, int]:
    return square % SIZE, square // SIZE


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
