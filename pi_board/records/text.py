"""The readable record of a game, to and from text: headers, then numbered moves.

The first move of a numbered pair is that of the player who began. The small moves of one turn are
written together: ``2-3/0-4;0-1``. A move that broke a rule and was let
stand is followed by the position it led to, ``{accepted: POSITION}``; other braces are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from difflib import get_close_matches

from pi_board.core.errors import IllegalMove, InvalidFile, InvalidText
from pi_board.core.game import AnyGame, Player
from pi_board.core.turn import small_moves
from pi_board.core.words import many, one_line
from pi_board.games.match import REASONS
from pi_board.games.options import parse_rule
from pi_board.games.registry import GAMES, make_game
from pi_board.records.matches import parse_length
from pi_board.records.record import Header, Record, RecordedMove, began_at, is_day_alone, turns
from pi_board.records.replay import Replay
from pi_board.referee.clocks import parse_control

UNFINISHED = "unfinished"
SOURCE = "text record"

_TOKEN = re.compile(
    r"""\{(?P<comment>[^{}]*)\}
    | (?P<number>\d{1,9}[.)]) | (?P<gap>\.\.\.?)  # whether or not a space follows
    | (?P<move>[A-Za-z]\d[ ]*[-:xX×–]?[ ]*[A-Za-z]\d[^\s{}]* | [^\s{}]+)  # b1 b3 too
      (?:\s*\{accepted:(?P<accepted>[^{}]*)\})?
    | (?P<stray>[{}])""",
    re.VERBOSE,
)
_HEADER = re.compile(r"([A-Z][A-Za-z ]*):(?:\s+(.*))?")
_FIELDS = (
    "Game", "Black", "White", "Date", "Rules", "Match", "Games", "Clock", "Position", "Result",
)  # fmt: skip
_ALIKE = 0.8  # of names: Positon and POSITION, but not Name and Game
_SEVERAL_WORDS = re.compile(r"[ ]|[a-z][A-Z]")  # as in GameId
_FIRST = re.compile(r"(Game|Black|White):")
_RESULT = re.compile(r"(b|w|draw)(?: \((\w+)\))?")


def record_text(record: Record) -> str:
    """The whole record, ending in a newline."""
    head = record.header
    lines = [
        f"Game: {GAMES[head.game].title if head.game in GAMES else head.game}",
        f"Black: {head.players[0]}",
        f"White: {head.players[1]}",
        *([f"Date: {_date_text(head.started)}"] if head.started else []),
        "Rules: " + " ".join(f"{name}={value}" for name, value in head.rules),
        *([f"Match: {head.match}"] if head.match else []),
        *([f"Games: {one_line(head.match_length)}"] if head.match_length else []),
        *([f"Clock: {one_line(head.clock)}"] if head.clock else []),
        *([f"Position: {head.position}"] if head.position else []),
        f"Result: {record.result or UNFINISHED}",
    ]
    comment = in_braces(head.comment)
    lines += ["", f"{{{comment}}}"] if comment else []
    return "\n".join(lines) + "\n\n" + _numbered(_written(record.moves))


def in_braces(comment: str) -> str:
    """A comment as it can stand in braces: its own become round."""
    return one_line(comment.replace("{", "(").replace("}", ")"))


def _written(moves: Sequence[RecordedMove]) -> tuple[tuple[Player, str], ...]:
    """Turns with what stands in braces after them."""
    if not any(move.accepted or move.comment for move in moves):
        return turns(moves)
    out: list[tuple[Player, str]] = []
    for move in moves:
        out += turns((move,))
        notes = [f"accepted: {move.accepted}"] if move.accepted else []
        comment = in_braces(move.comment)
        if comment.startswith("accepted:"):  # a space tells it from a position
            comment = f" {comment}"
        notes += [comment] if comment else []
        out[-1] = (move.player, " ".join([out[-1][1], *(f"{{{note}}}" for note in notes)]))
    return tuple(out)


def _numbered(played: Sequence[tuple[Player, str]]) -> str:
    if not played:
        return ""
    pairs: list[list[str]] = []
    beginner = played[0][0]
    for player, text in played:
        if player == beginner or not pairs:
            pairs.append([text])
        elif len(pairs[-1]) == 1:
            pairs[-1].append(text)
        else:  # a passed turn that needs no move leaves a gap
            pairs.append(["...", text])
    # in line but for those behind a remark, which may be as long as a page
    width = max(len(pair[0].partition(" {")[0]) for pair in pairs)
    return "".join(
        f"{number:3}. {pair[0]:{width}}  {' '.join(pair[1:])}".rstrip() + "\n"
        for number, pair in enumerate(pairs, 1)
    )


def parse_records(
    text: str, game_name: str | None = None, name: str = "record"
) -> tuple[Record, ...]:
    """All games of a text, of which each but the first begins with a line `Game:` or the name of a
    player: after moves, or after an empty line where a game without any has such a line already.
    Reads as `parse_record`, and raises as that does.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    begins, has_moves, is_comment = [0], False, False
    named: set[str] = set()
    for number, line in enumerate(lines):
        first = None if is_comment else _FIRST.match(line)
        is_apart = number > 0 and not lines[number - 1].strip()
        if first and (has_moves or (is_apart and first[1] in named)):
            begins.append(number)
            has_moves, named = False, set()
        elif line.strip() and not _HEADER.fullmatch(line.strip()):
            has_moves = True
        if first:
            named.add(first[1])
        if has_moves and {"{", "}"} & set(line):  # in a name they begin nothing
            is_comment = line.rfind("{") > line.rfind("}")
    ends = [*begins[1:], len(lines)]
    return tuple(  # with empty lines for those before, so that lines are counted as in the file
        parse_record("\n" * begin + "\n".join(lines[begin:end]), game_name, name)
        for begin, end in zip(begins, ends, strict=True)
    )


def parse_record(text: str, game_name: str | None = None, name: str = "record") -> Record:
    """Read what `record_text` writes, or bare numbered moves of `game_name`.

    Every move is played by the rules. Raises InvalidFile with the line, what was found and what was
    expected; `name` stands before it.
    """
    head, body_line, body = _split(text)
    try:
        header, game = _header(head, game_name)
        start = game.parse_position(header.position) if header.position else None
        if start is not None:  # as records name it, in whatever way it is written
            header = replace(header, position=began_at(game, game.position_text(start)))
    except InvalidText as error:
        raise InvalidFile(f"{name}: {error}") from error
    replay, tokens = Replay(game, start), tuple(_tokens(body, body_line))
    numbers = _Numbers(start is not None, _counts_turns([token for _, token in tokens]))
    for number, token in tokens:
        try:
            numbers.take(token, replay.now.to_move)
            _take(replay, token)
        except (InvalidText, IllegalMove) as error:
            raise InvalidFile(f"{name}, line {number}: {error}") from error
    outcome, reason = _result(head.get("Result", ""), name)
    _check_reason(replay, reason, name)
    return replay.record(header, outcome, reason)


def _split(text: str) -> tuple[dict[str, str], int, str]:
    """The header fields, the number of the first line after them, and the rest."""
    head: dict[str, str] = {}
    lines = text.removeprefix("\ufeff").splitlines()
    for number, line in enumerate(lines):
        found = _HEADER.fullmatch(line.strip())
        if found:
            head[found[1]] = (found[2] or "").strip()
        elif line.strip():
            return head, number + 1, "\n".join(lines[number:])
    return head, len(lines) + 1, ""


def _header(head: dict[str, str], game_name: str | None) -> tuple[Header, AnyGame]:
    named = {kind.title.casefold(): kind.name for kind in GAMES.values()}
    title = head.get("Game", game_name or "")
    key = named.get(title.casefold(), title)
    for field in head:  # others may say more, but none of these by mistake
        alike = get_close_matches(field.capitalize(), _FIELDS, 1, _ALIKE)
        if alike and field not in _FIELDS and not _SEVERAL_WORDS.search(field):
            raise InvalidText(f"line '{field}: ...', expected '{alike[0]}: ...'")
    if not key:
        raise InvalidText("no line 'Game: ...', so the game has to be named (--game)")
    game = make_game(key, None, dict(parse_rule(word) for word in head.get("Rules", "").split()))
    players = (head.get("Black", "Black"), head.get("White", "White"))
    clock, length = head.get("Clock", ""), head.get("Games", "")
    if clock:
        parse_control(clock)
    parse_length(length)
    return (
        Header(
            game.name,
            game.options,
            players,
            SOURCE,
            _date(head.get("Date", "")),
            head.get("Position", ""),
            clock=clock,
            match=head.get("Match", ""),
            match_length=length,
        ),
        game,
    )


def _date_text(started: float) -> str:
    """As `_date` reads it."""
    form = "%Y-%m-%d" if is_day_alone(started) else "%Y-%m-%d %H:%M:%S UTC"
    return datetime.fromtimestamp(started, UTC).strftime(form)


def _date(text: str) -> float:
    """Seconds since the epoch; 0 for an unknown date. Raises InvalidText."""
    if not text:
        return 0.0
    for form in ("%Y-%m-%d %H:%M:%S UTC", "%Y-%m-%d %H:%M UTC", "%Y-%m-%d"):
        try:
            found = datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
        if 1100 <= found.year < 3000:
            return found.timestamp()
    raise InvalidText(f"date {text!r}, expected one like 2026-01-31 18:30:00 UTC")


def _result(text: str, name: str) -> tuple[str, str]:
    if text in ("", UNFINISHED):
        return "", ""
    found = _RESULT.fullmatch(text)
    if not found:
        raise InvalidFile(f"{name}: result {text!r}, expected one like b (resigned) or draw")
    return found[1], (found[2] or "").lower()


def _check_reason(replay: Replay, reason: str, name: str) -> None:
    """Raises InvalidFile for a reason of other games only, or one of the board's own to which the
    moves do not come. What people say in other words, as ``timeout``, is theirs.
    """
    own = replay.game.reasons
    if reason not in own and any(reason in make_game(other).reasons for other in GAMES):
        expected = " or ".join((*own, *REASONS))
        raise InvalidFile(f"{name}: result for the reason {reason!r}, expected {expected}")
    if reason in own and replay.outcome is None:
        raise InvalidFile(
            f"{name}: the result says {reason}, but after {many(len(replay.moves), 'move')} the "
            "game goes on: expected the moves that end it"
        )


def _tokens(body: str, first_line: int) -> Iterator[tuple[int, re.Match[str]]]:
    for token in _TOKEN.finditer(body):
        yield first_line + body.count("\n", 0, token.start()), token


def _counts_turns(tokens: Sequence[re.Match[str]]) -> bool:
    """Whether it is turns that are counted before each pair: 1., 3., 5. Two numbers alone may have
    another one missing between them.
    """
    found = [int(token["number"][:-1]) for token in tokens if token["number"]][:3]
    return len(found) == 3 and found == [*range(found[0], found[0] + 5, 2)]


class _Numbers:
    """The numbers before the moves. One that is missing or comes twice tells of moves that are,
    which the rules may not notice: in Linja and Connex'oh most moves would be legal all the same.
    """

    def __init__(self, any_first: bool, counts_turns: bool) -> None:
        self._step = 2 if counts_turns else 1
        self._next = None if any_first else 1  # what began in the middle may be numbered so
        self._side: Player | None = None  # who was to move where the newest number first stood

    def take(self, token: re.Match[str], to_move: Player) -> None:
        """One token of the moves. Raises InvalidText if it is a number out of order."""
        if token["number"] is None:
            return
        found = int(token["number"][:-1])
        if self._step == 2 and self._side not in (None, to_move):
            raise InvalidText(f"number {token['number']}, expected two turns before it")
        if self._next in (None, found):
            self._next, self._side = found + self._step, to_move
        elif found + self._step != self._next or to_move == self._side:  # not ``1. b1-b3 1...``
            raise InvalidText(f"number {token['number']}, expected {self._next}.")


def _take(replay: Replay, token: re.Match[str]) -> None:
    """One token of the moves. Raises InvalidText or IllegalMove."""
    move, accepted = token["move"], token["accepted"]
    if token["stray"]:
        raise InvalidText(f"a {token['stray']!r} without its other half")
    if token["comment"] is not None:
        replay.note(one_line(token["comment"]))
    elif accepted is not None:
        replay.accept(move, accepted.strip())
    elif move is not None:
        for small in small_moves(move, lambda: replay.now.to_move):
            replay.play(small)
