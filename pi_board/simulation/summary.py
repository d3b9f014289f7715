"""The figures of many simulated games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from pi_board.core.game import AnyGame
from pi_board.core.words import many
from pi_board.simulation.rules import breakable, written_only
from pi_board.simulation.runner import Result, Tally


@dataclass(slots=True)
class Summary:
    """Sums over games. `notes` say which game went wrong, where and how; `rules`: how often each
    was explained, `broken` how often people broke it, `named` how often they then heard its name.
    """

    games: int = 0
    whole: int = 0
    moves: int = 0
    wrong: int = 0
    questions: int = 0
    untold: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)
    acts: dict[str, Tally] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, result: Result) -> None:
        """Count one more game."""
        self.games += 1
        self.whole += result.whole
        self.moves += result.moves
        self.wrong += result.wrong
        self.questions += result.questions
        self.untold += result.untold
        self.rules += result.rules
        self.broken += result.broken
        self.named += result.named
        self.notes += [f"seed {result.seed}: {note}" for note in result.notes]
        for name, tally in result.acts.items():
            mine = self.acts.setdefault(name, Tally())
            mine.staged += tally.staged
            mine.understood += tally.understood
            mine.questions += tally.questions

    def as_dict(self) -> dict[str, object]:
        """The figures as a JSON object."""
        return {
            "games": self.games,
            "whole": self.whole,
            "moves": self.moves,
            "wrong": self.wrong,
            "questions": self.questions,
            "untold": dict(sorted(self.untold.items())),
            "rules": dict(sorted(self.rules.items())),
            "broken": {rule: [n, self.named[rule]] for rule, n in sorted(self.broken.items())},
            "acts": {
                n: [t.staged, t.understood, t.questions] for n, t in sorted(self.acts.items())
            },
        }


def summary_lines(total: Summary, game: AnyGame) -> list[str]:
    """The figures as tables for people."""
    share = 100 / max(1, total.moves)
    asked, order, hand = total.questions, total.untold["order"], total.untold["hand"]
    lines = [
        f"{many(total.games, 'game')}, {many(total.moves, 'move')}: "
        f"{many(total.wrong, 'wrong move')} accepted, {many(total.whole, 'record')} equal to "
        f"what was played, {asked * share:.2f} questions per 100 moves",
        f"of these {order * share:.2f} where other legal moves look and feel the same, "
        f"{hand * share:.2f} where either player may have turned a tile, "
        f"{(asked - order - hand) * share:.2f} others",
        f"{'act':<22}{'staged':>8}{'understood':>12}{'questions':>11}",
    ]
    for name, tally in sorted(total.acts.items()):
        share = 100 * tally.understood / tally.staged
        lines.append(f"{name:<22}{tally.staged:>8}{share:>10.1f} %{tally.questions:>11}")
    return lines + _rule_lines(total, game)


def _rule_lines(total: Summary, game: AnyGame) -> list[str]:
    """How often each rule was broken, was named then, and was spoken of at all."""
    if not total.broken:
        return []
    known = breakable(game)
    lines = [f"{'rule':<26}{'broken':>8}{'named':>8}{'spoken of':>11}"]
    for rule in (*known, *sorted(set(total.rules) - set(known))):
        broken, named, said = total.broken[rule], total.named[rule], total.rules[rule]
        lines.append(f"{rule:<26}{broken:>8}{named:>8}{said:>11}")
    return [*lines, f"only in writing: {', '.join(written_only(game))}"]
