"""Commands with values of their options, which of them change nothing, and the catalogue."""

import re
from contextlib import suppress
from inspect import iscoroutinefunction
from pkgutil import resolve_name

import pytest
from hypothesis import given, strategies as st

from bot.commands.catalogue import BY_NAME, CATALOGUE
from bot.commands.command import Command, InvalidOptionValue, MissingOption, Option, OptionType, UnknownOption
from bot.commands.invocation import FOR_EVERYBODY, Invocation, is_read_only
from bot.commands.parsing import parse_line
from bot.handlers.dispatcher import HANDLERS
from bot.model.records import Period
from core.game.any_game import Who
from core.game.boards import MAX_TRIES
from core.game.rules import Rules, UnknownRules


def play(**given_options: str) -> Invocation:
    return Invocation(BY_NAME["play"], given_options)


def test_an_option_not_given_or_given_empty_has_its_default() -> None:
    assert play().rules() == Rules.parse("hitblow")
    assert play().integer("tries") == play(tries="").integer("tries") == 12
    assert play().choice("who", Who) is Who.EVERYONE


def test_an_option_without_a_default_is_empty() -> None:
    assert Invocation(BY_NAME["stats"]).text("player") == ""


@pytest.mark.parametrize(("word", "period"), [("Weekly", Period.WEEK), ("monthly", Period.MONTH)])
def test_other_words_for_periods_are_understood(word: str, period: Period) -> None:
    assert Invocation(BY_NAME["leaderboard"], {"period": word}).choice("period", Period) is period


def test_a_period_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(InvalidOptionValue) as refused:
        Invocation(BY_NAME["leaderboard"], {"period": "yearly"}).choice("period", Period)
    assert refused.value.choices == ("today", "week", "month", "season", "all")


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("99", 99), (" 8 ", 8), ("８", 8), ("+5", 5), ("007", 7)])
def test_a_number_is_read_in_any_spelling(text: str, number: int) -> None:
    assert play(tries=text).integer("tries") == number


@pytest.mark.parametrize("text", ["-1", "100", "many", "1.5", "1e1", "9" * 10_000, "\u202e8"])
def test_anything_but_a_number_within_the_bounds_is_refused_with_the_bounds(text: str) -> None:
    with pytest.raises(InvalidOptionValue) as refused:
        play(tries=text).integer("tries")
    assert (refused.value.read, refused.value.low, refused.value.high) == (text, 0, MAX_TRIES)
    assert refused.value.choices == ()


@pytest.mark.parametrize("text", ["race", "RACE", " Race "])
def test_a_choice_is_read_in_either_case(text: str) -> None:
    assert play(who=text).choice("who", Who) is Who.RACE


def test_a_value_that_is_no_choice_is_refused_with_the_choices() -> None:
    with pytest.raises(InvalidOptionValue) as refused:
        play(who="nobody").choice("who", Who)
    assert refused.value.choices == ("everyone", "me", "race")


def test_rules_are_read_by_name_and_by_notation() -> None:
    assert play(rules="mastermind").rules() == play(rules="4x6r-colors").rules()


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(UnknownRules):
        play(rules="chess").rules()


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(UnknownOption):
        play(colour="red")


@pytest.mark.parametrize("code", [None, "", "  ", "\n"])
def test_a_required_option_must_not_be_empty(code: str | None) -> None:
    with pytest.raises(MissingOption) as refused:
        Invocation(BY_NAME["guess"], {} if code is None else {"code": code})
    assert refused.value.option == "code"


def test_reading_an_option_that_does_not_exist_is_a_bug() -> None:
    with pytest.raises(KeyError):
        play().text("colour")


@given(st.text(st.characters()))
def test_any_value_is_read_or_refused(text: str) -> None:
    invocation = play(tries=text, who=text)
    for read in (lambda: invocation.integer("tries"), lambda: invocation.choice("who", Who)):
        with suppress(InvalidOptionValue):
            read()


@pytest.mark.parametrize("character", ["\0", "\ud800"])
def test_what_databases_do_not_take_is_replaced_in_every_text(character: str) -> None:
    invocation = Invocation(BY_NAME["guess"], {"code": f"01{character}3"}, f"k{character}", None, f"{character}x")
    assert invocation.options == {"code": "01\ufffd3"}
    assert (invocation.game, invocation.private_input) == ("k\ufffd", "\ufffdx")


@pytest.mark.parametrize(
    ("line", "reads"),
    [
        ("board", True),
        ("help play", True),
        ("stats ann", True),
        ("settings", True),
        ("settings server", True),
        ("settings mentions:off", False),
        ("privacy", True),
        ("privacy export", True),
        ("privacy delete", False),
        ("play", False),
        ("0123", False),
        ("hint", False),
        ("check 0123", True),
        ("check 0123 confirm:yes", False),
        ("rules numeron", True),
        ("leaderboard", True),
        ("review", True),
        ("suggest 0123 0H2B", False),
        ("daily", False),
    ],
)
def test_a_command_reads_or_changes(line: str, *, reads: bool) -> None:
    invocation = parse_line(line)
    assert invocation is not None
    assert is_read_only(invocation) is reads


def test_the_commands_that_everybody_can_use_exist() -> None:
    assert BY_NAME.keys() >= FOR_EVERYBODY


"""Characters Discord shows of a command or option."""

NAME = re.compile(r"[a-z0-9_-]{1,32}")

OPTIONS = [(command, option) for command in CATALOGUE for option in command.options]
each_command = pytest.mark.parametrize("command", CATALOGUE, ids=lambda command: command.name)
each_option = pytest.mark.parametrize(("command", "option"), OPTIONS, ids=lambda either: either.name)


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
    if option.kind is OptionType.INTEGER:
        assert option.low <= Invocation(command, required).integer(option.name) <= option.high
    elif option.kind is OptionType.RULES:
        assert str(Rules.parse(option.default))
    else:
        assert option.default in option.choices


@each_option
def test_choices_fit_what_a_platform_can_offer(command: Command, option: Option) -> None:
    assert command.option(option.name) is option
    assert len(option.choices) <= 25
    assert len(set(option.choices)) == len(option.choices)
    assert bool(option.choices) or option.kind is not OptionType.CHOICE
    assert option.low < option.high or option.kind is not OptionType.INTEGER


@each_option
def test_rules_offered_as_examples_can_be_read(command: Command, option: Option) -> None:
    if option.kind is OptionType.RULES:
        assert [Rules.parse(choice).name for choice in option.choices] == list(option.choices), command.name
