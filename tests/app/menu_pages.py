"""Every page of the menus, in a world in which there is something on each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pi_board.app.agreement import Agreement
from pi_board.app.doctor.checks import Finding
from pi_board.app.menus import PAGES, InPlay, Menus, World
from pi_board.app.showcase.gallery import matched
from pi_board.config.settings import defaults
from pi_board.core.page import Page
from pi_board.records.search import Summary


def summary(number: int, **other: object) -> Summary:
    """A kept game."""
    base = Summary(
        f"20260102-1200{number:02}-000-loa", "loa", "Ștefania-Alexandra", "Božena Němcová",
        1.76e9 + 86400 * number, "b", "connected", 31, None, None, "camera", "", 0, "",
    )  # fmt: skip
    return replace(base, **other)  # type: ignore[arg-type]


GAMES = (
    summary(1),
    summary(2, game="connexoh", outcome="draw", black="Black", white="White"),
    summary(3, outcome="", reason=""),
    summary(4, problem="journal, line 7: not JSON"),
    *(summary(n, game="linja", score_b=31, score_w=28) for n in range(5, 30)),
)


def world(language: str = "en", game: str = "loa") -> World:
    """Everything there can be."""
    agreed = Agreement(
        game, players=("Ștefania-Alexandra", "Božena Němcová"), clock="10d5", policy="tournament",
        against="b", match="Vánoční turnaj 2026", hints=(3, None),
    )  # fmt: skip
    settings = defaults()
    lamps = replace(settings.lamps, kind="chain")
    return World(
        agreed, replace(settings, lamps=lamps), (GAMES[2], summary(6, outcome="")), GAMES, 1234,
        ("Ștefania-Alexandra", "Božena Němcová", "Åke"),
        {"Jarní turnaj": matched("bw", names=("Ștefania-Alexandra", "Božena Němcová"))},
        (Finding("camera", "well", "gives 28 pictures a second of 1280x720"),
         Finding("pins", "fault", "BCM 17 is in use by another program",
                 "end it, or choose another pin")),
        has_lamps=True, night=False, language=language, version="0.1.0",
        trouble="reader 'camera:7': there is no such camera, expected one of camera:0",
        playing=InPlay("b", "w", can_look=True, can_replay=True, simulated=True),
    )  # fmt: skip


ABOUT = {
    "kept": GAMES[2].id, "delete": GAMES[0].id, "name": "black", "archive": "20",
}  # fmt: skip


def all_pages(language: str = "en") -> Iterator[tuple[str, Page]]:
    """Each page with its name; those that differ by game once for each."""
    for name in PAGES:
        yield name, Menus(world(language)).opened(f"{name} {ABOUT.get(name, '')}".strip()).page
    for game in ("linja", "connexoh"):
        yield f"preset_{game}", Menus(world(language, game)).opened("preset").page
    for typed in ("", "Ștefania-"):
        menus = replace(Menus(world(language)).opened("type black"), typed=typed)
        yield f"type_{len(typed)}", menus.page
