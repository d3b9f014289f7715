"""Every sentence that the source holds."""

import ast
from pathlib import Path
from string import Formatter

import calibration
import pi_board

WORDS = {"message": 1, "counted": 2}  # what makes a sentence, and how many templates it takes


def templates():
    """The templates of all sentences in the source: (template,) or (template, plural)."""
    found = set()
    for package in (pi_board, calibration):
        for path in Path(package.__file__).parent.rglob("*.py"):
            source = path.read_text("utf-8")
            if not any(f"{word}(" in source for word in WORDS):
                continue  # most hold none, and parsing takes time
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    count = WORDS.get(node.func.id, 0)
                    if count:
                        given = node.args[:count]
                        place = f"{path}:{node.lineno}"
                        assert all(isinstance(a, ast.Constant) for a in given), place
                        found.add(tuple(a.value for a in given))
    return found


def fields(text):
    """The names that a template has values for."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


SENTENCES = templates()
