"""Telling processes apart, and noticing that one has ended."""

import os
import secrets
from functools import cache
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_NAMESPACE = Path("/proc/self/ns/pid")


class ProcessIdentity:
    """The identity of this process among all that use the same storage.

    Attributes:
        text: the machine, the number of the process, and a random part: two identities of one process differ.
    """

    def __init__(self) -> None:
        self.text = f"{_machine()}:{os.getpid()}:{secrets.token_hex(8)}"

    def has_ended(self, text: str) -> bool:
        """Whether the process with another identity is known to have ended.

        That can be known only on the same machine, since it started and within the same container.
        """
        machine, _, rest = text.partition(":")
        number = rest.partition(":")[0]
        return bool(machine) and machine == _machine() and number.isdecimal() and not _is_running(int(number))


@cache
def _machine() -> str:
    """The boot of this machine and the space of process numbers in it; empty where that is not known."""
    try:
        return f"{_BOOT.read_text('ascii').strip()}/{_NAMESPACE.readlink()}".replace(":", "")
    except OSError:
        return ""


def _is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it belongs to somebody else
        return True
    return True
