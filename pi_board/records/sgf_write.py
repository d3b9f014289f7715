"""Lines of Action as SGF: FF[4] GM[9], https://www.red-bean.com/sgf/loa.html.

Moves are written ``b1-b3`` and ``a2:c4``, ranks growing upwards (``IY[true]``). Moves that were
taken back are variations; a move that broke a rule and was let stand carries ``KO``; a board that
was accepted as it stood, without being a move, is a set-up node.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version

from sgfmill import sgf_grammar  # type: ignore[import-untyped]

from pi_board.core.errors import InvalidText
from pi_board.records.loa_squares import carried, stones_by_square
from pi_board.records.record import Header, Record, RecordedMove
from pi_board.records.replay import Replay, game_of, start_of
from pi_board.referee.clocks import number_text, parse_control

PROGRAM = "pi-board"
SETUPS = {"standard": "Standard", "scrambled": "Scrambled-Eggs"}
ENDS = {"resigned": "Resign", "flag": "Time", "forfeit": "Forfeit"}

Properties = dict[str, list[bytes]]


@dataclass(slots=True)
class _Node:
    properties: Properties
    children: dict[tuple[str, str], _Node] = field(default_factory=dict)


def sgf_bytes(record: Record) -> bytes:
    """The SGF file of a record, UTF-8. Raises InvalidText for another game than Lines of Action,
    InvalidText or IllegalMove where the record is wrong.
    """
    if record.header.game != "loa":
        raise InvalidText(f"{record.header.game} has no SGF form, expected a game of loa")
    root = _Node(_root(record))
    end = _add_line(root, record.header, record.moves)
    for line in record.taken_back:
        _add_line(root, record.header, line)
    if end.children:  # the first child would be the game: an empty node ends it here
        end.children = {("", ""): _Node({}), **end.children}
    tree = sgf_grammar.make_coarse_game_tree(
        root, lambda node: list(node.children.values()), lambda node: node.properties
    )
    return bytes(sgf_grammar.serialise_game_tree(tree))


def _root(record: Record) -> Properties:
    head = record.header
    begun = datetime.fromtimestamp(head.started, UTC)
    texts = {
        "FF": "4",
        "GM": "9",
        "CA": "UTF-8",
        "AP": f"{PROGRAM}:{version(PROGRAM)}",
        "SZ": "8",
        "IY": "true",
        "PB": head.players[0],
        "PW": head.players[1],
        "DT": f"{begun:%Y-%m-%d}" if head.started else "",
        "RE": _result(record),
        "RU": " ".join(f"{name}={value}" for name, value in head.rules),
        "EV": head.match,
        "RO": head.match_length,  # for us alone: of others it is the round
        "C": head.comment,
    }
    found = {name: [_text(text)] for name, text in texts.items() if text}
    return found | _times(head) | _setup(head)


def _result(record: Record) -> str:
    if record.outcome in ("b", "w"):
        return f"{record.outcome.upper()}+{ENDS.get(record.reason, '')}"
    return "Draw" if record.outcome else "?"


def _times(head: Header) -> Properties:
    """Main time in seconds, and how more is granted."""
    if not head.clock:
        return {}
    control = parse_control(head.clock)
    if control.kind == "move":
        return {"TM": [b"0"], "OT": [_text(f"{number_text(control.main_s)} per move")]}
    extra = {"fischer": "Fischer", "delay": "delay"}.get(control.kind)
    found = {"TM": [_text(number_text(control.main_s))]}
    return found | ({"OT": [_text(f"{number_text(control.extra_s)} {extra}")]} if extra else {})


def _setup(head: Header) -> Properties:
    if head.position:
        return {"SU": [b"Custom"], **_stones(head.position)}
    rules = dict(game_of(head).options)
    return {"SU": [SETUPS[rules["setup"]].encode()], "PL": [rules["first"].upper().encode()]}


def _stones(position: str, before: str | None = None) -> Properties:
    """What stands where; with `before` also which squares have become empty."""
    now = stones_by_square(position)
    old = {} if before is None else stones_by_square(before)
    found: Properties = {}
    for name, squares in (
        ("AB", [s for s, stone in now.items() if stone == "b" != old.get(s)]),
        ("AW", [s for s, stone in now.items() if stone == "w" != old.get(s)]),
        ("AE", [s for s in old if s not in now]),
    ):
        if squares:
            found[name] = [square.encode() for square in sorted(squares)]
    return found | {"PL": [position[-1].upper().encode()]}


def _add_line(root: _Node, head: Header, line: tuple[RecordedMove, ...]) -> _Node:
    """Bring one line of moves into the tree, along what is there already; its last node."""
    game = game_of(head)
    replay = Replay(game, start_of(game, head))
    node = root
    for move in line:
        before = game.position_text(replay.now)
        replay.again(move)
        key = (move.text, move.accepted)
        if key not in node.children:
            made = _Node(_properties(move, before, game.position_text(replay.now)))
            node.children[key] = made
        node = node.children[key]
    return node


def _properties(move: RecordedMove, before: str, after: str) -> Properties:
    colour = move.player.upper()
    squares = re.findall(r"[a-h][1-8]", move.text)
    found: Properties = {}
    if not move.accepted:
        found[colour] = [_move_text(move.text).encode()]
    elif len(squares) == 2 and carried(before, *squares) == after:
        taken = squares[1] in stones_by_square(before)
        found[colour] = [f"{squares[0]}{':' if taken else '-'}{squares[1]}".encode()]
        found["KO"] = [b""]
    else:
        found |= _stones(after, before)
    if move.clock_s is not None:
        found[f"{colour}L"] = [f"{move.clock_s:.12g}".encode()]
    if move.comment:
        found["C"] = [_text(move.comment)]
    return found


def _move_text(text: str) -> str:
    return "" if text == "pass" else text.replace("x", ":")


def _text(text: str) -> bytes:
    return bytes(sgf_grammar.escape_text(text.encode("utf-8", "replace")))
