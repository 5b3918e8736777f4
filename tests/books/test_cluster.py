"""Building on Dask clusters."""

import logging
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from distributed import LocalCluster

from bot.books.builder import build_book
from bot.books.cluster import (
    ClusterUnavailable,
    ClusterWorkers,
    OpenWorkers,
    SearchSettings,
    WorkersLost,
    _result,
    open_cluster,
    open_workers,
)
from bot.books.search import SearchOptions
from core.game.rules import Rules
from tests.support.spawned import spawned_by

RULES = Rules.parse("3x6r")


class Interrupted(Exception):
    """Raised to interrupt a build."""


@pytest.fixture(autouse=True)
def _many_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.books.builder._MAX_SOLVED_AT_ONCE", 40)


@pytest.fixture(autouse=True)
def _dask_may_log_errors(caplog: pytest.LogCaptureFixture) -> None:
    """Dask logs what it loses with a worker: results, and connections that break while it sends something."""
    for name in ("distributed", "distributed.client"):
        caplog.set_level(logging.CRITICAL, name)


@contextmanager
def two_workers(settings: SearchSettings) -> Iterator[ClusterWorkers]:
    with open_cluster(settings, 2, None) as opened:
        yield opened


def test_an_address_without_a_scheduler_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.books.cluster._CONNECT_SECONDS", 0.1)
    with pytest.raises(ClusterUnavailable) as refusal:
        build_book(
            Rules.parse("2x5"),
            SearchOptions(),
            tmp_path / "checkpoint",
            partial(open_workers, scheduler="tcp://127.0.0.1:1"),
        )
    assert refusal.value.address == "tcp://127.0.0.1:1"


@pytest.mark.slow
def test_a_build_goes_on_when_a_worker_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    opened: list[ClusterWorkers] = []
    killed: list[int] = []

    @contextmanager
    def observed(settings: SearchSettings) -> Iterator[ClusterWorkers]:
        with two_workers(settings) as found:
            opened.append(found)
            yield found

    def kill_one(_done: int, _total: int) -> None:
        if opened and not killed and path.read_bytes().count(b"\n") > 3:
            killed.append(next(iter(opened[0].client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    book = build_book(RULES, SearchOptions(), path, observed, kill_one)

    assert killed
    assert (book.root.total, book.optimal) == (854, True)


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0, 0.5])
def test_a_cluster_starts_again_when_a_worker_is_killed_while_it_starts(tmp_path: Path, seconds: float) -> None:
    def kill_one() -> None:
        while not spawned_by(os.getpid()):
            time.sleep(0.01)
        time.sleep(seconds)
        os.kill(spawned_by(os.getpid())[-1], signal.SIGKILL)

    killer = threading.Thread(target=kill_one)
    killer.start()
    assert build_book(RULES, SearchOptions(), tmp_path / "checkpoint", two_workers).root.total == 854
    killer.join()


def test_lost_workers_are_an_error_of_the_build() -> None:
    class Lost:
        def result(self) -> None:
            raise OSError

    with pytest.raises(WorkersLost):
        _result(Lost())  # type: ignore[arg-type]  # as much of a future as is used


@pytest.mark.slow
def test_an_interrupted_build_on_a_cluster_continues_with_other_workers(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"

    def interrupt(_done: int, _total: int) -> None:
        if path.read_bytes().count(b"\n") > 3:
            raise Interrupted

    with pytest.raises(Interrupted):
        build_book(RULES, SearchOptions(), path, two_workers, interrupt)
    assert build_book(RULES, SearchOptions(), path).root.total == 854


@pytest.mark.slow
def test_any_number_of_workers_of_an_existing_cluster_finds_the_same_totals(tmp_path: Path) -> None:
    def totals(open_workers: OpenWorkers) -> list[int]:
        searches = (SearchOptions(), SearchOptions(width=3, exhaustive_up_to=8))
        return [build_book(RULES, options, tmp_path / "checkpoint", open_workers).root.total for options in searches]

    found = [totals(open_workers)]
    with LocalCluster(n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0") as existing:
        for count in (1, 2, 4):
            existing.scale(count)
            existing.wait_for_workers(count, timeout=60)
            found.append(totals(partial(open_workers, scheduler=existing.scheduler_address)))
    assert found == [found[0]] * 4
