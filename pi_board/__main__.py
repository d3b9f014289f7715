"""``python -m pi_board`` is ``pi-board``."""

from pi_board.cli.main import main

main()
