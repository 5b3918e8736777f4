"""Control groups of Linux that limit how much processor time processes get, so that the machine is not the limit."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path("/sys/fs/cgroup/cpu")
"""Where version 1 of the controller is mounted."""

PERIOD_MICROSECONDS = 10_000
"""Short, so that a process which has used its time up holds a lock of the database for a few milliseconds only."""

WEIGHT = 16_384
"""Many times the usual 1024: the quota is to be the limit, and not what else runs on the machine."""


def why_unavailable() -> str:
    """Why processes cannot be limited here, empty if they can."""
    if not (ROOT / "cpu.cfs_quota_us").exists():
        return f"there is no version 1 control group for the processor at {ROOT}"
    try:
        with cpu_group("hitblow-probe", 1.0):
            return ""
    except OSError as error:
        return f"control groups cannot be made: {error.strerror}"


@contextmanager
def cpu_group(name: str, cpus: float | None) -> Iterator[Path]:
    """Make a group, and remove it afterwards; its processes must have ended by then, or move to the root.

    Args:
        name: of the group.
        cpus: how much of one processor its processes get together, None for no limit.
    """
    folder = ROOT / name
    folder.mkdir()
    try:
        (folder / "cpu.shares").write_text(str(WEIGHT))
        if cpus is not None:
            (folder / "cpu.cfs_period_us").write_text(str(PERIOD_MICROSECONDS))
            (folder / "cpu.cfs_quota_us").write_text(str(round(cpus * PERIOD_MICROSECONDS)))
        yield folder
    finally:
        for process in (folder / "cgroup.procs").read_text().split():
            with suppress(ProcessLookupError):
                (ROOT / "cgroup.procs").write_text(process)
        folder.rmdir()


def join(group: Path, process: int) -> None:
    """Move a process with all its threads into a group; its future children start there, too."""
    (group / "cgroup.procs").write_text(str(process))
