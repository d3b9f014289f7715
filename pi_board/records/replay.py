"""Records played again by the rules: what stood on the board after every move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pi_board.core.errors import IllegalMove, InvalidFile, InvalidText
from pi_board.core.game import AnyGame, Outcome, Player
from pi_board.core.layout import Layout
from pi_board.games.registry import make_game
from pi_board.records.record import Header, Record, RecordedMove
from pi_board.referee.continuations import accepted_of


class Replay:
    """One game move by move. `positions` are all that stood, `moves` what was played, `opening`
    what was said before.
    """

    def __init__(self, game: AnyGame, start: Any = None) -> None:
        """`start` None: the start position of the rules."""
        self.game = game
        self.positions: list[Any] = [game.start() if start is None else start]
        self.moves: list[RecordedMove] = []
        self.opening = ""

    @property
    def now(self) -> Any:
        """The position after the last move."""
        return self.positions[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the rules say that the game ended, None while it goes on."""
        return self.game.outcome(self.now)

    def play(self, text: str) -> None:
        """One small move. Raises InvalidText or IllegalMove."""
        move = self.game.parse_move(self.now, text)
        self._add(self.game.move_text(move), self.game.play(self.now, move))

    def accept(self, text: str, position: str) -> None:
        """A move that broke a rule, or a board, that was let stand. Raises InvalidPosition."""
        self._add(text, self.game.parse_position(position), position)

    def again(self, move: RecordedMove) -> None:
        """A move of a record, with all that is noted of it. Raises as `play` and `accept`."""
        if move.accepted:
            self.accept(move.text, move.accepted)
        else:
            self.play(move.text)
        self.moves[-1] = replace(self.moves[-1], clock_s=move.clock_s, comment=move.comment)

    def back_to(self, ply: int) -> None:
        """Take back all moves but the first `ply`."""
        del self.moves[ply:], self.positions[ply + 1 :]

    def note(self, comment: str) -> None:
        """A comment on the last move; before any move one on the game."""
        before = self.moves[-1].comment if self.moves else self.opening
        text = " ".join(filter(None, (before, comment)))
        if self.moves:
            self.moves[-1] = replace(self.moves[-1], comment=text)
        else:
            self.opening = text

    def record(self, header: Header, outcome: str = "", reason: str = "") -> Record:
        """The record; on the board's own outcome the rules have the last word."""
        end, score = self.outcome, self.game.score(self.now)
        if end is not None:
            outcome, reason = str(end), end.reason
        points = (score.b, score.w) if score and outcome else None
        header = replace(header, comment=self.opening or header.comment)
        return Record(header, tuple(self.moves), outcome, reason, points)

    def _add(self, text: str, after: Any, accepted: str = "") -> None:
        before = self.now
        by = before.to_move
        if accepted:
            by = accepted_of(text, by, after.to_move)
        over = by != after.to_move or self.game.outcome(after) is not None
        self.moves.append(RecordedMove(by, text, over, accepted))
        self.positions.append(after)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record with the game it was played under and the positions, one more than moves."""

    game: AnyGame
    record: Record
    positions: tuple[Any, ...]

    @property
    def now(self) -> Any:
        """The position after the last move."""
        return self.positions[-1]


def declared(record: Record) -> Outcome | None:
    """How the record says that the game ended, with or without the board's own end; the reason is
    "" where it gives none.
    """
    winners: dict[str, Player | None] = {"b": "b", "w": "w", "draw": None}
    if record.outcome not in winners:
        return None
    return Outcome(winners[record.outcome], record.reason)


def game_of(header: Header) -> AnyGame:
    """The game under the rules of a record. Raises InvalidText."""
    return make_game(header.game, None, dict(header.rules))


def start_of(game: AnyGame, header: Header) -> Any:
    """Where a recorded game began. Raises InvalidPosition."""
    return game.parse_position(header.position) if header.position else game.start()


def layout_of(game: AnyGame, header: Header) -> Layout:
    """The kind of board of a recorded game; the usual one where it names none that is known."""
    return next((one for one in game.layouts if one.name == header.layout), game.layouts[0])


def replayed(record: Record) -> Replayed:
    """Play a record again. Raises InvalidFile naming the first move that the rules do not allow."""
    replay, wrong = _through(record)
    if wrong:
        raise InvalidFile(wrong)
    return Replayed(replay.game, record, tuple(replay.positions))


def legal_part(record: Record) -> tuple[Record, str]:
    """The record up to the first move that the rules do not allow, and what is wrong with that one;
    a whole record and "" if nothing is. Raises InvalidFile for a game under rules that there are
    not.
    """
    replay, wrong = _through(record)
    if not wrong:
        return record, ""
    legal = record.moves[: len(replay.moves)]
    hints = tuple(ply for ply in record.hints if ply <= len(legal))
    return Record(record.header, legal, hints=hints), wrong


def _through(record: Record) -> tuple[Replay, str]:
    """A record played as far as the rules allow, and what they do not, "" for nothing."""
    try:
        game = game_of(record.header)
        replay = Replay(game, start_of(game, record.header))
    except InvalidText as error:
        raise InvalidFile(f"record: {error}") from error
    for number, move in enumerate(record.moves, 1):
        try:
            replay.again(move)
        except (InvalidText, IllegalMove) as error:
            return replay, f"move {number}: {error}"
        if replay.moves[-1].player != move.player:
            replay.back_to(number - 1)
            return replay, f"move {number}, {move.text}: {move.player} was not to move"
    return replay, ""
