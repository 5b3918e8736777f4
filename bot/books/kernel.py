"""The compiled part of the search: `kernel.c` is compiled at first use, and called with arrays of NumPy.

The system's C compiler translates it for this machine in about a second. The result is kept in the user's cache.
"""

import ctypes
import hashlib
import os
import platform
import subprocess
import tempfile
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

Numbers: TypeAlias = NDArray[np.int32]

INFINITE = 1 << 60
"""A cutoff that every cost is below."""

IDEAL_LEVELS = 8
"""The number of guesses that lower bounds look ahead."""

_FLAGS = ("-O3", "-march=native", "-std=gnu11", "-shared", "-fPIC")
_POINTER, _INT, _LONG = ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64
_SET = (_POINTER, _INT)
_GUESSES = (_POINTER, _LONG)
_FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "search_new": (_POINTER, (_INT, _INT, _INT, *[_POINTER] * 6, _LONG, _LONG, _LONG)),
    "search_free": (None, (_POINTER,)),
    "search_stop": (None, (_POINTER, _LONG)),
    "search_recall": (_LONG, (_POINTER, *_SET, _INT, _POINTER)),
    "search_bounds": (None, (_POINTER, *_SET, *_GUESSES, _INT, _INT, _LONG, _POINTER, _POINTER)),
    "search_solve": (_LONG, (_POINTER, *_SET, *_GUESSES, *_GUESSES, _INT, _LONG)),
    "search_solve_guess": (_LONG, (_POINTER, *_SET, _INT, *_GUESSES, _INT, _LONG)),
}


class SearchNotCompiled(Exception):
    """The search cannot be compiled: there is no C compiler, or it failed with `reason`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@cache
def _library() -> ctypes.CDLL:
    """The compiled library.

    Raises:
        SearchNotCompiled: it cannot be compiled.
    """
    library = ctypes.CDLL(str(_compiled()))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _compiled() -> Path:
    """The file of the compiled library, whose name depends on everything that it depends on."""
    source = files("bot.books").joinpath("kernel.c").read_bytes()
    compiler = os.environ.get("CC", "cc")
    made_for = "\0".join((compiler, *_FLAGS, platform.machine(), platform.node())).encode()
    folder = user_cache_path("hitblow", ensure_exists=True)
    path = folder / f"kernel-{hashlib.sha256(source + made_for).hexdigest()[:16]}.so"
    if not path.exists():
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            made = Path(scratch) / "kernel.so"
            command = [compiler, *_FLAGS, "-x", "c", "-", "-o", str(made)]
            try:
                subprocess.run(command, input=source, check=True, capture_output=True)  # noqa: S603  # the user's compiler
            except (OSError, subprocess.CalledProcessError) as error:
                raise SearchNotCompiled(str(error)) from error
            made.replace(path)
    return path


def _address(array: NDArray[Any]) -> int:
    return int(array.ctypes.data)


class KernelTables(NamedTuple):
    """What a search works on.

    Args:
        feedback: see `FeedbackTable.feedback`.
        keys: two random words for each code.
        guess_costs: cost of the guess in each turn; the last one is repeated.
        least: lower bounds of costs, for each turn and number of candidates.
        found: for each feedback, how many secrets the first k guesses in its cell find at most, for k from 0 to
            `IDEAL_LEVELS` - 1.
        likely: likely costs for each number of candidates, which only order guesses.
    """

    feedback: NDArray[np.uint8]
    keys: NDArray[np.uint64]
    guess_costs: NDArray[np.int64]
    least: NDArray[np.int64]
    found: NDArray[np.uint16]
    likely: NDArray[np.int64]


class Kernel:
    """One search in the compiled library. Costs of sets are remembered as long as it exists.

    Args:
        tables: what it works on.
        width: number of guesses to try for sets of more than `exhaustive_up_to` candidates.
        exhaustive_up_to: see `width`.
        memory: the number of sets that are remembered, a power of two.

    Raises:
        SearchNotCompiled: the library cannot be compiled.
    """

    def __init__(self, tables: KernelTables, width: int, exhaustive_up_to: int, memory: int) -> None:
        self._library = _library()
        self._tables = tables  # the library keeps the addresses
        self._turns = len(tables.guess_costs)
        codes, win = len(tables.feedback), len(tables.found)
        addresses = [_address(table) for table in tables]
        self._search = self._library.search_new(codes, win, self._turns, *addresses, width, exhaustive_up_to, memory)

    def __del__(self) -> None:
        if hasattr(self, "_search"):  # not if there is no compiler
            self._library.search_free(self._search)

    def known_cost_or_bound_with_guess(self, candidates: Numbers, turn: int) -> tuple[int, int]:
        """What is known of a set: its cost and best guess, or a lower bound and a negative number."""
        guess = np.empty(1, np.int32)
        cost = self._library.search_recall(self._search, *_pair(candidates), self._index(turn), _address(guess))
        return int(cost), int(guess[0])

    def bounds(
        self, candidates: Numbers, guesses: Numbers, turn: int, stage: int, cutoff: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Lower bounds and likely costs of guesses for a set.

        Args:
            candidates: the set.
            guesses: the guesses.
            turn: number of the turn, from 1.
            stage: 0 for bounds by the sizes of cells; with 1, those below the cutoff are raised by a look at each cell.
            cutoff: see `stage`.
        """
        bounds, likely = np.empty(len(guesses), np.int64), np.empty(len(guesses), np.int64)
        addresses = (_address(bounds), _address(likely))
        self._call("search_bounds", *_pair(candidates), *_pair(guesses), self._index(turn), stage, cutoff, *addresses)
        return bounds, likely

    def solve(self, candidates: Numbers, guesses: Numbers, below: Numbers, turn: int, cutoff: int) -> int:
        """The lowest cost of a set if it is below the cutoff, else a number that is not.

        Args:
            candidates: the set.
            guesses: one guess of each class of equivalent guesses.
            below: the same for the cells of each guess.
            turn: number of the turn, from 1.
            cutoff: the cutoff, at most `INFINITE`.
        """
        pools = (*_pair(guesses), *_pair(below))
        return self._call("search_solve", *_pair(candidates), *pools, self._index(turn), cutoff)

    def solve_guess(self, candidates: Numbers, guess: int, below: Numbers, turn: int, cutoff: int) -> int:
        """The lowest cost after a guess, as for `solve`."""
        arguments = (*_pair(candidates), guess, *_pair(below), self._index(turn), cutoff)
        return self._call("search_solve_guess", *arguments)

    def _index(self, turn: int) -> int:
        return min(turn, self._turns) - 1

    def _call(self, name: str, *arguments: int) -> int:
        """Call a function in a thread, so that signals are handled meanwhile. It stops if one raises an exception."""
        function = getattr(self._library, name)
        results: list[int] = []
        thread = Thread(target=lambda: results.append(function(self._search, *arguments)))
        thread.start()
        try:
            thread.join()
        except BaseException:
            self._library.search_stop(self._search, 1)
            thread.join()
            self._library.search_stop(self._search, 0)
            raise
        return results[0]


def _pair(numbers: Numbers) -> tuple[int, int]:
    """The address and the length of an array."""
    return _address(numbers), len(numbers)
