"""Packages whose docstring is a map of their modules."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import calibration
import pi_board

ROOTS = [Path(package.__path__[0]) for package in (pi_board, calibration)]


def named_in(package: Path) -> set[str]:
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    return set(re.findall(r"`(\w+)`", text))


def modules_of(package: Path) -> set[str]:
    modules = {file.stem for file in package.glob("[!_]*.py")}
    return modules | {folder.parent.name for folder in package.glob("*/__init__.py")}


MAPS = [file.parent for root in ROOTS for file in root.rglob("__init__.py")
        if named_in(file.parent) & modules_of(file.parent)]  # fmt: skip


@pytest.mark.parametrize("package", MAPS, ids=lambda package: package.name)
def test_a_map_names_every_module(package: Path) -> None:
    assert modules_of(package) <= named_in(package)
