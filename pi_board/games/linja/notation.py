"""The texts of Linja positions and small moves."""

from __future__ import annotations

import re
from dataclasses import replace

from pi_board.core.errors import InvalidPosition, InvalidText
from pi_board.games.fields import read_side
from pi_board.games.linja.moves import PASS, STOP, Step
from pi_board.games.linja.position import LinjaPosition, Phase, Rows, crowded_out
from pi_board.games.linja.rules import ROWS, STONES

_SHAPE = "WHITE/BLACK SIDE PHASE BONUSES, as in 6,1,1,1,1,1,1,0/0,1,1,1,1,1,1,6 w i 0"
_MOVE = re.compile(r"(/?)\s*(\d{1,2})(?:\s*[-:x×–]\s*|\s+)(\d{1,2})", re.IGNORECASE)


def position_text(position: LinjaPosition) -> str:
    """The one-line text of a position; rows are absolute, White's start line first."""
    white = ",".join(map(str, position.w))
    black = ",".join(map(str, reversed(position.b)))
    due = f"f{position.due}" if position.phase == "f" else position.phase
    return f"{white}/{black} {position.to_move} {due} {position.bonuses}"


def read_position(text: str) -> LinjaPosition:
    """Read a position text. Raises InvalidPosition saying what was found and expected.

    Whether what is due can be done is not checked here: that depends on the options. Beside the
    board lie those that find no hole.
    """
    fields = text.lower().split()
    sides = fields[0].split("/") if fields else []
    if len(fields) != 4 or len(sides) != 2:
        raise InvalidPosition(f"linja position {text!r}, expected {_SHAPE}")
    white, black = (_read_rows(side, text) for side in sides)
    phase, due = _read_phase(fields[2], text)
    bonuses = _read_bonuses(fields[3], phase, text)
    to_move = read_side(fields[1], "linja", text)
    position = LinjaPosition(white, black[::-1], to_move, phase, due, bonuses)
    return replace(position, beside=crowded_out(position))


def _read_rows(side: str, text: str) -> Rows:
    counts = side.split(",")
    if len(counts) != ROWS or not all(re.fullmatch(r"[0-9]{1,2}", count) for count in counts):
        raise InvalidPosition(f"rows {side!r} of linja position {text!r}, expected {ROWS} counts")
    rows = tuple(map(int, counts))
    if sum(rows) > STONES:
        raise InvalidPosition(
            f"{sum(rows)} stones in {side!r} of linja position {text!r}, expected at most {STONES}"
        )
    return rows


def _read_phase(phase: str, text: str) -> tuple[Phase, int]:
    if phase == "i":
        return "i", 0
    if phase == "e":
        return "e", 0
    if re.fullmatch(r"f([1-9]|1[0-9]|2[0-4])", phase):
        return "f", int(phase[1:])
    raise InvalidPosition(f"phase {phase!r} of linja position {text!r}, expected i, e or f1 to f24")


def _read_bonuses(bonuses: str, phase: Phase, text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,2}", bonuses):
        raise InvalidPosition(
            f"bonus sequences {bonuses!r} of linja position {text!r}, expected a number"
        )
    if phase == "i" and int(bonuses):
        raise InvalidPosition(
            f"bonus sequences {bonuses} of linja position {text!r}, expected 0 as the turn begins"
        )
    return int(bonuses)


def step_text(step: Step) -> str:
    """The text of a small move."""
    if step.kind in ("pass", "stop"):
        return step.kind
    return f"{'/' if step.kind == 'followup' else ''}{step.source}-{step.target}"


def read_step(text: str) -> Step:
    """Read a small move, legal or not; rows may lie off the board. Raises InvalidText.

    The slash alone tells a follow-up from an initial move.
    """
    cleaned = text.strip().lower()
    if cleaned == "pass":
        return PASS
    if cleaned == "stop":
        return STOP
    found = _MOVE.fullmatch(cleaned)
    if found is None:
        raise InvalidText(f"linja move {text!r}, expected like 2-3, /0-4, pass or stop")
    kind = "followup" if found[1] else "initial"
    return Step("followup" if kind == "followup" else "initial", int(found[2]), int(found[3]))
