"""Live cameras, with devices that exist only in the test."""

import threading
import time
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi_board.core.beside import beside
from pi_board.core.cause import Cause, FaultKind
from pi_board.core.errors import EnvironmentFault, InvalidText
from pi_board.core.events import ReaderChanged
from pi_board.core.observation import Input, Observation, Tick
from pi_board.readers import usb_camera
from pi_board.readers.camera import CameraReader
from pi_board.readers.grabber import Grabbed, Grabber
from pi_board.readers.opening import opener
from pi_board.readers.usb_camera import UsbCamera, lock_capture
from pi_board.vision.geometry import Image
from tests.vision.games_on_film import LAYOUT, START, appearance_of, photo

PICTURE = photo(START)


class Plug:
    """A camera that gives so many frames and is then pulled out; `opened` counts plugging in."""

    def __init__(self, frames_each_time: int) -> None:
        self.frames = frames_each_time
        self.opened = 0
        self.closed = 0
        self._left = 0

    def __call__(self) -> "Plug":
        self.opened += 1
        self._left = self.frames
        return self

    def read(self) -> Image:
        """One more frame, or the end."""
        if self._left == 0:
            raise EnvironmentFault("pulled out")
        self._left -= 1
        return PICTURE

    def close(self) -> None:
        """Count it."""
        self.closed += 1


class Scripted:
    """A grabber that hands out what the test says, then closes the reader."""

    now = 9.0

    def __init__(self, *news: Grabbed | None) -> None:
        self._news = iter(news)
        self.reader: CameraReader | None = None

    def wait(self, timeout_s: float) -> Grabbed | None:
        """The next piece of news."""
        try:
            return next(self._news)
        except StopIteration:
            assert self.reader is not None
            self.reader.close()
            return None

    def close(self) -> None:
        """Nothing to let go of."""


def told(*news: Grabbed | None, source: str = "camera:7") -> list[Input]:
    """What the camera reader makes of the news."""
    grabber: Any = Scripted(*news)
    reader = CameraReader(source, grabber=grabber)
    grabber.reader = reader
    reader.expect([(LAYOUT, appearance_of(START))])
    return list(reader.inputs())[:-1]


def test_a_frame_is_handed_out_as_soon_as_it_is_there() -> None:
    """However long whoever waits for it would have waited."""

    class Slow(Plug):
        def read(self) -> Image:
            time.sleep(0.05)
            return super().read()

    grabber = Grabber(Slow(1), retry_s=60.0)
    since_s = time.monotonic()
    grabbed = grabber.wait(9.0)
    assert time.monotonic() - since_s < 8.0
    assert grabbed is not None
    assert grabbed.frame is PICTURE
    grabber.close()


def test_frames_become_observations_with_their_own_times() -> None:
    """The grabber's time and number go into the observation."""
    items = told(Grabbed(1.5, 3, PICTURE), Grabbed(2.0, 9, PICTURE))
    seen = [(i.t, i.frame) for i in items if isinstance(i, Observation)]
    assert seen == [(1.5, 3), (2.0, 9)]


def test_a_table_without_a_board_is_a_tick_now_and_then() -> None:
    """As often as a screen needs it, not with every frame."""
    bare = np.full((48, 64, 3), 90, np.uint8)
    items = told(*(Grabbed(number / 20, number, bare) for number in range(9)))
    assert [item.t for item in items if isinstance(item, Tick)] == [0.0, 0.2, 0.4]


def test_unplugging_is_said_once_and_so_is_coming_back() -> None:
    """Two failures in a row are one note; clocks go on; the next frame says the camera is back."""
    lost = [Grabbed(1.0, 1, Cause("pulled out")), Grabbed(2.0, 1, Cause("not there"))]
    items = told(Grabbed(0.0, 0, PICTURE), *lost, None, Grabbed(9.0, 1, PICTURE))
    changes = [item for item in items if isinstance(item, ReaderChanged)]
    assert [(c.from_, c.to) for c in changes] == [("camera:7", "none"), ("none", "camera:7")]
    assert changes[0].reason == Cause("pulled out")
    assert sum(isinstance(i, Tick) for i in items) == 2


def test_a_lost_stream_is_named_without_its_login() -> None:
    """Other programs read the events, and people pass them on."""
    bare = np.full((48, 64, 3), 90, np.uint8)
    news = Grabbed(1.0, 0, Cause("gone")), Grabbed(9.0, 0, bare)
    items = told(*news, source="http://ann:secret@phone/video")
    changes = [(item.from_, item.to) for item in items if isinstance(item, ReaderChanged)]
    assert changes == [("http://phone/video", "none"), ("none", "http://phone/video")]


@pytest.mark.parametrize(
    ("picture", "kind"), [(PICTURE, FaultKind.FROZEN), (PICTURE * 0, FaultKind.BLACK)]
)
def test_a_picture_that_stands_still_is_a_camera_that_is_lost(
    picture: Image, kind: FaultKind
) -> None:
    """A phone that sends its last picture for ever is told as what it is, once; clocks go on, and
    the next picture that is another one says that it is back.
    """
    noisy = PICTURE.copy()
    noisy[0, 0] += 1
    again = [Grabbed(0.5 * number, number, picture.copy()) for number in range(16)]
    items = told(*again, Grabbed(8.0, 16, noisy), Grabbed(20.0, 17, PICTURE))
    changes = [(i.t, i.to, i.reason.kind) for i in items if isinstance(i, ReaderChanged)]
    assert changes == [(5.0, "none", kind), (8.0, "camera:7", None)]
    assert [i.t for i in items if isinstance(i, Tick)][-5:] == [5.5, 6.0, 6.5, 7.0, 7.5]
    assert [i.t for i in items if isinstance(i, Observation)][-2:] == [8.0, 20.0]


def test_grabber_opens_a_lost_camera_again() -> None:
    """Every time the device is pulled out it is closed, told about and opened anew."""
    plug = Plug(2)
    grabber = Grabber(plug, retry_s=0.001)
    news = [grabber.wait(2.0) for _ in range(20)]
    grabber.close()
    assert plug.opened > 1
    assert plug.closed == plug.opened
    assert any(n is not None and n.frame == Cause("pulled out") for n in news)


def test_a_lost_camera_is_let_go_of_before_it_is_waited_for() -> None:
    """While it is held, one that is plugged in again gets another number."""
    plug = Plug(2)
    grabber = Grabber(plug, retry_s=60.0)
    while True:
        news = grabber.wait(2.0)
        if news is None or isinstance(news.frame, Cause):
            break
    assert let_go(plug, within_s=2.0)
    grabber.close()
    assert (plug.opened, plug.closed) == (1, 1)


def let_go(plug: Plug, within_s: float) -> bool:
    """Whether it is closed in time."""
    end_s = time.monotonic() + within_s
    while plug.closed == 0 and time.monotonic() < end_s:
        time.sleep(0.005)
    return plug.closed > 0


def test_grabber_hands_out_only_the_newest_frame() -> None:
    """Frames nobody asked for in time are gone: there is no queue."""
    gate, enough = threading.Event(), threading.Event()

    class Counting:
        count = 0

        def read(self) -> Image:
            if self.count == 50:
                enough.set()
                gate.wait(5.0)
            self.count += 1
            return PICTURE

        def close(self) -> None:
            pass

    grabber = Grabber(Counting)
    assert enough.wait(5.0)
    first = grabber.wait(1.0)
    nothing = grabber.wait(0.01)
    gate.set()
    grabber.close()
    assert first is not None
    assert first.index == 49
    assert nothing is None


@pytest.mark.parametrize("name", ["kamera", "camera:", "camera:one", "video0", ""])
def test_unknown_camera_names_are_refused(name: str) -> None:
    """The message lists what there is."""
    with pytest.raises(InvalidText, match="expected camera, camera:NUMBER"):
        opener(name)


def test_missing_usb_camera_is_an_environment_fault() -> None:
    """A device that is not there says which."""
    with pytest.raises(EnvironmentFault, match="/dev/video97"):
        opener("/dev/video97")()


def test_usb_cameras_are_told_from_other_video_nodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the bus they are on and the first of their nodes; the board's own comes first."""
    nodes, board = tmp_path / "class", tmp_path / "board-camera"
    nodes.mkdir()
    for name, index, place in (
        ("video0", 0, "platform/csi"), ("video1", 0, "platform/codec"), ("video2", 0, "usb1/1-1"),
        ("video3", 1, "usb1/1-1"), ("video10", 0, "usb1/1-2"), ("video11", 1, "usb1/1-2"),
    ):  # fmt: skip
        (tmp_path / "devices" / place / name).mkdir(parents=True)
        (tmp_path / "devices" / place / name / "index").write_text(f"{index}\n")
        (nodes / name).symlink_to(tmp_path / "devices" / place / name)
    (nodes / "video4").symlink_to(tmp_path / "usb1" / "just pulled out")
    monkeypatch.setattr(usb_camera, "NODES", nodes)
    monkeypatch.setattr(usb_camera, "BOARD_CAMERA", board)
    assert usb_camera.usb_nodes() == ("/dev/video2", "/dev/video10")
    board.symlink_to("/dev/video10")
    assert usb_camera.usb_nodes() == ("/dev/video10", "/dev/video2")


class Knobs:
    """A V4L2 capture whose driver ignores some settings, as drivers do."""

    def __init__(self, ignored: set[int]) -> None:
        self.values = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
            cv2.CAP_PROP_EXPOSURE: 157.0,
            cv2.CAP_PROP_AUTO_WB: 1.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
            cv2.CAP_PROP_AUTOFOCUS: 1.0,
            cv2.CAP_PROP_FOCUS: 30.0,
        }
        self._ignored = ignored

    def get(self, name: int) -> float:
        """A setting."""
        return self.values[name]

    def set(self, name: int, value: float) -> bool:
        """Say yes, whatever happens."""
        if name not in self._ignored:
            self.values[name] = value
        return True


def test_usb_lock_believes_only_what_reads_back() -> None:
    """What the driver accepts without effect is not called locked."""
    assert lock_capture(Knobs(set())) == ("exposure", "white balance", "focus")
    assert lock_capture(Knobs({cv2.CAP_PROP_AUTOFOCUS})) == ("exposure", "white balance")


class Webcam(Knobs):
    """A camera that keeps its settings; it may tell another exposure than it settled at."""

    def __init__(self, settled: float, told: float) -> None:
        super().__init__(set())
        self._settled, self.values[cv2.CAP_PROP_EXPOSURE] = settled, told

    def isOpened(self) -> bool:  # noqa: N802 - as OpenCV has it
        """It is there."""
        return True

    def read(self) -> tuple[bool, Image]:
        """As bright as it is exposed."""
        is_automatic = self.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
        level = self._settled if is_automatic else self.values[cv2.CAP_PROP_EXPOSURE]
        return True, np.full((4, 4, 3), level, np.uint8)

    def release(self) -> None:
        """Leave everything as it is."""


def test_a_picture_that_opencv_cannot_decode_is_a_lost_camera(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is opened again; an exception of another kind would end the thread that reads it."""

    class Torn(Webcam):
        def read(self) -> tuple[bool, Image]:
            cv2.imdecode(np.zeros(0, np.uint8), cv2.IMREAD_COLOR)
            raise AssertionError("OpenCV takes nothing for a picture")

    monkeypatch.setattr(usb_camera.cv2, "VideoCapture", lambda *_: Torn(80.0, 80.0))
    with pytest.raises(EnvironmentFault, match="no more frames"):
        UsbCamera("/dev/video0").read()


def test_a_usb_camera_in_use_is_told_from_one_that_is_not_there(tmp_path: Path) -> None:
    """Two programs by accident: the second one says so."""
    node = tmp_path / "video0"
    with pytest.raises(EnvironmentFault) as absent:
        UsbCamera(str(node))
    node.touch()
    with pytest.raises(EnvironmentFault, match="another program may have it"):
        UsbCamera(str(node))
    assert "another" not in str(absent.value)


def test_a_usb_camera_settles_anew_each_time_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would keep the exposure, the colours and the focus of the last evening."""
    webcam = Webcam(80.0, 80.0)
    monkeypatch.setattr(usb_camera.cv2, "VideoCapture", lambda *_: webcam)
    automatic = (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS)
    for _ in range(2):
        camera = UsbCamera("/dev/video0")
        assert [webcam.get(name) for name in automatic] == [3.0, 1.0, 1.0]
        for _ in range(30):
            camera.read()
        assert camera.locked == ("exposure", "white balance", "focus")
        assert [webcam.get(name) for name in automatic] == [1.0, 0.0, 0.0]
        camera.close()


def test_a_usb_camera_is_told_its_format_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The format decides which sizes there are; a queue of pictures would be of what was."""
    webcam = Webcam(80.0, 80.0)
    monkeypatch.setattr(usb_camera.cv2, "VideoCapture", lambda *_: webcam)
    known = len(webcam.values)
    UsbCamera("/dev/video0")
    assert list(webcam.values.items())[known:] == [
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, 1280.0),
        (cv2.CAP_PROP_FRAME_HEIGHT, 720.0),
        (cv2.CAP_PROP_FPS, 10.0),
        (cv2.CAP_PROP_BUFFERSIZE, 1.0),
    ]


@pytest.mark.parametrize("told", [40.0, 157.0])
def test_a_usb_camera_locked_to_another_exposure_goes_back(
    monkeypatch: pytest.MonkeyPatch, told: float
) -> None:
    """Some tell a value of their own while they are automatic, too dark or too bright a one."""
    webcam = Webcam(80.0, told)
    monkeypatch.setattr(usb_camera.cv2, "VideoCapture", lambda *_: webcam)
    camera = UsbCamera("/dev/video0")
    for _ in range(30):
        frame = camera.read()
    assert camera.locked == ("white balance", "focus")
    assert frame.mean() == 80.0


def test_a_camera_that_hangs_does_not_keep_who_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its thread ends with the program, or when the camera answers after all."""
    monkeypatch.setattr("pi_board.readers.grabber.LEAVE_S", 0.05)
    reading, answering = threading.Event(), threading.Event()

    class Hanging(Plug):
        def read(self) -> Image:
            reading.set()
            answering.wait(20.0)
            raise EnvironmentFault("gone")

    grabber = Grabber(Hanging(1))
    assert reading.wait(2.0)
    beside(grabber.close, "leaving").result(10.0)
    assert not answering.is_set()
    answering.set()


def test_a_grabber_whose_thread_has_ended_says_so() -> None:
    """Instead of waiting for ever; the service then starts anew."""

    def broken() -> Plug:
        raise KeyError("a fault of the driver that nobody knows")

    grabber = Grabber(broken)
    wait([grabber._work], 2.0)
    with pytest.raises(EnvironmentFault, match=r"has ended.*that nobody knows"):
        grabber.wait(0.1)
    grabber.close()
    assert grabber.wait(0.001) is None
