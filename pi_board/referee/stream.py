"""Observations and commands as JSON Lines, one a line.

A line gives what it knows and leaves out what has not changed; `ObservationReader` remembers the
last look, so it is the one thing here that has a state.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import isfinite, log
from typing import Any, TypeGuard

from pi_board.core.errors import InvalidText
from pi_board.core.layout import Layout, Surface
from pi_board.core.observation import Command, Input, Observation, Row, stated
from pi_board.core.stones import Stones, stones_of

LOOKS = {"grid", "tiles", "rows", "probabilities", "occupied", "obstructed"}  # fields of a look
LEAST = 1e-9  # probability that a stated 0 stands for


class ObservationReader:
    """Reads the lines of one stream, for one game."""

    def __init__(self, layouts: Sequence[Layout]) -> None:
        self._layouts = layouts
        self._layout = layouts[0]
        self._rows: list[Row] = _unknown(self._layout)

    def read(self, line: str) -> Input:
        """One line. Raises InvalidText saying what was found and expected."""
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InvalidText(f"{line.strip()[:60]!r} is no JSON object: {error}") from error
        if not isinstance(data, dict):
            raise InvalidText(f"{line.strip()[:60]!r}, expected a JSON object")
        return self.read_object(data)

    def read_object(self, data: Mapping[str, Any]) -> Input:
        """One line, already taken apart. Raises InvalidText."""
        t = data.get("t")
        if not _is_finite(t):
            raise InvalidText(f"t is {t!r}, expected seconds")
        if "command" in data:
            if seen := sorted({*LOOKS, "touched"} & set(data)):  # which of them comes first?
                raise InvalidText(f"a command with {', '.join(seen)}, expected a line for each")
            return _command(float(t), data["command"])
        return self._observation(float(t), data)

    def _observation(self, t: float, data: Mapping[str, Any]) -> Observation:
        if not LOOKS & set(data):
            raise InvalidText(f"nothing to see among {', '.join(data)}")
        if "rows" in data:
            self._use(Surface.ROWS)
            self._rows = _lanes(self._layout, data["rows"])
        if "grid" in data:
            self._use(Surface.SQUARES, Surface.HOLES)
            self._rows = _grid(self._layout, data["grid"])
        if "tiles" in data:
            self._use(Surface.TILES)
            self._rows = _tiles(self._layout, data["tiles"], data.get("stones"))
        if "occupied" in data:
            self._rows = _occupied(self._layout, _sites(self._layout, data["occupied"]))
        if "probabilities" in data:
            self._update(data["probabilities"])
        return Observation(
            t=t,
            layout=self._layout,
            looks=tuple(self._rows),
            obstructed=_sites(self._layout, data.get("obstructed") or []),
            touched=_sites(self._layout, data.get("touched") or []),
            frame=_frame(data.get("frame")),
            stirred=data.get("stirred") is True,
        )

    def _use(self, *surfaces: Surface) -> None:
        for layout in self._layouts:
            if layout.surface in surfaces:
                if layout is not self._layout:
                    self._layout, self._rows = layout, _unknown(layout)
                return
        words = " or ".join(surface.value for surface in surfaces)
        raise InvalidText(f"a board of {words}, expected one for {self._layouts[0].name}")

    def _update(self, named: Any) -> None:
        if not isinstance(named, dict):
            raise InvalidText(f"probabilities {named!r}, expected an object by site")
        for site, shares in named.items():
            (name,) = _sites(self._layout, [site])
            self._rows[self._layout.site(name)] = _shares(self._layout, site, shares)


def _command(t: float, text: Any) -> Command:
    words = text.split(maxsplit=1) if isinstance(text, str) else []
    if not words:
        raise InvalidText(f"command {text!r}, expected one such as take_back or new_game")
    return Command(t, words[0], words[1].strip() if len(words) > 1 else "")


def _frame(frame: Any) -> int | None:
    if frame is None or (isinstance(frame, int) and not isinstance(frame, bool)):
        return frame
    raise InvalidText(f"frame {frame!r}, expected a number")


def _unknown(layout: Layout) -> list[Row]:
    return [(0.0,) * len(layout.labels)] * len(layout.sites)


def _sites(layout: Layout, names: Any) -> tuple[str, ...]:
    if not isinstance(names, list):
        raise InvalidText(f"sites {names!r}, expected a list of names")
    for name in names:
        if name not in layout.sites:
            raise InvalidText(f"site {name!r} is not on the board {layout.name}")
    return tuple(names)


def _row_for(layout: Layout, shown: Mapping[str, object]) -> Row:
    """The row that believes the labels whose stones agree with all of `shown`."""
    stones = [stones_of(label) for label in layout.labels]
    return stated([all(_agrees(one, key, value) for key, value in shown.items()) for one in stones])


def _agrees(stones: Stones, key: str, value: object) -> bool:
    if key == "occupied":
        return bool(stones.count) == value
    return bool(getattr(stones, key) == value)


_CELLS: Mapping[str, Mapping[str, object]] = {
    ".": {"b": 0, "w": 0},
    "b": {"b": 1, "w": 0},
    "w": {"b": 0, "w": 1},
    "x": {"occupied": True},
    "?": {},
}


def _text_rows(layout: Layout, rows: Any, letters: str) -> list[str]:
    """The rows of a picture, bottom row first."""
    right = (
        isinstance(rows, list)
        and len(rows) == layout.rows
        and all(
            isinstance(row, str) and len(row) == layout.columns and set(row) <= set(letters)
            for row in rows
        )
    )
    if not right:
        raise InvalidText(
            f"rows {rows!r}, expected {layout.rows} strings of {layout.columns} of {letters!r}"
        )
    return list(reversed(rows))


def _grid(layout: Layout, rows: Any) -> list[Row]:
    cells = {letter: _row_for(layout, shown) for letter, shown in _CELLS.items()}
    return [cells[letter] for row in _text_rows(layout, rows, ".bw?x") for letter in row]


def _tiles(layout: Layout, rows: Any, stones: Any) -> list[Row]:
    turned = [letter for row in _text_rows(layout, rows, "0123?") for letter in row]
    if stones is not None and not (isinstance(stones, dict) and set(stones) <= {"b", "w"}):
        raise InvalidText(f"stones {stones!r}, expected lists by colour, b and w")
    standing = {
        colour: _sites(layout, stones.get(colour, [])) if stones is not None else None
        for colour in ("b", "w")
    }
    found = []
    for site, letter in zip(layout.sites, turned, strict=True):
        shown: dict[str, object] = {} if letter == "?" else {"turned": int(letter)}
        for colour, sites in standing.items():
            if sites is not None:
                shown[colour] = int(site in sites)
        found.append(_row_for(layout, shown))
    return found


def _lanes(layout: Layout, rows: Any) -> list[Row]:
    found = dict.fromkeys(layout.sites, (0.0,) * len(layout.labels))
    for row in rows if isinstance(rows, list) else [rows]:
        try:
            site, shown = str(_count(row["row"])), f"{_count(row['b'])}b{_count(row['w'])}w"
        except (TypeError, KeyError):
            raise InvalidText(f"row {row!r}, expected like {{'row': 8, 'b': 0, 'w': 6}}") from None
        _sites(layout, [site])
        if shown not in layout.labels:
            raise InvalidText(f"row {row!r}, expected 0 to 12 stones of each")
        found[site] = stated([label == shown for label in layout.labels])
    return [found[site] for site in layout.sites]


def _count(value: Any) -> Any:
    """A whole number however it was written: JSON knows no difference between 6 and 6.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _occupied(layout: Layout, sites: tuple[str, ...]) -> list[Row]:
    there = _row_for(layout, {"occupied": True})
    bare = _row_for(layout, {"occupied": False})
    return [there if site in sites else bare for site in layout.sites]


def _shares(layout: Layout, site: str, shares: Any) -> Row:
    if not isinstance(shares, dict):
        raise InvalidText(f"probabilities of {site}: {shares!r}, expected numbers by label")
    row = [0.0] * len(layout.labels)
    for label, share in shares.items():
        if label not in layout.labels or not _is_finite(share) or share < 0:
            raise InvalidText(
                f"probability {share!r} of {label!r} on {site}, "
                f"expected a number for one of {', '.join(layout.labels[:16])}"
            )
        row[layout.label(label)] = float(share)
    return tuple(log(max(share, LEAST)) for share in row)


def _is_finite(value: Any) -> TypeGuard[float]:
    """Whether a value of a line is a number that a float can hold."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return isfinite(value)
    except OverflowError:
        return False
