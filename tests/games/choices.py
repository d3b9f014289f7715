"""What can be chosen of a game's rules."""

from typing import Literal, get_args, get_origin, get_type_hints

from pi_board.games.registry import GAMES


def option_words(name: str) -> dict[str, tuple[str, ...]]:
    """Of every option of a game the words that it may have, none where it is a number."""
    hints = get_type_hints(GAMES[name].options)
    return {
        option: get_args(hint) if get_origin(hint) is Literal else ()
        for option, hint in hints.items()
    }
