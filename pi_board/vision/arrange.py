"""Which site has which label, when a position says only what each group of sites may show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pi_board.core.layout import Appearance, Layout, Look
from pi_board.vision.geometry import Floats

Scores = Floats


def likeliest_labels(looks: Scores, layout: Layout, appearance: Appearance) -> tuple[int, ...]:
    """The labels (one a site) that agree with `appearance` and have the greatest sum of `looks`.

    `looks` is (sites, labels) log-likelihoods, finite. Raises ValueError if the appearance has
    another number of groups than the layout, or a group without any look.
    """
    if len(appearance) != len(layout.groups):
        raise ValueError(f"{len(appearance)} groups, {layout.name} has {len(layout.groups)}")
    labels = [0] * len(layout.sites)
    for sites, allowed in zip(layout.groups, appearance, strict=True):
        best = max(
            (order for look in sorted(allowed) for order in _orders(look)),
            key=lambda order: sum(looks[s, label] for s, label in zip(sites, order, strict=True)),
        )
        for site, label in zip(sites, best, strict=True):
            labels[site] = label
    return tuple(labels)


def certain_labels(layout: Layout, appearance: Appearance) -> tuple[int | None, ...]:
    """The label of each site where the appearance leaves no choice, else None."""
    labels: list[int | None] = [None] * len(layout.sites)
    for sites, allowed in zip(layout.groups, appearance, strict=True):
        if len(allowed) == 1:
            (look,) = allowed
            if len(set(look)) == 1:
                for site in sites:
                    labels[site] = look[0]
    return tuple(labels)


@lru_cache(maxsize=256)
def _orders(look: Look) -> tuple[Look, ...]:
    """All different orders of the labels of a group."""
    return tuple(_arrangements(sorted(look)))


def _arrangements(labels: Sequence[int]) -> Iterator[Look]:
    if not labels:
        yield ()
        return
    for i, label in enumerate(labels):
        if i and labels[i - 1] == label:
            continue
        for rest in _arrangements([*labels[:i], *labels[i + 1 :]]):
            yield (label, *rest)
