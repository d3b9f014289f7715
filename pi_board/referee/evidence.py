"""From an Observation to what each group of sites seems to show.

A reader's log-likelihoods are taken as they come, but never wholly believed: one site in a
thousand is read wrongly whatever the reader says, so `bounded` mixes every site's probabilities
with a little of "anything". That bounds what a single site can claim against an explanation.

Costs are in nats: how much less likely a look is than the likeliest look of the same group.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import log
from operator import getitem

from pi_board.core.layout import Appearance, Layout, Look, Surface
from pi_board.core.observation import Observation, Row, probabilities
from pi_board.core.stones import occupied_labels, stones_of, with_one_lifted

MISREAD = 1e-3  # share of sites read wrongly for reasons the reader cannot know
SEEN_NATS = 1.0  # a group this much less likely is seen otherwise, if anything is wrong at all
FIT_NATS = 1.0  # a site this little against the position raises no question
DOUBT_NATS = 3.0  # a group this much less likely contradicts an explanation, for one look

EQUAL_NATS = 1e-9  # labels no further apart are not told apart by the sensor
TELLING_NATS = 1.0  # a group whose looks differ by less says nothing
# Steps of a group's cost, and of a weight: powers of two, so that what costs the same in whatever
# order it is added up is equal, on every machine.
_A_NAT, _A_LOOK = 2**20, 2**10
REMEMBERED = 256  # results kept of what was worked out last
SEEN_SHARE = 0.75  # of the groups, without which a start position is not believed


@lru_cache(REMEMBERED)  # reeds say only a few different things
def bounded(row: Row) -> Row:
    """The log-probabilities of one site's labels with the chance of a misreading mixed in.

    `row` holds log-likelihoods up to a constant; equal values (or nothing finite) know nothing.
    """
    floor = MISREAD / len(row)
    return tuple([log((1 - MISREAD) * share + floor) for share in probabilities(row)])


def mean_rows(looks: tuple[tuple[Row, ...], ...]) -> tuple[Row, ...]:
    """Site by site and label by label, the mean over several looks (one tuple of rows each)."""
    if len(looks) == 1:
        return looks[0]
    share = 1 / len(looks)
    return tuple(
        [tuple([sum(values) * share for values in zip(*rows, strict=True)])
         for rows in zip(*looks, strict=True)]
    )  # fmt: skip


class GroupCosts(dict[frozenset[Look], float]):
    """The least cost of a group for each set of looks asked for so far; `by_look` of each look."""

    def __init__(self, by_look: dict[Look, float]) -> None:
        self.by_look = by_look

    def __missing__(self, allowed: frozenset[Look]) -> float:
        cost = min([self.by_look[look] for look in allowed])
        self[allowed] = cost
        return cost


@dataclass(frozen=True, slots=True)
class Evidence:
    """What some quiet looks say together.

    `rows`: mean log-probability per site and label · `tables`: per group, what it costs for one
    look at the board; they follow from `rows` · `weight`: how many independent looks this is worth
    · `at_rest`: whether nothing stirred at the board for at least one of them.
    """

    layout: Layout
    rows: tuple[Row, ...]
    tables: tuple[GroupCosts, ...] = field(repr=False, compare=False)
    weight: float
    at_rest: bool = True

    @property
    def costs(self) -> tuple[dict[Look, float], ...]:
        """Per group, the cost of every look it can show."""
        return tuple([table.by_look for table in self.tables])

    def cost(self, group: int, allowed: frozenset[Look]) -> float:
        """How badly `group` agrees with any of the looks `allowed`."""
        return self.tables[group][allowed]

    def by_group(self, appearance: Appearance) -> list[float]:
        """How badly each group agrees with `appearance`."""
        return list(map(getitem, self.tables, appearance))

    def total(self, appearance: Appearance) -> float:
        """How badly all groups together agree with `appearance`."""
        return sum(map(getitem, self.tables, appearance))

    def weighed(self, appearance: Appearance) -> float:
        """What all the looks together say against `appearance`, where `total` is of one look."""
        return self.total(appearance) * self.weight

    def against(self, appearance: Appearance, limit_nats: float = DOUBT_NATS) -> tuple[int, ...]:
        """The groups that contradict `appearance` by more than `limit_nats`."""
        return tuple([g for g, cost in enumerate(self.by_group(appearance)) if cost > limit_nats])

    def unlike(self, groups: Iterable[int], appearance: Appearance) -> list[int]:
        """Those of `groups` of which it can be told that they look other than in `appearance`."""
        return [group for group in groups if self.cost(group, appearance[group]) > FIT_NATS]

    def one_lifted(self, appearance: Appearance) -> tuple[int, frozenset[Look]] | None:
        """Where one stone is gone, if that is all that contradicts `appearance`: the group, and
        what it may show now.
        """
        wrong = self.against(appearance)
        if len(wrong) != 1:
            return None
        group = wrong[0]
        looks = with_one_lifted(self.layout, appearance[group])
        return (group, looks) if looks and self.cost(group, looks) <= DOUBT_NATS else None

    def is_seen(self) -> bool:
        """Whether most of the board can be seen at all: its groups tell one look from another."""
        told = sum(max(costs.values()) > TELLING_NATS for costs in self.costs)
        return told >= SEEN_SHARE * len(self.costs)

    def unsure(self, limit_nats: float) -> float:
        """The share of groups that say something, but of which the likeliest look leads the next by
        less than this.
        """
        told = [sorted(costs.values()) for costs in self.costs]
        unsure = [one for one in told if one[1] < limit_nats and one[-1] > TELLING_NATS]
        return len(unsure) / len(told)

    def worst(self, appearance: Appearance) -> float:
        """The cost of the group that agrees least with `appearance`."""
        return max(map(getitem, self.tables, appearance))

    def occupied(self) -> frozenset[int]:
        """The sites on which a stone seems to stand, whatever its colour."""
        stones = occupied_labels(self.layout)
        return frozenset(
            [site for site, row in enumerate(self.rows) if stones[row.index(max(row))]]
        )

    def seen(self, group: int) -> Look:
        """The likeliest look of `group`; of equal ones the first in order."""
        costs = self.tables[group].by_look
        return min(costs, key=lambda look: (costs[look], look))

    def colour_blind(self) -> bool:
        """Whether the sensor tells stones from no stones only: no stone prefers a colour."""
        twins, found = _twins(self.layout.labels), False
        for row in self.rows:
            most = max(row)
            twin = twins.get(row.index(most))
            if twin is not None and min(row) < most:
                if abs(most - row[twin]) >= EQUAL_NATS:
                    return False
                found = True
        return found

    def turns_unseen(self) -> bool:
        """Whether every tile is as likely to lie one way as another."""
        if self.layout.surface is not Surface.TILES:
            return False
        kinds: dict[tuple[int, int], list[int]] = {}
        for label, name in enumerate(self.layout.labels):
            kinds.setdefault(stones_of(name).by_player, []).append(label)
        return all(
            abs(row[label] - row[labels[0]]) < EQUAL_NATS
            for row in self.rows
            for labels in kinds.values()
            for label in labels
        )


@cache
def _twins(labels: tuple[str, ...]) -> dict[int, int]:
    """Labels that show the same but for the colour of a stone."""
    pairs = {
        labels.index(name): labels.index(name.replace("b", "w"))
        for name in labels
        if "b" in name and name.replace("b", "w") in labels
    }
    return pairs | {white: black for black, white in pairs.items()}


def weigh(layout: Layout, rows: tuple[Row, ...], weight: float) -> Evidence:
    """The evidence of bounded site rows (see `bounded`)."""
    return Evidence(layout, rows, _group_costs(layout, rows), _on_grid(weight, _A_LOOK))


def rows_of(observation: Observation, hidden: Collection[int]) -> tuple[Row, ...]:
    """The bounded rows of one look as the reader gives it, of `hidden` sites saying nothing."""
    rows = tuple([bounded(row) for row in observation.looks])
    return _silenced(observation.layout, rows, hidden)


def weigh_look(observation: Observation, hidden: Collection[int] = ()) -> Evidence:
    """The evidence of one look, as by `rows_of`."""
    return weigh(observation.layout, rows_of(observation, hidden), 1.0)


def leaving_out(evidence: Evidence, sites: Collection[int]) -> Evidence:
    """`evidence` that says nothing of some `sites`."""
    if not sites:
        return evidence
    rows = _silenced(evidence.layout, evidence.rows, sites)
    return weigh(evidence.layout, rows, evidence.weight)


def _silenced(layout: Layout, rows: tuple[Row, ...], sites: Collection[int]) -> tuple[Row, ...]:
    """Rows of which those of some `sites` say nothing."""
    if not sites:
        return rows
    unknown = bounded((0.0,) * len(layout.labels))
    return tuple([unknown if site in sites else row for site, row in enumerate(rows)])


def _group_costs(layout: Layout, rows: tuple[Row, ...]) -> tuple[GroupCosts, ...]:
    costs: list[GroupCosts] = []
    for group in layout.groups:
        if len(group) == 1:
            costs.append(_alone(rows[group[0]]))
        else:
            costs.append(_pooled(tuple([rows[site] for site in group])))
    return tuple(costs)


@lru_cache(REMEMBERED)
def _alone(row: Row) -> GroupCosts:
    """The cost of every look of a single site."""
    best = max(row)
    return GroupCosts({(label,): _on_grid(best - value, _A_NAT) for label, value in enumerate(row)})


@lru_cache(REMEMBERED)
def _pooled(rows: tuple[Row, ...]) -> GroupCosts:
    """The cost of every look of sites that the rules treat as one place.

    Only how many sites show each label matters, and stones may lie anywhere in the group: each look
    counts with its likeliest arrangement, found site by site over the looks of the sites so far.
    """
    scores = [0.0]
    for row, ways in zip(rows, _growth(len(rows), len(rows[0])), strict=True):
        scores = [max([scores[fewer] + row[label] for fewer, label in way]) for way in ways]
    best = max(scores)
    looks = _looks(len(rows), len(rows[0]))
    return GroupCosts(
        dict(zip(looks, [_on_grid(best - one, _A_NAT) for one in scores], strict=True))
    )


def _on_grid(value: float, steps: int) -> float:
    return round(value * steps) / steps


@cache
def _looks(sites: int, labels: int) -> tuple[Look, ...]:
    """All looks of so many sites."""
    return tuple(combinations_with_replacement(range(labels), sites))


@cache
def _growth(sites: int, labels: int) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
    """For 1 site, 2 sites and so on, and each of their looks: the looks (numbers in `_looks`) of
    one site fewer from which it comes about, each with the label added.
    """
    stages = []
    for count in range(1, sites + 1):
        number = {look: index for index, look in enumerate(_looks(count - 1, labels))}
        stages.append(
            tuple(
                tuple((number[_without(look, label)], label) for label in sorted(set(look)))
                for look in _looks(count, labels)
            )
        )
    return tuple(stages)


def _without(look: Look, label: int) -> Look:
    place = look.index(label)
    return look[:place] + look[place + 1 :]


def _tied(row: Row) -> tuple[int, ...]:
    """The likeliest labels of a site, between which the sensor does not tell."""
    most = max(row)
    return tuple([label for label, value in enumerate(row) if most - value < EQUAL_NATS])


def _read_as(evidence: Evidence, sites: tuple[int, ...], wanted: Look) -> dict[int, int]:
    """The likeliest label of each site; of equal ones one that is `wanted`, where one is."""
    lacking, seen = list(wanted), {}
    for site in sorted(sites, key=lambda one: (len(_tied(evidence.rows[one])), one)):
        tied = _tied(evidence.rows[site])
        seen[site] = next((label for label in tied if label in lacking), tied[0])
        if seen[site] in lacking:
            lacking.remove(seen[site])
    return seen


def corrections(evidence: Evidence, group: int, wanted: Look) -> tuple[tuple[int, int, int], ...]:
    """The sites of `group` to change so that it shows `wanted`.

    Each as (site, label it seems to show, label it should show); among equal places those that seem
    least sure.
    """
    sites = evidence.layout.groups[group]
    seen = _read_as(evidence, sites, wanted)
    lacking, surplus = list(wanted), []
    for site in sites:
        if seen[site] in lacking:
            lacking.remove(seen[site])
        else:
            surplus.append(seen[site])
    found, free, rows = [], set(sites), evidence.rows
    for label, want in zip(sorted(surplus), sorted(lacking), strict=True):
        site = min(
            (s for s in free if seen[s] == label),
            key=lambda s: (rows[s][label] - rows[s][want], s),
        )
        free.discard(site)
        found.append((site, label, want))
    return tuple(found)
