"""The engine dialogue: what each line means, apart from where lines come from.

`Dialogue` keeps the rules and the game so far; it answers lines and says what to search, and never
searches itself. A line it cannot use is answered with ``error ...`` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

from pi_board.core.errors import PiBoardError
from pi_board.core.game import AnyGame
from pi_board.core.turn import small_moves
from pi_board.core.words import in_brief
from pi_board.games.options import parse_rule
from pi_board.games.registry import make_game
from pi_board.hints.probability import win_probability
from pi_board.hints.search import Answer, Limits, Question, question_of
from pi_board.hints.turns import whole_turns

_LIMITS = {"movetime": 86_400_000, "depth": 1000, "nodes": 10**15}  # the largest of each
_IDLE_ONLY = ("setrule", "newgame", "position", "go")


class _Refused(Exception):
    """A line that cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a line asks for: lines to write, and perhaps a search to begin, its end, or the end."""

    lines: tuple[str, ...] = ()
    limits: Limits | None = None
    is_stop: bool = False
    is_quit: bool = False


@dataclass(frozen=True, slots=True)
class _Game:
    """The rules chosen, the last `position` line, and the positions that it led through."""

    rules: AnyGame
    chosen: Mapping[str, str]
    line: str
    positions: tuple[Any, ...]


class Dialogue:
    """One dialogue about one game."""

    def __init__(self, name: str, preset: str | None, rules: Mapping[str, str]) -> None:
        """Begin at the start position. Raises InvalidText for rules that there are not."""
        self._preset = preset
        self._name = name
        self._game = self._set(rules, "start")

    @property
    def question(self) -> Question:
        """The game so far, as a search takes it."""
        return question_of(self._game.rules, self._game.positions)

    def reply(self, line: str, is_searching: bool) -> Reply:
        """What to do with a line; `is_searching`: a search is under way."""
        word, rest = [*line.split(maxsplit=1), "", ""][:2]
        try:
            if is_searching and word in _IDLE_ONLY:
                raise _Refused(f"{word}: a search is under way, stop comes first")
            return self._reply(word, rest.strip())
        except (_Refused, PiBoardError) as error:
            return Reply((f"error {in_brief(error)}",))

    def info(self, answer: Answer) -> str:
        """The line that tells of a finished depth."""
        best = answer.lines[0]
        rate = round(answer.nodes / answer.seconds) if answer.seconds else 0
        proved = f" proved {best.proved} plies {best.plies}" if best.proved else ""
        return (
            f"info depth {answer.depth} nodes {answer.nodes} nps {rate} "
            f"value {win_probability(self._name, best):.4f}{proved} "
            f"pv {' '.join(self._turns(best.moves))}"
        )

    def best_move(self, answer: Answer) -> str:
        """The line that ends a search."""
        return f"bestmove {self._turns(answer.lines[0].moves)[0]}"

    def _reply(self, word: str, rest: str) -> Reply:
        match word:
            case "":
                return Reply()
            case "pbi":
                name = f"id name pi-board {version('pi-board')}"
                return Reply((name, f"id game {self._name}", "pbiok"))
            case "isready":
                return Reply(("readyok",))
            case "newgame":
                self._game = self._set(self._game.chosen, "start")
            case "setrule":
                name, value = parse_rule(rest)
                self._game = self._under({**self._game.chosen, name: value})
            case "position":
                self._game = self._set(self._game.chosen, rest)
            case "go":
                return Reply(limits=self._limits(rest))
            case "stop":
                return Reply(is_stop=True)
            case "quit":
                return Reply(is_quit=True)
            case _:
                raise _Refused(f"unknown word {word[:40]!r}")
        return Reply()

    def _under(self, chosen: Mapping[str, str]) -> _Game:
        """The game under these rules: from its start, where what was played is not legal by them,
        as a rule is for the next game then. Raises PiBoardError for what is no rule.
        """
        make_game(self._name, self._preset, chosen)
        try:
            return self._set(chosen, self._game.line)
        except (_Refused, PiBoardError):
            return self._set(chosen, "start")

    def _set(self, chosen: Mapping[str, str], line: str) -> _Game:
        """The game after a `position` line under these rules. Raises _Refused or PiBoardError."""
        game = make_game(self._name, self._preset, chosen)
        where, _, moves = f" {line} ".partition(" moves ")
        if not where.strip():
            raise _Refused("position: expected start or a position, then moves if there are any")
        is_start = where.strip() == "start"
        position = game.start() if is_start else game.parse_position(where.strip())
        positions = [position]
        for text in moves.split():
            for small in small_moves(text, lambda: positions[-1].to_move):
                positions.append(game.play(positions[-1], game.parse_move(positions[-1], small)))
        return _Game(game, dict(chosen), line, tuple(positions))

    def _limits(self, rest: str) -> Limits:
        words = rest.split()
        if words == ["infinite"]:
            self._check_playable()
            return Limits()
        found: dict[str, int] = {}
        for name, text in zip(words[::2], words[1::2], strict=False):
            largest = _LIMITS.get(name, 0)
            is_number = text.isascii() and text.isdigit() and len(text) < 20
            if not (is_number and 1 <= int(text) <= largest) or name in found:
                found.clear()
                break
            found[name] = int(text)
        if not found or len(words) % 2:
            raise _Refused(
                f"go {rest[:60]}: expected movetime MS, depth N, nodes N (1 or more) or infinite"
            )
        self._check_playable()
        limits = Limits(nodes=found.get("nodes", 0), depth=found.get("depth", 0))
        return replace(limits, seconds=found.get("movetime", 0) / 1000)

    def _check_playable(self) -> None:
        outcome = self._game.rules.outcome(self._game.positions[-1])
        if outcome:
            raise _Refused(f"the game is over: {outcome} ({outcome.reason})")

    def _turns(self, moves: tuple[str, ...]) -> tuple[str, ...]:
        return whole_turns(self._game.rules, self._game.positions[-1], moves)
