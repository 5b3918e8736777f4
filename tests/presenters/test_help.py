import pytest

from bot.commands.catalogue import BY_NAME, CATALOGUE
from bot.presenters.help import all_commands, explained_rules, named_rules, one_command, usage
from bot.wording import LANGUAGES
from core.game.rules import NAMED_RULES, Rules
from tests.support.snapshots import Snapshots, as_text


def test_the_help_looks_as_approved(snapshots: Snapshots) -> None:
    snapshots.check_view("help", all_commands)


@pytest.mark.parametrize("name", BY_NAME)
def test_the_help_on_a_command_looks_as_approved(name: str, snapshots: Snapshots) -> None:
    snapshots.check_view(f"help_{name}", lambda words: one_command(BY_NAME[name], words))


def test_the_list_of_rules_looks_as_approved(snapshots: Snapshots) -> None:
    snapshots.check_view("rules", named_rules)


@pytest.mark.parametrize("name", [*NAMED_RULES, "4x8-fruit", "5x16r-letters", "1x2"])
def test_rules_are_explained_as_approved(name: str, snapshots: Snapshots) -> None:
    snapshots.check_view(f"rules_{name}", lambda words: explained_rules(Rules.parse(name), words))


def test_optional_options_are_in_brackets() -> None:
    assert usage(BY_NAME["guess"]) == "guess CODE"
    assert usage(BY_NAME["play"]) == "play [rules] [tries:] [who:]"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_command(language: str) -> None:
    shown = as_text(all_commands(LANGUAGES[language]))
    assert all(command.name in shown for command in CATALOGUE)
