"""Recorded frames as a reader."""

import errno
import math
import os
import shutil
from os import fsdecode
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_board.core.errors import InvalidFile
from pi_board.core.events import BoardFound, ReaderChanged
from pi_board.core.observation import Input, Observation, ReaderNote
from pi_board.readers import frames
from pi_board.readers.addresses import is_camera, is_live
from pi_board.readers.frames import FramesReader
from pi_board.vision.geometry import Image
from pi_board.vision.warm.session import BoardSession
from tests.shared import same_pictures as same_pictures
from tests.vision.games_on_film import LAYOUT, START, appearance_of, moved, photo

pytestmark = pytest.mark.usefixtures("same_pictures")
NEXT = moved(START, "c1", "c3")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of four frames: the start twice, the first move twice."""
    made = tmp_path_factory.mktemp("frames")
    for i, text in enumerate((START, START, NEXT, NEXT)):
        cv2.imwrite(str(made / f"f_{i:04d}.png"), photo(text, seed=i + 1))
    (made / "sequence.json").write_text("not a picture")
    return made


@pytest.fixture
def folder(recorded: Path, tmp_path: Path) -> Path:
    """A copy of them, for one test to change."""
    return Path(shutil.copytree(recorded, tmp_path, dirs_exist_ok=True))


def test_frames_come_in_order_of_their_names_at_a_fixed_interval(folder: Path) -> None:
    """Frame i is at i times the interval; other files in the folder are passed over."""
    reader = FramesReader(folder, 0.5)
    reader.expect([(LAYOUT, appearance_of(START))])
    seen = [item for item in reader.inputs() if isinstance(item, Observation)]
    assert [(o.t, o.frame) for o in seen] == [(0.0, 0), (0.5, 1), (1.0, 2), (1.5, 3)]
    assert reader.picture().observation == seen[-1]
    assert reader.picture().registration is not None


@pytest.mark.parametrize(
    "names",
    [
        ["f.png", "f2.png", "f10.png"],
        ["f_0999.png", "f_1000.png", "f_1000a.png", "g_0001.png"],
        ["0.25.png", "0.5.png", "10.125.png"],
        ["f_08.png", "f_09.png", "f_0a.png", "f_10.png"],
    ],
)
def test_frames_are_sorted_as_they_are_numbered(tmp_path: Path, names: list[str]) -> None:
    """Whoever writes frames one by one seldom pads their numbers; seconds have fractions."""
    for grey, name in enumerate(names):
        cv2.imwrite(str(tmp_path / name), np.full((9, 9, 3), grey, np.uint8))
    assert [frame[0, 0, 0] for frame in FramesReader(tmp_path).frames()] == [*range(len(names))]


def test_board_found_comes_before_what_it_shows(folder: Path) -> None:
    """The note with the corners is the first thing said."""
    reader = FramesReader(folder)
    reader.expect([(LAYOUT, appearance_of(START))])
    first = next(iter(reader.inputs()))
    assert isinstance(first, BoardFound)
    assert len(first.corners_px) == 4


def test_video_file_is_read_like_a_folder(folder: Path) -> None:
    """A video gives its frames at its own rate."""
    film = folder / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 2.0, (640, 480))
    for path in sorted(folder.glob("*.png")):
        writer.write(cv2.imread(str(path)))
    writer.release()
    reader = FramesReader(film)
    reader.expect([(LAYOUT, appearance_of(START))])
    seen = [item for item in reader.inputs() if isinstance(item, Observation)]
    assert [o.t for o in seen] == pytest.approx([0.0, 0.5, 1.0, 1.5])


class Listed(BoardSession):
    """Notes when the frames were made that it is shown, and their numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[tuple[float, int | None]] = []

    def see(self, frame: Image, t: float, index: int | None = None) -> tuple[Input, ...]:
        self.shown.append((t, index))
        return ()


def test_a_film_of_many_frames_is_looked_at_thirty_times_a_second(tmp_path: Path) -> None:
    """More tell nothing more; each frame keeps its time and its number."""
    film = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 59.94, (64, 48))
    for _ in range(5):
        writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()
    for interval_s, numbers, step in ((None, [0, 2, 4], 1 / 59.94), (0.01, [0, 1, 2, 3, 4], 0.01)):
        session = Listed()
        list(FramesReader(film, interval_s, session).inputs())
        assert [n for _, n in session.shown] == numbers
        assert [t for t, _ in session.shown] == pytest.approx([n * step for n in numbers])


class Varying:
    """A capture of a film whose times vary, as OpenCV tells of a WebM or MKV file."""

    times_s: tuple[float, ...] = (0.0, 0.062, 0.122, 0.139, 0.209, 0.5)

    def __init__(self, *failing: int) -> None:
        """`failing`: at which attempts nothing can be decoded."""
        self.tried, self.failing = 0, failing

    def get(self, what: int) -> float:
        """It takes milliseconds for frames."""
        known = {cv2.CAP_PROP_FPS: 1000.0, cv2.CAP_PROP_FRAME_COUNT: 560.0}
        return known.get(what, 1000 * self.times_s[min(self.tried, len(self.times_s)) - 1])

    def grab(self) -> bool:
        """False at the end."""
        self.tried += 1
        return self.tried <= len(self.times_s) and self.tried not in self.failing

    def retrieve(self) -> tuple[bool, np.ndarray]:
        """What was grabbed."""
        return True, photo(START)

    def release(self) -> None:
        """Nothing to let go of."""


def test_frames_are_as_far_apart_as_the_film_says_and_not_its_rate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs that record screens make frames when something moves; all of the film is there."""
    film = tmp_path / "film.webm"
    film.write_bytes(b"film")
    monkeypatch.setattr(frames, "open_video", lambda path: Varying())
    session = Listed()
    items = list(FramesReader(film, None, session).inputs())
    assert not [item for item in items if isinstance(item, ReaderChanged)]
    assert [n for _, n in session.shown] == [0, 1, 2, 4, 5]  # one comes too soon after another
    assert [t for t, _ in session.shown] == pytest.approx([0.0, 0.062, 0.122, 0.209, 0.5])


def test_what_is_lost_of_a_film_lies_between_its_neighbours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its beginning is damaged, too, so that the first frame is a late one."""
    film = tmp_path / "film.webm"
    film.write_bytes(b"film")
    damaged = Varying(1, 4)
    damaged.times_s = (0.0, 60.0, 60.06, 60.12, 60.2, 60.5)
    monkeypatch.setattr(frames, "open_video", lambda path: damaged)
    times = [item.t for item in FramesReader(film, None, Listed()).inputs()]
    assert times == sorted(times)
    assert times[-1] == pytest.approx(60.5)


def test_a_film_may_be_named_by_the_time_of_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands before a colon is no protocol."""
    writer = cv2.VideoWriter(
        str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 2.0, (64, 48)
    )
    writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()
    (tmp_path / "film.avi").rename(tmp_path / "19:05.avi")
    monkeypatch.chdir(tmp_path)
    assert len(list(FramesReader(Path("19:05.avi")).frames())) == 1


def test_a_film_whose_name_is_in_another_encoding_is_to_be_renamed(tmp_path: Path) -> None:
    """OpenCV would end the program."""
    film = Path(fsdecode(bytes(tmp_path) + b"/\xff.avi"))
    film.write_bytes(b"film")
    with pytest.raises(InvalidFile, match=r"\\xff\.avi: its name is not UTF-8; rename it"):
        FramesReader(film)


class Damaged:
    """A capture of a film whose third frame cannot be decoded, as OpenCV tells of it."""

    def __init__(self, frames: int, said: float) -> None:
        """`frames` that can be tried, of the number that the file says it has."""
        self.tried, self.frames, self.said = 0, frames, said

    def get(self, what: int) -> float:
        """Two frames a second; the place in milliseconds is that of the last one read."""
        known = {cv2.CAP_PROP_FPS: 2.0, cv2.CAP_PROP_FRAME_COUNT: self.said}
        return known.get(what, (self.tried - 1) * 500.0)

    def grab(self) -> bool:
        """False for what is damaged, and at the end."""
        self.tried += 1
        return self.tried <= self.frames and self.tried != 3

    def retrieve(self) -> tuple[bool, np.ndarray]:
        """What was grabbed."""
        return True, photo(START, seed=self.tried)

    def release(self) -> None:
        """Nothing to let go of."""


@pytest.mark.parametrize(("said", "why"), [(6, None), (12, "breaks off after 3.0 of 6.0 s")])
def test_a_damaged_video_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: int, why: str | None
) -> None:
    """What follows keeps its times; what is missing is noted, also at the end."""
    film = tmp_path / "film.avi"
    film.write_bytes(b"film")
    monkeypatch.setattr(frames, "open_video", lambda path: Damaged(6, said))
    reader = FramesReader(film)
    reader.expect([(LAYOUT, appearance_of(START))])
    items = list(reader.inputs())
    seen = [item for item in items if isinstance(item, Observation)]
    assert [(o.t, o.frame) for o in seen] == [(0.0, 0), (0.5, 1), (1.5, 3), (2.0, 4), (2.5, 5)]
    notes = [n for n in items if isinstance(n, ReaderChanged)]
    reasons = [note.reason.text for note in notes]
    assert "frames 2 to 2 cannot be decoded" in reasons[0]
    assert reasons[1].startswith("frames again")
    assert [why in reason for reason in reasons[2:] if why] == ([True] if why else [])
    assert len(reasons) == (3 if why else 2)


def test_closed_reader_gives_nothing_more(folder: Path) -> None:
    """After close there are no inputs; closing twice is fine."""
    reader = FramesReader(folder)
    reader.close()
    reader.close()
    assert list(reader.inputs()) == []


def test_a_reader_closed_in_the_middle_reads_no_further(folder: Path) -> None:
    """Whoever closes it is not the one who reads."""
    reader = FramesReader(folder)
    inputs = reader.inputs()
    next(inputs)
    reader.close()
    assert sum(isinstance(item, Observation) for item in inputs) <= 1


def test_missing_source_is_one_clear_error(tmp_path: Path) -> None:
    """Nothing there: the path and what was expected."""
    with pytest.raises(InvalidFile, match=r"nowhere: not found; expected a folder of pictures"):
        FramesReader(tmp_path / "nowhere")


def test_folder_without_pictures_is_one_clear_error(tmp_path: Path) -> None:
    """An empty folder says so before anything is read."""
    with pytest.raises(InvalidFile, match="no pictures in it"):
        FramesReader(tmp_path)


def test_text_file_is_no_video(tmp_path: Path) -> None:
    """A file of another kind is refused at once."""
    path = tmp_path / "moves.txt"
    path.write_text("c1-c3")
    with pytest.raises(InvalidFile, match="not a video file"):
        FramesReader(path)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "the file is empty"),
        (b"\0\0\0\x10ftypisom\0\0\0\0\0\0\0\0mdat" + bytes(99), "cut short"),
        (b"\0\0\0\x10ftypisom\0\0\0\0\0\0\0\1mdat\0\0\0\1" + bytes(99), "cut short"),
        (b"\0\0\0\1\x67\x42" + b"\xff" * 99, "not a video file that can be decoded"),
        (b"\0\0\0\x08mdat" * 2000, "not a video file that can be decoded"),
    ],
)
def test_why_a_film_cannot_be_opened_is_said(tmp_path: Path, data: bytes, why: str) -> None:
    """A phone that goes off while it films leaves an MP4 without its end, or nothing."""
    path = tmp_path / "film.mp4"
    path.write_bytes(data)
    with pytest.raises(InvalidFile, match=rf"film\.mp4: {why}"):
        FramesReader(path)


def test_what_a_film_may_be_called_is_said(tmp_path: Path) -> None:
    """Its ending tells a film: one that is called otherwise need not be damaged."""
    path = tmp_path / "film.3gp"
    path.write_bytes(b"as a phone saved it")
    with pytest.raises(InvalidFile, match=r"not a video file by its name, expected \.avi, .*\.mp4"):
        FramesReader(path)


def test_a_film_that_may_not_be_read_is_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason is said, as it is of a picture."""
    path = tmp_path / "film.avi"
    path.write_bytes(b"another user's")

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InvalidFile, match=r"film\.avi: Permission denied, expected a video file"):
        FramesReader(path)


def test_damaged_frame_is_left_out_with_a_note(folder: Path) -> None:
    """The game goes on around it, and the frames after it keep their numbers and times."""
    path = folder / "f_0001.png"
    path.write_bytes(path.read_bytes()[:9000])
    reader = FramesReader(folder, 0.5)
    reader.expect([(LAYOUT, appearance_of(START))])
    items = list(reader.inputs())
    seen = [item for item in items if isinstance(item, Observation)]
    assert [(o.t, o.frame) for o in seen] == [(0.0, 0), (1.0, 2), (1.5, 3)]
    lost, back = (n for n in items if isinstance(n, ReaderChanged))
    assert (lost.to, back.from_) == ("none", "none")
    assert "f_0001.png" in lost.reason.text
    kinds = [(item.frame, type(item)) for item in items if item.frame == 2]
    assert kinds == [(2, ReaderChanged), (2, Observation)]  # that it is back comes first


def test_a_damaged_first_frame_is_left_out_with_a_note(folder: Path) -> None:
    """It may be the one that shows the start position."""
    path = folder / "f_0000.png"
    path.write_bytes(path.read_bytes()[:9000])
    reader = FramesReader(folder, 0.5)
    reader.expect([(LAYOUT, appearance_of(START))])
    lost, back = (item for item in reader.inputs() if isinstance(item, ReaderChanged))
    assert (lost.to, back.from_) == ("none", "none")
    assert "f_0000.png" in lost.reason.text


def test_truncated_jpeg_stops_the_reading(tmp_path: Path) -> None:
    """Nothing but damaged frames is an error that names the file, not a grey picture."""
    path = tmp_path / "f_0000.jpg"
    cv2.imwrite(str(path), photo(START))
    path.write_bytes(path.read_bytes()[:9000])
    with pytest.raises(InvalidFile, match=r"f_0000\.jpg"):
        list(FramesReader(tmp_path).inputs())


def test_frame_of_another_size_is_left_out_with_a_note(folder: Path) -> None:
    """All frames of a recording have one size; a picture that slipped in does not end the game."""
    cv2.imwrite(str(folder / "f_0001.png"), np.zeros((100, 100, 3), np.uint8))
    reader = FramesReader(folder, 0.5)
    reader.expect([(LAYOUT, appearance_of(START))])
    items = list(reader.inputs())
    assert [o.frame for o in items if isinstance(o, Observation)] == [0, 2, 3]
    lost = next(n for n in items if isinstance(n, ReaderChanged))
    assert "100 x 100 pixels, expected 640 x 480" in lost.reason.text


def test_pictures_of_a_phone_held_upright_are_frames_like_the_others(tmp_path: Path) -> None:
    """Over a table it hardly knows how it is held: each is as wide as the next one is high."""
    for index in range(4):
        picture = photo(START)
        upright = cv2.copyMakeBorder(picture[:, 80:560], 80, 80, 0, 0, cv2.BORDER_REPLICATE)
        cv2.imwrite(str(tmp_path / f"{index}.png"), upright if index % 2 else picture)
    reader = FramesReader(tmp_path, 0.5)
    reader.expect([(LAYOUT, appearance_of(START))])
    assert [o.frame for o in reader.inputs() if isinstance(o, Observation)] == [0, 1, 2, 3]


def test_another_picture_before_the_frames_does_not_hide_them(folder: Path) -> None:
    """From the second one on they are taken as they are: as from another camera."""
    cv2.imwrite(str(folder / "a_cover.png"), np.zeros((100, 100, 3), np.uint8))
    reader = FramesReader(folder, 0.5)
    reader.expect([(LAYOUT, appearance_of(START))])
    seen = [item for item in reader.inputs() if isinstance(item, Observation)]
    assert [o.frame for o in seen] == [2, 3, 4]


@pytest.mark.parametrize("interval_s", [0.0, -1.0, math.nan, math.inf, 1e300])
def test_interval_must_be_a_time(folder: Path, interval_s: float) -> None:
    """Frames cannot all be taken at once, nor endlessly long after each other."""
    with pytest.raises(InvalidFile, match="expected more than 0 and at most 86400"):
        FramesReader(folder, interval_s)


def test_only_files_are_pictures(folder: Path) -> None:
    """Pipes and folders are passed over, whatever they are called: a pipe would block for ever."""
    os.mkfifo(folder / "f_0001a.png")
    (folder / "f_0002a.png").mkdir()
    reader = FramesReader(folder)
    assert sum(1 for _ in reader.frames()) == 4


def test_a_pipe_is_no_source(tmp_path: Path) -> None:
    """It is there, but neither a folder nor a video file."""
    os.mkfifo(tmp_path / "film.avi")
    with pytest.raises(InvalidFile, match=r"film\.avi: neither file nor folder"):
        FramesReader(tmp_path / "film.avi")


def test_hidden_files_are_no_pictures(folder: Path) -> None:
    """Such as lie beside each file in a folder that was copied from a Mac."""
    for n in range(2):
        (folder / f"._f_{n:04d}.png").write_bytes(b"no picture")
    reader = FramesReader(folder)
    reader.expect([(LAYOUT, appearance_of(START))])
    items = list(reader.inputs())
    assert [o.frame for o in items if isinstance(o, Observation)] == [0, 1, 2, 3]
    assert [n.name for n in items if isinstance(n, ReaderNote)] == ["board_found"]


@pytest.mark.parametrize(
    ("source", "live"),
    [("camera", True), ("camera:1", True), ("/dev/video0", True), ("/dev/shm/film", False)],
)
def test_only_devices_are_cameras(source: str, live: bool) -> None:
    """Files in memory spare the card; they stand in a folder beside those of devices."""
    assert (is_live(source), is_camera(source)) == (live, live)
