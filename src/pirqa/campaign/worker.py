"""A process that makes runs: ``python -m pirqa.campaign.worker``, fed by :mod:`pirqa.campaign.children` through pipes.

In: pickled work (:class:`pirqa.campaign.children.Work`), then tasks. Out, when it is ready and for each task: a word
and what went wrong, if anything did. It dies with whoever feeds it.
"""

from __future__ import annotations

import os
import pickle
import struct
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import IO, Any

__all__ = ["main", "receive", "send"]


def send(pipe: IO[bytes], message: Any) -> None:
    """One message, its length first."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(struct.pack("<Q", len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:
    """The next message; EOFError where the other side is gone."""
    head = pipe.read(8)
    if len(head) < 8:
        raise EOFError
    size = struct.unpack("<Q", head)[0]
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    return pickle.loads(data)


def _listen(pipe: IO[bytes], inbox: SimpleQueue[Any], die: Callable[[], None]) -> None:
    """Take messages while a run is on its way; when nobody feeds us any more, nobody wants the run either."""
    try:
        while True:
            inbox.put(receive(pipe))
    except EOFError:
        die()


def main() -> None:
    """Run tasks until there are no more."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not get between the messages
    inbox: SimpleQueue[Any] = SimpleQueue()
    listener = threading.Thread(target=_listen, args=(sys.stdin.buffer, inbox, lambda: os._exit(0)), daemon=True)
    listener.start()
    work = inbox.get()
    send(out, ("ready", _fault_of(work.prepare)))
    while (task := inbox.get()) is not None:
        send(out, (task.key, _fault_of(work.perform, task)))


def _fault_of(job: Callable[..., None], *arguments: Any) -> BaseException | None:
    """What went wrong: the feeder decides what becomes of it."""
    try:
        job(*arguments)
        return None
    except Exception as error:
        return error


if __name__ == "__main__":
    main()
