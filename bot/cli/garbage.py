"""How often the garbage collector runs while the program starts, and afterwards."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_NEW_OBJECTS = 10_000
"""The threshold of new objects at which the garbage collector scans them."""


@contextmanager
def relaxed_garbage_collection() -> Iterator[None]:
    """Exempt what the body imports from garbage collection, and collect less often afterwards.

    Imported objects are never garbage. Scanning them would take a tenth of the start-up time and later block the event
    loop for 0.1 s each time. Nearly everything else is freed by reference counting; with the default threshold of 700
    objects, a seventh of the CPU time of a guess was spent on scanning objects in use.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(_NEW_OBJECTS)
        gc.enable()
