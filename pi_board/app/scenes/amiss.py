"""Scenes of a board that does not show the game: not yet, not legally, or not clearly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pi_board.app.scenes import linja
from pi_board.app.scenes.aloud import step_aloud
from pi_board.app.scenes.common import (
    ACCEPT,
    ACCEPT_BOARD,
    BEGIN_HERE,
    LOOK,
    MENU,
    NONE_OF_THESE,
    NOT_TURNED,
    REJECT,
    STANDS,
    Picture,
    changed_sites,
    take_back,
)
from pi_board.app.scenes.cropping import around
from pi_board.app.scenes.frame import after, earlier, in_words, plain, scene_with, scenes_of
from pi_board.app.scenes.linja_rows import row_mending
from pi_board.app.scenes.mending import (
    Mending,
    put_back,
    site_mending,
    step_text,
    to_do,
    to_go,
    with_wrong,
)
from pi_board.app.scenes.state import Choosing, Disturbed, Illegal, Playing, SettingUp, TableState
from pi_board.core.layout import Surface
from pi_board.core.message import counted, message
from pi_board.core.scene import (
    Arrow,
    Board,
    Button,
    Card,
    Choice,
    Kind,
    Mark,
    Notice,
    Role,
    Scene,
    Spin,
    Strip,
)
from pi_board.core.words import as_sentence
from pi_board.referee.repair import Repair

REEDS_FAIL = message("If all is in place, reeds fail there. The game can do without them.")


def illegal(state: TableState, now: Illegal) -> Scene:
    """What was done is not legal: why, and the one thing to do."""
    board, found = _mended(state, now)
    if now.aim is None:  # else what was seen is legal, and something else is not
        board = scenes_of(state).illegal(state, board, now.seen)
    board = linja.numbered(board, state.position.to_move)
    title = put_back(found) if found.steps else now.next or message("Put it back")
    aloud = None if found.named else step_aloud(found)  # with a name it says more
    why = as_sentence(now.why_not or now.text)
    lead = "" if now.why_not else _notation(state, now.seen)
    if now.ruling == "asked":
        title, aloud = message("Accept this move?"), None
    notice = Notice(title, (why,), tone="danger", icon="wrong", lead=lead, tall=True, aloud=aloud)
    return _with_exits(state, Kind.ILLEGAL, board, notice)


def _notation(state: TableState, seen: str | None) -> str:
    """The move as text where everybody at the table reads it so: squares have their names."""
    return seen if seen is not None and state.layout.surface is Surface.SQUARES else ""


def disturbed(state: TableState, now: Disturbed) -> Scene:
    """The board shows nothing legal: the one step that comes first."""
    board, found = _mended(state, now)
    text = counted(
        "One place differs from the game.", "{count} places differ from the game.",
        len(found.sites),
    )  # fmt: skip
    why_not = () if now.why_not is None else (as_sentence(now.why_not),)
    if not found.steps:  # it stands again, and was not yet looked at twice
        wait = why_not or (message("One moment."),)
        right = Notice(message("That is right"), wait, tall=True)
        return _with_exits(state, Kind.DISTURBED, board, right)
    said = (text, REEDS_FAIL) if now.felt else (text,)
    notice = Notice(
        step_text(found), why_not or said,
        tone="danger", icon="wrong", tall=True, aloud=step_aloud(found),
    )  # fmt: skip
    return _with_exits(state, Kind.DISTURBED, board, notice)


def _mended(state: TableState, now: Illegal | Disturbed) -> tuple[Board, Mending]:
    """The board with what is wrong on it, and the steps that put it right. Shields stay, for they
    may be the reason; nothing else is marked but the first step.
    """
    right = state if now.aim is None else replace(state, position=now.aim)
    board = scenes_of(state).board(right)
    shields = tuple(m for m in board.marks if m.role is Role.PROTECTED)
    found = _mending(state, board, now.repairs)
    shown = with_wrong(plain(board), found, one_step=True)
    return replace(shown, marks=(*shields, *shown.marks)), found


def _mending(state: TableState, on: Board, repairs: tuple[Repair, ...]) -> Mending:
    """The steps of a repair: on sites that have names, or in the rows of the drawn board `on`."""
    if state.layout.surface.has_rows:
        return row_mending(on, repairs, state.came)
    return site_mending(state.layout, repairs)


def _with_exits(state: TableState, kind: Kind, board: Board, notice: Notice) -> Scene:
    """The scene with the two ways out of it that matter most."""
    buttons = (*exits(state)[:2], MENU)
    return scene_with(state, kind, Picture(board, notice), buttons, state.position.to_move)


def exits(state: TableState) -> tuple[Button, ...]:
    """The ways out of the situation, besides what is done on the board by hand; the two that matter
    most stand first.
    """
    back = take_back(state)
    match state.situation:
        case Illegal(ruling="asked"):
            return ACCEPT, REJECT, back
        case Disturbed(felt=True):
            return STANDS, back, ACCEPT_BOARD
        case Illegal() | Disturbed():
            return ACCEPT_BOARD, back
        case Choosing(moves=moves, unseen=unseen, ended=ended):
            turns = unseen and all("@" in text for text in moves)
            none = NOT_TURNED if turns else NONE_OF_THESE
            each = (Button("choose", in_words(state, text), "check", text) for text in moves)
            return none, back, *each, *(() if unseen or ended else (ACCEPT_BOARD,))
        case SettingUp():
            return (BEGIN_HERE,)
        case Playing():
            return linja.end_of_turn(state)
    return ()


def setting_up(state: TableState, now: SettingUp) -> Scene:
    """The start position does not stand yet: everything that is missing."""
    start = plain(scenes_of(state).board(state))
    found = _mending(state, start, now.repairs)
    board = with_wrong(start, found, one_step=False)
    total = len(start.pieces) + len(start.tiles)
    done = max(0, total - len(found.missing) - len(found.spins))
    note = message("{done} of {total}", done=done, total=total)
    said = to_do(found)
    if now.why_not is not None:
        said = (as_sentence(now.why_not),)
    elif now.misread and now.felt:
        said = (*said, REEDS_FAIL)
    picture = Picture(board, Notice(to_go(found), said, aloud=step_aloud(found)))
    progress = Strip(progress=(done, total), note=note)
    first = STANDS if now.misread else LOOK  # a third label would not fit; the menu has it too
    scene = scene_with(state, Kind.SETTING_UP, picture, (first, MENU), None, progress)
    one, other = (_placed(c, start, found) for c in scene.cards)
    return replace(scene, cards=(one, other))


def _placed(card_: Card, start: Board, found: Mending) -> Card:
    """Stones in place instead of the clock."""
    of = sum(1 for p in start.pieces if p.player == card_.player)
    lacking = sum(1 for _, player in found.missing if player == card_.player)
    text = counted("{count} missing", "{count} missing", lacking)
    if not lacking:
        text = message("all in place")
    return replace(card_, clock=f"{of - lacking}/{of}", alarm="", counter=text, homes=None)


def choosing(state: TableState, now: Choosing) -> Scene:
    """Small boards in place of the board, each a button; lamps show what is asked about, or of it
    the board to which keys have led.
    """
    choices = tuple(_choice(state, text, numbered=False) for text in now.moves)
    if alike := _end_alike(choices):
        choices = _numbered(state, now.moves)
    choices = tuple(replace(c, marked=i == now.marked) for i, c in enumerate(choices))
    marked = tuple(choice for choice in choices if choice.marked)
    lit = tuple(_ends(marked or choices))
    spins = tuple(spin for choice in marked for spin in choice.board.spins)
    board = replace(plain(scenes_of(state).board(state)), dimmed=True, marks=lit, spins=spins)
    notice = _which(now.moves, alike)
    if now.why_not is not None:
        notice = replace(notice, sentences=(as_sentence(now.why_not),))
    elif now.marked is not None:  # by who presses buttons, so that others need not read of them
        how = message("OK takes the marked board.")
        if len(now.moves) > 1:
            how = message("Hint leads on, OK takes the marked board.")
        notice = replace(notice, sentences=(how,))
    scene = _with_exits(state, Kind.CHOOSING, board, notice)
    if state.layout.surface is Surface.TILES:  # hard to make out: only where they differ, in all
        sites = [mark.site for mark in _ends(choices)]
        choices = tuple(replace(c, board=around(c.board, sites)) for c in choices)
    return replace(scene, choices=choices)


def _end_alike(choices: tuple[Choice, ...]) -> bool:
    """Whether the same would stand after some of them, so that only the moves tell these apart."""
    boards = {(frozenset(choice.board.pieces), choice.board.tiles) for choice in choices}
    return len(boards) < len(choices)


def _which(moves: tuple[str, ...], alike: bool) -> Notice:
    """The question; if some readings end `alike`, it is about the moves and not about the board."""
    if len(moves) == 1:
        return Notice(message("Was it this move?"), (message("Choose the board if it was."),))
    if not alike:
        one = message("What is seen fits more than one move. Choose the board that is right.")
        return Notice(message("Which move?"), (one,))
    told = message("Different ways lead to the same position. The numbers tell the order.")
    title = message("In which order?") if _differ_in_order(moves) else message("Which moves?")
    return Notice(title, (told,))


def _differ_in_order(moves: tuple[str, ...]) -> bool:
    """Whether all readings are made of the same moves."""
    return len({tuple(sorted(text.split())) for text in moves}) == 1


def _numbered(state: TableState, moves: tuple[str, ...]) -> tuple[Choice, ...]:
    """Readings that end alike, their moves numbered; in short if only the order is asked about."""
    choices = tuple(_choice(state, text, numbered=True) for text in moves)
    if state.layout.surface.has_rows or not _differ_in_order(moves):
        return choices
    return tuple(map(_in_short, choices))


def _in_short(choice: Choice) -> Choice:
    """The same, told by where its moves begin, if that tells them apart: the words of three moves
    would leave a small board no room.
    """
    ways, spins = choice.board.ways, choice.board.spins
    begun = [(way.number, way.start or "") for way in ways]
    begun += [(spin.number, spin.site) for spin in spins]
    first, *others = (site for _, site in sorted(begun))
    if len({first, *others}) < len(choice.argument.split()):
        return choice
    label = message("First {site}, then {others}", site=first, others=", ".join(others))
    return replace(choice, label=label)


def _ends(choices: tuple[Choice, ...]) -> Iterator[Mark]:
    """Where the moves that are asked about begin and end on the board."""
    for shown in (choice.board for choice in choices):
        yield from (Mark(Role.FROM, way.start) for way in shown.ways if way.start)
        yield from (Mark(Role.TO, way.end) for way in shown.ways if way.end)
        yield from shown.marks


def _choice(state: TableState, text: str, numbered: bool) -> Choice:
    """The board after these moves, each an arrow on it, numbered or not, and what they are in
    words; where moves are only taken back, what differs is marked.
    """
    scenes, (now, parts) = scenes_of(state), earlier(state, text)
    ways: tuple[Arrow, ...] = ()
    spins: tuple[Spin, ...] = ()
    named = not (parts or state.layout.surface.has_rows)  # in a row nobody knows which hole it was
    marked = changed_sites(replace(state, stood=(now.position,))) if named else ()
    for i, part in enumerate(parts, 1):
        number = i if numbered else 0
        shown = scenes.instructed(now, plain(scenes.board(now)), part)
        ways += tuple(replace(way, number=number) for way in shown.ways)
        spins += tuple(replace(spin, number=number) for spin in shown.spins)
        now = after(now, part)
    board = plain(scenes.board(now))
    marks = tuple(Mark(Role.FROM, site) for site in (*marked, *(spin.site for spin in spins)))
    small = replace(
        board, marks=marks, ways=ways, spins=spins, bare=True, lanes=(), lane_titles=None
    )
    return Choice(small, in_words(state, text), "choose", text)
