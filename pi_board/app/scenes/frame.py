"""What the scenes of all situations are put together with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Protocol

from pi_board.app.scenes import connexoh, linja, loa
from pi_board.app.scenes.common import Count, Picture, card, strip
from pi_board.app.scenes.state import Ply, TableState
from pi_board.core.game import Outcome, Player, opponent
from pi_board.core.message import Message, counted, message
from pi_board.core.scene import Board, Button, Card, Kind, Mark, Notice, Role, Scene, Strip


class Scenes(Protocol):
    """What the module of one game offers."""

    def board(self, state: TableState) -> Board: ...
    def count(self, state: TableState, player: Player) -> Count: ...
    def last_move(self, state: TableState) -> tuple[str, ...]: ...
    def playing(self, state: TableState, on: Board) -> Picture: ...
    def lifted(self, state: TableState, on: Board, site: str) -> Picture: ...
    def illegal(self, state: TableState, on: Board, seen: str | None) -> Board: ...
    def hinted(self, state: TableState, on: Board, text: str) -> Board: ...
    def words(self, text: str) -> Message: ...
    def instructed(self, state: TableState, on: Board, text: str) -> Board: ...
    def over(self, state: TableState, on: Board, outcome: Outcome) -> Picture: ...


def scenes_of(state: TableState) -> Scenes:
    """The module of the game being played."""
    return _SCENES[state.game.name]


def move_words(game: str, text: str) -> Message:
    """A small move of the game called `game` as something to do."""
    return _SCENES[game].words(text)


_SCENES: Mapping[str, Scenes] = MappingProxyType({"loa": loa, "linja": linja, "connexoh": connexoh})


def scene_with(
    state: TableState, kind: Kind, picture: Picture, buttons: tuple[Button, ...],
    turn: Player | None, shown: Strip | None = None,
) -> Scene:  # fmt: skip
    """The scene of a game's picture, with both cards and the strip of the last moves."""
    return Scene(
        kind,
        picture.board,
        _cards(state, turn),
        picture.notice,
        strip(state, picture) if shown is None else shown,
        buttons,
    )


def _cards(state: TableState, turn: Player | None) -> tuple[Card, Card]:
    far = opponent(state.near)
    scenes = scenes_of(state)
    one, other = (card(state, p, scenes.count(state, p), p == turn) for p in (far, state.near))
    return one, other


def with_last_move(state: TableState, board: Board) -> Board:
    """The board with brackets at both ends of the last move."""
    marks = tuple(Mark(Role.LAST_MOVE, s) for s in scenes_of(state).last_move(state))
    return replace(board, marks=(*marks, *board.marks))


def plain(board: Board) -> Board:
    """The board of a game, as its scenes give it, with nothing marked on it."""
    lanes = tuple(replace(lane, last=False) for lane in board.lanes)
    return replace(board, marks=(), paths=(), lanes=lanes)


def last_move_alone(state: TableState) -> Board:
    """The board of a game with nothing marked on it but the last move, be it sites or rows."""
    board = scenes_of(state).board(state)
    return with_last_move(state, replace(board, marks=(), paths=()))


def veiled(state: TableState, kind: Kind, notice: Notice, buttons: tuple[Button, ...]) -> Scene:
    """The board at half its light and nothing marked on it."""
    bare = replace(plain(scenes_of(state).board(state)), dimmed=True)
    return scene_with(state, kind, Picture(bare, notice), buttons, state.position.to_move)


def in_words(state: TableState, text: str) -> Message:
    """Small moves, their texts joined by a space, as something to do; see `earlier`."""
    back, parts = _parts(text)
    said = [scenes_of(state).words(part) for part in parts]
    if back:
        said.insert(0, counted("Take back one move", "Take back {count} moves", back))
    return one_by_one(said)


def one_by_one(said: list[Message]) -> Message:
    """What is to be done, in order."""
    if not said:
        return message("No move")
    first, *rest = said
    return message("{first}. Then: {next}", first=first, next=one_by_one(rest)) if rest else first


def earlier(state: TableState, text: str) -> tuple[TableState, list[str]]:
    """The table at which the moves of an answer begin, and these: it may take some back first
    (``take_back 2``), or be what the last one was slid on to.
    """
    back, parts = _parts(text)
    if not (back or state.game.explain(state.position, parts[0]).legal):
        back = 1
    return (_before(state, back) if back else state), parts


def _parts(text: str) -> tuple[int, list[str]]:
    """How many moves an answer takes back first, and those that it makes then."""
    parts = text.split()
    return (int(parts[1]), parts[2:]) if parts[:1] == ["take_back"] else (0, parts)


def _before(state: TableState, plies: int) -> TableState:
    """The table as it was so many small moves ago."""
    return replace(
        state,
        position=state.stood[-plies],
        stood=state.stood[:-plies],
        plies=state.plies[:-plies],
    )


def after(state: TableState, text: str) -> TableState:
    """The table after one small move."""
    position, game = state.position, state.game
    return replace(
        state,
        position=game.play(position, game.parse_move(position, text)),
        stood=(*state.stood, position),
        plies=(*state.plies, Ply(position.to_move, text)),
    )
