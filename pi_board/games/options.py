"""Options of the rules, declared once as a frozen dataclass, read and written as ``name=value``.

A game declares its options in the order in which they are written, each default being the field's:

    @dataclass(frozen=True, slots=True)
    class LoaOptions:
        simultaneous: Literal["draw", "mover_wins", "mover_loses"] = "draw"
        repetition: Annotated[int, Whole(at_least=2, zero=True)] = 3

The annotation is the list of allowed values; nothing repeats it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from pi_board.core.errors import InvalidText

O = TypeVar("O")  # noqa: E741 - a dataclass of options


@dataclass(frozen=True, slots=True)
class Whole:
    """Allowed values of a numeric option: `at_least` to `at_most`, and 0 too if `zero`."""

    at_least: int
    at_most: int = 1000
    zero: bool = False

    def __str__(self) -> str:
        return ("0 or " if self.zero else "") + f"a number from {self.at_least} to {self.at_most}"

    def __contains__(self, number: int) -> bool:
        return self.at_least <= number <= self.at_most or (self.zero and number == 0)


def read_options(kind: type[O], chosen: Mapping[str, str]) -> O:
    """The options of `kind` with the texts of `chosen` in place of the defaults.

    Raises InvalidText naming the option, what was found and what was expected.
    """
    allowed = _allowed(kind)  # type: ignore[arg-type]  # mypy takes no class for Hashable
    values: dict[str, str | int] = {}
    for name, text in chosen.items():
        if name not in allowed:
            raise InvalidText(f"unknown option {name!r}, expected one of {', '.join(allowed)}")
        values[name] = _read_value(name, text.strip(), allowed[name])
    return kind(**values)


def option_texts(options: object) -> tuple[tuple[str, str], ...]:
    """(name, value) of every field of an options dataclass, as texts, in order."""
    return tuple((f.name, str(getattr(options, f.name))) for f in fields(options))  # type: ignore[arg-type]


def parse_rule(text: str) -> tuple[str, str]:
    """Split ``name=value``. Raises InvalidText if there is no ``=`` or nothing on one side."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise InvalidText(f"rule {text!r}, expected name=value")
    return name, value


@cache  # annotations are texts, which take long to evaluate
def _allowed(kind: type[Any]) -> dict[str, tuple[str, ...] | Whole]:
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: _values(hints[field.name]) for field in fields(kind)}


def _values(hint: Any) -> tuple[str, ...] | Whole:
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) is Annotated:
        for extra in get_args(hint):
            if isinstance(extra, Whole):
                return extra
    raise TypeError(f"option annotated {hint!r}, expected Literal[...] or Annotated[int, Whole()]")


def _read_value(name: str, text: str, allowed: tuple[str, ...] | Whole) -> str | int:
    if isinstance(allowed, Whole):
        if text.isascii() and text.isdigit() and len(text) < 10 and int(text) in allowed:
            return int(text)
    elif text in allowed:
        return text
    raise InvalidText(f"option {name}={text}, expected {_describe(allowed)}")


def _describe(allowed: tuple[str, ...] | Whole) -> str:
    return str(allowed) if isinstance(allowed, Whole) else " or ".join(allowed)
