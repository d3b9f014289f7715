"""Why a move is good, in words: facts found by playing it, never phrases at random.

    reasons(game, position, line)      ->  (Message, ...), what matters most first
    main_reason(game, position, line)  ->  Message or None, where the turn is named beside it

One module for each game. Whatever is said can be recomputed from the rules; the tests do so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from pi_board.app.reasons.connexoh import connexoh_facts
from pi_board.app.reasons.linja import linja_facts
from pi_board.app.reasons.loa import loa_facts
from pi_board.core.game import AnyGame
from pi_board.core.message import Message, counted, message
from pi_board.hints.search import Variation
from pi_board.hints.turns import first_turn

_FACTS: Mapping[str, Callable[[Any, Any, tuple[Any, ...]], tuple[Message, ...]]] = MappingProxyType(
    {"loa": loa_facts, "linja": linja_facts, "connexoh": connexoh_facts}
)


def reasons(
    game: AnyGame, position: Any, line: Variation, named: int | None = None
) -> tuple[Message, ...]:
    """What the first turn of `line` does in `position`, or so many small moves of it as are `named`
    beside it, and what is proved of the line.
    """
    turn, at = [], position
    for text in first_turn(game, position, line.moves)[:named]:
        turn.append(game.parse_move(at, text))
        at = game.play(at, turn[-1])
    return (*_proof(line), *_FACTS[game.name](game, position, tuple(turn)))


# "Take h5 with e8" says so as well
_IN_THE_NAME = message("captures the stone on {site}").template


def main_reason(
    game: AnyGame, position: Any, line: Variation, named: int | None = None
) -> Message | None:
    """What matters most of these moves, as in `reasons`, and is not in the words for them."""
    facts = reasons(game, position, line, named)
    return next((fact for fact in facts if fact.template != _IN_THE_NAME), None)


def _proof(line: Variation) -> tuple[Message, ...]:
    """What is proved; how long it takes counts small moves of both players."""
    if line.proved is None or line.plies is None:
        return ()
    if line.lead:
        if line.proved == "win":
            return (counted("wins by {count} point", "wins by {count} points", line.lead),)
        return (counted("loses by {count} point", "loses by {count} points", line.lead),)
    if line.proved == "draw":
        return (message("leads to a draw if both play on without a mistake"),)
    if line.plies == 1:
        return (message("wins at once") if line.proved == "win" else message("loses at once"),)
    if line.proved == "win":
        return (message("forces a win in {plies} moves of both players", plies=line.plies),)
    return (
        message("loses in {plies} moves of both players if the opponent sees it", plies=line.plies),
    )
