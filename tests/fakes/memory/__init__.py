"""Storage in memory. It passes the same contract tests as the databases."""

from tests.fakes.memory.storage import Memory
from tests.fakes.memory.stored import Stored

__all__ = ["Memory", "Stored"]
