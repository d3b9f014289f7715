"""Tests of how many threads the program lets its libraries use."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_ASK = """
from pi_board.cli.main import leave_cores_free
leave_cores_free({cores})
import os
import cv2
print(cv2.getNumThreads(), os.environ["OPENBLAS_NUM_THREADS"])
"""


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 1), (4, 2)])
def test_two_cores_stay_free(cores: int, threads: int) -> None:
    """OpenCV takes all cores but two, one at least; NumPy one."""
    limits = ("OPENCV_FOR_THREADS_NUM", "OPENBLAS_NUM_THREADS")
    environment = {name: value for name, value in os.environ.items() if name not in limits}
    words = [sys.executable, "-c", _ASK.format(cores=cores)]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(threads), "1"]
