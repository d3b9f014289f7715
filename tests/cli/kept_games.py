"""Games that the commands `games ...` are run on."""

from collections.abc import Callable
from pathlib import Path

Games = Callable[..., tuple[int, str, str]]  # `pi-board games`: exit code, stdout, stderr
PUBLISHED = Path(__file__).parents[1] / "games" / "data"
# Where files may not grow Python leaves compiled ones behind that are cut short.
NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}
