import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from bot.locales import LANGUAGES, Words, words_for
from bot.locales.safe import quote
from bot.model.operations import CHAT_PACE
from bot.platforms.console.text import replace_backticks
from core.game.commitment import digest
from core.game.daily import CHAIN_DAYS, earlier_link
from tests.fakes.random_source import NONCE
from tests.support.daily import code_of, key_of

OPENING = "hitblow k3qz7 4x10 3102 " + "9f3c" * 16
ENGLISH, JAPANESE = LANGUAGES["en"], LANGUAGES["ja"]
MATCH = "They match: the secret didn't change."
MISMATCH = "They don't match."
LANG_OPTION = "Language, else the terminal's."


@pytest.fixture
def hitblow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Result]:
    """Runs a command as a new process would, without the settings of this machine."""
    for name in ("HITBLOW_LANG", "HITBLOW_DATABASE_URL", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, lang: str = "C.UTF-8", typed: str = "") -> Result:
        monkeypatch.setenv("LANG", lang)
        monkeypatch.delenv("LANGUAGE", raising=False)
        monkeypatch.setattr(sys, "argv", ["hitblow", *arguments])
        for name in [name for name in sys.modules if name.startswith("bot.cli.")]:
            monkeypatch.delitem(sys.modules, name)  # the texts of `--help` are chosen when the commands are defined
        return CliRunner().invoke(importlib.import_module("bot.cli.main").main, arguments, input=typed)

    return run


def main() -> click.Group:
    """The commands as the last run has defined them."""
    group = importlib.import_module("bot.cli.main").main
    assert isinstance(group, click.Group)
    return group


def with_all_below(command: click.Command) -> Iterator[click.Command]:
    yield command
    for below in getattr(command, "commands", {}).values():
        yield from with_all_below(below)


def descriptions(command: click.Command) -> Mapping[str, str | None]:
    """The texts about the options, by the names of their values."""
    return {option.name or "": option.help for option in command.params if isinstance(option, click.Option)}


@pytest.mark.parametrize("lang", ["en_GB.UTF-8", "ja_JP.UTF-8"])
def test_the_help_is_in_the_terminal_s_language(hitblow: Callable[..., Result], lang: str) -> None:
    shown = hitblow("--help", lang=lang)
    assert shown.exit_code == 0
    group, unbroken = main(), "".join(shown.output.split())
    for command in (group, *group.commands.values()):
        assert "".join((command.help or "").split())[:20] in unbroken
    for option in ("name", "room", "database_url"):
        assert "".join((descriptions(group)[option] or "").split()) in unbroken
    assert descriptions(group)["lang"] == words_for(lang)(LANG_OPTION)


@pytest.mark.parametrize("command", [("console",), ("db",), ("db", "upgrade"), ("verify",)])
def test_every_command_has_help_of_its_own(hitblow: Callable[..., Result], command: tuple[str, ...]) -> None:
    shown = hitblow(*command, "--help")
    assert shown.exit_code == 0
    described: click.Command = main()
    for name in command:
        assert isinstance(described, click.Group)
        described = described.commands[name]
    assert described.help
    assert described.help in " ".join(shown.output.split())


@pytest.mark.parametrize("lang", ["en_GB.UTF-8", "ja_JP.UTF-8"])
def test_every_command_and_option_is_described_without_backticks(hitblow: Callable[..., Result], lang: str) -> None:
    hitblow("--help", lang=lang)
    commands = list(with_all_below(main()))
    texts = [text for command in commands for text in (command.help, *descriptions(command).values())]
    assert len(commands) > 30
    assert [text for text in texts if not text or "`" in text] == []


def test_a_commitment_that_matches_is_confirmed(hitblow: Callable[..., Result]) -> None:
    shown = hitblow("verify", OPENING, digest(OPENING))
    assert (shown.exit_code, shown.output) == (0, ENGLISH(MATCH) + "\n")


def test_a_commitment_that_does_not_match_fails(hitblow: Callable[..., Result]) -> None:
    shown = hitblow("verify", OPENING.replace("3102", "3103"), digest(OPENING), lang="ja_JP.UTF-8")
    assert (shown.exit_code, shown.output) == (1, JAPANESE(MISMATCH) + "\n")


@pytest.mark.parametrize("commitment", ["", "0", "é", "\ud800", "z" * 64, "9" * 10_000])
def test_an_invalid_commitment_or_opening_does_not_match(hitblow: Callable[..., Result], commitment: str) -> None:
    for arguments in ((OPENING, commitment), (commitment, digest(OPENING))):
        shown = hitblow("verify", "--", *arguments)
        assert (shown.exit_code, shown.output) == (1, ENGLISH(MISMATCH) + "\n")


def test_the_code_of_a_daily_is_verified(hitblow: Callable[..., Result]) -> None:
    anchor, code = earlier_link(NONCE, CHAIN_DAYS), code_of(date(2026, 11, 18))
    for shown_code, status in ((code, 0), (code[::-1], 1)):
        opening = f"hitblow daily 2026-11-18 2026-11-18 4x10 {shown_code} {key_of(1)}"
        assert hitblow("verify", opening, anchor).exit_code == status


@pytest.mark.parametrize("option", ["--as", "--room"])
@pytest.mark.parametrize("name", ["", "   ", "x" * 65, "a\x00b", "\u202eann", "\ud800"])
@pytest.mark.parametrize("command", [(), ("console",)])
def test_an_unprintable_empty_or_long_name_is_refused(
    hitblow: Callable[..., Result], command: tuple[str, ...], option: str, name: str
) -> None:
    shown = hitblow(*command, option, name)
    assert shown.exit_code == 2
    assert "1 to 64 printable characters" in " ".join(shown.output.split())


@pytest.mark.parametrize("name", ["you", "#operator", "deleted:0123456789abcdef"])
def test_a_name_that_stands_for_somebody_else_is_refused(hitblow: Callable[..., Result], name: str) -> None:
    shown = hitblow("--as", name)
    assert shown.exit_code == 2
    assert name not in shown.output


@pytest.mark.parametrize("arguments", [("--colour",), ("fly",), ("--lang", "fr"), ("verify",), ("db", "downgrade")])
def test_an_unknown_command_or_option_is_refused(hitblow: Callable[..., Result], arguments: tuple[str, ...]) -> None:
    shown = hitblow(*arguments)
    assert shown.exit_code == 2
    assert "Traceback" not in shown.output


@pytest.mark.parametrize("topic", ["", "others", "play"])
def test_help_needs_no_database(topic: str, tmp_path: Path) -> None:
    arguments = ["help", *topic.split()]
    program = f"import sys; from bot.cli.main import main; main({arguments}, standalone_mode=False); "
    program += "print('sqlalchemy' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert shown.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_a_script_for_completion(hitblow: Callable[..., Result], shell: str) -> None:
    shown = hitblow("completion", shell)
    assert (shown.exit_code, "_HITBLOW_COMPLETE" in shown.output) == (0, True)


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("pl", {"play"}),
        ("versus h", {"hard"}),
        ("play mastermind w", {"who:"}),
        ("play x", set()),
        ("db ba", {"backup"}),
    ],
)
def test_a_shell_completes_commands_options_and_values(typed: str, completed: set[str]) -> None:
    *before, word = typed.split(" ")
    found = ShellComplete(main(), {}, "hitblow", "_HITBLOW_COMPLETE").get_completions(before, word)
    assert {each.value for each in found} == completed


def test_the_version_is_printed(hitblow: Callable[..., Result]) -> None:
    shown = hitblow("--version")
    assert shown.exit_code == 0
    assert shown.output.startswith(f"hitblow {version('hitblow')}")


@pytest.mark.parametrize(
    "arguments",
    [("--db", "{}", "db", "upgrade"), ("db", "upgrade", "--db", "{}"), ("--db", "x.db", "db", "upgrade", "--db", "{}")],
)
def test_an_option_may_come_before_the_command_and_one_after_it_takes_precedence(
    hitblow: Callable[..., Result], tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    url = f"sqlite:///{tmp_path}/here.db"
    assert hitblow(*(argument.format(url) for argument in arguments)).exit_code == 0
    assert [file.name for file in tmp_path.glob("*.db")] == ["here.db"]


def test_all_games_are_rated_again(hitblow: Callable[..., Result]) -> None:
    hitblow("db", "upgrade")
    shown = hitblow("db", "rate")
    assert (shown.exit_code, shown.output) == (0, "")


def test_a_language_given_before_the_command_is_used(hitblow: Callable[..., Result]) -> None:
    assert hitblow("--lang", "ja", "verify", OPENING, digest(OPENING)).output == JAPANESE(MATCH) + "\n"


@pytest.mark.parametrize(("environment", "words"), [("", JAPANESE), ("en", ENGLISH)])
def test_the_language_in_env_takes_precedence_over_the_terminal_s(
    hitblow: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, environment: str, words: Words
) -> None:
    Path(".env").write_text("HITBLOW_LANG=ja\n", "utf-8")
    monkeypatch.setenv("HITBLOW_LANG", environment)
    assert hitblow("verify", OPENING, digest(OPENING), lang="en_GB.UTF-8").output == words(MATCH) + "\n"
    assert words(LANG_OPTION) in " ".join(hitblow("--help").output.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("--lang", "ja", "evaluate", "--help"),
        ("--lang=ja", "evaluate", "--help"),
        ("evaluate", "--help", "--lang", "ja"),
    ],
)
def test_the_help_is_in_the_language_given_anywhere(hitblow: Callable[..., Result], arguments: tuple[str, ...]) -> None:
    shown = hitblow(*arguments, lang="en_GB.UTF-8").output
    assert JAPANESE(LANG_OPTION) in "".join(shown.split())
    assert "使い方:" in shown
    assert "Options" not in shown


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("--colour",), "オプションはありません"),
        (("fly",), "はありません"),
        (("evaluate",), "引数がありません"),
    ],
)
def test_click_refuses_in_the_language_given(
    hitblow: Callable[..., Result], arguments: tuple[str, ...], text: str
) -> None:
    assert text in hitblow("--lang", "ja", *arguments).output
    assert text not in hitblow(*arguments).output


def test_a_void_day_is_recorded_and_removed(hitblow: Callable[..., Result]) -> None:
    hitblow("db", "upgrade")
    for change in ((), ("--remove",)):
        done = hitblow("db", "void-day", "2026-11-18", *change)
        assert (done.exit_code, done.output) == (0, "")
    assert hitblow("db", "void-day", "yesterday").exit_code == 2


def test_the_operator_decides_who_is_served(hitblow: Callable[..., Result]) -> None:
    """What has been decided is listed as the commands that decide it."""
    hitblow("db", "upgrade")
    for command in ("allow discord person 123", "block discord person 123", "cooldown 2.5", "read-only on"):
        assert hitblow("admin", *command.split()).output == ""
    assert hitblow("admin", "access").output == "block discord person 123\ncooldown 2.5\nread-only on\n"
    removed, absent = (hitblow("admin", "remove", "discord", "person", "123").output for _ in range(2))
    assert (removed, "'123'" in absent) == ("", True)
    assert hitblow("admin", "access").output == "cooldown 2.5\nread-only on\n"
    assert hitblow("admin", "block", "telegram", "person", "1").exit_code == 2


def test_without_decisions_there_is_a_cooldown(hitblow: Callable[..., Result]) -> None:
    hitblow("db", "upgrade")
    assert hitblow("admin", "access").output == f"cooldown {CHAT_PACE.cooldown:g}\nread-only off\n"


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_the_operator_looks_after_games(
    hitblow: Callable[..., Result], words: Words, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.operations.BLOCKING_SECONDS", 0)  # no bot runs
    lang = f"{words.code}.UTF-8"
    hitblow("db", "upgrade")
    assert hitblow("admin", "games", lang=lang).output == ""
    assert "'#nope'" in hitblow("admin", "end", "#NOPE", lang=lang).output
    assert (
        hitblow("admin", "announce", "Noon.", lang=lang).output
        == words.plural("Posting in {n:,} channel.", "Posting in {n:,} channels.", 0) + "\n"
    )
    assert (
        words("use 1 to {longest} printable characters", longest=500)
        in hitblow("admin", "announce", " ", lang=lang).output
    )
    asked = hitblow("admin", "forget", "discord", "server", "1", lang=lang, typed="n\n")
    assert asked.exit_code == 1
    assert "discord server '1'" in asked.output
    forgotten = hitblow("admin", "forget", "discord", "server", "1", "--yes", lang=lang)
    assert forgotten.output == replace_backticks(words("{id_} was erased.", id_=quote("1"))) + "\n"
    unknown = hitblow("admin", "forget", "discord", "person", "1", "--yes", lang=lang)
    assert (unknown.exit_code, unknown.output) == (
        1,
        words("Nothing is stored.") + "\n",
    )
    assert hitblow("admin", "block", "discord", "person", " ", lang=lang).exit_code == 2
