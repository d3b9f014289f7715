"""A match of several games: points, ties, and who starts the next game.

Both players keep their colour for the whole match; who starts is the option ``first`` of each game.
The first game's starter is drawn by lot, which is not decided here.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.game import Outcome, Player, Score, opponent

REASONS = ("resigned", "flag", "agreed", "forfeit")  # outcomes of a match, unknown to the rules

WIN, DRAW = 2, 1  # points


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game of a match. `score` is None in games that have no points."""

    starter: Player
    outcome: Outcome
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """The games played so far."""

    games: tuple[PlayedGame, ...] = ()

    def with_game(self, game: PlayedGame) -> Match:
        """The match after one more game."""
        return Match((*self.games, game))

    @property
    def points(self) -> Score:
        """Two for each win, one for each draw."""
        return Score(b=self._points("b"), w=self._points("w"))

    @property
    def total(self) -> Score:
        """The board points of all games together."""
        scores = [game.score for game in self.games if game.score]
        return Score(b=sum(score.b for score in scores), w=sum(score.w for score in scores))

    @property
    def leader(self) -> Player | None:
        """Who has more points, or at equal points more board points; None: neither."""
        for score in (self.points, self.total):
            if score.b != score.w:
                return "b" if score.b > score.w else "w"
        return None

    @property
    def next_starter(self) -> Player | None:
        """The loser of the last game; after a draw whoever did not start it; None: draw lots."""
        if not self.games:
            return None
        last = self.games[-1]
        return opponent(last.outcome.winner or last.starter)

    def _points(self, player: Player) -> int:
        wins = sum(game.outcome.winner == player for game in self.games)
        draws = sum(game.outcome.winner is None for game in self.games)
        return WIN * wins + DRAW * draws
