"""Packages whose docstring is a map of their modules."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import pi_board

ROOT = Path(pi_board.__file__).parent


def named_in(package: Path) -> set[str]:
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    return set(re.findall(r"`(\w+)`", text))


def modules_of(package: Path) -> set[str]:
    modules = {file.stem for file in package.glob("[!_]*.py")}
    return modules | {folder.parent.name for folder in package.glob("*/__init__.py")}


MAPS = [file.parent for file in ROOT.rglob("__init__.py")
        if named_in(file.parent) & modules_of(file.parent)]  # fmt: skip


@pytest.mark.parametrize("package", MAPS, ids=lambda package: package.name)
def test_a_map_names_every_module(package: Path) -> None:
    assert modules_of(package) <= named_in(package)
