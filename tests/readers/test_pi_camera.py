"""The Pi's own cameras, with a picamera2 that exists only in the test."""

import sys
from threading import Event

import pytest

from pi_board.core.cause import Cause
from pi_board.core.errors import EnvironmentFault
from pi_board.readers import opening
from pi_board.readers.devices import SETTLE_FRAMES
from pi_board.readers.grabber import Grabbed, Grabber
from pi_board.readers.opening import opener
from pi_board.readers.pi_camera import FOCUS_FRAMES, Lock, PiCamera, without_flicker
from tests.readers.ribbon import FAILED, FOCUSED, GAINS, SCANNING, RibbonCamera, module


def locked(ribbon: RibbonCamera) -> Lock:
    """Read until the camera is locked; how."""
    camera = PiCamera(ribbon)
    for _ in range(FOCUS_FRAMES + SETTLE_FRAMES):
        camera.read()
        if camera.lock is not None:
            return camera.lock
    raise AssertionError("never locked")


def test_pi_camera_is_locked_once_it_has_settled() -> None:
    """Exposure becomes a multiple of 10 ms, the gain makes up for it, and the frames confirm it."""
    lock = locked(ribbon := RibbonCamera())
    assert ribbon.frames == SETTLE_FRAMES + 4
    assert not lock.lost
    assert lock.wanted["ExposureTime"] == 10_000
    assert lock.wanted["AnalogueGain"] == pytest.approx(2.86)
    assert lock.wanted["LensPosition"] == 1.6
    assert lock.wanted["AfMode"] == 0


@pytest.mark.parametrize(
    ("sensor", "output_size"),
    [("imx708", (2304, 1296)), ("imx219", (1640, 1232)), ("ov5647", (1296, 972))],
)
def test_a_pi_camera_shows_all_it_can_see(sensor: str, output_size: tuple[int, int]) -> None:
    """By itself picamera2 takes a mode cut out of the middle: heights would not be as we say."""
    ribbon = RibbonCamera(sensor)
    lock = locked(ribbon)
    assert ribbon.configuration["sensor"]["output_size"] == output_size
    assert lock.field == 1.0


def test_no_mode_is_taken_that_has_fewer_pixels_than_the_picture() -> None:
    """It would show as much, but blurred."""
    ribbon = RibbonCamera()
    whole = (0, 0, 1280, 800)
    ribbon.sensor_modes = [{"size": size, "crop_limits": whole} for size in ((640, 400), whole[2:])]
    PiCamera(ribbon)
    assert ribbon.configuration["sensor"]["output_size"] == (1280, 800)


def test_a_sensor_that_tells_no_modes_is_taken_as_it_is() -> None:
    """And how much of it the picture has is told."""
    ribbon = RibbonCamera()
    ribbon.sensor_modes = [{"format": "MJPEG"}]
    assert locked(ribbon).field == pytest.approx(2 / 3)


@pytest.mark.parametrize("sensor", ["imx708", "imx219", "ov5647"])
@pytest.mark.parametrize("exposure_us", [2_800, 6_000, 10_000, 16_000, 28_000, 50_000])
@pytest.mark.parametrize("times", [1.0, 1.3, 6.0])
def test_locking_changes_no_brightness(sensor: str, exposure_us: int, times: float) -> None:
    """Least of all in a bright room, where the gain cannot go down for a longer exposure."""
    gain = GAINS[sensor][0] * times
    lock = locked(RibbonCamera(sensor, exposure_us, gain))
    assert not lock.lost
    seen = lock.seen["ExposureTime"] * lock.seen["AnalogueGain"]
    assert seen == pytest.approx(exposure_us * gain, rel=0.07)


@pytest.mark.parametrize(
    ("exposure_us", "gain", "steady_us"),
    [
        (2_800, 1.0, 2_800),  # daylight
        (6_000, 1.0, 6_000),
        (6_000, 2.0, 10_000),  # so dark that it is a lamp
        (16_000, 1.0, 10_000),  # 20 ms would need a gain of 0.8
        (16_000, 2.0, 20_000),
        (28_000, 1.0, 20_000),
        (28_000, 2.0, 30_000),
        (13_000, 15.0, 20_000),  # 10 ms would need a gain of 19.5
    ],
)
def test_an_exposure_is_steady_if_the_gain_can_make_up_for_it(
    exposure_us: int, gain: float, steady_us: int
) -> None:
    """The nearest multiple of 10 ms for which there is a gain, and that gain."""
    steady, needed = without_flicker(exposure_us, gain, (1.0, 16.0))
    assert steady == steady_us
    assert steady * needed == pytest.approx(exposure_us * gain)


def test_a_pi_camera_with_a_lens_that_moves_looks_for_its_focus_first() -> None:
    """It would stay where its tuning file puts it; other cameras refuse to be told."""
    PiCamera(lens := RibbonCamera())
    assert lens.configuration["controls"]["AfMode"] == 2
    PiCamera(without := RibbonCamera("imx219"))
    assert "AfMode" not in without.configuration["controls"]


@pytest.mark.parametrize(
    ("states", "locked_at", "is_focused"),
    [
        ([SCANNING] * 5 + [FOCUSED], SETTLE_FRAMES, True),
        ([SCANNING] * 61 + [FOCUSED], 62, True),
        ([SCANNING] * 61 + [FAILED], 62, False),
        ([SCANNING], FOCUS_FRAMES, False),
    ],
)
def test_the_lens_is_locked_when_it_has_found_its_focus(
    states: list[int], locked_at: int, is_focused: bool
) -> None:
    """Or has given up: in the middle of its search everything would be out of focus for good."""
    lock = locked(ribbon := RibbonCamera(focus=states))
    assert ribbon.frames == locked_at + 4
    assert lock.is_focused is is_focused


def test_reading_goes_on_while_it_is_seen_whether_the_frames_obey() -> None:
    """Each reading takes one frame, even where a setting is never obeyed; that is told then."""
    ribbon = RibbonCamera()
    ribbon.deaf_to = ("ColourGains", "ExposureTime")
    camera = PiCamera(ribbon)
    for reading in range(1, 2 * SETTLE_FRAMES + 1):
        assert camera.lock is None
        camera.read()
        assert (ribbon.frames, ribbon.held) == (reading, 0)
    assert camera.lock is not None
    assert camera.lock.lost == ("ExposureTime",)


def test_what_does_not_stay_as_set_is_named() -> None:
    """To two per cent; colour gains are two, and sensors take only some gains."""
    wanted = {"ExposureTime": 10_000, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.4)}
    assert Lock(wanted, {**wanted, "AnalogueGain": 1.88, "ColourGains": [1.9, 1.41]}).lost == ()
    assert Lock(wanted, {**wanted, "AnalogueGain": 1.8}).lost == ("AnalogueGain",)
    assert Lock(wanted, {**wanted, "ColourGains": (1.9, 1.5)}).lost == ("ColourGains",)
    assert Lock(wanted, {"ColourGains": (1.9, 1.4)}).lost == ("ExposureTime", "AnalogueGain")


def test_a_pi_camera_that_waits_for_ever_is_lost() -> None:
    """picamera2 raises no error of its own when the ribbon comes loose."""
    ribbon = RibbonCamera()
    camera = PiCamera(ribbon)
    camera.read()
    ribbon.is_loose = True
    with pytest.raises(EnvironmentFault, match="no more frames"):
        camera.read()
    camera.close()
    assert ribbon.is_closed


def test_a_pi_camera_for_which_there_is_no_memory_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The kernel refuses buffers with an OSError."""

    def full(_: RibbonCamera, __: object) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr(RibbonCamera, "configure", full)
    ribbon = RibbonCamera()
    with pytest.raises(EnvironmentFault, match="Cannot allocate memory"):
        PiCamera(ribbon)
    assert ribbon.is_closed


def test_a_pi_camera_that_another_program_has_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the grabber tries again; its thread does not end."""

    def taken(number: int) -> None:
        raise RuntimeError("Camera __init__ sequence did not complete.")

    monkeypatch.setitem(sys.modules, "picamera2", module(refuse=taken))
    with pytest.raises(EnvironmentFault, match="cannot be opened"):
        opener("camera")()


def test_a_pi_camera_whose_memory_is_not_ours_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Until it is; not even then would picamera2 let go of a camera it had opened before."""
    refusals = [PermissionError(13, "Permission denied", "/dev/dma_heap/linux,cma")]
    heard = Event()  # of the refusal, in whose place a frame would come else

    def memory() -> None:
        if refusals:
            raise refusals.pop()
        heard.wait(10.0)

    monkeypatch.setitem(sys.modules, "picamera2", module(memory=memory))
    grabber = Grabber(opener("camera"), retry_s=0.01)
    try:
        first = grabbed(grabber)
        heard.set()
        second = grabbed(grabber)
    finally:
        grabber.close()
    assert "Permission denied" in str(first.frame)
    assert not isinstance(second.frame, Cause)


def grabbed(grabber: Grabber) -> Grabbed:
    """What comes next."""
    news = grabber.wait(10.0)
    assert news is not None
    return news


def test_cameras_that_cannot_be_listed_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """As while another program has the camera manager."""
    broken = module()

    def fails() -> None:
        raise RuntimeError("Failed to start camera manager")

    monkeypatch.setattr(broken.Picamera2, "global_camera_info", fails)
    monkeypatch.setitem(sys.modules, "picamera2", broken)
    with pytest.raises(EnvironmentFault, match="camera manager"):
        opener("camera")()


def test_a_picamera2_that_gives_up_no_lost_camera_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The system's packages do not look at the versions we ask for."""
    old = module()
    monkeypatch.delattr(RibbonCamera, "cancel_all_and_flush")
    monkeypatch.setitem(sys.modules, "picamera2", old)
    with pytest.raises(EnvironmentFault, match=r"older than 0\.3\.21"):
        opener("camera")()


def test_usb_cameras_that_picamera2_knows_are_opened_as_usb_cameras(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It lists them behind the Pi's own."""

    def refuse(number: int) -> None:
        raise RuntimeError(f"the ribbon camera {number} is meant")

    rp1 = "/base/axi/pcie@120000/rp1"
    ids = (f"{rp1}/i2c@88000/imx708@1a", f"{rp1}/usb@200000-1:1.0")
    monkeypatch.setitem(sys.modules, "picamera2", module(ids, refuse=refuse))
    monkeypatch.setattr(opening, "UsbCamera", lambda name: ("usb", name))
    monkeypatch.setattr(opening, "usb_nodes", lambda: ("/dev/video2",))
    assert opener("camera:1")() == ("usb", "/dev/video2")
    there = r"camera:2 is not there, only camera:0 \(on a ribbon\), camera:1 \(/dev/video2\)"
    with pytest.raises(EnvironmentFault, match=there):
        opener("camera:2")()
    with pytest.raises(EnvironmentFault, match="ribbon camera 0"):
        opener("camera:0")()
