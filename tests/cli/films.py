"""Pictures of recorded games for the commands that watch them."""

from pathlib import Path

FILMS = Path(__file__).parents[1] / "frames" / "demo"


def beginning(folder: Path, name: str, pictures: int) -> Path:
    """So many of the first pictures of a game's film, as links in this folder, which is made."""
    folder.mkdir(exist_ok=True)
    for path in sorted((FILMS / name).glob("*.jpg"))[:pictures]:
        (folder / path.name).symlink_to(path)
    return folder
