"""Errors of copying and backing up databases."""

from dataclasses import dataclass

from bot.model.errors import ServiceError


@dataclass(eq=False)
class CopyError(ServiceError):
    """The copy cannot be made. `where` is the file or the address, without its password, at fault."""

    where: str


class CopyOutdated(CopyError):
    """The source at `where` has to be upgraded first."""


class CopyNotEmpty(CopyError):
    """The target has rows, or is a file that already exists."""


class CopyOfAnother(CopyError):
    """The target contains an unfinished copy of another database."""


@dataclass(eq=False)
class CopyDiffers(CopyError):
    """The rows of some tables differ.

    `tables` has, for each of them, its name and its numbers of rows in the source and in the target.
    """

    tables: tuple[tuple[str, int, int], ...]
