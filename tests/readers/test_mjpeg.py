"""Motion JPEG over HTTP, from servers on this machine."""

import base64
import http.client
import io
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from pi_board.app.faults import cause_text
from pi_board.core.cause import Cause
from pi_board.core.errors import EnvironmentFault, InvalidText
from pi_board.readers.mjpeg import PIECE, MjpegStream
from pi_board.readers.opening import opener
from tests.vision.jpegs import jpeg, torn


def oversized(data: bytes) -> bytes:
    """A picture that claims to be larger than OpenCV takes any."""
    size = data.index(b"\xff\xc0") + 5
    return data[:size] + b"\xfd\x00\xfd\x00" + data[size + 4 :]


class Server(BaseHTTPRequestHandler):
    """JPEG frames as a phone would send them, all but the first and the last damaged."""

    def do_GET(self) -> None:
        """Send them."""
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        damaged = jpeg(80)[:2] + b"\xff\xd9", oversized(jpeg(80)), torn()
        for data in (jpeg(0), *damaged, jpeg(160)):
            self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + data + b"\r\n")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Keep quiet."""


@contextmanager
def serving(handler: type[Server]) -> Iterator[int]:
    """The port at which it is served."""
    server = HTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def test_mjpeg_stream_gives_its_whole_frames_then_its_end() -> None:
    """Damaged frames are passed over, and the end of the stream is the loss of the camera."""
    with serving(Server) as port:
        stream = MjpegStream(f"http://127.0.0.1:{port}/video")
        levels = [round(float(stream.read().mean())) for _ in range(2)]
        assert levels == pytest.approx([0, 160], abs=2)
        with pytest.raises(EnvironmentFault, match="has ended"):
            stream.read()
        stream.close()


class Snapshot(Server):
    """One picture an answer, as many cameras have it at another address."""

    def do_GET(self) -> None:
        """Send it."""
        self.send_response(200)
        self.send_header("Content-Type", "image/jpeg")
        self.end_headers()
        self.wfile.write(jpeg(80))


def test_an_address_of_single_pictures_is_told_as_such() -> None:
    """A stream that has ended would be looked for in the network; the screen says it too."""
    with serving(Snapshot) as port:
        stream = MjpegStream(f"http://127.0.0.1:{port}/still.jpg")
        assert stream.read().mean() == pytest.approx(80, abs=2)
        with pytest.raises(EnvironmentFault, match=r"one picture.*Motion JPEG") as told:
            stream.read()
        stream.close()
    said = "The camera's address gives one picture, not a stream of them."
    assert str(cause_text(Cause(str(told.value), told.value.kind))) == said


def test_address_without_a_stream_is_an_environment_fault() -> None:
    """Nobody answers: the address is in the message."""
    with pytest.raises(EnvironmentFault, match=r"127\.0\.0\.1:9"):
        MjpegStream("http://127.0.0.1:9/none", timeout_s=0.5)


class Guarded(Server):
    """The same for those who know the password."""

    def do_GET(self) -> None:
        """Ask for it."""
        wanted = base64.b64encode(b"ann:a b@c").decode()
        if self.headers.get("Authorization") == f"Basic {wanted}":
            super().do_GET()
            return
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="camera"')
        self.end_headers()


def test_a_login_that_is_missing_is_told_as_such() -> None:
    """And how one is given; the screen does not say that the camera is silent."""
    with serving(Guarded) as port, pytest.raises(EnvironmentFault, match="NAME:PASSWORD") as told:
        MjpegStream(f"http://127.0.0.1:{port}/video")
    said = "The camera asks for the right name and password."
    assert str(cause_text(Cause(str(told.value), told.value.kind))) == said


class Page(Server):
    """What phones have beside their stream; nothing elsewhere."""

    def do_GET(self) -> None:
        """Send it."""
        self.send_response(200 if self.path == "/" else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(b"<html><img src='/video'></html>")


@pytest.mark.parametrize("path", ["", "/", "/none"])
def test_an_address_of_no_stream_is_told_as_such(path: str) -> None:
    """A camera that does answer is not called silent."""
    with serving(Page) as port, pytest.raises(EnvironmentFault) as told:
        MjpegStream(f"http://127.0.0.1:{port}{path}").read()
    said = "The camera's address gives no stream of pictures."
    assert str(cause_text(Cause(str(told.value), told.value.kind))) == said


def test_of_pictures_that_wait_new_ones_are_given() -> None:
    """Who is slower than the camera sees the board as it is, not as it was."""
    old, new = jpeg(0), jpeg(160)
    stream = MjpegStream.__new__(MjpegStream)
    waiting = old * 200 + new * (PIECE // len(new) + 2)
    stream._answer, stream._rest, stream._is_behind = io.BytesIO(waiting), b"", False
    stream._patience_s = 9.0
    assert stream.read().mean() == pytest.approx(160, abs=2)


def test_name_and_password_may_stand_in_the_address() -> None:
    """They are sent when asked for, and never shown."""
    with serving(Guarded) as port:
        stream = MjpegStream(f"http://ann:a%20b%40c@127.0.0.1:{port}/video")
        assert stream.read().shape == (32, 32, 3)
        stream.close()
        with pytest.raises(EnvironmentFault, match="401") as refused:
            MjpegStream(f"http://ann:secret@127.0.0.1:{port}/video")
        assert "secret" not in str(refused.value)


class Picky(Guarded):
    """One that would rather have another way to log in, and has moved."""

    def do_GET(self) -> None:
        """Send on, or ask for the password."""
        if self.path == "/video":
            self.send_response(302)
            self.send_header("Location", "/moved/video")
            self.end_headers()
            return
        super().do_GET()

    def send_header(self, keyword: str, value: str) -> None:
        """Offer first what nobody here knows."""
        if keyword == "WWW-Authenticate":
            super().send_header(keyword, 'Digest realm="camera", nonce="1", algorithm=SHA-512')
        super().send_header(keyword, value)


def test_the_way_to_log_in_that_is_known_is_taken() -> None:
    """Of several, and also where a stream has moved on its host."""
    with serving(Picky) as port:
        stream = MjpegStream(f"http://ann:a%20b%40c@127.0.0.1:{port}/video")
        assert stream.read().shape == (32, 32, 3)
        stream.close()


@pytest.mark.parametrize("password", ["se[cret", "se/cret", "se#cret", "se@cret"])
def test_a_password_is_not_shown_either_if_the_address_is_none(password: str) -> None:
    """However much of it was taken for something else."""
    with pytest.raises((EnvironmentFault, InvalidText), match=r"127\.0\.0\.1:9") as refused:
        opener(f"http://ann:{password}@127.0.0.1:9/video")()
    assert "cret" not in str(refused.value)
    assert ("written %2F" in str(refused.value)) == isinstance(refused.value, InvalidText)


@pytest.mark.parametrize("address", ["http://[::1/video", "http://phone:99999/video"])
def test_what_is_no_address_is_told_as_such(address: str) -> None:
    """Nothing is wrong with the network, nor with a password that is not there."""
    with pytest.raises(InvalidText, match=r"expected http://HOST:PORT/PATH$"):
        opener(address)


def test_a_stream_that_breaks_off_in_a_chunk_is_lost() -> None:
    """What http.client raises then is no OSError."""

    class Broken:
        def read1(self, size: int) -> bytes:
            raise http.client.IncompleteRead(b"")

    stream = MjpegStream.__new__(MjpegStream)
    stream._address, stream._answer, stream._rest = "http://phone", Broken(), b""
    stream._patience_s = 1.0
    with pytest.raises(EnvironmentFault, match="http://phone"):
        stream.read()


class Endless(Server):
    """What is no JPEG, on and on, as from a camera that sends another kind of film."""

    def do_GET(self) -> None:
        """Send it until nobody listens any more."""
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):
            while True:
                self.wfile.write(self.part)

    part = bytes(1000)


class Halves(Endless):
    """Pictures that break off, each followed by the next."""

    part = jpeg(80)[:-2]


@pytest.mark.parametrize("handler", [Endless, Halves])
def test_a_stream_without_a_whole_picture_is_lost(handler: type[Server]) -> None:
    """However much comes: nobody waits for ever without a word."""
    with serving(handler) as port:
        stream = MjpegStream(f"http://127.0.0.1:{port}/video", timeout_s=0.1)
        with pytest.raises(EnvironmentFault, match="no JPEG picture in what came"):
            stream.read()
        stream.close()


class Stalling(Server):
    """A camera that is switched off: the line stays open, and nothing comes."""

    def do_GET(self) -> None:
        """Say that pictures are to come."""
        self.send_response(200)
        self.end_headers()
        time.sleep(0.5)


class Damaged(Endless):
    """Pictures, whole but for what is in them."""

    part = jpeg(80)[:2] + b"\xff\xd9"


@pytest.mark.parametrize(
    ("handler", "said"),
    [
        (Stalling, "The camera does not answer."),
        (Damaged, "The camera gives no pictures."),
        (Endless, "The camera gives no pictures."),
    ],
)
def test_what_is_wrong_with_a_stream_is_said_plainly(handler: type[Server], said: str) -> None:
    """Its address and the words of the network are not for players."""
    with serving(handler) as port:
        stream = MjpegStream(f"http://127.0.0.1:{port}/video", timeout_s=0.1)
        with pytest.raises(EnvironmentFault) as problem:
            stream.read()
        stream.close()
    assert str(cause_text(Cause(str(problem.value), problem.value.kind))) == said
