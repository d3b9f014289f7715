"""A board that is only drawn: what is touched on the screen is what hands do to it.

    board = Simulator()
    board.touch("c1", "b")              # a stone is lifted
    board.touch("c3", "b")              # and put down

A stone that is touched is lifted; the next place that is touched is where it is put down, the
place it came from included. On a square it takes the place of the other side's stone; a row of
holes finds the stone a free one. What is put beside the board can be taken from there again. A tile
makes a quarter turn clockwise; a stone on it is touched as ``a6w``.
Looks and touches are certain, so the referee does everything else.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator

from pi_board.core.errors import InvalidText
from pi_board.core.game import Player, opponent
from pi_board.core.layout import Appearance, Layout, Surface
from pi_board.core.observation import Input, Observation
from pi_board.core.stones import Stones, stones_of
from pi_board.vision.warm.sight import Sight

SIMULATOR = "simulator"  # the name of the reader; with ":LAYOUT" that kind of board
SURE_NATS = 9.0
LOOK_S, REST_S = 0.1, 0.5  # between looks after something was touched, and else
LIVELY_S = 1.5  # for so long after a touch


def is_simulated(name: str) -> bool:
    """Whether a source or a reader of this name is a simulated board."""
    return name == SIMULATOR or name.startswith(f"{SIMULATOR}:")


class Simulator:
    """The board and the one hand over it. Touch and read it from any thread, once `expect` has said
    which board it is: until then both raise ValueError.
    """

    def __init__(self, layout: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        """`layout`: the name of the kind of board; "": the game's usual one."""
        self._name, self._clock = layout, clock
        self._changed = threading.Condition()
        self._layout: Layout | None = None
        self._stones: list[Stones] = []
        self._hand: tuple[Player, int | None] | None = None  # whose stone, and from which site
        self._beside: list[tuple[Player, int | None]] = []  # and in which row of holes, if any
        self._touched: list[str] = []
        self._started_s = clock()
        self._touched_s = self._looked_s = -REST_S
        self._closed = False

    # -- the board ----------------------------------------------------------------------------

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        """See `Reader.expect`: the board is set up at once. Raises InvalidText if there is no board
        of the kind that was asked for.
        """
        kinds = tuple(starts)
        names = [layout.name for layout, _ in kinds]
        if self._name and self._name not in names:
            known = " or ".join(names)
            raise InvalidText(f"a simulated board {self._name!r}, expected {known}")
        for layout, appearance in kinds:
            if layout.name == (self._name or kinds[0][0].name):
                with self._changed:
                    self._layout = layout
                self.stand(appearance)

    def stand(self, appearance: Appearance) -> None:
        """Put everything where it belongs. Stones that already do stay where they are."""
        with self._changed:
            layout, before = self._known(), self._stones
            stones: dict[int, Stones] = {}
            for sites, looks in zip(layout.groups, appearance, strict=True):
                wanted = [stones_of(layout.labels[label]) for label in max(looks, key=_fullest)]
                for site in sites:
                    if before and before[site] in wanted:
                        wanted.remove(before[site])
                        stones[site] = before[site]
                stones |= zip((s for s in sites if s not in stones), wanted, strict=True)
            self._stones = [stones[site] for site in range(len(layout.sites))]
            self._hand, self._beside = None, []
            self._stir()

    @property
    def holds(self) -> Player | None:
        """Whose stone is in the hand."""
        return self._hand[0] if self._hand else None

    def touch(self, site: str, mover: Player) -> None:
        """A finger on the site of this name, "" beside the board. Between sticks, and beside a row
        of holes, the stone of `mover` is meant.
        """
        with self._changed:
            layout = self._known()
            if not site:
                self._touch_beside()
            elif layout.surface is Surface.TILES:
                self._touch_tile(layout.site(site[:2]), site[2:])
            elif layout.surface is Surface.ROWS:
                self._touch_site(int(site[1:] if site[0].isalpha() else site) - 1, mover)
            else:
                self._touch_site(layout.site(site), mover)
            self._stir()

    def _touch_beside(self) -> None:
        if self._hand is not None:
            self._beside.append((self._hand[0], None))
            self._hand = None
        elif self._beside:
            self._hand = self._beside.pop()[0], None

    def _touch_site(self, site: int, mover: Player) -> None:
        if self._hand is not None:
            self._put(site, *self._hand)
            return
        here = self._stones[site]
        waiting = (mover, self._row(site))
        if not here.of(mover) and waiting in self._beside:
            self._beside.remove(waiting)
            self._hand = mover, None
        elif here.count:
            self._lift(site, mover if here.of(mover) else opponent(mover))

    def _touch_tile(self, site: int, stone: str) -> None:
        here = self._stones[site]
        if self._hand is not None:
            self._put(site, *self._hand)
        elif stone == "b" and here.b:
            self._lift(site, "b")
        elif stone == "w" and here.w:
            self._lift(site, "w")
        else:
            self._stones[site] = Stones(here.b, here.w, (here.turned + 1) % 4)
            self._feel(site)

    def _lift(self, site: int, player: Player) -> None:
        self._stones[site] = self._stones[site].plus(player, -1)
        self._hand = player, site
        self._feel(site)

    def _put(self, site: int, player: Player, source: int | None) -> None:
        surface = self._known().surface
        here = self._stones[site]
        if surface is Surface.HOLES and site != source:
            free = self._free_hole(site)
            if free is None:
                self._beside.append((player, self._row(site)))
                self._hand = None
                return
            site, here = free, self._stones[free]
        elif surface is Surface.SQUARES and here.count:
            taken: Player = "b" if here.b else "w"
            if taken == player:
                return  # no room: the stone stays in the hand
            self._beside.append((taken, None))
            here = Stones(0, 0)
            self._feel(site)
        elif surface is Surface.TILES and here.of(player):
            return
        self._stones[site] = here.plus(player)
        self._hand = None
        self._feel(site)

    def _free_hole(self, site: int) -> int | None:
        """The hole itself if it is free, else the first free one of its row."""
        group = next(g for g in self._known().groups if site in g)
        free = [s for s in group if not self._stones[s].count]
        return site if site in free else next(iter(free), None)

    def _row(self, site: int) -> int | None:
        layout = self._known()
        return site // layout.columns if layout.surface is Surface.HOLES else None

    def _feel(self, site: int) -> None:
        self._touched.append(self._known().sites[site])

    def _known(self) -> Layout:
        if self._layout is None:
            raise ValueError("a simulated board without a layout, expected a call of expect")
        return self._layout

    # -- the reader ---------------------------------------------------------------------------

    @property
    def due(self) -> bool:
        """Whether there is something to be looked at now."""
        return self._wait_s() <= 0

    def stir(self) -> None:
        """Let the next look be due at once."""
        with self._changed:
            self._stir()

    def _stir(self) -> None:
        self._touched_s = self._clock()
        self._looked_s = self._touched_s - REST_S
        self._changed.notify_all()

    def _wait_s(self) -> float:
        now_s = self._clock()
        every_s = LOOK_S if now_s - self._touched_s < LIVELY_S else REST_S
        return self._looked_s + every_s - now_s

    def inputs(self) -> Iterator[Input]:
        """A look whenever something was touched, some more while it comes to rest, and two a
        second after that. Ends with `close`.
        """
        while not self._closed:
            with self._changed:
                while not self._closed and (wait_s := self._wait_s()) > 0:
                    self._changed.wait(wait_s)
                if self._closed:
                    return
                self._looked_s = self._clock()
                seen = self._look(self._looked_s - self._started_s)
            yield seen

    def _look(self, t: float) -> Observation:
        layout = self._known()
        shown = [stones_of(label) for label in layout.labels]
        looks = tuple(
            tuple(0.0 if label == there else -SURE_NATS for label in shown)
            for there in self._stones
        )
        touched, self._touched = tuple(self._touched), []
        return Observation(t, layout, looks, touched=touched)

    def confirm(self, appearance: Appearance, *, by_word: bool = False) -> None:
        """See `Reader.confirm`: there is nothing to be learnt."""

    def picture(self) -> Sight:
        """See `Reader.picture`: there is none."""
        return Sight(None, None, None)

    def close(self) -> None:
        """End `inputs`."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def _fullest(look: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Of the looks of a group the one with most stones in it: labels other than "empty"."""
    return sum(label > 0 for label in look), look
