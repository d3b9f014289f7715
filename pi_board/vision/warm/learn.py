"""Recognising the position a board is expected to show, and learning its looks from it.

The expected labels are tried on the picture in every orientation the board may have. Looks learnt
with right labels explain the picture; with wrong ones (another position, another orientation, a
grid laid in the wrong place) they are a muddle that does not. A few sites may be otherwise: the
board is then known all the same, and what those sites show is read from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from pi_board.core.layout import Appearance, Layout, Surface
from pi_board.core.stones import stones_of
from pi_board.vision.arrange import Scores, likeliest_labels
from pi_board.vision.cold.read import read_cold
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import Image, Indices, Mask, NotFound, Registration, size_of
from pi_board.vision.mixture import behind
from pi_board.vision.reading import CERTAIN, Reading
from pi_board.vision.warm.opinion import opinion_of
from pi_board.vision.warm.reader import MUDDLED, WarmGrid
from pi_board.vision.warm.rows import WarmRows
from pi_board.vision.warm.sites import parts_of

WarmBoard = WarmGrid | WarmRows
ReadCold = Callable[[Registration, Layout], Reading]  # boards in one frame, by `read_cold`

# Share of the sites that must look as is expected. Of lanes, which are few, all must: a muddle of
# one, or a stone that has left it, would misread the whole game, which can be read cold as well.
LEAST_AGREEMENT = 0.85
LEAST_LANES = 1.0
# Of squares, holes and tiles fewer are enough if the board read cold shows nearly all as expected:
# white stones in the glare on pale tiles look like none to what was learnt from them. A filmed game
# of which no move was seen (0.81 look as expected) is seen whole with it, one more is read warm.
_LEAST_IF_SHOWN, _SHOWN_COLD = 0.7, 0.95
# Share of sites that may be otherwise read cold before looks are learnt at all, which takes longer.
# Of 1944 boards that were recognised, most of them in pictures made worse, none has more than 0.25;
# of 653 that were not seven in ten have more than this.
_MOST_OTHERWISE = 0.35
LEAST_SAME = 0.8  # share of a lost board's sites (or stones) that must be as they last were
# A site is believed against what is expected from this log-likelihood lead on, if no more than this
# share of it is left unexplained (MUDDLED).
_PLAIN = 12.0
# Difference in brightness (grey levels) from which stones are black and white, unless they differ
# by so large a part of it in colour. Of 128 boards at the start, some with coloured stones, nine
# tenths have 28 or more, and nine tenths 0.33 or less.
_BLACK_AND_WHITE, _COLOURED = 40.0, 0.4
# Share of tiles that must lie as they are read cold. Of ten boards at the start 0.97 at least do,
# none of two on which all are turned.
_LIE_SO = 0.5
_OTHER_TEAM = str.maketrans("bw", "wb")
_ROUNDS = 3  # of telling which hole of a row holds which stone


@dataclass(frozen=True, slots=True)
class Learnt:
    """A board that may show a position: where it lies (turned the right way), its looks, the share
    of its sites that look as they should, and whether that is enough. `shown_cold`: read cold,
    nearly all of its single sites show it.
    """

    registration: Registration
    board: WarmBoard
    agreement: float
    recognised: bool
    shown_cold: bool = False


def learn_board(
    frame: Image,
    registration: Registration,
    layout: Layout,
    appearance: Appearance,
    read: ReadCold | None = None,
) -> Learnt | None:
    """The looks of the board if it shows `appearance` in one of its possible orientations. `read`
    reads boards in this frame cold, if they are wanted elsewhere too.

    None if it does not. Where both ways round look the same the first is taken; where they differ
    only in which team is which, ``b`` is the darker one. It always is where stones are black and
    white; coloured ones may be called either way. Where no way is without a doubt a network is
    asked which one it is: both may look nearly right.
    """
    read = read or partial(read_cold, frame)
    found: list[Learnt] = []
    for way in registration.ways_round(layout):
        one = (
            _learn_rows(frame, way, layout, appearance)
            if layout.surface is Surface.ROWS
            else _learn_grid(frame, way, layout, appearance, read(way, layout))
        )
        if one is not None and one.recognised and _are_rightly_called(one):
            found.append(one)
            if one.agreement == 1.0:  # no other way can show it better
                return one
    if len(found) < 2:
        return found[0] if found else None
    return max(found, key=lambda one: (_as_a_network_says(frame, one, appearance), one.agreement))


def find_again(frame: Image, last: Registration, board: WarmBoard) -> Registration | None:
    """Where a board of known looks lies now; None if it is not in the picture, or shows too
    little of what it last showed to be sure.
    """
    size = size_of(frame)
    lens = last.geometry.lens if last.geometry.image_size == size else None
    found = find_board(frame, board.layout, lens)
    if isinstance(found, NotFound):
        return None
    ways: list[tuple[float, float, Registration]] = []
    for turned in found.ways_round(board.layout):
        reading = board.read(board.flattener.flat(frame, turned.geometry))
        same = _share_as_before(board.layout, reading.labels, board.labels)
        # a start may look alike from both sides: then it was turned by less than a quarter
        ways.append((same, -turned.geometry.corner_shift(last.geometry), turned))
    same, _, best = max(ways, key=lambda way: way[:2])
    return best if same >= LEAST_SAME else None


def _share_as_before(layout: Layout, shown: Sequence[int], before: Sequence[int]) -> float:
    """The share of the sites that show the same labels (numbers) as before; of lanes, two of which
    change with each move, the share of the stones that lie in the same ones.
    """
    if layout.surface is not Surface.ROWS:
        return float((np.array(shown) == np.array(before)).mean())
    now, then = (_stones_in_lanes(layout, labels) for labels in (shown, before))
    return float(np.minimum(now, then).sum() / max(now.sum(), then.sum(), 1))


def _stones_in_lanes(layout: Layout, labels: Sequence[int]) -> Indices:
    """How many stones (lanes, 2) of Black's and of White's lie in each lane."""
    lanes = [stones_of(layout.labels[label]) for label in labels]
    return np.array([(lane.b, lane.w) for lane in lanes])


def _are_rightly_called(learnt: Learnt) -> bool:
    """Whether ``b`` are the darker stones; where it is known which way round the board lies others
    may be, if they are not black and white.
    """
    teams = learnt.board.team_colours
    if teams is None or learnt.board.darker_first():
        return True
    apart = np.abs(np.subtract(*teams))
    coloured = apart[0] < _BLACK_AND_WHITE or np.hypot(*apart[1:]) > _COLOURED * apart[0]
    return learnt.registration.orientation_known and bool(coloured)


def _as_a_network_says(frame: Image, learnt: Learnt, appearance: Appearance) -> float:
    """The share of sites that look as they should to the board and a network together; of lanes to
    the board alone.
    """
    board, layout = learnt.board, learnt.board.layout
    if isinstance(board, WarmRows):
        return learnt.agreement
    looks, _ = board.at_first
    geometry = learnt.registration.geometry
    both = looks + opinion_of(frame, geometry, layout.surface, board.darker_first).logs
    return _agreement(both, likeliest_labels(both, layout, appearance))


def _learn_rows(
    frame: Image, registration: Registration, layout: Layout, appearance: Appearance
) -> Learnt:
    labels = tuple(sorted(allowed)[0][0] for allowed in appearance)
    board = WarmRows(frame, registration.geometry, layout, labels)
    flat = board.flattener.flat(frame, registration.geometry)
    looks, misfits = board.explain_all(flat)
    board.confirm(flat, _corrected(looks, misfits, labels))
    agreement = _agreement(looks, labels)
    return Learnt(registration, board, agreement, agreement >= LEAST_LANES)


def _learn_grid(
    frame: Image,
    registration: Registration,
    layout: Layout,
    appearance: Appearance,
    cold: Reading,
) -> Learnt | None:
    labels = shown = likeliest_labels(cold.looks, layout, appearance)
    most_otherwise = _otherwise(cold, labels, registration.orientation_known) > _MOST_OTHERWISE
    # if all tiles lie alike, any looks learnt would explain them
    if most_otherwise or not _lie_as_read(cold, labels):
        return None
    for _ in range(_ROUNDS):
        board = WarmGrid(frame, registration.geometry, layout, shown)
        looks, misfits = board.at_first
        labels = likeliest_labels(looks, layout, appearance)
        before, shown, best = shown, labels, looks.argmax(axis=1)
        if (best != np.array(labels)).any():
            # A tall stone may hide the one behind: read cold that is told by where things lean.
            # And what looks learnt with a wrong label make of the site is no better than a guess.
            sure = (cold.certainties >= CERTAIN) & (best == np.array(cold.best))
            told = sure | _plainly_otherwise(looks, misfits, labels)
            shown = tuple(np.where(told, cold.best, labels).tolist())
        if shown == before:
            break
    agreement = _agreement(looks, labels)
    shown_cold = bool((np.array(cold.best) == labels).mean() >= _SHOWN_COLD)
    least = _LEAST_IF_SHOWN if shown_cold else LEAST_AGREEMENT
    return Learnt(registration, board, agreement, agreement >= least, shown_cold)


def _otherwise(cold: Reading, labels: tuple[int, ...], darker_either: bool) -> float:
    """The share of sites that show other labels read cold, where ``b`` is the darker team;
    `darker_either`: if either may be (see `_are_rightly_called`), as it is called best.
    """
    shown, layout = np.array(cold.best), cold.layout
    called = [layout.label(label.translate(_OTHER_TEAM)) for label in layout.labels]
    ways = (shown, np.array(called)[shown]) if darker_either else (shown,)
    return min(float((way != labels).mean()) for way in ways)


def _lie_as_read(cold: Reading, labels: tuple[int, ...]) -> bool:
    """Whether most tiles lie as the board read cold shows (where there are none, always)."""
    turns = np.array([parts_of(label)[0] for label in cold.layout.labels])
    return bool((turns[list(cold.best)] == turns[list(labels)]).mean() > _LIE_SO)


def _corrected(looks: Scores, misfits: Scores, labels: tuple[int, ...]) -> tuple[int, ...]:
    """The expected labels, but for sites that plainly show another: a stone not put there yet."""
    plain = _plainly_otherwise(looks, misfits, labels)
    return tuple(np.where(plain, looks.argmax(axis=1), labels).tolist())


def _plainly_otherwise(looks: Scores, misfits: Scores, labels: tuple[int, ...]) -> Mask:
    """Which sites (sites) plainly show another label than is expected."""
    lead = behind(looks, labels)
    return np.asarray((lead > _PLAIN) & (misfits < MUDDLED), np.bool_)


def _agreement(looks: Scores, labels: tuple[int, ...]) -> float:
    return float((looks.argmax(axis=1) == np.array(labels)).mean())
