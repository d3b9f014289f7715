"""Motion JPEG over HTTP, as phones and network cameras serve it."""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from http import HTTPStatus
from typing import Any
from urllib.parse import SplitResult, unquote

from pi_board.core.cause import FaultKind
from pi_board.core.errors import EnvironmentFault
from pi_board.readers.addresses import LOGIN, split_address, without_any_login, without_login
from pi_board.readers.devices import TIMEOUT_S
from pi_board.vision.geometry import Image
from pi_board.vision.jpeg import jpeg_in
from pi_board.vision.pictures import decoded, is_filled_up

MOST_DAMAGED = 50  # pictures that are passed over in a row
MOST_BYTES = 1 << 25  # of one picture
PIECE = 1 << 16  # bytes that are read at once
CATCH_UP_S = 0.2  # for which pictures are passed over at most while newer ones have come already
SLOW = 4.0  # times as long as nothing may come, a picture may: over a poor network


class MjpegStream:
    """Pictures as they come; what stands between them is passed over.

    So are pictures of which newer ones wait in the network's buffers: who decoded them all would
    see the board as it was seconds ago where they come faster than that. (Not of a stream that is
    sent in chunks: there nobody is told what waits behind one.)
    """

    def __init__(self, address: str, timeout_s: float = TIMEOUT_S) -> None:
        """A name and a password may stand in the address, which is none that `opener` refuses.
        Raises EnvironmentFault if nothing answers there.
        """
        self._address = without_any_login(address)
        try:
            self._answer = _with_login(split_address(address)).open(
                without_login(address), timeout=timeout_s
            )
        except urllib.error.HTTPError as refusal:
            raise self._refused(refusal) from refusal
        except (OSError, http.client.HTTPException, ValueError) as problem:
            raise self._fault(f"no stream there ({problem})", FaultKind.CAMERA_SILENT) from problem
        self._patience_s = SLOW * timeout_s
        self._rest = b""
        self._is_behind = False  # the last piece was full: there is more

    def read(self) -> Image:
        """See `Device.read`. Damaged pictures are passed over. What comes for long without a whole
        one, as a film of another kind does, is no camera.
        """
        until = time.monotonic() + self._patience_s
        for _ in range(MOST_DAMAGED):
            data = self._next_jpeg(until)
            image = decoded(data)
            if image is not None and not is_filled_up(image):
                return image
        raise self._fault(f"{MOST_DAMAGED} damaged pictures in a row", FaultKind.NO_PICTURES)

    def close(self) -> None:
        """See `Device.close`."""
        self._answer.close()

    def _fault(self, why: str, kind: FaultKind) -> EnvironmentFault:
        return EnvironmentFault(f"{self._address}: {why}", kind)

    def _refused(self, refusal: urllib.error.HTTPError) -> EnvironmentFault:
        """What the answer of somebody who gives no stream means."""
        refusal.close()
        answer = " ".join(str(refusal).split())  # some have several lines
        if refusal.code == HTTPStatus.UNAUTHORIZED:
            why = f"it asks for the right name and password ({answer}), expected {LOGIN} and so on"
            return self._fault(why, FaultKind.NO_LOGIN)
        missing = refusal.code == HTTPStatus.NOT_FOUND
        kind = FaultKind.NO_STREAM if missing else FaultKind.CAMERA_SILENT
        return self._fault(f"no stream there ({answer})", kind)

    def _ended(self) -> EnvironmentFault:
        """What an end of the stream means: many cameras also have an address of single pictures."""
        if self._answer.headers.get_content_maintype() == "image":
            why = "one picture and no more, expected a stream of them (Motion JPEG)"
            return self._fault(why, FaultKind.ONE_PICTURE)
        if self._answer.headers.get_content_type() == "text/html":
            why = (
                "a web page, expected a stream of pictures (Motion JPEG): it has another address, "
                "or somebody else has the camera"
            )
            return self._fault(why, FaultKind.NO_STREAM)
        return self._fault("the stream has ended", FaultKind.CAMERA_SILENT)

    def _next_jpeg(self, until: float) -> bytes:
        """The bytes of the next picture that has an end, and after which hardly more has come;
        waits for it `until` then.
        """
        enough = time.monotonic() + CATCH_UP_S
        while True:
            start, end = jpeg_in(self._rest)
            self._rest = self._rest[start:]
            if end is None:
                self._receive(until)
                continue
            data, self._rest = self._rest[: end - start], self._rest[end - start :]
            if not self._is_behind or time.monotonic() > enough:
                return data

    def _receive(self, until: float) -> None:
        """Add the next piece that comes to what is left. Raises EnvironmentFault."""
        try:
            more = self._answer.read1(PIECE)
        except (OSError, http.client.HTTPException) as problem:
            why = f"the stream has ended ({problem})"
            raise self._fault(why, FaultKind.CAMERA_SILENT) from problem
        if not more:
            raise self._ended()
        if len(self._rest) > MOST_BYTES:
            raise self._fault(f"no picture ends in {MOST_BYTES} bytes", FaultKind.NO_PICTURES)
        if time.monotonic() > until:
            why = f"no JPEG picture in what came for {self._patience_s:.0f} s"
            raise self._fault(why, FaultKind.NO_PICTURES)
        self._rest += more
        self._is_behind = len(more) == PIECE


class _Digest(urllib.request.HTTPDigestAuthHandler):
    """Leaves what it does not know to others, for cameras offer several ways to log in."""

    def http_error_401(self, *asked: Any) -> Any:
        """See `urllib.request.HTTPDigestAuthHandler`, which raises ValueError."""
        try:
            return super().http_error_401(*asked)
        except ValueError:
            return None


def _with_login(parts: SplitResult) -> urllib.request.OpenerDirector:
    """What opens addresses of a host with the name and the password that one of them holds."""
    if parts.username is None:
        return urllib.request.build_opener()
    known = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    host = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}/"
    known.add_password(None, host, unquote(parts.username), unquote(parts.password or ""))
    basic = urllib.request.HTTPBasicAuthHandler(known)
    return urllib.request.build_opener(basic, _Digest(known))
