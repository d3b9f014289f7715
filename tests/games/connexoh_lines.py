"""Short ways to write Connex'oh positions and lines of play in tests."""

from collections.abc import Mapping

from pi_board.core.game import Player
from pi_board.games.connexoh import Connexoh, ConnexohOptions, ConnexohPosition
from pi_board.games.options import read_options
from tests.games.lines import texts

_CORNERS = ("NE", "SE", "SW", "NW")

_DARK_PATH = "c6=NE c5=SW d5=NE d4=SW e4=NE e3=SW f3=NE f2=SE e2=NW e1=SW f1=NE"
_LIGHT_PATH = "a5=SE b5=NW"
# When b6 is turned by 180 degrees it opens both: b6-c6-c5-...-f1 for Black, b6-b5-a5 for White.
STAIRCASE = dict(pair.split("=") for pair in f"{_DARK_PATH} {_LIGHT_PATH}".split())


def rules(**options: str) -> Connexoh:
    """Connex'oh with these options."""
    return Connexoh(read_options(ConnexohOptions, options))


def place(
    tiles: Mapping[str, str], white: str, black: str, to_move: Player = "w"
) -> ConnexohPosition:
    """Light corners of the tiles that are not NE, and the stones' tiles, separated by spaces."""
    names = rules().start().board.names
    return ConnexohPosition(
        tiles=tuple(_CORNERS.index(tiles.get(name, "NE")) for name in names),
        white=sum(1 << names.index(name) for name in white.split()),
        black=sum(1 << names.index(name) for name in black.split()),
        to_move=to_move,
    )


def slides(game: Connexoh, position: ConnexohPosition) -> list[str]:
    """The legal moves that are no rotations."""
    return [text for text in texts(game, position) if "@" not in text]


def protected(position: ConnexohPosition) -> str:
    """The protected tiles, separated by commas."""
    return ",".join(position.names(position.protected))


def stones(position: ConnexohPosition, player: Player) -> str:
    """The tiles with stones of `player`, separated by spaces."""
    return " ".join(position.names(position.stones(player)))
