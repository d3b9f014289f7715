"""What is different between two scenes, for views that tell it by ear."""

from __future__ import annotations

from pi_board.core.game import Player
from pi_board.core.scene import Kind, MoveEntry, Scene

AMISS = (Kind.ILLEGAL, Kind.DISTURBED, Kind.READER_LOST)
MOST_NEW = 2  # a move and a quick reply; with more the last moves are simply others
MOST_UNDONE = 3  # of a game that was only four moves old, four begin another one


def mover(scene: Scene) -> Player | None:
    """Whose turn it is."""
    return next((card.player for card in scene.cards if card.turn), None)


def alarmed(scene: Scene) -> frozenset[Player]:
    """Whose time is short or over."""
    return frozenset(card.player for card in scene.cards if card.alarm)


def goes_on(before: Scene, after: Scene) -> bool:
    """Whether both are of one course of things: not where a page of the rules, a replay, a review
    or the last seconds take the place of the game, or are closed again.
    """
    if Kind.LEARNING in (before.kind, after.kind):
        return False
    return _is_gone_through(before) == _is_gone_through(after)


def _is_gone_through(scene: Scene) -> bool:
    return scene.strip.jumps or scene.notice.graph is not None


def new_moves(before: Scene, after: Scene, most: int = MOST_NEW) -> tuple[MoveEntry, ...]:
    """The moves that were made since, if no more than `most`; a turn that went on (Linja) with its
    new part only.

    Nothing if moves were taken back, or if `after` does not go on from `before`.
    """
    if not goes_on(before, after):
        return ()
    old, new = before.strip.moves, after.strip.moves
    if old == new:
        return ()
    for count in range(min(most, len(new)) + 1):
        known, added = new[: len(new) - count], new[len(new) - count :]
        tail = old[len(old) - len(known) :] if len(known) <= len(old) else ()
        if not known and not old:
            return added
        if known and len(tail) == len(known) and tail[:-1] == known[:-1]:
            rest = _rest(tail[-1], known[-1])
            if rest is not None:
                return (*rest, *added)
    return ()


def revised_move(before: Scene, after: Scene) -> MoveEntry | None:
    """The last move, if it has become another one: a stone that was slid on. None where one was
    made or taken back.
    """
    if not goes_on(before, after):
        return None
    old, new = before.strip.moves, after.strip.moves
    if not old or len(old) != len(new) or old[:-1] != new[:-1]:
        return None
    was, now = old[-1], new[-1]
    is_same_turn = (was.number, was.player) == (now.number, now.player)
    is_part = was.text.startswith(now.text) or now.text.startswith(was.text)
    return now if is_same_turn and not is_part else None


def took_back(before: Scene, after: Scene) -> bool:
    """Whether the last moves, or the last part of a turn, were taken back, or how the game ended:
    not where the board of another game is set up, nor where moves were made that the same ones
    stood before.
    """
    was_over, moves = before.kind is Kind.OVER, after.strip.moves
    is_set_up = Kind.SETTING_UP in (before.kind, after.kind)
    if (was_over and not moves) or is_set_up or new_moves(before, after):
        return False
    if was_over and after.kind is not Kind.OVER and moves == before.strip.moves:
        return goes_on(before, after)
    return bool(new_moves(after, before, MOST_UNDONE))


def goes_wrong(before: Scene, after: Scene) -> bool:
    """Whether something is wrong that was not so before: not where moves were taken back and still
    stand on the board, nor where it is right again and was not yet looked at twice.
    """
    if after.kind is before.kind and _is_wrong(before):
        return after.kind is Kind.ILLEGAL and _offence(after) != _offence(before)
    is_other = before.strip.moves != after.strip.moves and not new_moves(before, after)
    return _is_wrong(after) and not (after.kind is Kind.DISTURBED and is_other)


def _is_wrong(scene: Scene) -> bool:
    return scene.kind in AMISS and scene.notice.tone == "danger"


def _offence(scene: Scene) -> tuple[object, ...]:
    """What is not legal and why; the steps that put it right are no part of it."""
    return scene.notice.lead, scene.notice.sentences


def _rest(old: MoveEntry, new: MoveEntry) -> tuple[MoveEntry, ...] | None:
    """What the turn `new` has more than `old`; None if it is another turn."""
    if (old.number, old.player) != (new.number, new.player) or not new.text.startswith(old.text):
        return None
    more = new.text[len(old.text) :].lstrip(";")
    return (MoveEntry(new.number, new.player, more),) if more else ()
