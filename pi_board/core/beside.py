"""Work done beside the rest of the program, in a thread of its own.

Nothing that goes wrong there is lost: whoever waits for the work raises it. So this is the one
place of the program that catches whatever comes.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


def beside(work: Callable[[], T], name: str, future: Future[T] | None = None) -> Future[T]:
    """Begin `work` in a thread called `name`, which the program does not wait for when it ends.

    `result()` of the future waits for what `work` gives, or raises what it raised. How to make the
    work end is for the caller to know; one who may be interrupted meanwhile brings the `future`.
    """
    promised: Future[T] = Future() if future is None else future

    def run() -> None:
        if not promised.set_running_or_notify_cancel():
            return
        try:
            promised.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised by who waits
            promised.set_exception(error)

    Thread(target=run, name=name, daemon=True).start()
    return promised
