"""Addresses of databases: which are understood, and that no password is shown or becomes the name of a file."""

from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.model.errors import StorageAddressInvalid, StorageDriverMissing
from bot.persistence.address import default_address, location_of, missing_file, parse_address
from bot.persistence.database import Database

WRONG = [
    "",
    "sqlite://",
    "sqlite://hitblow.db",
    "sqlite:///:memory:",
    "sqlite:hitblow.db",
    "sqlite//hitblow.db",
    "postgres//hitblow:hunter2@localhost/hitblow",
    "postgres:/hitblow:hunter2@localhost/hitblow",
    "postgresql:hitblow:hunter2@localhost/hitblow",
    "//hitblow:hunter2@localhost/hitblow",
    "hitblow:hunter2@localhost/hitblow",
    "postgrs://hitblow:hunter2@localhost/hitblow",
    "mysql://hitblow:hunter2@localhost/hitblow",
    "postgresql://hitblow:hunter2@localhost:port/hitblow",
    "postgresql://hitblow:hunt@er2@localhost:port/hitblow",
    "postgresql://hitblow:hunt@er2@localhost/hitblow",
    "nonsense://localhost/hitblow?password=hunter2",
    "sqlite:///hitblow.db?timeout=soon",
]


@pytest.mark.parametrize("address", WRONG)
def test_an_invalid_address_is_refused_without_its_password_and_without_a_file(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StorageAddressInvalid) as caught:
        Database(address)
    assert "hunt" not in caught.value.where
    assert "er2" not in caught.value.where
    assert missing_file(address) is None or "timeout" in address
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("hitblow.db", "hitblow.db"),
        ("folder/hitblow.db", "folder/hitblow.db"),
        ("./ann@home.db", "./ann@home.db"),
        ("/data/ann@example/hitblow.db", "/data/ann@example/hitblow.db"),
        ("postgres/hitblow.db", "postgres/hitblow.db"),
        ("sqlite:///hitblow.db", "hitblow.db"),
        ("sqlite:////data/hitblow.db", "/data/hitblow.db"),
    ],
)
def test_files_can_be_named_with_and_without_their_kind(address: str, file: str) -> None:
    url = parse_address(address)
    assert url.get_backend_name() == "sqlite"
    assert location_of(url) == file


def test_a_password_can_be_encoded() -> None:
    assert parse_address("postgresql://hitblow:hunt/er2@localhost/hitblow").password == "hunt/er2"  # as below
    url = parse_address("postgresql://hitblow:hunt%40er%2F2@localhost:5432/hitblow?ssl=require")
    assert url.password == "hunt@er/2"  # no real one
    assert location_of(url) == "postgresql://hitblow:***@localhost:5432/hitblow"


def test_the_name_of_libpq_for_tls_is_understood() -> None:
    assert Database("postgresql://ann@localhost/hitblow?sslmode=require")._backend.url.query == {"ssl": "require"}


def test_a_file_that_does_not_exist_is_named(tmp_path: Path) -> None:
    assert missing_file(f"{tmp_path}/new.db") == tmp_path / "new.db"
    (tmp_path / "new.db").touch()
    assert missing_file(f"{tmp_path}/new.db") is None
    assert missing_file("postgresql://localhost/hitblow") is None


def test_a_missing_driver_is_told_from_a_wrong_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "asyncpg", None)
    with pytest.raises(StorageDriverMissing) as caught:
        Database("postgresql://hitblow:hunter2@localhost/hitblow")
    assert caught.value.where == "postgresql://hitblow:***@localhost/hitblow"
    assert str(caught.value.cause).startswith("ModuleNotFoundError")


def test_the_location_does_not_name_the_driver() -> None:
    assert location_of(make_url("postgresql+asyncpg://ann:hunter2@localhost/hitblow")) == (
        "postgresql://ann:***@localhost/hitblow"
    )


def test_the_location_in_memory_has_a_name() -> None:
    assert location_of(make_url("sqlite://")) == ":memory:"


def test_the_default_database_is_a_file_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_address().startswith("sqlite:///")
    assert default_address().endswith("/hitblow/hitblow.db")
