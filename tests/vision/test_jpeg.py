"""Where a JPEG begins and ends, in a stream and in a file."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_board.core.errors import InvalidFile
from pi_board.vision.jpeg import jpeg_in
from pi_board.vision.pictures import load_picture
from tests.vision.jpegs import jpeg, torn, turned_by_exif


def with_thumbnail(data: bytes) -> bytes:
    """A picture with another one in its EXIF segment, as phones send them."""
    inside = b"Exif\x00\x00" + jpeg(255, 8)
    return data[:2] + b"\xff\xe1" + (len(inside) + 2).to_bytes(2, "big") + inside + data[2:]


def test_a_thumbnail_in_a_picture_is_no_picture() -> None:
    """Nor does its end mark end the picture it is in."""
    data = with_thumbnail(jpeg(60))
    assert jpeg_in(b"--frame\r\n" + data + b"\r\n") == (9, 9 + len(data))


def test_a_picture_that_breaks_off_does_not_take_the_next_one_with_it() -> None:
    """Wherever it was cut: between segments, in one, or in the picture itself."""
    whole = with_thumbnail(jpeg(60))
    after = b"\r\n--frame\r\n" + jpeg(90)
    scan = whole.rindex(b"\xff\xda")
    for cut in (10, scan, scan + 5, len(whole) - 3):
        data = whole[:cut] + after
        assert jpeg_in(data) == (data.rindex(b"\xff\xd8"), len(data))


@pytest.mark.parametrize("noise", [b"\xff", b"\xff\xd8" * 5000, b"\xff\xd8\xff" * 5000])
def test_start_marks_without_a_picture_lead_nowhere(noise: bytes) -> None:
    """However many there are."""
    start, end = jpeg_in(noise + jpeg(90))
    assert (start, end) == (len(noise), len(noise) + len(jpeg(90)))


def test_a_picture_is_told_whole_however_it_comes() -> None:
    """In pieces of any length."""
    data = with_thumbnail(jpeg(60))
    assert all(jpeg_in(data[:n])[1] is None for n in range(len(data)))
    assert jpeg_in(data) == (0, len(data))


def test_what_follows_a_picture_in_its_file_is_not_looked_at(tmp_path: Path) -> None:
    """A phone's film of the moment, in which any marks may be; cut short it is still told."""
    whole, path = with_thumbnail(jpeg(60)), tmp_path / "phone.jpg"
    path.write_bytes(whole + b"film" + b"\xff\xda" + bytes(100))
    assert load_picture(path).shape == (32, 32, 3)
    path.write_bytes(whole[:-2])
    with pytest.raises(InvalidFile, match="cut short"):
        load_picture(path)


def test_stray_bytes_that_are_passed_over_cut_nothing_short(tmp_path: Path) -> None:
    """Between segments, where no stream could go on: OpenCV does, and the end mark is there."""
    whole, path = jpeg(60), tmp_path / "odd.jpg"
    scan = whole.rindex(b"\xff\xda")
    path.write_bytes(whole[:scan] + bytes(4) + whole[scan:])
    assert load_picture(path).shape == (32, 32, 3)
    path.write_bytes(whole[:scan] + bytes(4) + whole[scan:-2])
    with pytest.raises(InvalidFile, match="cut short"):
        load_picture(path)


def test_a_picture_with_an_end_mark_but_no_lower_part_is_cut_short(tmp_path: Path) -> None:
    """Also where its EXIF has it turned. One that is grey all over is whole."""
    path = tmp_path / "torn.jpg"
    for data in (torn(), turned_by_exif(torn(), 6)):
        path.write_bytes(data)
        with pytest.raises(InvalidFile, match="cut short"):
            load_picture(path)
    path.write_bytes(jpeg(128))
    assert load_picture(path).shape == (32, 32, 3)


def test_a_picture_that_claims_to_be_huge_is_called_too_large(tmp_path: Path) -> None:
    """With the size that its own header says, not that of a thumbnail, and what is expected."""
    data = bytearray(with_thumbnail(jpeg(60)))
    frame = data.rindex(b"\xff\xc0")
    data[frame + 5 : frame + 9] = struct.pack(">HH", 50000, 60000)
    png = bytearray(cv2.imencode(".png", np.zeros((8, 8, 3), np.uint8))[1].tobytes())
    png[16:24] = struct.pack(">II", 60000, 50000)
    png[29:33] = struct.pack(">I", zlib.crc32(png[12:29]))
    for name, found in (("huge.jpg", data), ("huge.png", png)):
        file = tmp_path / name
        file.write_bytes(found)
        with pytest.raises(InvalidFile, match="60000 x 50000 pixels, which is too large, expected"):
            load_picture(file)


def test_a_picture_too_wide_is_called_so_whatever_its_format(tmp_path: Path) -> None:
    """It may have few pixels in all, and not each header is read here."""
    file = tmp_path / "wide.pgm"
    file.write_bytes(b"P5 2000000 4 255\n")
    with pytest.raises(InvalidFile, match=r"a picture, which is too large, .* and 1048576 a side"):
        load_picture(file)
