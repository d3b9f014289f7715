"""The few shapes that the manual's drawings are made of, as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_STYLE = (
    "text{font:13px sans-serif;fill:#222}.small{font-size:11px;fill:#555}.title{font-size:16px;"
    "font-weight:bold}.wire{stroke:#222;stroke-width:1.6;fill:none}.part{fill:#fff;stroke:#222;"
    "stroke-width:1.4}.row{stroke:#b3261e}.column{stroke:#1b5e9e}.third{stroke:#2e7d32}"
    ".wood{fill:#ead7b7}.magnet{fill:#b3261e}.dash{stroke-dasharray:5 4}.glass{fill:#dbeaf5}"
)


def line(points: Sequence[tuple[float, float]], kind: str = "") -> str:
    """A wire through points."""
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline class="wire {kind}" points="{path}"/>'


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Words at a point."""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{words}</text>'


def box(x: float, y: float, width: float, height: float, words: str = "", kind: str = "") -> str:
    """A part with its name in it."""
    size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    shape = f'<rect class="part {kind}" {size} rx="3"/>'
    return shape + text(x + width / 2, y + height / 2 + 4, words, anchor="middle")


def dot(x: float, y: float) -> str:
    """A joint of wires."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="3.2" fill="#222"/>'


def drawing(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    """A whole SVG file."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    ground = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    body = "\n".join(parts)
    name = text(20, 30, title, "title")
    return "\n".join((head, f"<style>{_STYLE}</style>", ground, name, body, "</svg>", ""))
