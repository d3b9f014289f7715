"""Lines of Action from SGF, in the dialects that are about.

Long property names (``GaMe``), several points in one value (``AW[A6A5A4]``), captures written with
``-``, ``:`` or ``x`` or a space, remarks behind a move, and words such as ``resign`` in place of
one. Squares keep the names they have in the file. Every move is played by the rules; what is not
known is passed over.
"""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sgfmill import sgf_grammar  # type: ignore[import-untyped]

from pi_board.core.errors import IllegalMove, InvalidFile, InvalidText
from pi_board.core.game import AnyGame, Player, opponent
from pi_board.games.registry import make_game
from pi_board.records.loa_squares import Stones, carried, position_of, stones_by_square
from pi_board.records.matches import parse_length
from pi_board.records.record import Header, Record, RecordedMove, began_at
from pi_board.records.replay import Replay
from pi_board.records.sgf_write import ENDS, PROGRAM, SETUPS, Properties
from pi_board.referee.clocks import Control, control_text, parse_control
from pi_board.referee.continuations import BOARD

_MOVE = re.compile(
    r"\s*\[?\s*([a-h])\s*([1-8])\s*[-:x×–]?\s*([a-h])\s*([1-8])(?![a-z0-9])(.*)", re.S
)
_POINT = re.compile(r"([a-h])([1-8])(?::([a-h])([1-8]))?")
_COLOURS: tuple[tuple[str, Player], ...] = (("B", "b"), ("W", "w"))
# as we write them, and one that others do
_SETUPS = {text.lower(): name for name, text in SETUPS.items()} | {"scrambled": "scrambled"}


def is_sgf(data: bytes) -> bool:
    """Whether a file's bytes look like SGF, perhaps after some words. A text record may have ``(;``
    too, in a name or a comment.
    """
    words = rb"(?!Black:|White:|Match:)[^({\n]{0,200}\(\s*;\s*[A-Za-z]+\s*\["
    begins = rb"([^({]{0,200}\n)?([ \t]*\(\s*;|" + words + rb")"
    return re.match(begins, data.removeprefix(codecs.BOM_UTF8)) is not None


def read_sgf(data: bytes, name: str = "SGF") -> tuple[Record, ...]:
    """The games of an SGF file. Raises InvalidFile with `name`, what was found and expected."""
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
    except (ValueError, RecursionError) as error:
        raise InvalidFile(f"{name}{_where(data)}: no SGF that can be read: {error}") from error
    several = len(trees) > 1
    records = []
    for number, tree in enumerate(trees, 1):
        where = f"{name}, game {number}" if several else name
        try:
            records.append(_Reader(tree.sequence[0], _first_colour(tree)).read(tree))
        except (InvalidText, IllegalMove) as error:
            raise InvalidFile(f"{where}: {error}") from error
    return tuple(records)


def _where(data: bytes) -> str:
    """The line at which the first game ends for want of sense."""
    tokens, end = sgf_grammar.tokenise(data)
    lines = data.count(b"\n", 0, end)
    return f", line {1 + lines}" if tokens else ""


def _first_colour(tree: sgf_grammar.Coarse_game_tree) -> Player:
    """Who makes the first move of the main line; black if nobody does."""
    for node in sgf_grammar.main_sequence_iter(tree):
        for name, player in _COLOURS:
            if name in node:
                return player
    return "b"


class _Reader:
    """Reads one game, from its root node on."""

    def __init__(self, root: Properties, first: Player) -> None:
        """`first` moves first if the file does not say who. Raises InvalidText."""
        self._charset = _simple(root, "CA").decode("latin-1") or "utf-8"
        self._root = root
        self._check_game()
        self._first = first
        self._header, self._game = self._begin()
        self._replay = Replay(self._game, self._start())
        self._resigned: Player | None = None

    def read(self, tree: sgf_grammar.Coarse_game_tree) -> Record:
        """The whole tree; its leftmost line is the game. Raises InvalidText or IllegalMove."""
        lines: list[tuple[RecordedMove, ...]] = []
        main: Record | None = None
        stack = [(tree, 0)]
        while stack:
            part, ply = stack.pop()
            self._replay.back_to(ply)
            for node in part.sequence:
                self._take(node)
            if part.children:
                stack += [(child, len(self._replay.moves)) for child in reversed(part.children)]
            elif main is None:
                main = self._replay.record(self._header, *self._result())
            else:
                lines.append(tuple(self._replay.moves))
        if main is None:
            raise InvalidText("no game in it")
        return replace(main, taken_back=tuple(line for line in lines if _leaves(line, main.moves)))

    def _check_game(self) -> None:
        kind, size = self._text("GM") or "9", self._text("SZ") or "8"
        if kind.lower() not in ("9", "loa"):
            raise InvalidText(f"GM[{kind[:20]}] is another game, expected 9 (Lines of Action)")
        if size.split(":") not in (["8"], ["8", "8"]):
            raise InvalidText(f"SZ[{size[:20]}], expected a board of 8")

    def _begin(self) -> tuple[Header, AnyGame]:
        words = [word.partition("=") for word in self._text("RU").lower().split()]
        ours = dict(make_game("loa").options)
        rules = {name: value for name, _, value in words if name in ours}
        setup = _SETUPS.get(self._text("SU").lower())
        if setup:
            rules["setup"] = setup
        to_move = self._to_move(self._root)
        if not {"AB", "AW"} & set(self._root):
            rules["first"] = to_move or self._first
        game = make_game("loa", None, rules)
        players = (self._text("PB") or "Black", self._text("PW") or "White")
        header = Header(
            "loa", game.options, players, "SGF", _date(self._text("DT")),
            clock=_clock(self._text("TM"), self._text("OT")), match=self._text("EV"),
            match_length=self._match_length(),
        )  # fmt: skip
        return header, game

    def _match_length(self) -> str:
        """How many games the match has, which files of other programs do not tell."""
        text = self._text("RO") if self._is_ours else ""
        try:
            parse_length(text)
        except InvalidText:
            return ""
        return text

    @property
    def _is_ours(self) -> bool:
        return self._text("AP").startswith(PROGRAM)

    def _start(self) -> Any:
        """Where the game begins, None: as usual. Raises InvalidText."""
        if not {"AB", "AW"} & set(self._root):
            if self._text("SU").lower() == "custom":
                raise InvalidText("SU[Custom] without AB and AW, expected stones")
            return None
        position = position_of(
            self._stones(self._root, {}), self._to_move(self._root) or self._first
        )
        start = self._game.parse_position(position)
        self._header = replace(self._header, position=began_at(self._game, position))
        return start

    def _take(self, node: Properties) -> None:
        """One node. Raises InvalidText or IllegalMove naming the move."""
        if node is not self._root and {"AB", "AW", "AE"} & set(node):
            self._set_up(node)
        for name, player in _COLOURS:
            for value in node.get(name, ()):
                text = self._decoded(sgf_grammar.simpletext_value(value))
                try:
                    self._move(player, text, "KO" in node)
                except (InvalidText, IllegalMove) as error:
                    number = len(self._replay.moves) + 1
                    raise type(error)(f"move {number}, {name}[{text[:20]}]: {error}") from error
            self._time_left(player, self._text(f"{name}L", node))
        if not {"B", "W"} & set(node):
            self._check_no_small_letters(node)
        if "C" in node:
            self._replay.note(self._decoded(sgf_grammar.text_value(node["C"][0])).strip())

    def _check_no_small_letters(self, node: Properties) -> None:
        """Raises InvalidText for a move whose name is in small letters: of that nothing is left. A
        remark of another program on one may be called so.
        """
        for value in node.get("", ()):
            text = self._decoded(sgf_grammar.simpletext_value(value))
            found = _MOVE.fullmatch(text.lower())
            if found and not _remark(found):
                number = len(self._replay.moves) + 1
                raise InvalidText(f"move {number}, [{text[:20]}]: expected B or W in capitals")

    def _move(self, player: Player, text: str, is_forced: bool) -> None:
        found = _MOVE.fullmatch(text.lower())
        word = text.strip().lower()
        if "resign" in word:
            self._resigned = player
        elif not found and word not in ("", "pass"):
            if re.search(r"\d", word):
                raise InvalidText("expected a move like b1-b3")
            self._replay.note(text.strip())
        else:
            if not is_forced:
                self._in_turn(player)
            self._play(found, is_forced)

    def _in_turn(self, player: Player) -> None:
        """Let the other side pass if it has to and the file does not say so. Raises InvalidText."""
        now = self._replay.now
        if now.to_move == player:
            return
        texts = [self._game.move_text(move) for move in self._game.legal_moves(now)]
        if texts != ["pass"]:
            raise InvalidText(f"it is {'Black' if now.to_move == 'b' else 'White'}'s turn")
        self._replay.play("pass")

    def _play(self, found: re.Match[str] | None, is_forced: bool) -> None:
        if found is None:
            self._replay.play("pass")
            return
        source, target = found[1] + found[2], found[3] + found[4]
        before = self._game.position_text(self._replay.now)
        after = carried(before, source, target) if is_forced else None
        if after is None:
            self._replay.play(f"{source}-{target}")
        else:
            self._replay.accept(
                f"{source}{'x' if target in stones_by_square(before) else '-'}{target}", after
            )
        if remark := _remark(found):
            self._replay.note(remark)

    def _set_up(self, node: Properties) -> None:
        """Stones put on or taken off by hand: before the first move, or as a board let stand."""
        now = self._game.position_text(self._replay.now)
        to_move = self._to_move(node) or self._replay.now.to_move
        position = position_of(self._stones(node, stones_by_square(now)), to_move)
        if self._replay.moves or self._is_ours:  # we write the start into the root
            self._replay.accept(BOARD, position)
            return
        comment = self._replay.opening
        self._header = replace(self._header, position=position)
        self._replay = Replay(self._game, self._game.parse_position(position))
        self._replay.note(comment)

    def _stones(self, node: Properties, standing: Stones) -> Stones:
        """The board after the stones of a set-up node. Raises InvalidText."""
        stones = dict(standing)
        for name in ("AE", "AB", "AW"):
            for square in _squares(name, node.get(name, [])):
                stones.pop(square, None)
                if name != "AE":
                    stones[square] = "b" if name == "AB" else "w"
        return stones

    def _to_move(self, node: Properties) -> Player | None:
        text = self._text("PL", node).lower()
        return "b" if text.startswith("b") else "w" if text.startswith("w") else None

    def _time_left(self, player: Player, text: str) -> None:
        moves = self._replay.moves
        if moves and moves[-1].player == player and re.fullmatch(r"\d+(\.\d+)?", text):
            moves[-1] = replace(moves[-1], clock_s=float(text))

    def _result(self) -> tuple[str, str]:
        """What the file says of the end: (outcome, reason)."""
        if self._resigned is not None:
            return opponent(self._resigned), "resigned"
        text = self._text("RE").lower()
        won = re.match(r"([bw])(?:lack|hite)?\s*\+\s*(\w?)", text)
        if won:
            reasons = {end[0].lower(): reason for reason, end in ENDS.items()}
            return won[1], reasons.get(won[2], "")
        for player, name in zip(("b", "w"), self._header.players, strict=True):
            if text == f"game won by {name.lower()}":
                return player, ""
        return ("draw", "agreed") if re.match(r"(0$|draw|.*is a draw)", text) else ("", "")

    def _text(self, name: str, node: Properties | None = None) -> str:
        return self._decoded(_simple(self._root if node is None else node, name)).strip()

    def _decoded(self, data: bytes) -> str:
        try:
            return data.decode(self._charset)
        except (ValueError, LookupError):  # also what is no name of a character set
            return data.decode("latin-1")


def _remark(move: re.Match[str]) -> str:
    """What stands behind a move, "" for signs such as ``+`` and ``!``."""
    return move[5].strip(" +!?#]\t\r\n")


def _simple(node: Properties, name: str) -> bytes:
    """A property's first value, empty if there is none. Of letters of several bytes none may be
    taken for white space, as the last one of à is in latin-1.
    """
    values = node.get(name)
    return sgf_grammar.simpletext_value(values[0]).strip() if values else b""


def _squares(name: str, values: list[bytes]) -> list[str]:
    """All squares in the values of a property, also packed together. Raises InvalidText."""
    found = []
    for value in values:
        text = value.decode("latin-1").lower()
        if re.sub(r"[\s,]", "", _POINT.sub("", text)):
            raise InvalidText(f"{name}[{text[:20]}], expected squares a1 to h8")
        for file, rank, last_file, last_rank in _POINT.findall(text):
            files = range(ord(file), ord(last_file or file) + 1)
            ranks = range(int(rank), int(last_rank or rank) + 1)
            found += [f"{chr(f)}{r}" for f in files for r in ranks]
    return found


def _leaves(line: tuple[RecordedMove, ...], main: tuple[RecordedMove, ...]) -> bool:
    """Whether a line is more than a beginning of the main line."""
    return line != main[: len(line)]


def _date(text: str) -> float:
    """The first day named, in seconds since the epoch; 0 if there is none."""
    found = re.search(r"(1[1-9]\d\d|2\d{3})(?:-(\d\d))?(?:-(\d\d))?", text)
    try:
        if found:
            year, month, day = (int(part or 1) for part in found.groups())
            return datetime(year, month, day, tzinfo=UTC).timestamp()
    except ValueError:
        pass
    return 0.0


def _clock(main: str, extra: str) -> str:
    """The time control, "" for one that is not known or makes no sense."""
    numbers = [re.match(r"\d{1,6}(\.\d+)?(?!\d)", text) for text in (main, extra)]
    main_s, extra_s = (float(found[0]) if found else 0.0 for found in numbers)
    words = extra.lower()
    control = Control("sudden", main_s)
    if extra_s and words.endswith("per move"):
        control = Control("move", extra_s)
    elif extra_s and words.endswith("fischer"):
        control = Control("fischer", main_s, extra_s)
    elif extra_s and words.endswith("delay"):
        control = Control("delay", main_s, extra_s)
    text = control_text(control)
    with suppress(InvalidText):
        parse_control(text)
        return text
    return ""
