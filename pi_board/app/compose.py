"""Everything that is to be seen, from the state of the table.

    scene = compose(TableState(game, layout, position, Playing(), Seat("Tomáš"), Seat("Ioana")))

Pure: the same state gives the same scene, whether a screen, a console or LEDs show it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from pi_board.app.scenes import connexoh, linja, loa
from pi_board.app.scenes.common import (
    BACK,
    CONTINUE,
    LOOK,
    MENU,
    OVER_BUTTONS,
    Count,
    Picture,
    card,
    play_buttons,
    strip,
)
from pi_board.app.scenes.mending import (
    Difference,
    put_back,
    step_text,
    to_do,
    to_go,
    with_wrong,
)
from pi_board.app.scenes.state import (
    Choosing,
    Disturbed,
    HintGiven,
    Illegal,
    Lifted,
    Obstructed,
    Over,
    Paused,
    Playing,
    Ply,
    ReaderLost,
    Seat,
    SettingUp,
    Situation,
    TableState,
)
from pi_board.core.events import Wrong
from pi_board.core.game import Outcome, Player, opponent
from pi_board.core.message import Message, counted, message
from pi_board.core.scene import (
    Board,
    Button,
    CameraPicture,
    Card,
    Choice,
    Kind,
    Mark,
    Notice,
    Role,
    Scene,
    Strip,
)
from pi_board.games.words import side

__all__ = [
    "Choosing", "Disturbed", "HintGiven", "Illegal", "Lifted", "Obstructed", "Over", "Paused",
    "Playing", "Ply", "ReaderLost", "Seat", "SettingUp", "TableState", "compose",
]  # fmt: skip


class Scenes(Protocol):
    """What the module of one game offers."""

    def board(self, state: TableState) -> Board: ...
    def count(self, state: TableState, player: Player) -> Count: ...
    def last_move(self, state: TableState) -> tuple[str, ...]: ...
    def playing(self, state: TableState, on: Board) -> Picture: ...
    def lifted(self, state: TableState, on: Board, site: str) -> Picture: ...
    def illegal(self, state: TableState, on: Board, seen: str | None) -> Board: ...
    def difference(self, on: Board, wrong: tuple[Wrong, ...]) -> Difference: ...
    def hinted(self, state: TableState, on: Board, text: str) -> Board: ...
    def over(self, state: TableState, on: Board, outcome: Outcome) -> Picture: ...


def _scenes(state: TableState) -> Scenes:
    return {"loa": loa, "linja": linja, "connexoh": connexoh}[state.game.name]


def compose(state: TableState) -> Scene:
    """The scene of `state`."""
    scene = _COMPOSERS[type(state.situation)](state, state.situation)
    if state.camera is None:
        return scene
    shown = replace(scene, camera=state.camera, buttons=(BACK, MENU), choices=())
    return replace(shown, notice=_seen(state.camera)) if scene.kind in _CALM else shown


_CALM = (Kind.PLAYING, Kind.LIFTED, Kind.OBSTRUCTED)
SURE = 0.9


def _seen(camera: CameraPicture) -> Notice:
    """What the picture tells: how many places are certain."""
    doubted = sum(1 for s in camera.sights if s.covered or s.certainty < SURE)
    if len(camera.corners_px) != 4:
        text = message("The board is not found in the picture.")
    elif doubted:
        text = counted("One place is not certain.", "{count} places are not certain.", doubted)
    else:
        text = message("Every place is certain.")
    return Notice(message("What it sees"), (text,), icon="eye")


def _scene(
    state: TableState, kind: Kind, picture: Picture, buttons: tuple[Button, ...],
    turn: Player | None, shown: Strip | None = None,
) -> Scene:  # fmt: skip
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
    scenes = _scenes(state)
    one, other = (card(state, p, scenes.count(state, p), p == turn) for p in (far, state.near))
    return one, other


# -- playing ----------------------------------------------------------------------------------


def _playing(state: TableState, _: Playing) -> Scene:
    scenes = _scenes(state)
    picture = scenes.playing(state, _with_last_move(state, scenes.board(state)))
    if state.hint is not None:
        picture = _hinted(state, picture, state.hint)
    stop = state.game.name == "linja" and linja.may_stop(state)
    buttons = play_buttons(state, stop)
    return _scene(state, Kind.PLAYING, picture, buttons, state.position.to_move)


def _with_last_move(state: TableState, board: Board) -> Board:
    marks = tuple(Mark(Role.LAST_MOVE, s) for s in _scenes(state).last_move(state))
    return replace(board, marks=(*marks, *board.marks))


def _hinted(state: TableState, picture: Picture, hint: HintGiven) -> Picture:
    """The hint in place of the other targets, so that only one thing is said."""
    board = picture.board
    plain = tuple(m for m in board.marks if m.role in (Role.LAST_MOVE, Role.PROTECTED))
    lanes = tuple(replace(lane, reachable=False, mark=None) for lane in board.lanes)
    board = replace(board, marks=plain, lanes=lanes)
    board = _scenes(state).hinted(state, board, hint.move)
    sentences = () if hint.text is None else (hint.text,)
    notice = Notice(message("Try {move}", move=hint.move), sentences, icon="hint")
    return replace(picture, board=board, notice=notice)


def _lifted(state: TableState, now: Lifted) -> Scene:
    scenes = _scenes(state)
    picture = scenes.lifted(state, _with_last_move(state, scenes.board(state)), now.site)
    buttons = play_buttons(state)
    return _scene(state, Kind.LIFTED, picture, buttons, state.position.to_move)


# -- waiting ----------------------------------------------------------------------------------


HAND_RESTS_S = 2.0


def _obstructed(state: TableState, now: Obstructed) -> Scene:
    """A hand comes with every move: only one that stays is worth more than a small sign."""
    if now.for_s >= HAND_RESTS_S:
        text = message("The move is read when the board is free.")
        notice = Notice(message("Hand over the board"), (text,), icon="hand")
        return _veiled(state, Kind.OBSTRUCTED, notice, play_buttons(state))
    scene = _playing(state, Playing())
    return replace(scene, kind=Kind.OBSTRUCTED, notice=replace(scene.notice, icon="hand"))


def _paused(state: TableState, _: Paused) -> Scene:
    text = message("The clocks stand still. {player} is to move.", player=_mover(state))
    notice = Notice(message("Paused"), (text,), icon="pause")
    return _veiled(state, Kind.PAUSED, notice, (CONTINUE, MENU))


def _reader_lost(state: TableState, now: ReaderLost) -> Scene:
    instead = message("Going on with {reader}.", reader=now.instead)
    sentences = (now.why, instead) if now.instead else (now.why,)
    notice = Notice(message("Board not visible"), sentences, tone="danger", icon="eye")
    return _veiled(state, Kind.READER_LOST, notice, (LOOK, MENU))


def _veiled(state: TableState, kind: Kind, notice: Notice, buttons: tuple[Button, ...]) -> Scene:
    """The board at half its light and nothing marked on it."""
    bare = replace(_plain(_scenes(state).board(state)), dimmed=True)
    return _scene(state, kind, Picture(bare, notice), buttons, state.position.to_move)


def _plain(board: Board) -> Board:
    lanes = tuple(replace(lane, reachable=False, mark=None) for lane in board.lanes)
    return replace(board, marks=(), paths=(), lanes=lanes)


def _mover(state: TableState) -> Message:
    return side(state.position.to_move)


# -- something is wrong -----------------------------------------------------------------------


def _illegal(state: TableState, now: Illegal) -> Scene:
    scenes = _scenes(state)
    board = _plain(scenes.board(state))
    found = scenes.difference(board, now.wrong)
    board = with_wrong(board, found, one_step=True)
    board = scenes.illegal(state, board, now.seen)
    title = put_back(found) or now.next or message("Put it back")
    why = message("{sentence}.", sentence=now.text)
    notice = Notice(title, (why,), tone="danger", icon="wrong", lead=now.seen or "")
    return _wrong(state, Kind.ILLEGAL, Picture(board, notice))


def _disturbed(state: TableState, now: Disturbed) -> Scene:
    board = _plain(_scenes(state).board(state))
    found = _scenes(state).difference(board, now.wrong)
    board = with_wrong(board, found, one_step=True)
    text = counted(
        "One place differs from the game.", "{count} places differ from the game.",
        len({w.site for w in now.wrong}),
    )  # fmt: skip
    title = step_text(found) or now.next or message("Put the board right")
    notice = Notice(title, (text,), tone="danger", icon="wrong")
    return _wrong(state, Kind.DISTURBED, Picture(board, notice))


def _wrong(state: TableState, kind: Kind, picture: Picture) -> Scene:
    """Shields stay, for they may be the reason; nothing else is marked but the one step."""
    board = picture.board
    shields = tuple(m for m in _scenes(state).board(state).marks if m.role is Role.PROTECTED)
    picture = replace(picture, board=replace(board, marks=(*shields, *board.marks)))
    return _scene(state, kind, picture, (LOOK, MENU), state.position.to_move)


def _setting_up(state: TableState, now: SettingUp) -> Scene:
    start = _plain(_scenes(state).board(state))
    found = _scenes(state).difference(start, now.wrong)
    board = with_wrong(start, found, one_step=False)
    total = len(start.pieces) + len(start.tiles)
    done = max(0, total - len(found.missing) - len(found.turns))
    note = message("{done} of {total}", done=done, total=total)
    picture = Picture(board, Notice(to_go(found), to_do(found)))
    progress = Strip(progress=(done, total), note=note)
    scene = _scene(state, Kind.SETTING_UP, picture, (LOOK, MENU), None, progress)
    one, other = (_placed(c, start, found) for c in scene.cards)
    return replace(scene, cards=(one, other))


def _placed(card_: Card, start: Board, found: Difference) -> Card:
    """Stones in place instead of the clock."""
    of = sum(1 for p in start.pieces if p.player == card_.player)
    lacking = sum(1 for _, player in found.missing if player == card_.player)
    text = counted("{count} missing", "{count} missing", lacking)
    if not lacking:
        text = message("all in place")
    return replace(card_, clock=f"{of - lacking}/{of}", alarm="", counter=text, homes=None)


# -- choosing, over ---------------------------------------------------------------------------


def _choosing(state: TableState, now: Choosing) -> Scene:
    board = replace(_plain(_scenes(state).board(state)), dimmed=True)
    notice = Notice(
        message("Which move?"),
        (message("The picture fits more than one move. Tap the right board."),),
    )
    scene = _scene(
        state, Kind.CHOOSING, Picture(board, notice), (LOOK, MENU), state.position.to_move
    )
    return replace(scene, choices=tuple(_choice(state, text) for text in now.moves))


def _choice(state: TableState, text: str) -> Choice:
    """The board after these moves, with what would be new on it."""
    position, plies = state.position, state.plies
    for part in text.split():
        plies = (*plies, Ply(position.to_move, part))
        position = state.game.play(position, state.game.parse_move(position, part))
    after = replace(state, position=position, plies=plies)
    before, board = (_plain(_scenes(s).board(s)) for s in (state, after))
    changed = {p.site for p in set(before.pieces) ^ set(board.pieces)}
    changed.update(_scenes(after).last_move(after))
    marks = tuple(Mark(Role.LAST_MOVE, site) for site in sorted(changed))
    small = replace(board, marks=marks, bare=True, lanes=(), lane_titles=None)
    return Choice(small, message("{moves}", moves=text), "choose", text)


def _over(state: TableState, now: Over) -> Scene:
    scenes = _scenes(state)
    board = _with_last_move(state, _plain(scenes.board(state)))
    outcome = now.outcome
    if outcome.reason in _MATCH_REASONS:
        picture = _match_matter(board, outcome)
    else:
        picture = scenes.over(state, board, outcome)
    return _scene(state, Kind.OVER, picture, OVER_BUTTONS, outcome.winner)


_MATCH_REASONS = ("resigned", "flag", "agreed", "forfeit")


def _match_matter(board: Board, outcome: Outcome) -> Picture:
    """Ends that are no matter of the rules: resignation, the clock, an agreement."""
    winner = outcome.winner
    if winner is None:
        return Picture(board, Notice(message("Draw"), (message("Both players agreed."),)))
    loser = side(opponent(winner))
    why = {
        "resigned": message("{player} resigned.", player=loser),
        "flag": message("The time of {player} has run out.", player=loser),
        "forfeit": message("{player} made too many illegal moves.", player=loser),
    }[outcome.reason]
    pieces = tuple(replace(p, faded=p.player != winner) for p in board.pieces)
    title = message("{player} wins", player=side(winner))
    return Picture(replace(board, pieces=pieces), Notice(title, (why,), icon=winner))


_COMPOSERS: dict[type[Situation], Callable[..., Scene]] = {
    SettingUp: _setting_up,
    Playing: _playing,
    Lifted: _lifted,
    Obstructed: _obstructed,
    Illegal: _illegal,
    Disturbed: _disturbed,
    Choosing: _choosing,
    Paused: _paused,
    ReaderLost: _reader_lost,
    Over: _over,
}
