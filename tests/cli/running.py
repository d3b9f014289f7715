"""The program as people and other programs call it."""

import pytest

from pi_board.cli.main import main


def ran(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of `pi-board` with these arguments."""
    with pytest.raises(SystemExit) as left:
        main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    code = left.value.code
    assert isinstance(code, int)
    return code, out, err
