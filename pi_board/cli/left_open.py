"""What a recording leaves open at its end, said on stderr: nobody can take another picture then."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pi_board.cli.complaining import complain
from pi_board.core.observation import Input, Observation
from pi_board.core.words import many
from pi_board.referee.evidence import weigh_look
from pi_board.referee.phases import Over, Playing, SettingUp, State
from pi_board.referee.setting_up import wrong_at_start
from pi_board.referee.standing import compared, expected
from pi_board.referee.watch import evidence_of

if TYPE_CHECKING:
    from pi_board.vision.geometry import Image

_COUNTS = "it counts once it is seen for 0.4 s, in two frames one after the other"
_LOOKS = 2  # one after the other that differ in the same sites: one may be of a hand that comes
_MOST_NAMED = 12  # sites; of more it is said how many they are


class LeftOpen:
    """Says why no game has begun, which moves the last frames seem to show, or that these show
    something else than the record ends with.
    """

    def __init__(
        self,
        picture_name: Callable[[int | None], str],
        frame: Callable[[], Image | None] = lambda: None,
    ) -> None:
        """`picture_name` is which file of a folder a frame is, "" if none; `frame` gives the newest
        one (height, width, 3), upright.
        """
        self._picture_name, self._frame = picture_name, frame
        self._nearest_frame: Image | None = None
        self._newest: Observation | None = None
        self._clear = deque[Observation](maxlen=_LOOKS)  # the newest in play that nothing covers
        self._stood: Observation | None = None  # the first in which the start position stood
        self._nearest: tuple[tuple[str, ...], Observation] | None = None  # to it, with what differs

    def take(self, given: Input, state: State) -> None:
        """Take in what was seen, and the `state` since."""
        if not isinstance(given, Observation):
            return
        self._newest = given
        if given.obstructed:
            return
        if isinstance(state, SettingUp):
            self._compare_with_start(given, state)
        else:
            self._clear.append(given)

    def _compare_with_start(self, seen: Observation, state: SettingUp) -> None:
        evidence = weigh_look(seen)
        if not evidence.is_seen():
            return
        wrong = wrong_at_start(evidence, expected(state, seen.layout))
        if not wrong:
            self._stood = self._stood or seen
        if self._nearest is None or len(wrong) < len(self._nearest[0]):
            self._nearest, self._nearest_frame = (wrong, seen), self._frame()

    def tell(self, state: State) -> None:
        """There is no more to see. Of a board that was never found others speak."""
        if self._newest is None or isinstance(state, Over):
            return
        why = self._no_game(state) if isinstance(state, SettingUp) else self._missing(state)
        if why:
            complain(why)

    def _no_game(self, state: SettingUp) -> str:
        """Why none has begun."""
        if self._stood is not None:
            first = self._which(self._stood)
            return (
                f"no game has begun: the start position was seen, first in {first}, but {_COUNTS}"
            )
        if self._nearest is None:
            return "no game has begun: something lay over the board, or hid it, in all frames"
        wrong, seen_there = self._nearest
        frame, sites = self._nearest_frame, seen_there.layout.sites
        # with less of it wrong a mirror would not be the reason
        if frame is not None and 2 * len(wrong) > len(sites) and _stands_in_a_mirror(frame, state):
            return (
                "no game has begun: the start position stands mirrored; if the picture is, set the "
                "board up with calibrate board and use its profile"
            )
        return (
            "no game has begun: the start position was never seen; nearest to it the board was "
            f"in {self._which(seen_there)}, but for {_named(wrong)}"
        )

    def _missing(self, state: State) -> str:
        """What the record of a game that goes on does not tell of its last frames; "": nothing."""
        if moves := _not_counted_yet(state):
            return (
                f"the last frames seem to show {moves}, not long enough to count; with another "
                "picture of that position at the end, watch again"
            )
        differing = [{one.site for one in compared(state, seen).wrong} for seen in self._clear]
        if len(differing) == _LOOKS and (wrong := set.intersection(*differing)):
            last = self._clear[-1]
            sites = [site for site in last.layout.sites if site in wrong]
            return (
                f"moves may be missing at the end: in {self._which(last)}, "
                f"the last clear one, {_named(sites)} seemed other than in the recorded position"
            )
        newest = self._newest
        if newest is not None and newest.obstructed:
            return (
                f"moves may be missing at the end: something hid {_named(newest.obstructed)} to "
                "the last frame"
            )
        return ""

    def _which(self, seen: Observation) -> str:
        """The frame of a look, by its number and its picture's name."""
        name = self._picture_name(seen.frame)
        return f"frame {seen.frame} ({name})" if name else f"frame {seen.frame}"


def _stands_in_a_mirror(frame: Image, state: SettingUp) -> bool:
    """Whether the start position stands there, seen in a mirror."""
    from pi_board.vision.finding.find import find_any
    from pi_board.vision.geometry import NotFound
    from pi_board.vision.mount import Mount
    from pi_board.vision.warm.learn import learn_board

    game, mirrored = state.table.game, Mount(mirrored=True).upright(frame)
    found = find_any(mirrored, game.layouts)
    if isinstance(found, NotFound):
        return False
    start = game.appearance(state.table.start, found.layout)
    return learn_board(mirrored, found.registration, found.layout, start) is not None


def _not_counted_yet(state: State) -> str:
    """The moves that would explain the last looks; "": none does, or none was made."""
    best, shown = state.watch.best, evidence_of(state.watch)
    if not isinstance(state, Playing) or best is None or shown is None:
        return ""
    if best.lifted is not None or not best.fits(shown):
        return ""
    return " ".join(step.text for step in best.steps)


def _named(sites: Sequence[str]) -> str:
    return ", ".join(sites) if len(sites) <= _MOST_NAMED else many(len(sites), "site")
