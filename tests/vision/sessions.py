"""Sessions over painted and photographed boards, and what frames give in them."""

from copy import deepcopy
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from pi_board.app.showcase.demo import options_of
from pi_board.core.layout import Appearance, Layout
from pi_board.core.observation import Input, Observation, ReaderNote
from pi_board.games.registry import make_game
from pi_board.vision.arrange import likeliest_labels
from pi_board.vision.cold.trained import Opinions
from pi_board.vision.finding.find import find_any
from pi_board.vision.geometry import Image, NotFound
from pi_board.vision.warm.learn import Learnt, learn_board
from pi_board.vision.warm.reader import WarmGrid
from pi_board.vision.warm.search import Recognised, Unrecognised
from pi_board.vision.warm.session import BoardSession
from tests.vision.games_on_film import LAYOUT, START, appearance_of, moved, photo
from tests.vision.painting import FRAMES, frame

HOLES, LANES = make_game("linja").layouts
(TILES,) = make_game("connexoh").layouts
NEXT = moved(START, "c1", "c3")
LATER = "...bb..b/w......w/w..w...w/..b...../......ww/w..b...b/.w....../.b.bb..."
Sought = list[Recognised | Unrecognised | None]  # what each search for a board gave


def watching(first: Image | None = None) -> BoardSession:
    """A session that has found the painted board in two frames, the second at 0 seconds."""
    return deepcopy(_watching()) if first is None else _begun(first)


@cache
def _watching() -> BoardSession:
    return _begun(photo(START))


def _begun(first: Image) -> BoardSession:
    session = BoardSession(site_mm=40.0)
    session.expect([(LAYOUT, appearance_of(START))])
    for t in (-0.5, 0.0):
        session.see(first, t, 0)
    return session


def observed(inputs: tuple[Input, ...]) -> Observation:
    """The one observation among what a frame gave."""
    (observation,) = (item for item in inputs if isinstance(item, Observation))
    return observation


def notes(inputs: tuple[Input, ...]) -> list[str]:
    """Names of the notes among what a frame gave."""
    return [item.name for item in inputs if isinstance(item, ReaderNote)]


def shows(observation: Observation, appearance: Appearance) -> bool:
    """Whether the likeliest labels are such as the appearance allows."""
    looks = np.array(observation.looks)
    best = tuple(int(i) for i in looks.argmax(axis=1))
    return likeliest_labels(looks, observation.layout, appearance) == best


def positions(name: str) -> tuple[Layout, list[Appearance]]:
    """The layout of the demo's recorded game, and what its positions show."""
    folder = FRAMES / "demo" / name
    game = make_game(name, options=options_of(folder))
    layout = game.layouts[-1] if name == "linja" else game.layouts[0]
    position = game.start()
    out = [game.appearance(position, layout)]
    for text in (folder / "moves.txt").read_text().split():
        position = game.play(position, game.parse_move(position, text))
        out.append(game.appearance(position, layout))
    return layout, out


def following(name: str) -> tuple[BoardSession, list[Appearance]]:
    """A session that has seen the start of the demo's recorded game, at 0 and 0.5 seconds, and been
    told so; and what the positions of that game show.
    """
    layout, shown = positions(name)
    session = BoardSession()
    session.expect([(layout, shown[0])])
    for n in (0, 1):
        session.see(frame(f"demo/{name}/f_000{n}"), n / 2)
    session.confirm(shown[0])
    return session, shown


def remembering(picture: Image) -> BoardSession:
    """A session that knows from before how a picture of the start position looks."""

    def learnt() -> Learnt | None:
        found = find_any(picture, (LAYOUT,))
        assert not isinstance(found, NotFound)
        return learn_board(picture, found.registration, LAYOUT, appearance_of(START))

    session = BoardSession(site_mm=40.0, remembered=learnt)
    session.expect([(LAYOUT, appearance_of(START))])
    return session


def watching_a_start(name: str, layout: Layout, picture: str) -> BoardSession:
    """A session that knows a photographed board at its start position since 0.5 seconds."""
    game, session = make_game(name), BoardSession()
    start = game.appearance(game.start(), layout)
    session.expect([(layout, start)])
    for t in (0.0, 0.5):
        session.see(frame(picture), t)
    session.confirm(start)
    return session


def seen_over(monkeypatch: pytest.MonkeyPatch, *over: str) -> None:
    """A network sees something over these squares, from now on."""
    sites = np.isin(LAYOUT.sites, over)
    monkeypatch.setattr(Opinions, "hidden", property(lambda said: sites))


def untold(monkeypatch: pytest.MonkeyPatch, site: str) -> None:
    """What is on this square is not told by its looks, from now on."""
    read, number = WarmGrid.read, LAYOUT.site(site)
    monkeypatch.setattr(
        WarmGrid, "read", lambda grid, flat: replace(read(grid, flat), untold=(number,))
    )
