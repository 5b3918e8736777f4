"""Which missing databases may be created."""

import sys
from io import StringIO
from pathlib import Path

import click
import pytest

from bot.cli.database import check_new_database
from bot.cli.output import CommandFailed
from bot.locales import LANGUAGES

ENGLISH = LANGUAGES["en"]


class Terminal(StringIO):
    """The input of a person."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The questions that are asked, each of which is answered with yes."""
    questions: list[str] = []

    def confirm(question: str) -> bool:
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
    check_new_database("sqlite:///new.db" if is_option else None, ENGLISH, may_ask=True)
    assert asked == [ENGLISH("There is no database {file}. Create it?", file="new.db")]


@pytest.mark.parametrize("is_option", [True, False])
def test_a_server_refuses_a_named_file_on_a_terminal_too(
    *, is_option: bool, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_option:
        monkeypatch.setenv("HITBLOW_DATABASE_URL", "new.db")
    with pytest.raises(CommandFailed):
        check_new_database("new.db" if is_option else None, ENGLISH, may_ask=False)
    assert asked == []


@pytest.mark.parametrize("may_ask", [True, False])
def test_nothing_is_asked_about_the_default_file_and_one_that_exists(
    *, may_ask: bool, asked: list[str], tmp_path: Path
) -> None:
    (tmp_path / "old.db").touch()
    check_new_database(None, ENGLISH, may_ask=may_ask)
    check_new_database("old.db", ENGLISH, may_ask=may_ask)
    assert asked == []
