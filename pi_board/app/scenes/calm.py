"""Scenes of play, and of waiting: nothing is wrong with the board."""

from __future__ import annotations

from dataclasses import replace

from pi_board.app.faults import SILENT_CAMERA
from pi_board.app.scenes import linja
from pi_board.app.scenes.aloud import here
from pi_board.app.scenes.common import (
    CONTINUE,
    LOOK,
    MENU,
    Picture,
    play_buttons,
    reader_name,
    turns,
)
from pi_board.app.scenes.frame import (
    after,
    in_words,
    last_move_alone,
    move_words,
    plain,
    scene_with,
    scenes_of,
    veiled,
    with_last_move,
)
from pi_board.app.scenes.state import (
    HintGiven,
    Instructed,
    Lifted,
    Obstructed,
    Paused,
    Playing,
    ReaderLost,
    TableState,
    Unseen,
)
from pi_board.core.message import Message, message
from pi_board.core.scene import Board, Kind, Notice, Role, Scene
from pi_board.core.words import as_sentence, side, whole_board
from pi_board.games.registry import GAMES

HAND_RESTS_S = 2.0
# No hand rests for so long over so little of the board: four squares, three holes,
# two tiles, one lane.
THING_LIES_S, SMALL_PART = 5.0, 1 / 16
MOST_IN_WORDS = 2  # small moves of a turn for whose words there is room
NUDGE = Notice(message("Look at this one"), (message("A good move begins here."),), icon="hint")


def playing(state: TableState, now: Playing) -> Scene:
    """The board shows the position, or the one that a move leads to which is to be confirmed."""
    if state.pending:
        return _pending(state, state.pending)
    scenes = scenes_of(state)
    picture = scenes.playing(state, with_last_move(state, scenes.board(state)))
    if state.hint is not None:
        picture = _hinted(state, picture, state.hint)
    elif state.comment is not None:
        picture = _commented(state, picture, state.comment)
    elif now.thinking:
        picture = _thinking(state, picture)
    buttons = play_buttons(state, linja.end_of_turn(state))
    return scene_with(state, Kind.PLAYING, picture, buttons, state.position.to_move)


def _pending(state: TableState, moves: str) -> Scene:
    """The move as it would be recorded, to be looked at before it is: a turn of many as it is
    written, for in words there would be no room for what it says below.
    """
    then, parts = state, moves.split()
    for text in parts:
        then = after(then, text)
    player = state.position.to_move
    title, aloud = in_words(state, moves), None
    if len(parts) > MOST_IN_WORDS:
        written = turns(then.plies[len(state.plies) :])  # one of the other player may follow
        title, aloud = message("{moves}", moves=" ".join(one.text for one in written)), title
    said = (message("It counts when Done is pressed."),)
    notice = Notice(title, said, icon=player, aloud=aloud, tall=True)
    board = linja.numbered(last_move_alone(then), player)
    return scene_with(state, Kind.PLAYING, Picture(board, notice), play_buttons(state), player)


def _hinted(state: TableState, picture: Picture, hint: HintGiven) -> Picture:
    """The hint in place of the other targets, so that only one thing is said."""
    board, mover = picture.board, state.position.to_move
    plain = tuple(m for m in board.marks if m.role in (Role.LAST_MOVE, Role.PROTECTED))
    lanes = tuple(replace(lane, reachable=False, mark=None) for lane in board.lanes)
    board = replace(board, marks=plain, lanes=lanes)
    board = scenes_of(state).hinted(state, board, hint.move)
    if hint.nudge:
        board = _nudged(board)
        stars = [here(state.layout, mover, m.site) for m in board.marks if m.role is Role.HINT]
        return replace(picture, board=board, notice=replace(NUDGE, aloud=next(iter(stars), None)))
    sentences = () if hint.text is None else (as_sentence(hint.text),)
    title = message("Hint: {move}", move=move_words(state.game.name, hint.move))
    board = linja.numbered(board, mover)
    return replace(picture, board=board, notice=Notice(title, sentences, icon="hint", tall=True))


def _thinking(state: TableState, picture: Picture) -> Picture:
    """Nobody is called upon to move a stone of the computer, in words or by marks."""
    said = message("{player} is thinking.", player=side(state.position.to_move))
    marks = tuple(m for m in picture.board.marks if m.role is not Role.FROM)
    notice = Notice(picture.notice.title, (said,))
    return replace(picture, board=replace(picture.board, marks=marks), notice=notice)


def _nudged(board: Board) -> Board:
    """The hint without its target."""
    marks = tuple(m for m in board.marks if m.role is not Role.HINT or not m.outlined)
    lanes = tuple(replace(n, mark=None) if n.mark is Role.HINT else n for n in board.lanes)
    return replace(board, marks=marks, lanes=lanes)


def _commented(state: TableState, picture: Picture, comment: Message) -> Picture:
    """What is said of the last move stands before what is due, in place of what happened. A move
    that it names has the rows of the player who made the last one; passes are made by nobody.
    """
    made = [ply.player for ply in state.plies if ply.text != "pass"]
    if made and "move" in dict(comment.values):
        picture = replace(picture, board=linja.numbered(picture.board, made[-1]))
    notice = replace(picture.notice, sentences=(comment,), tall=True, icon="hint")
    return replace(picture, notice=notice)


def lifted(state: TableState, now: Lifted) -> Scene:
    """A stone is in the hand, or a tile is touched."""
    scenes = scenes_of(state)
    picture = scenes.lifted(state, with_last_move(state, scenes.board(state)), now.site)
    buttons = play_buttons(state)
    return scene_with(state, Kind.LIFTED, picture, buttons, state.position.to_move)


def instructed(state: TableState, now: Instructed) -> Scene:
    """A move to be made for the player to move, who cannot reach the board."""
    scenes, player = scenes_of(state), state.position.to_move
    full = scenes.board(state)
    in_hand = (now.lifted, player)  # on a tile a stone of the other one may stay
    pieces = tuple(replace(p, ghost=(p.site, p.player) == in_hand) for p in full.pieces)
    board = replace(plain(full), pieces=pieces, paths=full.paths)
    board = scenes.instructed(state, board, now.move)
    board = linja.numbered(board, player)
    text = message("{name} moves: please do it on the board.", name=state.seat(player).name)
    notice = Notice(scenes.words(now.move), (text,), icon=player, tall=True)
    comment = state.comment
    if comment is not None and "move" not in dict(comment.values):  # such has the rows of a person
        notice = replace(notice, sentences=(text, comment))
    buttons = play_buttons(state)[-2:]  # no hint for somebody else's move
    return scene_with(state, Kind.INSTRUCTED, Picture(board, notice), buttons, player)


def obstructed(state: TableState, now: Obstructed) -> Scene:
    """A hand comes with every move: only one that stays is worth more than a small sign."""
    few = max(1, int(SMALL_PART * len(state.layout.sites)))
    if now.lies_s >= THING_LIES_S and 0 < len(now.sites) <= few:
        text = message(
            "{sites}: something lies there, or glare or the edge of a shadow.",
            sites=", ".join(now.sites),
        )
        notice = Notice(message("Not all can be read"), (text,), icon="eye")
        return veiled(state, Kind.OBSTRUCTED, notice, play_buttons(state))
    if now.for_s >= HAND_RESTS_S:
        text = message("The move is read when the board is free.")
        notice = Notice(message("A hand is over the board"), (text,), icon="hand")
        return veiled(state, Kind.OBSTRUCTED, notice, play_buttons(state))
    scene = playing(state, Playing(now.thinking))
    return replace(scene, kind=Kind.OBSTRUCTED, strip=replace(scene.strip, hand=True))


def unseen(state: TableState, now: Unseen) -> Scene:
    """The board is looked for: how it should lie, and what hides it if that is known."""
    text = state.not_found or whole_board(GAMES[state.game.name].title)
    notice = Notice(message("Looking for the board"), (text,), icon="eye")
    scene = veiled(state, Kind.UNSEEN, notice, (LOOK, MENU))
    return scene if now.begun else _nobodys_turn(scene)


def _nobodys_turn(scene: Scene) -> Scene:
    """As it is before a game."""
    one, other = (replace(card, turn=False) for card in scene.cards)
    return replace(scene, cards=(one, other))


def paused(state: TableState, _: Paused) -> Scene:
    """The clocks stand still by request."""
    text = message(
        "The clocks stand still. {player} is to move.", player=side(state.position.to_move)
    )
    notice = Notice(message("Paused"), (text,), icon="pause")
    return veiled(state, Kind.PAUSED, notice, (CONTINUE, MENU))


def reader_lost(state: TableState, now: ReaderLost) -> Scene:
    """The board cannot be read, or not by the sensors it was read by."""
    title = message("Reed switches at fault") if now.is_partly else message("Board not visible")
    instead = message("Going on with {reader}.", reader=reader_name(now.instead))
    sentences = (now.why, instead) if now.instead else (now.why,)
    if sentences == (SILENT_CAMERA,):
        look = message("Look at its cable or network: the game goes on when it is back.")
        sentences = (SILENT_CAMERA, look)
    notice = Notice(title, sentences, tone="danger", icon="eye", tall=True)
    scene = veiled(state, Kind.READER_LOST, notice, (LOOK, MENU))
    return scene if now.begun else _nobodys_turn(scene)
