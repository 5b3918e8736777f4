"""What Linux tells about processes."""

import os
import time
from pathlib import Path

_OF_SCHEDULER = 2
"""The clock of a process, by its id, that is as precise as the scheduler: `clock_getcpuclockid` of the C library."""


def cpu_seconds(process: int) -> float:
    """The CPU seconds that a process has used, with those of threads that have ended."""
    return time.clock_gettime((~process << 3) | _OF_SCHEDULER)


def resident_megabytes(process: int) -> float:
    """The memory of a process that is not swapped out."""
    lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def children(process: int) -> list[int]:
    """The processes that a process has started in its main thread."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()]


def machine() -> str:
    """The number of cores, and how many processes have wanted one in the last 1, 5 and 15 minutes."""
    return f"{os.cpu_count()} cores, load {' '.join(f'{load:.1f}' for load in os.getloadavg())}"


def cpu_nanoseconds(process: int) -> int:
    """The CPU time that the threads of a process have used, more exact than `cpu_seconds`."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(file.read_text("utf-8").split()[0]) for file in threads)
