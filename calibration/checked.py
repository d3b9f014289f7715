"""Values of a TOML table, checked as they are taken out: a person may have edited the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as shortened
from typing import Any

from pi_board.config.keys import is_number, is_whole
from pi_board.core.errors import InvalidFile
from pi_board.core.message import Text, message


@dataclass(frozen=True, slots=True)
class Checked:
    """The table `values` of the file at `path`; `prefix` stands before its keys in messages.

    What is taken out of it raises InvalidFile, naming the file, the key, what was found and what
    was expected, if it is missing or not as expected. Limits belong to what they limit.
    """

    path: Path
    values: Mapping[str, Any]
    prefix: str = ""

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def only(self, *known: str) -> Checked:
        """The table itself, which may hold no other keys: a misspelt one would change nothing.
        Raises InvalidFile.
        """
        for key in self.values:
            if key not in known:
                raise InvalidFile(
                    message(
                        "{path}: {key} is not known, expected {known}",
                        path=str(self.path), key=f"{self.prefix}{key}", known=", ".join(known),
                    )
                )  # fmt: skip
        return self

    def take(self, key: str, expected: Text, valid: Callable[[Any], bool]) -> Any:
        """A value as it stands there; `expected` says in words what `valid` tests. Raises
        InvalidFile if it is missing or is not so.
        """
        if key not in self.values:
            raise InvalidFile(
                message(
                    "{path}: {key} is missing, expected {expected}",
                    path=str(self.path), key=f"{self.prefix}{key}", expected=expected,
                )
            )  # fmt: skip
        value = self.values[key]
        if not valid(value):
            raise InvalidFile(
                message(
                    "{path}: {key} = {found}, expected {expected}", path=str(self.path),
                    key=f"{self.prefix}{key}", found=shortened(value), expected=expected,
                )
            )  # fmt: skip
        return value

    def table(self, key: str) -> Checked:
        """A table within this one; an empty one if it is not there."""
        if key not in self.values:
            return Checked(self.path, {}, f"{key}.")
        values = self.take(key, message("a table"), lambda value: isinstance(value, Mapping))
        return Checked(self.path, values, f"{key}.")

    def text(self, key: str) -> str:
        """Any text."""
        return str(self.take(key, message("a text"), lambda value: isinstance(value, str)))

    def one_of(self, key: str, words: tuple[str, ...]) -> str:
        """One of these texts."""
        expected = " or ".join(words)
        return str(self.take(key, expected, lambda v: isinstance(v, str) and v in words))

    def flag(self, key: str) -> bool:
        """A truth value."""
        return bool(self.take(key, message("true or false"), lambda value: isinstance(value, bool)))

    def whole(self, key: str, low: int, high: int) -> int:
        """A whole number within limits."""
        expected = message("a whole number from {low} to {high}", low=low, high=high)
        return int(self.take(key, expected, lambda value: is_whole(value, low, high)))

    def number(self, key: str, low: float, high: float) -> float:
        """A number within limits."""
        expected = message("a number from {low} to {high}", low=f"{low:g}", high=f"{high:g}")
        return float(self.take(key, expected, lambda value: is_number(value, low, high)))

    def several(
        self, key: str, expected: Text, valid: Callable[[Any], bool], count: int | None = None
    ) -> tuple[Any, ...]:
        """A list of `count` values (None: any number of them), each of which is `valid`."""

        def fits(value: Any) -> bool:
            return (
                isinstance(value, list)
                and count in (None, len(value))
                and all(valid(one) for one in value)
            )

        return tuple(self.take(key, expected, fits))
