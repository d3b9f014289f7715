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
    difference,
    play_buttons,
    stones_in,
    strip,
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
from pi_board.core.game import Outcome, Player, opponent
from pi_board.core.message import Message, counted, message
from pi_board.core.scene import (
    Board,
    Button,
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
    def hinted(self, state: TableState, on: Board, text: str) -> tuple[Mark, ...]: ...
    def over(self, state: TableState, on: Board, outcome: Outcome) -> Picture: ...


def _scenes(state: TableState) -> Scenes:
    return {"loa": loa, "linja": linja, "connexoh": connexoh}[state.game.name]


def compose(state: TableState) -> Scene:
    """The scene of `state`."""
    scene = _COMPOSERS[type(state.situation)](state, state.situation)
    if state.camera is None:
        return scene
    return replace(scene, camera=state.camera, buttons=(BACK, MENU))


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
    lanes = tuple(replace(lane, reachable=False) for lane in board.lanes)
    stars = _scenes(state).hinted(state, board, hint.move)
    board = replace(board, marks=(*plain, *stars), lanes=lanes)
    sentences = () if hint.text is None else (hint.text,)
    notice = Notice(message("Try {move}", move=hint.move), sentences, icon="hint")
    return replace(picture, board=board, notice=notice)


def _lifted(state: TableState, now: Lifted) -> Scene:
    scenes = _scenes(state)
    picture = scenes.lifted(state, _with_last_move(state, scenes.board(state)), now.site)
    buttons = play_buttons(state)
    return _scene(state, Kind.LIFTED, picture, buttons, state.position.to_move)


# -- waiting ----------------------------------------------------------------------------------


def _obstructed(state: TableState, _: Obstructed) -> Scene:
    text = message("The move is read when the board is free.")
    notice = Notice(message("Hand over the board"), (text,), icon="hand")
    return _veiled(state, Kind.OBSTRUCTED, notice, play_buttons(state))


def _paused(state: TableState, _: Paused) -> Scene:
    text = message("The clocks stand still. {player} is to move.", player=_mover(state))
    notice = Notice(message("Paused"), (text,), icon="pause")
    return _veiled(state, Kind.PAUSED, notice, (CONTINUE, MENU))


def _reader_lost(state: TableState, now: ReaderLost) -> Scene:
    instead = message("Going on with {reader}.", reader=now.instead)
    sentences = (now.why, instead) if now.instead else (now.why,)
    notice = Notice(message("The board is out of sight"), sentences, tone="danger", icon="eye")
    return _veiled(state, Kind.READER_LOST, notice, (LOOK, MENU))


def _veiled(state: TableState, kind: Kind, notice: Notice, buttons: tuple[Button, ...]) -> Scene:
    """The board at half its light and nothing marked on it."""
    bare = replace(_plain(_scenes(state).board(state)), dimmed=True)
    return _scene(state, kind, Picture(bare, notice), buttons, state.position.to_move)


def _plain(board: Board) -> Board:
    lanes = tuple(replace(lane, reachable=False) for lane in board.lanes)
    return replace(board, marks=(), paths=(), lanes=lanes)


def _mover(state: TableState) -> Message:
    return side(state.position.to_move)


# -- something is wrong -----------------------------------------------------------------------


def _illegal(state: TableState, now: Illegal) -> Scene:
    scenes = _scenes(state)
    board = with_wrong(_kept(state, _plain(scenes.board(state))), now.wrong, seen_only=True)
    board = scenes.illegal(state, board, now.seen)
    title = _capital(now.next) or _put_back(now)
    said = now.text
    if now.seen is not None:
        said = message("{move}: {why}.", move=now.seen, why=_bare(now.text))
    notice = Notice(title, (said,), tone="danger", icon="wrong")
    return _scene(state, Kind.ILLEGAL, Picture(board, notice), (LOOK, MENU), state.position.to_move)


def _kept(state: TableState, board: Board) -> Board:
    """Shields stay: they may be the reason."""
    shields = tuple(m for m in _scenes(state).board(state).marks if m.role is Role.PROTECTED)
    return replace(board, marks=shields)


def _put_back(now: Illegal) -> Message:
    missing = difference(now.wrong).missing
    if len(missing) == 1:
        return message("Put it back on {site}", site=missing[0][0])
    return message("Put it back")


def _disturbed(state: TableState, now: Disturbed) -> Scene:
    board = with_wrong(_plain(_scenes(state).board(state)), now.wrong, seen_only=True)
    n = len(now.wrong)
    text = counted("One place differs from the game.", "{count} places differ from the game.", n)
    title = _capital(now.next) or message("Put the board right")
    notice = Notice(title, (text,), tone="danger", icon="wrong")
    return _scene(
        state, Kind.DISTURBED, Picture(board, notice), (LOOK, MENU), state.position.to_move
    )


def _capital(text: Message | None) -> Message | None:
    return None if text is None else message("{sentence}", sentence=text)


def _bare(text: Message) -> Message:
    return text


def _setting_up(state: TableState, now: SettingUp) -> Scene:
    board = with_wrong(_plain(_scenes(state).board(state)), now.wrong, seen_only=False)
    found = difference(now.wrong)
    total = sum(len(stones_in(label)) for label in _expected(state)) or len(board.pieces)
    turned = sum(1 for w in now.wrong if w.expected[:1] != w.seen[:1] and w.seen[:1].isdigit())
    to_go = len(found.missing) + turned
    title = counted("{count} stone to go", "{count} stones to go", to_go)
    if turned:
        title = counted("{count} place to go", "{count} places to go", to_go)
    if not now.wrong:
        title = message("Ready")
    notice = Notice(title, _todo(now, board))
    done = max(0, total - to_go)
    progress = Strip(
        progress=(done, total), note=message("{done} of {total}", done=done, total=total)
    )
    scene = _scene(state, Kind.SETTING_UP, Picture(board, notice), (LOOK, MENU), None, progress)
    return replace(scene, cards=_placed(state, scene.cards, found.missing))


def _expected(state: TableState) -> tuple[str, ...]:
    return ()


def _todo(now: SettingUp, board: Board) -> tuple[Message, ...]:
    found = difference(now.wrong)
    sentences: list[Message] = []
    arrow = board.arrow
    if arrow is not None and arrow.start is not None:
        if arrow.end is not None:
            sentences.append(message("Move {start} to {end}.", start=arrow.start, end=arrow.end))
        else:
            sentences.append(message("Take away the stone on {site}.", site=arrow.start))
    for player, words in (("b", "Add black on {sites}."), ("w", "Add white on {sites}.")):
        sites = tuple(
            s for s, owner in found.missing if owner == player and not (arrow and s == arrow.end)
        )
        if sites:
            sentences.append(message(words, sites=_few(sites)))
    turned = tuple(
        w.site for w in now.wrong if w.expected[:1] != w.seen[:1] and w.seen[:1].isdigit()
    )
    if turned:
        sentences.append(message("Turn {sites} as shown.", sites=_few(turned)))
    return tuple(sentences) or (message("All stones stand. The game starts."),)


def _few(sites: tuple[str, ...], most: int = 4) -> str:
    return ", ".join(sites[:most]) + (" …" if len(sites) > most else "")


def _placed(
    state: TableState, cards: tuple[Card, Card], missing: tuple[tuple[str, Player], ...]
) -> tuple[Card, Card]:
    """Stones in place instead of clocks."""
    pieces = [p.player for p in _scenes(state).board(state).pieces]
    return tuple(_placed_card(c, pieces.count(c.player), missing) for c in cards)  # type: ignore[return-value]


def _placed_card(one: Card, of: int, missing: tuple[tuple[str, Player], ...]) -> Card:
    lacking = sum(1 for _, player in missing if player == one.player)
    text = counted("{count} missing", "{count} missing", lacking)
    return replace(one, clock=f"{of - lacking}/{of}", alarm="", counter=text, homes=None)


# -- choosing, over ---------------------------------------------------------------------------


def _choosing(state: TableState, now: Choosing) -> Scene:
    board = replace(_plain(_scenes(state).board(state)), dimmed=True)
    notice = Notice(
        message("Which one was it?"),
        (message("The picture fits more than one move. Tap the right board."),),
    )
    scene = _scene(
        state, Kind.CHOOSING, Picture(board, notice), (LOOK, MENU), state.position.to_move
    )
    return replace(scene, choices=tuple(_choice(state, text) for text in now.moves))


def _choice(state: TableState, text: str) -> Choice:
    """The board after these moves."""
    position, player, plies = state.position, state.position.to_move, state.plies
    for part in text.split():
        player = position.to_move
        position = state.game.play(position, state.game.parse_move(position, part))
        plies = (*plies, Ply(player, part))
    after = replace(state, position=position, plies=plies)
    board = _with_last_move(after, _plain(_scenes(after).board(after)))
    lanes = tuple(replace(lane, value=0) for lane in board.lanes)
    small = (
        replace(board, bare=True, lanes=(), lane_titles=None)
        if lanes
        else replace(board, bare=True)
    )
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


def _match_matter(board: Board, outcome: Outcome) -> Picture:
    """Ends that are no matter of the rules: resignation, the clock, an agreement."""
    winner = outcome.winner
    if winner is None:
        notice = Notice(message("Draw"), (_MATCH_REASONS[outcome.reason](None),))
        return Picture(board, notice)
    pieces = tuple(replace(p, faded=p.player != winner) for p in board.pieces)
    title = message("{player} wins", player=side(winner))
    why = _MATCH_REASONS[outcome.reason](opponent(winner))
    return Picture(replace(board, pieces=pieces), Notice(title, (why,), icon=winner))


def _about(template: str) -> Callable[[Player | None], Message]:
    def say(loser: Player | None) -> Message:
        return message(template) if loser is None else message(template, player=side(loser))

    return say


_MATCH_REASONS: dict[str, Callable[[Player | None], Message]] = {
    "resigned": _about("{player} resigned."),
    "flag": _about("The time of {player} has run out."),
    "agreed": lambda _: message("Both players agreed."),
    "forfeit": _about("{player} made too many illegal moves."),
}

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
