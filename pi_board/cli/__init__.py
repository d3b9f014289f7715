"""The program `pi-board`: one module a command, or a few that belong together; see `main`."""
