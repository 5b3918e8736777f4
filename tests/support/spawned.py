"""The processes that `multiprocessing` has spawned."""

from pathlib import Path


def spawned_by(process: int) -> list[int]:
    """The ids of the running processes that a process has spawned."""
    children = [child for task in Path(f"/proc/{process}/task").iterdir() for child in _read(task / "children").split()]
    return [int(child) for child in children if "spawn_main" in _read(Path(f"/proc/{child}/cmdline"))]


def _read(path: Path) -> str:
    """What the system tells in a file about a thread or process, empty when it has ended."""
    try:
        return path.read_text()
    except OSError:
        return ""
