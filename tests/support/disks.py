"""A small disk that a test can fill."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

_STEP = 4096


class SmallDisk:
    """A disk of some megabytes.

    Args:
        folder: where it is mounted; everybody can read it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filling = folder / "filling"

    def fill(self) -> None:
        """Write until nothing more fits."""
        with self._filling.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(b"\1" * _STEP)
        assert shutil.disk_usage(self.folder).free < _STEP

    def clear(self) -> None:
        """Make room again."""
        self._filling.unlink()


@contextmanager
def small_disk(megabytes: int) -> Iterator[SmallDisk]:
    """Mount a disk in memory; the test is skipped where that is not allowed."""
    mount, unmount = shutil.which("mount"), shutil.which("umount")
    folder, options = Path(tempfile.mkdtemp(prefix="hitblow-disk-")), f"size={megabytes}m,mode=0755"
    try:
        if mount is None or unmount is None or not _succeeds(mount, "-t", "tmpfs", "-o", options, "tmpfs", str(folder)):
            pytest.skip("only root can mount a disk, and not everywhere")
        try:
            yield SmallDisk(folder)
        finally:
            assert _succeeds(unmount, "--lazy", str(folder))
    finally:
        folder.rmdir()


def _succeeds(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
