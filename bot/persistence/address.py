"""The address of a database: reading it, and showing it without its password."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_data_path

from bot.model.errors import StorageAddressInvalid, StorageFolderMissing, StorageReadOnly

if TYPE_CHECKING:
    import sqlalchemy as sa

BACKENDS = ("sqlite", "postgresql", "postgres")

_MISTYPED = re.compile(r"(?:sqlite|postgres\w*|mysql|mariadb)[+\w]*(?::|//)|//|[^/.~][^/]*@", re.IGNORECASE)
"""Texts that are mistyped addresses. They must not become the name of a file, because they may contain a password."""


def default_folder() -> Path:
    """The folder of the database if no address is given: the user's data folder."""
    return user_data_path("hitblow", appauthor=False)


def default_address() -> str:
    """The address of a SQLite file in `default_folder`."""
    return f"sqlite:///{default_folder()}/hitblow.db"


def parse_address(address: str) -> "sa.URL":
    """Read `sqlite:///FILE`, just `FILE`, or `postgresql://USER:PASSWORD@HOST/NAME`.

    Raises:
        StorageAddressInvalid: the text is none of these.
    """
    import sqlalchemy as sa  # noqa: PLC0415  # slow to load

    if "://" not in address and _MISTYPED.match(address):
        raise StorageAddressInvalid(redacted_address(address))
    try:
        url = sa.make_url(address if "://" in address else f"sqlite:///{address}")
    except (sa.exc.ArgumentError, ValueError) as error:
        raise StorageAddressInvalid(redacted_address(address)) from error
    is_file = url.get_backend_name() == "sqlite"
    names_file = is_file and not url.host and url.database not in {None, "", ":memory:"}
    has_stray_password = not is_file and "@" in f"{url.host}{url.database}"  # one with an @ or / that is not encoded
    if url.get_backend_name() not in BACKENDS or (is_file and not names_file) or has_stray_password:
        raise StorageAddressInvalid(redacted_address(address))
    return url


def missing_file(address: str) -> Path | None:
    """The SQLite file of an address, if it does not exist; None if it exists, and for all other addresses."""
    if Path(address.removeprefix("sqlite:///")).is_file():  # most often, and known without loading SQLAlchemy
        return None
    try:
        url = parse_address(address)
    except StorageAddressInvalid:
        return None
    if url.get_backend_name() != "sqlite" or not url.database or url.database.startswith((":", "file:")):
        return None
    file = Path(url.database)
    return None if file.exists() else file


def check_folder(file: Path) -> None:
    """Check that a new SQLite file can be made in its folder.

    Raises:
        StorageFolderMissing: the folder does not exist. Only `default_folder` need not, because it is made.
        StorageReadOnly: this user may not write to it.
    """
    if not file.parent.exists() and file.parent != default_folder():
        raise StorageFolderMissing(str(file.absolute()))
    if not has_write_access(next(folder for folder in file.absolute().parents if folder.exists())):
        raise StorageReadOnly(str(file.absolute()))


def has_write_access(path: Path) -> bool:
    """Whether this user may write to a file or folder; not if there is none."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def location_of(url: "sa.URL") -> str:
    """The file of a SQLite database, or the address of any other database without its password."""
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    plain = url.set(drivername=url.get_backend_name(), query={})  # the query may hold a password, too
    return plain.render_as_string(hide_password=True)


def redacted_address(address: str) -> str:
    """An address that cannot be parsed, without its query and all parts that may belong to a password."""
    shown, _, _ = address.partition("?")
    before, at, after = shown.rpartition("@")
    kind = re.split(r"[^A-Za-z+]", before, maxsplit=1)[0]
    return f"{kind}://***@{after}" if at else shown
