"""Camera and reeds together: two independent sensors, whose likelihoods multiply.

The camera decides when there is something to say; each of its looks is joined with the newest look
of the reeds and with what was touched since. When the camera is lost, blind, stuck or denies what
the reeds feel, the reeds go on alone; it is used again once it agrees with them. Reeds that feel no
stone at all where it sees several are unplugged, and not asked until they feel one. Single sites of
which the two say different things are judged in `contradictions`. `Fusion` is the rule, without
threads and clocks; `FusedReader` runs both readers beside each other.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, wait
from dataclasses import replace
from functools import partial

from pi_board.core.beside import beside
from pi_board.core.cause import Cause, FaultKind
from pi_board.core.events import ReaderChanged
from pi_board.core.layout import Appearance, Layout, Surface
from pi_board.core.observation import Input, Observation, ReaderNote, Tick, reader_changed
from pi_board.readers.base import Reader
from pi_board.readers.contradictions import Contradictions, Judged, feels, joined
from pi_board.readers.fused_camera import STALE_S, CameraHealth
from pi_board.readers.fused_inbox import Inbox, Said
from pi_board.readers.fused_reeds import FeltReeds
from pi_board.readers.reed_fault import ReedFault, cause_of
from pi_board.vision.geometry import Image
from pi_board.vision.warm.sight import Sight

AGREE_LOOKS = 3  # looks of the camera in a row that agree with the reeds, until it is used again

NONE_FELT = Cause("the reeds feel no stone at all", FaultKind.REEDS_EMPTY)


class Fusion:
    """Joins what both readers say. Times are those of one clock and never decrease."""

    def __init__(self) -> None:
        self._health = CameraHealth()
        self._reeds = FeltReeds()
        self._known = Contradictions()
        self._said: set[ReedFault] = set()  # what is at fault
        self._alone = True  # the reeds carry the game until the camera has agreed with them
        self._used = "reed"  # the name of what was last said to be in use
        self._ever = False  # the camera was in use before
        self._agreed = 0
        self._looked: Observation | None = None  # what the camera saw last
        self._seen: Layout | None = None  # the kind of board that the camera read last,
        self._told: Layout | None = None  # that was handed out last,
        self._played: Layout | None = None  # and that a game is known to be played on

    @property
    def alone(self) -> bool:
        """Whether the reeds carry on without the camera."""
        return self._alone

    @property
    def told(self) -> Layout | None:
        """The kind of board that was handed out last."""
        return self._told

    def confirm(self, appearance: Appearance) -> None:
        """The board that was handed out last is known to show this."""
        self._played = self._told
        if self._told is None:
            return
        both = (self._reeds.newest, None if self._alone else self._looked)
        looks = [one for one in both if one is not None and one.layout == self._told]
        self._known.confirm(self._told, appearance, *looks)

    def reeds(self, item: Input, frame: Image | None, t: float) -> tuple[Input, ...]:
        """Something from the reeds at `t`, and the newest frame of the camera."""
        self._health.look(frame, t)
        if isinstance(item, ReaderChanged):
            return self._reeds_say(item, t)
        if not isinstance(item, Observation):
            return (replace(item, t=t), *self._lost(t))
        felt = replace(item, t=t)
        self._reeds.feel(felt)
        self._known.touch(felt.touched)
        said = self._lost(t)
        if not self._alone:
            return said
        said = (*said, *self._follow_plug(None, t))
        if self._reeds.is_unplugged:  # the board is not empty, nobody knows what it shows
            return (*said, *self._none_left(t))
        touched = self._reeds.take_touched()
        return (*said, self._tell(replace(self._known.sifted(felt), touched=touched)))

    def camera(self, item: Input, frame: Image | None, t: float) -> tuple[Input, ...]:
        """Something from the camera at `t`, and the newest frame it has."""
        self._health.look(frame, t)
        if isinstance(item, ReaderChanged):
            self._health.trouble = item.reason if item.to == "none" else None
            return self._lost(t)
        if isinstance(item, Observation):
            return self._joined(item, t)
        notes = (replace(item, t=t),) if isinstance(item, ReaderNote) else ()
        return (*notes, *self._lost(t))

    @property
    def _apart(self) -> bool:
        """Whether the reeds lie under another kind of board than the camera reads, as Linja's holes
        and lanes: nothing that they feel can be joined with what it sees.
        """
        felt = self._reeds.newest
        return felt is not None and self._seen is not None and felt.layout != self._seen

    def _mistakes(self, seen: Observation) -> bool:
        """Whether the camera takes the board in play, whose stones the reeds feel, for another."""
        felt = self._reeds.newest
        if felt is None or felt.layout != self._played:
            return False
        return seen.layout != self._played and feels(felt)

    @property
    def _camera_only(self) -> bool:
        """Whether the reeds tell nothing of the board that the camera reads."""
        return self._reeds.is_gone or self._reeds.is_unplugged or self._apart

    def _use(self, t: float, reason: Cause) -> ReaderChanged:
        """Say what is in use from now on."""
        if self._alone:
            name = "none" if self._camera_only else "reed"
        else:
            name = "camera" if self._camera_only else "fused"
        before, self._used = self._used, name
        return reader_changed(t, before, name, reason)

    def _reeds_say(self, note: ReaderChanged, t: float) -> tuple[Input, ...]:
        gone, back = note.to == "none", note.from_ == "none"
        if not gone and not back:
            return (replace(note, t=t),)
        self._reeds.come_or_go(is_gone=gone)
        return (self._use(t, note.reason),)

    def _tell(self, found: Observation) -> Observation:
        self._told = found.layout
        return found

    def _joined(self, seen: Observation, t: float) -> tuple[Input, ...]:
        if self._mistakes(seen):
            return self._lost(t)
        if len(seen.obstructed) < len(seen.layout.sites):
            self._health.find(t)
            self._seen = seen.layout
        plugged = () if self._health.blindness(t) else self._follow_plug(seen, t)
        self._looked = seen
        faults = self._note_faults(seen, t)
        felt = self._comparable(seen)
        judged = None if felt is None else self._known.judge(seen, felt)
        is_denial = judged is not None and judged.denies and not seen.obstructed
        self._health.compare(t, denies=is_denial)
        said = (*plugged, *faults, *(self._back(seen, judged, t) if self._alone else self._lost(t)))
        if self._alone:
            return said
        if felt is None or judged is None:
            if self._apart:
                self._reeds.take_touched()
            return (*said, self._tell(replace(seen, t=t)))
        rows = joined(judged, seen, felt)
        touched = self._reeds.take_touched()
        return (*said, self._tell(replace(seen, t=t, looks=rows, touched=touched)))

    def _follow_plug(self, seen: Observation | None, t: float) -> tuple[Input, ...]:
        """Whether the reeds have been unplugged, or plugged in again. While they are alone, that
        they are unplugged is not said: the camera, which saw it, is about to be used.
        """
        if not self._reeds.follow_plug(seen) or (self._alone and self._used != "none"):
            return ()
        if not self._reeds.is_unplugged:
            return (self._use(t, Cause("the reeds feel stones again")),)
        return (self._use(t, NONE_FELT),)

    def _none_left(self, t: float) -> tuple[Input, ...]:
        """That nothing is left, where the camera that saw the reeds unplugged is not used after
        all.
        """
        if self._used == "none" or not self._health.blindness(t):
            return ()
        return (self._use(t, NONE_FELT),)

    def _comparable(self, seen: Observation) -> Observation | None:
        """What the reeds feel under the board that is seen; None if they tell nothing of it."""
        felt = self._reeds.newest
        if felt is None or self._reeds.is_unplugged or felt.layout != seen.layout:
            return None
        return self._known.sifted(felt)

    def _note_faults(self, seen: Observation, t: float) -> tuple[Input, ...]:
        felt = self._comparable(seen)
        if felt is None or seen.obstructed or self._health.blindness(t):
            return ()
        faults = [one for one in self._known.at_fault(seen, felt, t) if one not in self._said]
        self._said |= set(faults)
        if not faults:
            return ()
        return (reader_changed(t, "reed", "reed", cause_of(faults)),)

    def _lost(self, t: float) -> tuple[Input, ...]:
        problem = self._health.problem(t)
        if self._alone or problem is None:
            return ()
        self._alone, self._agreed = True, 0
        return (self._use(t, problem),)

    def _back(self, seen: Observation, judged: Judged | None, t: float) -> tuple[Input, ...]:
        agrees = (
            self._health.problem(t) is None
            and not seen.obstructed
            and (self._camera_only if judged is None else not judged.denies)
        )
        self._agreed = self._agreed + 1 if agrees else 0
        if self._agreed < AGREE_LOOKS:
            return ()
        self._alone = False
        reason = "the camera is back and agrees" if self._ever else "the camera agrees"
        self._ever = True
        return (self._use(t, Cause(reason)),)


class FusedReader:
    """Runs a camera and reeds in threads of their own and joins what they say."""

    def __init__(self, camera: Reader, reeds: Reader) -> None:
        self._camera, self._reeds = camera, reeds
        self._started_s = time.monotonic()
        self._fusion = Fusion()
        self._inbox = Inbox()
        self._pumps: list[Future[None]] = []
        # to be told to each in its own thread: of which board, and whether by word
        self._known: dict[Reader, tuple[Layout, Appearance, bool]] = {}
        self._closed = False

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        """See `Reader.expect`."""
        known = tuple(starts)
        self._camera.expect(known, in_play=in_play)
        self._reeds.expect(known, in_play=in_play)

    def inputs(self) -> Iterator[Input]:
        """See `Reader.inputs`; times are those of this reader. Raises what the readers raise."""
        for reader, name in ((self._camera, "fused camera"), (self._reeds, "fused reeds")):
            pump = beside(partial(self._pump, reader), name)
            self._pumps.append(pump)
            pump.add_done_callback(self._inbox.put)
        t = 0.0
        while not self._closed:
            try:
                got = self._inbox.get(timeout=STALE_S)
            except queue.Empty:
                t = self._now()
                yield Tick(t)
                continue
            if isinstance(got, Future):
                got.result()
                continue
            join = self._fusion.camera if got.reader is self._camera else self._fusion.reeds
            t = max(t, got.t)  # a newer look may have taken an older one's place
            yield from join(got.item, self._camera.picture().frame, t) or (Tick(t),)

    def confirm(self, appearance: Appearance, *, by_word: bool = False) -> None:
        """See `Reader.confirm`."""
        self._fusion.confirm(appearance)
        layout = self._fusion.told
        if layout is not None:
            known = layout, appearance, by_word
            self._known = dict.fromkeys((self._camera, self._reeds), known)

    def picture(self) -> Sight:
        """See `Reader.picture`: the camera's."""
        return self._camera.picture()

    def close(self) -> None:
        """See `Reader.close`."""
        self._closed = True
        self._camera.close()
        self._reeds.close()
        wait(self._pumps)

    def _now(self) -> float:
        return time.monotonic() - self._started_s

    def _pump(self, reader: Reader) -> None:
        for item in reader.inputs():
            self._inbox.put(Said(reader, item, self._now()))
            self._tell(reader)
            if self._closed:
                return

    def _tell(self, reader: Reader) -> None:
        """Tell a reader what stands there: to learn from, or for a lost camera to look for."""
        known = self._known.pop(reader, None)
        if known is None:
            return
        layout, appearance, by_word = known
        if reader is self._reeds:
            if layout.surface is not Surface.ROWS:  # no reeds lie under those
                reader.confirm(appearance, by_word=by_word)
        elif not self._fusion.alone:
            reader.confirm(appearance, by_word=by_word)
        else:
            reader.expect([(layout, appearance)], in_play=True)
