"""The window of the commands that show something."""

from pathlib import Path

import pygame
import pytest

from pi_board.cli.window import open_window
from pi_board.games.registry import make_game
from tests.views.scenes import SCENE


@pytest.mark.parametrize("chosen", ['text = "large"', 'black = "red"', "turn = 90"])
def test_the_window_looks_as_it_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: str
) -> None:
    """Large, turned and with the colours of the stones also where a kept game is shown."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    file = tmp_path / "config.toml"
    monkeypatch.setenv("PI_BOARD_CONFIG", str(file))

    def looks(text: str) -> bytes:
        file.write_text(f"[screen]\n{text}\n")
        with open_window(make_game("loa").layouts[0], None, fullscreen=False) as view:
            view.show(SCENE, 0.0)
            view.draw(0.0)
            return pygame.image.tobytes(pygame.display.get_surface(), "RGB")

    assert looks(chosen) != looks("")
