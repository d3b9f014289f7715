"""The journal: written before anybody is told, readable after any cut."""

import json
from pathlib import Path

import pytest

from pi_board.core.errors import EnvironmentFault, InvalidFile
from pi_board.records.journal import Header, Journal, read_journal

HEADER = Header("loa", (("first", "b"),), ("Ioana", "Tomáš"), "test", 1_700_000_000.0)


def write(path: Path) -> bytes:
    with Journal(path, HEADER, wall=lambda: 5.0) as journal:
        for move in ("b1-b3", "a2-c2", "c1xc2"):
            journal.append({"event": "move_played", "move": move, "t": 1.5})
    return path.read_bytes()


def test_every_line_comes_back(tmp_path: Path) -> None:
    """What was appended is read back in order, with the header first."""
    write(tmp_path / "a.jsonl")
    head, *lines = read_journal(tmp_path / "a.jsonl")
    assert head["players"] == ["Ioana", "Tomáš"]
    assert [line["move"] for line in lines] == ["b1-b3", "a2-c2", "c1xc2"]


def test_a_cut_at_any_byte_loses_only_the_torn_line(tmp_path: Path) -> None:
    """However much of the file is left, every line that is whole counts and nothing else does."""
    data = write(tmp_path / "a.jsonl")
    header_end = data.index(b"\n") + 1
    for size in range(header_end, len(data) + 1):
        cut = tmp_path / "cut.jsonl"
        cut.write_bytes(data[:size])
        assert len(read_journal(cut)) == data[:size].count(b"\n")


def test_damage_before_the_end_is_an_error_with_its_place(tmp_path: Path) -> None:
    """A broken line that is not the last one is not passed over in silence."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(write(path).replace(b'"a2-c2"', b'"a2-c2'))
    with pytest.raises(InvalidFile, match="line 3"):
        read_journal(path)


def test_a_file_without_header_is_refused(tmp_path: Path) -> None:
    """Any other JSON Lines file is not taken for a journal."""
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"event": "setup"}) + "\n")
    with pytest.raises(InvalidFile, match="header"):
        read_journal(path)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """A path below a file is an environment fault with a reason."""
    (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentFault, match="cannot write the journal"):
        Journal(tmp_path / "file" / "a.jsonl", HEADER)
