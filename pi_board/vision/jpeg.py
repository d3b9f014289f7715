"""Where pictures begin and end in bytes that hold JPEGs: in a stream, or in a file."""

from __future__ import annotations

import re

# Markers of a JPEG: ISO/IEC 10918-1, table B.1.
_MARK, _START, _SCAN, _END = 0xFF, 0xD8, 0xDA, 0xD9
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # these begin with the picture's size
_PICTURE = bytes((_MARK, _START))
_MARKER_IN_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")


def jpeg_in(data: bytes) -> tuple[int, int | None]:
    """Where the first picture in `data` starts and ends; None while its end has not come. One that
    breaks off, so that another begins in its midst, is passed over.
    """
    start = data.find(_PICTURE)
    while start >= 0:
        at, is_end = _followed(data, start)
        if at is None or is_end:
            return start, at
        start = data.find(_PICTURE, at)
    return max(0, len(data) - 1), None  # its last byte may be the first of a start mark


def size_in(data: bytes) -> tuple[int, int] | None:
    """Width and height in px that the header of a JPEG says; None: it says none."""
    at = 2
    while at + 9 <= len(data) and data[at] == _MARK:
        if data[at + 1] in _FRAMES:
            height, width = data[at + 5 : at + 7], data[at + 7 : at + 9]
            return int.from_bytes(width, "big"), int.from_bytes(height, "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _followed(data: bytes, start: int) -> tuple[int | None, bool]:
    """Where the picture that starts at `start` ends, or (False) behind what it leads nowhere; None
    while that has not come. Segments are gone over by their lengths: a thumbnail in one of them is
    a JPEG itself.
    """
    before = at = start + 2
    while at + 2 <= len(data):
        marker = data[at + 1]
        if data[at] != _MARK:  # what was gone over was no whole segment
            return before, False
        if marker == _START:
            return at, False
        if marker == _END:
            return at + 2, True
        if marker == _MARK:  # one to fill up
            at += 1
            continue
        if at + 4 > len(data):
            break
        before = at + 2
        at = before + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == _SCAN:
            found = _MARKER_IN_SCAN.search(data, at)
            if found is None:
                break
            at = found.start()
    return None, False
