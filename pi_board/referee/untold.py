"""What a look leaves open, told by the position before: whose a stone is, and how its tile lies.

Reeds feel that a stone stands somewhere, and neither whose it is nor how the tile under it lies.
What may stand as before does, unless a hand was felt there; stones that have come are those that
have gone. Where that tells nothing, nothing does: what is gone may stand where another one stood.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from pi_board.core.layout import Layout, Look
from pi_board.core.stones import total
from pi_board.referee.continuations import Node
from pi_board.referee.evidence import EQUAL_NATS, Evidence

Pair = tuple[int, int]  # stones of Black and of White


@dataclass(frozen=True, slots=True)
class Told:
    """The look of every group; of the groups `untold` it is a mere guess, of those `as_before` it
    is taken from the position before.
    """

    looks: tuple[Look, ...]
    untold: tuple[int, ...]
    as_before: tuple[int, ...] = ()


@dataclass(slots=True)
class _Count:
    """The stones that have moved since the position before, added up group by group.

    `gone`, `come`: how many of Black and of White · `places`: groups to which stones have come
    whose colour is not told, and how many · `left`: groups of which it is told what stands there
    now · `lifted`: the players (0: Black, 1: White) whose stones a hand may have lifted besides ·
    `changed`: all groups that do not show what they did · `guessed`: those of which it is not told
    what has gone or come.
    """

    gone: list[int] = field(default_factory=lambda: [0, 0])
    come: list[int] = field(default_factory=lambda: [0, 0])
    places: dict[int, int] = field(default_factory=dict)
    left: dict[int, Pair] = field(default_factory=dict)
    lifted: set[int] = field(default_factory=set)
    changed: list[int] = field(default_factory=list)
    guessed: list[int] = field(default_factory=list)

    def newcomers(self) -> int | None:
        """Whose the stones without a colour are (0: Black's, 1: White's), None if nothing tells."""
        rest = [gone - come for gone, come in zip(self.gone, self.come, strict=True)]
        owners = self.lifted | {player for player in (0, 1) if self.gone[player]}
        if self.guessed or min(rest) < 0 or sum(rest) != sum(self.places.values()):
            return None
        exchanged = len(owners) > 1 and bool(self.places or self.lifted)
        return None if exchanged else next(iter(owners), 0)

    def found(self, before: Node, player: int) -> dict[int, Pair]:
        """What stands in each group that has changed, newcomers being those of `player`."""
        found = dict(self.left)
        for group, more in self.places.items():
            (b, w), *_ = sorted(_pairs(before.layout, before.appearance[group]))
            found[group] = (b + more, w) if player == 0 else (b, w + more)
        return found


def told(evidence: Evidence, before: Node | None, felt: tuple[int, ...]) -> Told:
    """What stands on the board. `before`: what stood there, None if that is not known; `felt`: the
    groups on which a hand was felt since. Places of which each look is told are taken as they look.
    """
    layout, ties = evidence.layout, [_tied(costs) for costs in evidence.costs]
    looks = [evidence.seen(group) for group in range(len(ties))]
    doubtful = [group for group, tied in enumerate(ties) if len(tied) > 1]
    if before is None or not doubtful:
        return Told(tuple(looks), tuple(doubtful))
    blind = {group for group in doubtful if len(_pairs(layout, ties[group])) > 1}
    touched, count = Counter(felt), _Count()
    for group, tied in enumerate(ties):
        was = before.appearance[group]
        looks[group] = _nearest(layout, tied, was)
        moved = _note(count, group, _pairs(layout, was), _pairs(layout, tied), group in blind)
        if touched[group] > moved and group in doubtful:
            owners = {player for pair in _pairs(layout, was) for player in (0, 1) if pair[player]}
            count.lifted |= owners
            if owners and len({total(layout, look).turned for look in tied}) > 1:
                count.guessed.append(group)  # the tile may have been turned under its stone
    kept = tuple(g for g in doubtful if looks[g] in before.appearance[g])
    if not blind and not count.guessed:
        return Told(tuple(looks), (), kept)
    player = count.newcomers()
    if player is None:
        named = count.changed or count.guessed or [g for g in doubtful if touched[g]]
        return Told(tuple(looks), tuple(named))
    for group, left in count.found(before, player).items():
        looks[group] = _showing(layout, ties[group], left, before.appearance[group])
    return Told(tuple(looks), (), kept)


def _tied(costs: dict[Look, float]) -> tuple[Look, ...]:
    """The likeliest looks, between which the sensor does not tell."""
    return tuple(look for look, cost in costs.items() if cost <= EQUAL_NATS)


def _pairs(layout: Layout, looks: tuple[Look, ...] | frozenset[Look]) -> set[Pair]:
    return {total(layout, look).by_player for look in looks}


def _note(count: _Count, group: int, was: set[Pair], now: set[Pair], blind: bool) -> int:
    """Count what has gone from `group` and come to it; gives how many stones."""
    if was & now:
        return 0
    count.changed.append(group)
    before, after = min(map(sum, was)), min(map(sum, now))
    if blind and after > before:
        count.places[group] = after - before
        return after - before
    changes = {
        ((b - b0, w - w0), (b, w))
        for b0, w0 in was
        for b, w in now
        if not blind or (b <= b0 and w <= w0)  # nothing has come where there are fewer
    }
    if len(changes) != 1:
        count.guessed.append(group)
        return abs(after - before)
    ((change, count.left[group]),) = changes
    for player in (0, 1):
        count.gone[player] += max(0, -change[player])
        count.come[player] += max(0, change[player])
    return sum(map(abs, change))


def _nearest(layout: Layout, tied: tuple[Look, ...], was: frozenset[Look]) -> Look:
    """The one of these looks that is most like what stood there: itself, the same stones, the tile
    as it lay.
    """
    pairs, turned = _pairs(layout, was), {total(layout, look).turned for look in was}

    def likeness(look: Look) -> tuple[bool, bool, bool]:
        stones = total(layout, look)
        return look in was, stones.by_player in pairs, stones.turned in turned

    return max(tied, key=likeness)


def _showing(layout: Layout, tied: tuple[Look, ...], pair: Pair, was: frozenset[Look]) -> Look:
    """The one of these looks with just these stones, else like what `was` there."""
    fitting = tuple(look for look in tied if pair in _pairs(layout, (look,)))
    return _nearest(layout, fitting or tied, was)
