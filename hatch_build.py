"""Compiles the search kernel into the wheel (and into the tree for an editable install).

Where there is no C compiler the package installs all the same, and the pure-Python search is used.
"""

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE = Path("pi_board/hints/kernel/kernel.c")
TARGET = SOURCE.with_name("kernel.so")
FLAGS = ("-std=c99", "-O3", "-fPIC", "-shared", "-fvisibility=hidden", "-Wall", "-Wextra")


class KernelBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs the C compiler once before the wheel is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and tag the wheel for this platform if there is something to tag."""
        if self.target_name != "wheel":
            return
        compiler = shutil.which(os.environ.get("CC", "cc"))
        if compiler is None:
            self.app.display_warning("no C compiler: the slower search in Python will be used")
            return
        folder = Path(self.root)
        command = [compiler, *FLAGS, "-o", str(folder / TARGET), str(folder / SOURCE)]
        if subprocess.run(command, check=False).returncode != 0:
            self.app.display_warning("the search kernel did not compile: using Python instead")
            return
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"
        build_data["artifacts"].append(str(TARGET))
