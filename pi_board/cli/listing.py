"""How the commands of a group are listed in its help: each with its whole first sentence."""

from __future__ import annotations

import click

_WHOLE = 1000  # letters of a sentence, far more than any has


class WholeGroup(click.Group):
    """As its base, but no sentence in the list of its commands is cut."""

    def purpose(self, ctx: click.Context, cmd_name: str) -> str:
        """What a command is for, in a sentence."""
        command = self.get_command(ctx, cmd_name)
        assert command is not None  # it was listed
        return command.get_short_help_str(_WHOLE)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names of the commands and what they are for."""
        listed = [(name, self.purpose(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(listed)
