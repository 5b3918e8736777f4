"""Identities of processes, by which they are told apart and found to have ended."""

import os
import secrets
from functools import cache
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_NAMESPACE = Path("/proc/self/ns/pid")


class ProcessIdentity:
    """The identity of this process among all that use the same storage.

    Attributes:
        text: the machine, the process id and a random part, separated by colons.
    """

    def __init__(self) -> None:
        self.text = f"{_machine()}:{os.getpid()}:{secrets.token_hex(8)}"

    def has_ended(self, text: str) -> bool:
        """Whether the process with this identity is known to have ended.

        This can only be known of processes in the same container, or on the same machine, since it was booted.
        """
        machine, _, rest = text.partition(":")
        number = rest.partition(":")[0]
        return bool(machine) and machine == _machine() and number.isdecimal() and not _is_running(int(number))


@cache
def _machine() -> str:
    """The boot id of this machine and the process id namespace; empty where they are not known."""
    try:
        return f"{_BOOT.read_text('ascii').strip()}/{_NAMESPACE.readlink()}".replace(":", "")
    except OSError:
        return ""


def _is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it belongs to another user
        return True
    return True
