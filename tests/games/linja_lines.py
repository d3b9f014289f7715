"""Short ways to write Linja positions and lines of play in tests."""

from pi_board.games.linja import Linja, LinjaOptions, LinjaPosition
from pi_board.games.options import read_options


def rules(**options: str) -> Linja:
    """Linja with these options."""
    return Linja(read_options(LinjaOptions, options))


def place(white: list[int], black: list[int], rest: str = "w i 0") -> LinjaPosition:
    """Stones on absolute rows 0 to 7; `rest` is the end of the position text."""
    rows = "/".join(",".join(map(str, side)) for side in (white, black))
    return Linja().parse_position(f"{rows} {rest}")


def due(game: Linja, position: LinjaPosition) -> str:
    """Whose turn it is and what is due: the end of the position text."""
    return game.position_text(position).partition(" ")[2]
