"""Rendering pictures off the event loop. A message never waits long for its pictures, and is complete without them."""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

from cachetools import LRUCache

from bot.presenters.pictures import Picture, document, render

log = logging.getLogger(__name__)

_SECONDS = 1.5
"""How long a message waits for its pictures."""

_LATE_SECONDS = 5.0
"""How long pictures are waited for once the text of their message is out, or where nobody waits for it."""

_CACHE_BYTES = 2_000_000
_MAX_RUNNING = 8
"""Pictures that may be waiting; when there are more, messages go without."""


_NOTHING = Picture(document(1, 1, ""), "")


@dataclass(frozen=True, slots=True)
class RenderedPicture:
    """A picture as a PNG file."""

    picture: Picture
    png: bytes = field(repr=False)


class PictureRenderer:
    """Renders pictures in an executor and remembers the last ones.

    Args:
        executor: runs tasks in other processes; None for no pictures.
        seconds: how long to wait for the pictures of a message.
    """

    def __init__(self, executor: Executor | None = None, seconds: float = _SECONDS) -> None:
        self._executor = executor
        self._seconds = seconds
        self._rendered: LRUCache[Picture, bytes] = LRUCache(_CACHE_BYTES, len)
        self._running: dict[Picture, asyncio.Future[bytes]] = {}

    def start(self) -> None:
        """Start the process that renders, so that the first picture does not wait for it."""
        if self._executor is not None:
            self._start(_NOTHING, self._executor)

    async def render(self, pictures: Sequence[Picture], *, patiently: bool = False) -> tuple[RenderedPicture, ...]:
        """Those of the pictures that could be rendered in time; `patiently` waits for late ones too."""
        if self._executor is None:
            return ()
        futures = [self._start(picture, self._executor) for picture in pictures if picture not in self._rendered]
        running = [future for future in futures if future is not None]
        if running:
            _, late = await asyncio.wait(running, timeout=_LATE_SECONDS if patiently else self._seconds)
            if late:
                log.warning("pictures that took too long: %d", len(late))
        found = ((picture, self._rendered.get(picture)) for picture in pictures)
        return tuple(RenderedPicture(picture, png) for picture, png in found if png is not None)

    def _start(self, picture: Picture, executor: Executor) -> asyncio.Future[bytes] | None:
        """What renders a picture; None if there is too much to do."""
        if picture in self._running:
            return self._running[picture]
        if len(self._running) >= _MAX_RUNNING:
            log.warning("a picture was left out because %d are waiting", len(self._running))
            return None
        try:
            future = asyncio.get_running_loop().run_in_executor(executor, render, picture.svg, picture.alternative)
        except RuntimeError as error:  # the executor has been shut down or is broken
            log.warning("a picture could not be rendered: %s", type(error).__name__)
            return None
        self._running[picture] = future
        future.add_done_callback(lambda done: self._finish(picture, done))
        return future

    def _finish(self, picture: Picture, done: asyncio.Future[bytes]) -> None:
        self._running.pop(picture, None)
        if done.cancelled():
            return
        if (error := done.exception()) is not None:
            log.warning("a picture could not be rendered: %s", type(error).__name__)
        elif len(done.result()) <= _CACHE_BYTES:
            self._rendered[picture] = done.result()
