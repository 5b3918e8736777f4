import re
from inspect import iscoroutinefunction
from pkgutil import resolve_name

import pytest

from bot.commands.catalogue import BY_NAME, CATALOGUE
from bot.commands.command import Command, Kind, Option
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import HANDLERS
from bot.locales import LANGUAGES
from core.game.rules import Rules

"""Characters Discord shows of a command or option."""

NAME = re.compile(r"[a-z0-9_-]{1,32}")

OPTIONS = [(command, option) for command in CATALOGUE for option in command.options]
each_command = pytest.mark.parametrize("command", CATALOGUE, ids=lambda command: command.name)
each_option = pytest.mark.parametrize(("command", "option"), OPTIONS, ids=lambda either: either.name)
each_language = pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)


MAX_LISTED = 18
"""The most commands that people find their way among; Discord itself takes 25."""


def test_discord_lists_few_commands() -> None:
    listed = [command.name for command in CATALOGUE if command.on_discord]
    assert len(listed) <= MAX_LISTED, "set on_discord=False for one that a button runs, or make it an option"
    assert [command.name for command in CATALOGUE[: len(listed)]] == listed


def test_no_two_commands_share_a_name() -> None:
    assert len(BY_NAME) == len(CATALOGUE)


def test_every_command_has_a_handler_and_every_handler_a_command() -> None:
    assert set(HANDLERS) == set(BY_NAME)
    assert all(iscoroutinefunction(resolve_name(name)) for name in HANDLERS.values())


@each_command
def test_a_command_is_called_something_every_platform_takes(command: Command) -> None:
    assert NAME.fullmatch(command.name)
    assert all(NAME.fullmatch(option.name) for option in command.options)
    assert len(command.options) <= 25
    assert len({option.name for option in command.options}) == len(command.options)


@each_command
def test_options_that_are_needed_come_first(command: Command) -> None:
    needed = [option.required for option in command.options]
    assert needed == sorted(needed, reverse=True)


@each_option
def test_a_default_is_a_value_the_option_takes(command: Command, option: Option) -> None:
    if option.default is None:
        return
    assert not option.required
    required = {each.name: "ann" for each in command.options if each.required}
    if option.kind is Kind.INTEGER:
        assert option.low <= Invocation(command, required).integer(option.name) <= option.high
    elif option.kind is Kind.RULES:
        assert str(Rules.parse(option.default))
    else:
        assert option.default in option.choices


@each_option
def test_choices_fit_what_a_platform_can_offer(command: Command, option: Option) -> None:
    assert command.option(option.name) is option
    assert len(option.choices) <= 25
    assert len(set(option.choices)) == len(option.choices)
    assert bool(option.choices) or option.kind is not Kind.CHOICE
    assert option.low < option.high or option.kind is not Kind.INTEGER


@each_option
def test_rules_offered_as_examples_can_be_read(command: Command, option: Option) -> None:
    if option.kind is Kind.RULES:
        assert [Rules.parse(choice).name for choice in option.choices] == list(option.choices), command.name
