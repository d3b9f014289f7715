"""What is said aloud when one scene follows another, so that nobody has to look.

Moves are told in words, from their notation; then what is counted, and what the message says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pi_board.core.message import Message, Say, message
from pi_board.core.scene import Card, Kind, MoveEntry, Scene
from pi_board.core.words import NO_MOVES, side
from pi_board.games.linja.rules import GOAL
from pi_board.views.changes import alarmed, goes_on, mover, new_moves, revised_move, took_back
from pi_board.views.language import written

# states in which the message is news; in the others the moves and the scores are
EXPLAINED = (
    Kind.SETTING_UP, Kind.LIFTED, Kind.ILLEGAL, Kind.DISTURBED, Kind.CHOOSING, Kind.PAUSED,
    Kind.READER_LOST, Kind.INSTRUCTED, Kind.LEARNING, Kind.OVER, Kind.UNSEEN,
)  # fmt: skip
NEWS = ("hint", "hand", "eye")  # signs of messages that are news in any state
# elsewhere, and in hints, the reason comes first, then what to do
TITLE_FIRST = (Kind.LEARNING, Kind.UNSEEN, Kind.PLAYING, Kind.OBSTRUCTED)
_SMALL_MOVE = re.compile(r"/?(\d)-(\d)")


def spoken(before: Scene | None, after: Scene, say: Say) -> str:
    """What is said when `after` follows `before`: sentences in the players' language, "" for
    nothing.
    """
    if after.notice.graph is not None:
        return sentences(_reviewed(before, after, say))
    said: list[str] = []
    if before is not None:
        revised = revised_move(before, after)
        moves = new_moves(before, after) if revised is None else (revised,)
        said += [say(told) for move in moves for told in _moves(move)]
        if took_back(before, after) and before.notice != after.notice:
            said.append(say(message("Taken back.")))
    led = [] if before is not None and _marked(before) == _marked(after) else _marked(after)
    if led and before is not None and _asked(before) == _asked(after):
        said.append(say(led[0]))  # all were said when it was asked
        if not _marked(before):  # how they are led to and taken
            said += [say(each) for each in after.notice.sentences if each not in _told(before)]
    elif _is_news(after):
        if before is None or before.notice != after.notice:
            said += [*_explained(before, after, say), *map(say, led)]
    elif said or before is None or before.kind in _AMISS or mover(before) != mover(after):
        said += [*_scores(before, after, say), _title(after, say)]
        said += map(say, after.notice.sentences) if after.notice.badge else ()  # what is due
    said += [*_beside(before, after, say), *_hurried(before, after, say)]
    return sentences(said)


def _reviewed(before: Scene | None, after: Scene, say: Say) -> list[str]:
    """The move that a review has come to, and what was found of it: it is neither played nor taken
    back. What the search finds meanwhile is told when it is led to again.
    """
    notice = after.notice
    if before is not None and before.notice.graph and before.notice.title == notice.title:
        return []
    return [say(notice.title), *map(say, notice.sentences)]


def sentences(said: Iterable[str]) -> str:
    """What is said one after the other, each with an end at which a voice pauses."""
    return " ".join(_ended(readable(each)) for each in said if each)


# after these, whose move it is is said again; a stone that is put back changes nothing
_AMISS = tuple(kind for kind in EXPLAINED if kind is not Kind.LIFTED)


def _is_news(scene: Scene) -> bool:
    """Whether the message is to be said, as also a move that counts when it is confirmed; not what
    is written beside a camera's picture, which changes with every frame.
    """
    waits = any(button.command == "confirm" for button in scene.buttons)
    is_sign = scene.camera is None and scene.notice.icon in NEWS
    return waits or is_sign or scene.kind in EXPLAINED


def _told(scene: Scene | None) -> tuple[Message, ...]:
    """The sentences that whoever listens knows."""
    return () if scene is None else scene.notice.sentences


def _explained(before: Scene | None, scene: Scene, say: Say) -> list[str]:
    """The message, with the pictures in it and the readings to choose from. Why a move is illegal
    is said once: a stone that is put back step by step changes only what is to be done.
    """
    notice = scene.notice
    is_same = (
        before is not None
        and before.kind is scene.kind is Kind.ILLEGAL
        and before.notice.lead == notice.lead
    )
    known = _told(before) if is_same else ()
    said = [say(sentence) for sentence in notice.sentences if sentence not in known]
    said += [f"{say(preview.label)} {say(preview.note)}" for preview in notice.previews]
    said += [f"{i}: {say(choice.label)}" for i, choice in enumerate(scene.choices, 1)]
    if scene.kind is Kind.LIFTED and said and not notice.previews:
        return said
    title = _title(scene, say)
    title_first = scene.kind in TITLE_FIRST and notice.icon != "hint"
    return [title, *said] if title_first or notice.previews else [*said, title]


def _title(scene: Scene, say: Say) -> str:
    """What is due is told with whose it is, which is written below."""
    title, below = say(scene.notice.aloud or scene.notice.title), scene.notice.subtitle
    return title if below is None else f"{title}: {say(below)}"


def _asked(scene: Scene) -> list[Message]:
    """What the readings to choose from mean."""
    return [choice.label for choice in scene.choices]


def _marked(scene: Scene) -> list[Message]:
    """What the reading to which keys have led means; its stones may be seen to stand otherwise."""
    return [choice.label for choice in scene.choices if choice.marked]


def _beside(before: Scene | None, after: Scene, say: Say) -> list[str]:
    """What the strip newly says of the game: a draw that is offered, lamps that have failed. What
    it says with a sign or a count belongs to the message; that there are no moves is no news.
    """
    strip = after.strip
    if strip.note in (None, NO_MOVES) or strip.note_icon or strip.progress is not None:
        return []
    return [] if before is not None and before.strip.note == strip.note else [say(strip.note)]


def _hurried(before: Scene | None, after: Scene, say: Say) -> list[str]:
    """Whose time has become short; that it has run out is a message."""
    if before is None or not goes_on(before, after):
        return []
    newly = alarmed(after) - alarmed(before)
    return [
        say(message("{player} has little time left.", player=card.name or side(card.player)))
        for card in after.cards
        if card.player in newly and card.alarm == "warning"
    ]


def _moves(entry: MoveEntry) -> list[Message]:
    """A turn in words, small move by small move."""
    if entry.accepted:
        return [message("The board was accepted as it stands.")]
    return [_move(text, side(entry.player)) for text in re.findall(r"/?[^/;]+", entry.text)]


def _move(text: str, player: Message) -> Message:
    if small := _SMALL_MOVE.fullmatch(text):
        return _small_move(int(small[1]), int(small[2]), player)
    site, _, rest = text.partition("@")
    if rest == "180":
        return message("{player} turned {site} half round.", player=player, site=site)
    if rest == "90":
        return message("{player} turned {site} to the right.", player=player, site=site)
    if rest:
        return message("{player} turned {site} to the left.", player=player, site=site)
    if text.endswith("-off"):
        return message("{player} brought the stone of {site} home.", player=player, site=text[:2])
    if re.fullmatch(r"[a-h]\dx[a-h]\d", text):
        start, end = text.split("x")
        return message("{player} took {end} with {start}.", player=player, start=start, end=end)
    if text == "pass":
        return message("{player} could not move.", player=player)
    if text == "stop":
        return message("{player} ends the turn here", player=player)
    return message("{player} played {move}.", player=player, move=text)


def _small_move(start: int, end: int, player: Message) -> Message:
    """A stone of Linja that went on, its rows called as on the screen."""
    if end == GOAL and not start:
        return message("{player} moved from the start line to the goal line.", player=player)
    if end == GOAL:
        return message("{player} moved from row {start} to the goal line.",
                       player=player, start=start)  # fmt: skip
    if not start:
        return message("{player} moved from the start line to row {end}.", player=player, end=end)
    return message("{player} moved from row {start} to row {end}.",
                   player=player, start=start, end=end)  # fmt: skip


def _scores(before: Scene | None, after: Scene, say: Say) -> list[str]:
    """What is counted for a player, if it is not what it was."""
    old = {card.player: card.counter for card in before.cards} if before else {}
    return [
        f"{_name(card, say)}: {_counted(say(card.counter), say)}"
        for card in after.cards
        if before and card.counter is not None and card.counter != old.get(card.player)
    ]


def _counted(text: str, say: Say) -> str:
    """``2/6 home`` as it is spoken."""

    def of(found: re.Match[str]) -> str:
        return say(message("{done} of {total}", done=int(found[1]), total=int(found[2])))

    return re.sub(r"\b(\d+)/(\d+)\b", of, text)


def _name(card: Card, say: Say) -> str:
    return written(say, card.name or side(card.player))


def readable(text: str) -> str:
    """Notation without signs that a voice would name or run together: ``c1-c3`` is ``c1 c3``. A
    sentence keeps its own, as in the Romanian ``s-a``.
    """
    text = re.sub(r"(?<=\w)x(?=[a-h]\d)", " x ", text)
    return " ".join(re.sub(r"(?<=\d)[-@](?=[a-h]?\d|off)|;(?=\d)|/(?=\d-)", " ", text).split())


def _ended(text: str) -> str:
    return text if text[-1] in ".!?:" else f"{text}."
