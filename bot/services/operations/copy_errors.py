"""Why a database cannot be copied or backed up."""

from dataclasses import dataclass

from bot.services.errors import ServiceError


@dataclass(eq=False)
class CopyError(ServiceError):
    """A fault of the copy into `where`: a file or an address, never with its password."""

    where: str


class CopyOutdated(CopyError):
    """The source at `where` has to be upgraded first."""


class CopyNotEmpty(CopyError):
    """The target has rows, or is a file that exists."""


class CopyOfAnother(CopyError):
    """The target has an unfinished copy of another database."""


@dataclass(eq=False)
class CopyDiffers(CopyError):
    """The rows of the `tables` differ: of each its name, its rows in the source and in the target."""

    tables: tuple[tuple[str, int, int], ...]
