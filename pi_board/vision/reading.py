"""What one look at a picture says about every site."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_board.core.layout import Layout
from pi_board.core.stones import stones_of
from pi_board.vision.geometry import Floats, Mask

_LEAST = 1e-12  # a probability that is not told from none
# Log-likelihood by which a label that stays open may be less likely than the best. Of 288 starts
# with a white or black stone painted out 8 are taken for whole (7 if none stays open); 23 of 24
# whole ones are, and one filmed game more (11 moves).
_OPEN = 0.5
CERTAIN = 0.99  # a site whose best label is less probable than this is uncertain


def finite_logs(probabilities: Floats) -> Floats:
    """Logarithms of probabilities, of none as well."""
    return np.asarray(np.log(np.maximum(probabilities, _LEAST)), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Every site's labels and how sure they are.

    `looks` (sites, labels) holds natural log-likelihoods, up to a constant per site;
    `probabilities` (sites, labels) also knows how many stones a game has. Obstructed sites are
    given by name: what is seen there, if anything, may be of what hides them.
    """

    layout: Layout
    looks: Floats
    probabilities: Floats
    obstructed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        expected = (len(self.layout.sites), len(self.layout.labels))
        for array in (self.looks, self.probabilities):
            if array.shape != expected:
                raise ValueError(f"expected (sites, labels) = {expected}, not {array.shape}")

    @property
    def best(self) -> tuple[int, ...]:
        """The most probable label of each site, as an index into `layout.labels`."""
        return tuple(int(label) for label in self.probabilities.argmax(axis=1))

    @property
    def labels(self) -> tuple[str, ...]:
        """The most probable label of each site."""
        return tuple(self.layout.labels[label] for label in self.best)

    @property
    def looks_of_a_set(self) -> Floats:
        """Logarithms (sites, labels) of the probabilities: what the looks say beside what is likely
        of a whole position.
        """
        return finite_logs(self.probabilities)

    @property
    def looks_at_a_start(self) -> Floats:
        """Logarithms (sites, labels), 0 for the best, as `looks_of_a_set`, of a board on which all
        stones may be: of each site the label that its own looks make likeliest, and all that are
        hardly less likely (where it is burnt out or covered), stay open, however many other sites
        might hold those stones.
        """
        alone, together = (
            logs - logs.max(axis=1, keepdims=True) for logs in (self.looks, self.looks_of_a_set)
        )
        return np.asarray(np.where(alone > -_OPEN, alone, together), np.float64)

    @property
    def looks_in_play(self) -> Floats:
        """Log-likelihoods (sites, labels) for who knows where each stone may be: `looks`, but those
        `looks_at_a_start` where more stones of a team show than is likely of a whole position: some
        of them are something else.
        """
        teams = np.array([stones_of(label).by_player for label in self.layout.labels])
        shown, likely = teams[self.looks.argmax(axis=1)], teams[list(self.best)]
        too_many = shown.sum(axis=0) > likely.sum(axis=0)
        return self.looks_at_a_start if too_many.any() else self.looks

    @property
    def certainties(self) -> Floats:
        """Probability (sites) of each site's best label."""
        return np.asarray(self.probabilities.max(axis=1), np.float64)

    @property
    def confidence(self) -> float:
        """Probability that every site that can be seen is read right."""
        hidden = {self.layout.site(name) for name in self.obstructed}
        seen = [p for i, p in enumerate(self.certainties) if i not in hidden]
        return float(np.prod(seen)) if seen else 0.0

    @property
    def uncertain(self) -> tuple[str, ...]:
        """Sites that can be seen but not read with certainty."""
        return self._seen_at(self.certainties < CERTAIN)

    @property
    def uncertain_stones(self) -> tuple[str, ...]:
        """Sites that can be seen, but not with certainty whether they hold a stone, of whichever
        team.
        """
        bare = np.array([not sum(stones_of(label).by_player) for label in self.layout.labels])
        stone = self.probabilities[:, ~bare].sum(axis=1)
        return self._seen_at(np.maximum(stone, 1.0 - stone) < CERTAIN)

    def _seen_at(self, where: Mask) -> tuple[str, ...]:
        """Names of the sites (sites) that can be seen, of those."""
        names = zip(self.layout.sites, where.tolist(), strict=True)
        return tuple(name for name, here in names if here and name not in self.obstructed)
