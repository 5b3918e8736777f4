"""How often the garbage collector runs while the program starts, and afterwards."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_NEW_OBJECTS = 10_000
"""The threshold of new objects at which the garbage collector scans them."""


@contextmanager
def relaxed_garbage_collection() -> Iterator[None]:
    """Collect no garbage in the body, which imports the program, and less often afterwards."""
    gc.disable()
    try:
        yield
    finally:
        relax_garbage_collection()


def relax_garbage_collection() -> None:
    """Exempt what exists from garbage collection, and collect less often from now on.

    Imported objects are never garbage. Scanning them would take a tenth of the start-up time and later block the event
    loop for 0.1 s each time. Nearly everything else is freed by reference counting; with the default threshold of 700
    objects, a seventh of the CPU time of a guess was spent on scanning objects in use.
    """
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)
    gc.enable()
