"""What Linux tells about processes."""

import os
from pathlib import Path


def cpu_seconds(process: int) -> float:
    """The CPU seconds that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_megabytes(process: int) -> float:
    """The memory of a process that is not swapped out."""
    lines = Path(f"/proc/{process}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def children(process: int) -> list[int]:
    """The processes that a process has started in its main thread."""
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text("utf-8").split()]
