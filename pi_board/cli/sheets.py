"""``pi-board sheets``: fiducials, a lens target, boards and tiles to print."""

from __future__ import annotations

from pathlib import Path

import click

from pi_board.cli.choosing import FiniteRange
from pi_board.core.errors import EnvironmentFault
from pi_board.games.registry import GAMES

SIZED = (*GAMES, "tiles")
KINDS = ("fiducials", "charuco", *SIZED)
PAPERS = ("a4", "a3", "a2", "a1", "letter", "tabloid")
PAPER, BOARD_MM = "a4", 360.0


@click.command(
    help=f"""Write printable sheets: {", ".join(KINDS)}; all if none named.

    Print them without scaling. Tiles printed with connexoh are as large as its places.
    """,
)
@click.argument("kinds", nargs=-1, type=click.Choice(KINDS), metavar="[KIND]...")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("sheets"), show_default=True,
    help="The folder to write to.",
)  # fmt: skip
@click.option(
    "--paper", type=click.Choice(PAPERS), default=PAPER, show_default=True,
    help="Of all but charuco, which is on A4.",
)  # fmt: skip
@click.option(
    "--parts", "part", type=click.Choice(PAPERS),
    help="Print a board on several pages of this paper, to be cut out and joined; what is named "
    "with it on this paper as well.",
)  # fmt: skip
@click.option(
    "--site", "site_mm", type=FiniteRange(5, 200),
    help="Millimetres of one site; else the largest that fits, for tiles alone 45.",
)  # fmt: skip
@click.option(
    "--board", "board_mm", type=FiniteRange(60, 2000), default=BOARD_MM, show_default=True,
    help="Millimetres across the grid that the fiducials are for.",
)  # fmt: skip
@click.option("--png", is_flag=True, help="Pictures as well as PDF.")
def sheets(
    kinds: tuple[str, ...],
    out: Path,
    paper: str,
    part: str | None,
    site_mm: float | None,
    board_mm: float,
    png: bool,
) -> None:
    """Write sheets of `kinds` (none: of all) into `out`."""
    for option, is_asked, counted in (
        ("--paper", paper != PAPER, (*SIZED, "fiducials")),
        ("--parts", part is not None, tuple(GAMES)),
        ("--site", site_mm is not None, SIZED),
        ("--board", board_mm != BOARD_MM, ("fiducials",)),
    ):
        if is_asked and kinds and not set(kinds) & set(counted):
            words = f"{option} changes nothing of {', '.join(kinds)}"
            raise click.UsageError(f"{words}, expected it with {', '.join(counted)}")
    from calibration import sheets as made
    from calibration.printing import write_pdf, write_png

    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        words = f"{out}: cannot be made: {error.strerror}; --out names another folder"
        raise EnvironmentFault(words) from error
    for_board = site_mm is None and {"connexoh", "tiles"} <= set(kinds or KINDS)
    tile_mm = made.largest_site_mm("connexoh", paper) if for_board else site_mm
    for kind in kinds or KINDS:
        pages = made.pages_of(kind, paper, tile_mm if kind == "tiles" else site_mm, board_mm, part)
        write_pdf(pages, out / f"{kind}.pdf")
        click.echo(out / f"{kind}.pdf")
        for page in pages if png else ():
            write_png(page, out / f"{page.name}.png")
            click.echo(out / f"{page.name}.png")
