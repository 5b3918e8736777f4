"""`hitblow db` on the shell."""

import asyncio
import shutil
import sys
from io import StringIO
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from sqlalchemy import text

from bot.cli.database import confirm_new_database
from bot.cli.main import main
from bot.cli.output import CommandFailed
from bot.locales import LANGUAGES
from bot.locales.safe import quote_whole
from bot.persistence.database import REVISIONS, Database
from bot.platforms.console.text import replace_backticks
from tests.persistence.accounts import account, divide, enter
from tests.persistence.maintenance.test_checks import COUNT_RATED
from tests.persistence.other_rows import populate
from tests.support.storage import migrated


async def prepare(url: str) -> None:
    await populate(url)
    database = Database(url)
    await database.run(lambda connection: connection.execute(text(COUNT_RATED)))
    await database.close()


@pytest.fixture(scope="module")
def populated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = migrated(tmp_path_factory.mktemp("populated") / "hitblow.db")
    path.chmod(0o600)
    asyncio.run(prepare(f"sqlite:///{path}"))
    return path


@pytest.fixture
def file(populated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copy(populated, tmp_path / "hitblow.db"))


def run(*arguments: str, lang: str = "en") -> Result:
    return CliRunner().invoke(main, ["db", *arguments, "--lang", lang])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_backup_is_written_and_checked(file: Path, lang: str) -> None:
    words, written = LANGUAGES[lang], run("backup", "backup.db", "--db", str(file), lang=lang)
    assert (written.exit_code, written.output) == (
        0,
        replace_backticks(words("Wrote {file}.", file=quote_whole("backup.db"))) + "\n",
    )
    checked = run("check", "--db", "backup.db", lang=lang)
    assert (checked.exit_code, checked.output) == (
        0,
        words.plural("{n:,} problem found.", "{n:,} problems found.", 0) + "\n",
    )


async def divide_players(url: str) -> None:
    """Make a database of the last revision in which a user was another player in each server."""
    database = Database(url)
    async with database.unit() as unit:
        for server in ("A", "B", "C"):
            await enter(unit, account("ann", server), server)
        await unit.commit()
    await database.run(divide)
    await database.close()


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_upgrade_tells_where_the_rows_are_as_they_were(tmp_path: Path, lang: str) -> None:
    file = migrated(tmp_path / "divided.db")
    asyncio.run(divide_players(f"sqlite:///{file}"))
    upgraded, kept = run("upgrade", "--db", str(file), lang=lang).output.splitlines()
    assert REVISIONS[-1] in upgraded
    assert f"{file}.0049.backup" in kept
    assert len(run("upgrade", "--db", str(file), lang=lang).output.splitlines()) == 1


def test_a_backup_into_a_folder_that_is_missing_is_one_sentence(file: Path) -> None:
    refused = run("backup", "nowhere/backup.db", "--db", str(file))
    assert refused.exit_code == 1
    assert refused.output == "Cannot write nowhere/backup.db.partial.\n"


def test_a_copy_of_a_file_that_does_not_exist_is_one_sentence(file: Path) -> None:
    refused = run("copy", "nosuch.db", "copy.db")
    assert (refused.exit_code, refused.output.count("\n")) == (1, 1)
    assert "There is no database nosuch.db" in refused.output
    assert [path.name for path in file.parent.glob("*.db")] == [file.name]


@pytest.mark.slow
def test_a_copy_is_made_once(file: Path) -> None:
    copied = run("copy", str(file), "copy.db")
    assert copied.exit_code == 0
    assert "copied" in copied.output
    again = run("copy", str(file), "copy.db")
    assert (again.exit_code, again.output) == (
        1,
        "'copy.db' is not empty.\n",
    )


def test_what_is_wrong_is_listed_and_the_exit_status_is_1(file: Path) -> None:
    async def spoil() -> None:
        database = Database(str(file))
        await database.run(lambda connection: connection.execute(text("UPDATE ratings SET games = games + 1")))
        await database.close()

    asyncio.run(spoil())
    checked = run("check", "--db", str(file))
    lines = checked.output.splitlines()
    assert checked.exit_code == 1
    assert lines[-1].startswith(f"{len(lines) - 1} problem")
    assert all("other games" in line for line in lines[:-1])


def test_a_database_that_is_missing_is_not_made(file: Path) -> None:
    for arguments in (("check", "--db", "missing.db"), ("backup", "backup.db", "--db", "missing.db")):
        refused = run(*arguments)
        assert refused.exit_code == 1
        assert "There is no database missing.db" in refused.output
    assert {path.name for path in file.parent.iterdir()} == {"hitblow.db"}


ENGLISH = LANGUAGES["en"]


class Terminal(StringIO):
    """The input of a person."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The questions that are asked, each of which is answered with yes."""
    questions: list[str] = []

    def confirm(question: str, *, abort: bool) -> bool:
        assert abort
        questions.append(question)
        return True

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(click, "confirm", confirm)
    return questions


@pytest.mark.parametrize("is_option", [True, False])
def test_on_a_terminal_a_named_file_is_asked_about(
    *, is_option: bool, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_option:
        monkeypatch.setenv("HITBLOW_DATABASE_URL", "sqlite:///new.db")
    confirm_new_database("sqlite:///new.db" if is_option else None, ENGLISH, may_ask=True)
    assert asked == [ENGLISH("There is no database {file}. Create it?", file="new.db")]


@pytest.mark.parametrize("is_option", [True, False])
def test_a_server_refuses_a_named_file_on_a_terminal_too(
    *, is_option: bool, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_option:
        monkeypatch.setenv("HITBLOW_DATABASE_URL", "new.db")
    with pytest.raises(CommandFailed):
        confirm_new_database("new.db" if is_option else None, ENGLISH, may_ask=False)
    assert asked == []


@pytest.mark.parametrize("may_ask", [True, False])
def test_nothing_is_asked_about_the_default_file_and_one_that_exists(
    *, may_ask: bool, asked: list[str], tmp_path: Path
) -> None:
    (tmp_path / "old.db").touch()
    confirm_new_database(None, ENGLISH, may_ask=may_ask)
    confirm_new_database("old.db", ENGLISH, may_ask=may_ask)
    assert asked == []
