"""Rendering images without drawing anything."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from typing_extensions import override

PNG = b"\x89PNG\r\n\x1a\n"


class ImageExecutor(Executor):
    """An executor in whose tasks nothing is done.

    Attributes:
        drawn: the first argument of each task.
        error: what tasks fail with.
        hangs: whether tasks do not end before `finish`.
    """

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self.error: Exception | None = None
        self.hangs = False
        self._hanging: list[Future[Any]] = []

    @override
    def submit(self, _: Callable[..., Any], /, *args: Any, **__: Any) -> Future[Any]:
        self.drawn.append(args[0])
        future: Future[Any] = Future()
        if self.error is not None:
            future.set_exception(self.error)
        elif self.hangs:
            self._hanging.append(future)
        else:
            future.set_result(PNG)
        return future

    def kill(self) -> None:
        """There are no processes."""

    def finish(self) -> None:
        """End the tasks that hang, and let no other one hang."""
        self.hangs = False
        while self._hanging:
            self._hanging.pop().set_result(PNG)
