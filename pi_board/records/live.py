"""The game that is being played, for other programs: ``live/current.json`` and ``current.txt``.

Both are replaced as a whole after every event, so that a reader never sees half of one. They are a
convenience: a disk that cannot be written is only remembered. Of several games that are not over,
`--continue` takes the one that they show.
"""

from __future__ import annotations

import json
from pathlib import Path

from pi_board.records.durable import forget, unfinished
from pi_board.records.record import Record
from pi_board.records.text import record_text


class LiveFiles:
    """The two files in the folder ``live`` beside the games. `refused`: why the disk has not taken
    them, if it ever has not.
    """

    def __init__(self, games: Path) -> None:
        self.refused: OSError | None = None
        self._folder = games.parent / "live"

    def show(self, game_id: str, record: Record, position: str, to_move: str) -> None:
        """Replace both files."""
        head = record.header
        told = {
            "id": game_id,
            "game": head.game,
            "rules": dict(head.rules),
            "players": {"b": head.players[0], "w": head.players[1]},
            "started": head.started,
            "position": position,
            "to_move": to_move,
            "moves": [move.text for move in record.moves],
            "outcome": record.outcome or "-",
            "reason": record.reason or None,
            "clocks_s": list(record.clocks_s) if record.clocks_s else None,
        }
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._replace("current.json", json.dumps(told, ensure_ascii=False) + "\n")
            self._replace("current.txt", record_text(record))
        except OSError as error:
            self.refused = error

    @property
    def shown(self) -> str:
        """The name of the game that they show, "" if none does that can be read."""
        try:
            told = json.loads((self._folder / "current.json").read_bytes())
        except (OSError, ValueError, RecursionError):  # a power cut may have emptied it
            return ""
        return str(told.get("id", "")) if isinstance(told, dict) else ""

    def _replace(self, name: str, text: str) -> None:
        new = unfinished(self._folder / f".{name}")
        try:
            new.write_text(text, "utf-8")
            new.replace(self._folder / name)
        except OSError:
            forget(new)
            raise
