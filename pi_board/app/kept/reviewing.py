"""A kept game judged by the search: who stood how after every turn, and where it turned.

    review = review_game(replayed(record), searcher, Limits(seconds=0.5))

Values are Black's probability of winning, a draw being half a win. What a turn cost is how much
less likely its player is to win than with the best turn the search knows; searches are not exact,
so little costs mean nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise

from pi_board.core.game import Player, Score
from pi_board.games.registry import GAMES
from pi_board.hints.probability import INACCURACY, MISTAKE, win_probability_of, worth
from pi_board.hints.search import Limits, Searcher, question_of
from pi_board.hints.turns import whole_turns, within
from pi_board.records.record import turns
from pi_board.records.replay import Replayed, declared
from pi_board.views.plot import GamePlot, TurningPoint

_MOST_POINTS = 6


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn that was played.

    `before`, `after`: Black's probability of winning · `best`: the turn recommended in its place,
    "" if none is much better · `cost`: 0 to 1 · `score` after it, in games with points ·
    `missed_win`: there was a proved win in so many small moves, and it was let go.
    """

    number: int
    player: Player
    text: str
    before: float
    after: float
    best: str
    cost: float
    score: Score | None
    missed_win: int | None = None

    @property
    def chances(self) -> tuple[float, float]:
        """Its player's probability of winning before and after it: on the board, if it cost much,
        for a game may have been given up there.
        """
        was, then = (chance_of(black, self.player) for black in (self.before, self.after))
        return was, was - self.cost if self.cost >= MISTAKE else then

    @property
    def name(self) -> str:
        """``12. c5xf2``, and ``12... h2-e2`` for the second player's turn."""
        return f"{(self.number + 1) // 2}{'.' if self.number % 2 else '...'} {self.text}"


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game: every turn, and the turning points among them, in order."""

    again: Replayed
    turns: tuple[Judged, ...]
    start: Score | None

    @property
    def turning_points(self) -> tuple[Judged, ...]:
        """The costliest turns, if they cost much."""
        costly = [turn for turn in self.turns if turn.cost >= MISTAKE]
        costliest = sorted(costly, key=lambda turn: turn.cost)[-_MOST_POINTS:]
        return tuple(sorted(costliest, key=lambda turn: turn.number))


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the search thinks of a position: Black's probability, the best turn, and in how many
    small moves the side to move wins if that is proved. `said`: Black's share of a game that people
    ended there, or a clock, whatever stood on the board; None elsewhere.
    """

    black: float
    best: str
    wins_in: int | None = None
    said: float | None = None

    @property
    def told(self) -> float:
        """Black's probability as it came to be."""
        return self.black if self.said is None else self.said


def review_game(
    again: Replayed,
    searcher: Searcher,
    limits: Limits,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Review:
    """Search the position before every turn, and the last one."""
    total, found = len(stops(again)), []
    for opinion in opinions(again, searcher, limits):
        found.append(opinion)
        progress(len(found), total)
    return review_of(again, found)


def stops(again: Replayed) -> tuple[int, ...]:
    """How many small moves were made before each turn, and at the end."""
    return (*_turn_starts(again), len(again.positions) - 1)


def opinions(again: Replayed, searcher: Searcher, limits: Limits) -> Iterator[Opinion]:
    """One opinion for each of `stops`, in order, as they are found."""
    return (_opinion(again, ply, searcher, limits) for ply in stops(again))


def review_of(again: Replayed, found: Sequence[Opinion]) -> Review:
    """The review that opinions make; of a game that is not searched to its end, its first turns."""
    judged = []
    moves = again.record.moves
    played = enumerate(turns(moves), 1)
    for (number, (player, text)), (start, end), (now, then) in zip(
        played, pairwise(stops(again)), pairwise(found), strict=False
    ):
        gain = now.black - then.black if player == "b" else then.black - now.black
        agreed = any(move.accepted for move in moves[start:end])  # no choice of the player's
        cost = 0.0 if agreed or now.best == text else max(0.0, gain)
        better = now.best if cost >= INACCURACY else ""
        missed = now.wins_in if better else None
        score = again.game.score(again.positions[end])
        judged.append(
            Judged(number, player, text, now.black, then.told, better, cost, score, missed)
        )
    return Review(again, tuple(judged), again.game.score(again.positions[0]))


def _turn_starts(again: Replayed) -> Iterator[int]:
    """The plies at which a turn begins."""
    is_new = True
    for ply, move in enumerate(again.record.moves):
        if is_new or again.record.moves[ply - 1].player != move.player:
            yield ply
        is_new = move.turn_over


def _opinion(again: Replayed, ply: int, searcher: Searcher, limits: Limits) -> Opinion:
    game, position = again.game, again.positions[ply]
    outcome = game.outcome(position)
    if outcome is not None:
        return Opinion(worth(outcome, "b"), "")
    line = searcher.search(question_of(game, again.positions[: ply + 1]), limits).lines[0]
    black = win_probability_of("b", position.to_move, game.name, line)
    wins_in = line.plies if line.proved == "win" else None
    end = declared(again.record) if ply == len(again.record.moves) else None
    best = whole_turns(game, position, line.moves)[0]
    return Opinion(black, best, wins_in, None if end is None else worth(end, "b"))


def review_lines(review: Review) -> Iterator[str]:
    """The review as text: every turn, then the turning points."""
    names = dict(zip("bw", review.again.record.header.players, strict=True))
    for turn in review.turns:
        better = f"  better {turn.best}" if turn.best else ""
        mark = "?" if turn.cost >= MISTAKE else " "
        score = f"  {turn.score.b}:{turn.score.w}" if turn.score else ""
        yield f"{turn.name:24}{mark} Black {turn.after:4.0%}{score}{better}".rstrip()
    yield ""
    points = review.turning_points
    if not points:
        yield "No turning points."
    for turn in points:
        was, then = turn.chances
        better = f"; better {turn.best}" if turn.best else ""
        better += f", which wins {within(turn.missed_win)}" if turn.missed_win else ""
        yield f"{turn.name} ({names[turn.player]}) from {was:.0%} to {then:.0%}{better}"


def chance_of(black: float, player: Player) -> float:
    """`player`'s probability of winning where Black's is `black`."""
    return black if player == "b" else 1 - black


def review_json(review: Review) -> Iterator[dict[str, object]]:
    """Every turn as a JSON object."""
    points = review.turning_points
    return (_turn_json(turn, turn in points) for turn in review.turns)


def _turn_json(turn: Judged, is_turning_point: bool) -> dict[str, object]:
    return {
        "turn": turn.number,
        "player": turn.player,
        "move": turn.text,
        "value": round(chance_of(turn.after, turn.player), 4),
        "cost": round(turn.cost, 4),
        "best": turn.best or None,
        "missed_win": turn.missed_win,
        "turning_point": is_turning_point,
        "score": {"b": turn.score.b, "w": turn.score.w} if turn.score else None,
    }


def plot_of(review: Review) -> GamePlot:
    """The review as something to draw."""
    record, turns_ = review.again.record, review.turns
    begun = datetime.fromtimestamp(record.header.started, UTC)
    black, white = record.header.players
    parts = [GAMES[record.header.game].title]
    parts += [f"{begun:%Y-%m-%d}"] if record.header.started else []
    parts += [_result(review)]
    chances = (turns_[0].before, *(turn.after for turn in turns_)) if turns_ else ()
    points = tuple(TurningPoint(t.number, t.player, t.name + "?") for t in review.turning_points)
    start = review.start
    scores = (start, *(turn.score or start for turn in turns_)) if start else ()
    return GamePlot(f"{black} – {white}", ", ".join(parts), (black, white), chances, points, scores)


def _result(review: Review) -> str:
    record = review.again.record
    reason = f" ({record.reason.replace('_', ' ')})" if record.reason else ""
    names = dict(zip("bw", record.header.players, strict=True))
    if record.outcome in names:
        return f"{names[record.outcome]} won{reason}"
    return f"draw{reason}" if record.outcome else "unfinished"
