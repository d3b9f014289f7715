"""Where a camera and reeds contradict each other: whom to believe of which site.

What stood on a site when a position was confirmed last settles it. If the camera goes on seeing
that while the reed does not, and no hand was felt, the reed has died, a magnet has fallen off or a
wire is loose: the camera is believed, and after a while the reed is at fault. If it is the camera
that sees something else, a lamp may be at work, or a stone may have come to a dead reed: neither is
believed of whether a stone lies there, and the rules tell from the other sites. The camera
is believed of a stone that it saw come as something moved elsewhere, to a reed never felt to
change. While a move is under way, dead reeds too are left to the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pi_board.core.layout import Appearance, Layout
from pi_board.core.observation import Observation
from pi_board.core.stones import all_or_none, occupied_labels, stones_of
from pi_board.readers.reed_fault import ReedFault

CLEAR_NATS = 2.0  # a difference that a sensor is sure of
FEW_NUMB = 2  # sites at most that the camera denies because their reeds have died
LIT_S = 1.0  # so long before a move a site looks odd to the camera, for a lamp to be at work
STRAYS_S = 5.0  # so long the camera and the game agree against a reed, until it is at fault


@dataclass(frozen=True, slots=True)
class Judged:
    """The sites on which only the camera is believed, and on which neither is; whether the camera
    errs altogether.
    """

    numb: frozenset[str] = frozenset()
    doubtful: frozenset[str] = frozenset()
    denies: bool = False


class Contradictions:
    """What is known of each site and its reed."""

    def __init__(self) -> None:
        self._alive: set[str] = set()  # sites whose reeds have been felt to change
        self._touched: set[str] = set()  # since a position was confirmed
        self._stood: dict[str, bool] = {}  # whether a stone stood there then
        self._lay: dict[str, int] = {}  # and which way a tile lay
        self._odd_since_s: dict[str, float] = {}  # to the camera, while nothing has moved
        self._lit: set[str] = set()  # sites that were odd for a while
        self._strays_since_s: dict[str, float] = {}
        self._dead: set[str] = set()  # reeds that are at fault, until they are felt again

    def touch(self, sites: Sequence[str]) -> None:
        """Reeds that were felt to change are alive."""
        self._alive |= set(sites)
        self._touched |= set(sites)
        for site in sites:
            self._dead.discard(site)
            self._strays_since_s.pop(site, None)

    def confirm(self, layout: Layout, appearance: Appearance, *looks: Observation) -> None:
        """The board is known to show `appearance`. Where that does not tell whether a stone stands
        on a site, as in Linja's rows, it is as all of `looks` have it, of which those count in vain
        that have too many or too few in the row; or as it was.
        """
        self._touched = set()
        self._lay |= _turns_of(layout, appearance)
        occupied = occupied_labels(layout)
        for members, allowed in zip(layout.groups, appearance, strict=True):
            told = all_or_none(layout, allowed)
            counts = {sum(occupied[label] for label in look) for look in allowed}
            rows = [[_lead(one.looks[member], occupied) for member in members] for one in looks]
            right = [row for row in rows if all(row) and sum(lead > 0 for lead in row) in counts]
            for place, member in enumerate(members):
                site = layout.sites[member]
                leads = [row[place] for row in right or rows]
                if told is not None:
                    self._stood[site] = told
                elif leads and (min(leads) > 0 or max(leads) < 0):
                    self._stood[site] = min(leads) > 0

    def sifted(self, felt: Observation) -> Observation:
        """What the reeds feel without those at fault."""
        if not self._dead:
            return felt
        unknown = (0.0,) * len(felt.layout.labels)
        rows = zip(felt.layout.sites, felt.looks, strict=True)
        return replace(
            felt, looks=tuple(unknown if site in self._dead else row for site, row in rows)
        )

    def judge(self, seen: Observation, felt: Observation) -> Judged:
        """Whom to believe. Both must be of the same layout."""
        denied = set(denied_sites(seen, felt))
        if not denied:
            return Judged()
        never = {site for site in denied if site not in self._stood}
        strays = self._straying(seen, denied)
        errs = denied - never - strays
        if len(never) > FEW_NUMB or never & self._alive or len(errs) > FEW_NUMB:
            return Judged(denies=True)
        if self._has_moved(seen, felt):
            came = {site for site in errs - self._alive - self._lit if not self._stood[site]}
            return Judged(frozenset(never | came), frozenset(errs - came | strays))
        if not strays:
            return Judged(frozenset(never), frozenset(errs))
        if self._touched - strays or self._swaps(strays):
            return Judged(denies=True)  # what hands did the camera has not seen
        return Judged(frozenset(never | strays), frozenset(errs))

    def at_fault(self, seen: Observation, felt: Observation, t: float) -> tuple[ReedFault, ...]:
        """Take in a clear look at `t`: the reeds that have come to be at fault."""
        judged, denied = self.judge(seen, felt), set(denied_sites(seen, felt))
        strays = self._straying(seen, denied)
        # a few that lost a stone, or got one: what else was touched may lie as it did
        if judged.denies and (denied - strays or len(strays) > FEW_NUMB or self._swaps(strays)):
            strays = set()
        self._lit &= denied
        odd = denied - strays
        if odd and (self._touched or self._has_moved(seen, felt)):
            odd = set()
        self._odd_since_s = {site: self._odd_since_s.get(site, t) for site in odd}
        self._lit |= {site for site in odd if t - self._odd_since_s[site] >= LIT_S}
        since = self._strays_since_s
        self._strays_since_s = {site: since.get(site, t) for site in strays}
        long = [site for site in strays if t - self._strays_since_s[site] >= STRAYS_S]
        self._dead |= set(long)
        return tuple(
            ReedFault(site, "missing" if self._stood[site] else "stuck")
            for site in sorted(long, key=seen.layout.site)
        )

    def _straying(self, seen: Observation, denied: set[str]) -> set[str]:
        """The denied sites that look to the camera as they did when they were known."""
        occupied = occupied_labels(seen.layout)
        return {
            site
            for site in denied & self._stood.keys()
            if (_lead(seen.looks[seen.layout.site(site)], occupied) > 0) == self._stood[site]
        }

    def _swaps(self, strays: set[str]) -> bool:
        """Whether stones left some of these sites and came to others: a move that is not seen."""
        return len({self._stood[site] for site in strays}) > 1

    def _has_moved(self, seen: Observation, felt: Observation) -> bool:
        """Whether both say of a site that it is no longer as it was."""
        occupied = occupied_labels(seen.layout)
        for site, camera, reed in zip(seen.layout.sites, seen.looks, felt.looks, strict=True):
            one, other = _lead(camera, occupied), _lead(reed, occupied)
            if one * other > 0 and self._stood.get(site, one > 0) != (one > 0):
                return True
            turn = _turn(camera, seen.layout) if site in self._lay else None
            if turn is not None and turn == _turn(reed, seen.layout) != self._lay[site]:
                return True
        return False


def joined(judged: Judged, seen: Observation, felt: Observation) -> tuple[tuple[float, ...], ...]:
    """The looks of both, multiplied where they do not contradict each other."""
    occupied = occupied_labels(seen.layout)
    rows = zip(seen.layout.sites, seen.looks, felt.looks, strict=True)
    return tuple(
        _open(camera, occupied)
        if site in judged.doubtful
        else camera
        if site in judged.numb
        else tuple(one + other for one, other in zip(camera, reed, strict=True))
        for site, camera, reed in rows
    )


def denied_sites(seen: Observation, felt: Observation) -> tuple[str, ...]:
    """The sites on which the camera is sure of a stone where the reeds are sure of none, or the
    other way about.
    """
    occupied = occupied_labels(seen.layout)
    return tuple(
        site
        for site, camera, reed in zip(seen.layout.sites, seen.looks, felt.looks, strict=True)
        if _lead(camera, occupied) * _lead(reed, occupied) < 0
    )


def feels(felt: Observation) -> bool:
    """Whether there is a site on which the reeds feel a stone."""
    occupied = occupied_labels(felt.layout)
    return any(_lead(row, occupied) > 0 for row in felt.looks)


def _open(row: tuple[float, ...], occupied: tuple[bool, ...]) -> tuple[float, ...]:
    """The row without what it says of whether a stone lies there: only of which, if one does."""
    most = {
        kind: max(value for value, stone in zip(row, occupied, strict=True) if stone is kind)
        for kind in (False, True)
    }
    return tuple(value - most[stone] for value, stone in zip(row, occupied, strict=True))


def _lead(row: tuple[float, ...], occupied: tuple[bool, ...]) -> float:
    """By how much "occupied" leads (negative: "empty"); 0 if it is not clear."""
    there = max(value for value, stone in zip(row, occupied, strict=True) if stone)
    bare = max(value for value, stone in zip(row, occupied, strict=True) if not stone)
    return there - bare if abs(there - bare) >= CLEAR_NATS else 0.0


def _turns_of(layout: Layout, appearance: Appearance) -> dict[str, int]:
    """Which way each tile lies, where there are tiles and that is known."""
    lying = {}
    for members, allowed in zip(layout.groups, appearance, strict=True):
        turns = {stones_of(layout.labels[label]).turned for look in allowed for label in look}
        if len(members) == len(turns) == 1 and turns != {-1}:
            lying[layout.sites[members[0]]] = turns.pop()
    return lying


def _turn(row: tuple[float, ...], layout: Layout) -> int | None:
    """The way the tile in this row lies; None if it is not clear."""
    most: dict[int, float] = {}
    for label, value in zip(layout.labels, row, strict=True):
        turned = stones_of(label).turned
        most[turned] = max(value, most.get(turned, value))
    if len(most) < 2:
        return None
    first, second = sorted(most, key=most.__getitem__, reverse=True)[:2]
    return first if most[first] - most[second] >= CLEAR_NATS else None
