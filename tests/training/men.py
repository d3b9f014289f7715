"""What stands on boards, in numbers: profiles of stones and chessmen, and chess positions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Profile = Sequence[tuple[float, float]]  # (radius, height), from the foot to the middle of the top
RADII = {"p": 0.26, "r": 0.3, "n": 0.3, "b": 0.3, "q": 0.34, "k": 0.35}  # of feet, in squares
HEIGHTS = {"p": 0.54, "r": 0.6, "n": 0.66, "b": 0.74, "q": 0.88, "k": 1.0}  # in kings
HORSE = (  # a knight's head from its side, in radii and heights
    (-0.5, 0.0), (0.55, 0.0), (0.45, 0.25), (0.25, 0.42), (0.75, 0.36), (0.92, 0.48),
    (0.8, 0.62), (0.3, 0.85), (0.15, 1.0), (-0.05, 0.88), (-0.4, 0.7), (-0.6, 0.4),
)  # fmt: skip
Men = dict[tuple[int, int], tuple[str, str]]  # (column, row): (team, kind)


def chess_position(rng: np.random.Generator) -> Men:
    """Both sides' men after up to sixty moves that are roughly those of chess."""
    men: Men = {}
    for column, kind in enumerate("rnbqkbnr"):
        men |= {(column, 0): ("w", kind), (column, 1): ("w", "p")}
        men |= {(column, 6): ("b", "p"), (column, 7): ("b", kind)}
    for _ in range(rng.integers(0, 60) if rng.random() < 0.8 else 0):
        column, row = list(men)[rng.integers(len(men))]
        team, kind = men[column, row]
        ahead = 1 if team == "w" else -1
        if kind == "p":
            aside = int(rng.integers(-1, 2)) if rng.random() < 0.2 else 0
            step = (aside, ahead if aside else ahead * int(rng.integers(1, 3)))
        else:
            step = (int(rng.integers(-3, 4)), int(rng.integers(-3, 4)))
        to = (column + step[0], row + step[1])
        if step == (0, 0) or min(to) < 0 or max(to) > 7:
            continue
        if to in men and (men[to][0] == team or men[to][1] == "k" or rng.random() < 0.4):
            continue
        men[to] = men.pop((column, row))
    return men


def turned_man(kind: str, r: float, h: float) -> Profile:
    """What a lathe makes of a man."""
    neck, collar = {"r": (0.55, 0.7), "b": (0.34, 0.56), "q": (0.34, 0.58)}.get(kind, (0.36, 0.6))
    foot = [
        (0, 0), (r, 0), (r, 0.06 * h), (0.86 * r, 0.11 * h), (0.8 * r, 0.16 * h),
        (0.55 * r, 0.25 * h), (neck * r, 0.45 * h), (0.95 * neck * r, 0.58 * h),
        (collar * r, 0.62 * h), (0.9 * collar * r, 0.66 * h),
    ]  # fmt: skip
    if kind == "r":
        wall = [(0.6, 0.7), (0.74, 0.8), (0.76, 1.0), (0.5, 1.0), (0.48, 0.9), (0.0, 0.9)]
        return [*foot, *((x * r, z * h) for x, z in wall)]
    if kind in "qk":
        crown = {
            "q": [(0.4, 0.7), (0.62, 0.92), (0.5, 0.93), (0.3, 0.95), (0.0, 0.96)],
            "k": [(0.42, 0.68), (0.62, 0.84), (0.3, 0.88), (0.0, 0.89)],
        }[kind]
        return [*foot, *((x * r, z * h) for x, z in crown)]
    angles = np.linspace(-0.9, np.pi / 2, 9)
    if kind == "p":
        ball = 0.5 * r
        return [*foot, *((ball * np.cos(a), h - ball + ball * np.sin(a)) for a in angles)]
    slim = 0.48 * r * np.cos(angles) * (1 - 0.25 * np.maximum(0, np.sin(angles)))
    return [*foot, *zip(slim.tolist(), ((0.8 + 0.2 * np.sin(angles)) * h).tolist(), strict=True)]


def stone_profile(
    rng: np.random.Generator, kind: str, r: float, h: float
) -> list[tuple[float, float]]:
    """A stone or peg of radius `r`, `h` high."""
    e = min(0.12 * r, 0.3 * h)
    body = [(0.0, 0.0), (r - e, 0.0), (r, e), (r, h / 2), (r, h - e), (r - e, h)]
    if kind == "disc":
        return [*body, (0.0, h)]
    if kind == "reeded":
        grooves = [(r - 0.25 * e * (i % 2), e + (h - 2 * e) * i / 8) for i in range(9)]
        return [
            (0.0, 0.0),
            (r - e, 0.0),
            *grooves,
            (r - e, h),
            (0.55 * r, h),
            (0.5 * r, h - e),
            (0.0, h - e),
        ]
    if kind == "rings":
        out, deep = body, min(0.1, 0.2 * h)
        for share in np.linspace(0.8, 0.2, int(rng.integers(2, 5))):
            out = [*out, (r * share, h), (r * (share - 0.035), h - deep), (r * (share - 0.07), h)]
        return [*out, (0.0, h)]
    if kind == "rim":
        inner, deep = rng.uniform(0.6, 0.8) * r, rng.uniform(0.15, 0.4) * h
        knob = rng.uniform(0.2, 0.45) * r
        return [
            *body,
            (inner, h),
            (inner - e, h - deep),
            (knob + e, h - deep),
            (knob, h - 0.3 * deep),
            (0.0, h - 0.2 * deep),
        ]
    if kind == "dome":
        arc = [
            (r * np.cos(a), 0.45 * h + 0.55 * h * np.sin(a)) for a in np.linspace(0, np.pi / 2, 9)
        ]
        return [(0.0, 0.0), (r, 0.0), *arc]
    if kind == "cyl":
        return [*body[:3], (r, h - 0.1 * r), (r - 0.1 * r, h), (0.0, h)]
    if kind == "cone":
        return [(0.0, 0.0), (r, 0.0), (r, 0.12 * h), (0.3 * r, 0.95 * h), (0.15 * r, h), (0.0, h)]
    ball, neck = rng.uniform(0.45, 0.62) * r, rng.uniform(0.28, 0.4) * r
    top = h - ball
    head = [(ball * np.cos(a), top + ball * np.sin(a)) for a in np.linspace(-0.9, np.pi / 2, 10)]
    return [
        (0.0, 0.0),
        (r, 0.0),
        (r, 0.12 * h),
        (0.75 * r, 0.3 * h),
        (neck, top - 0.9 * ball),
        *head,
    ]
