"""The catalogue of commands, from which every platform, the help and the documentation's table are made.

Names of commands and options are the same in every language, so that users can copy each other's commands.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from bot.commands.command import (
    Command,
    DailyAction,
    HelpGroup,
    Option,
    OptionType,
    PrivacyAction,
    RaceStart,
    SecretKeeper,
    StatisticsPart,
    choice_option,
    number_option,
    one_of_option,
    switch_option,
)
from bot.locales import translatable
from bot.model import room_settings
from bot.model.daily import TODAY, YESTERDAY
from bot.model.records import Order, Period, Scope
from bot.model.room_settings import (
    SETTINGS,
    Activity,
    Permission,
    SettingsGroup,
    SettingsScope,
    SettingType,
    SummaryFrequency,
)
from core.game.any_game import Who
from core.game.boards import DEFAULT_TRIES, MAX_TRIES, NO_LIMIT
from core.game.races import MAX_MINUTES, NO_TIME_LIMIT
from core.game.rules import FEEDBACK_WORDS, NAMED_RULES
from core.game.sides import Level
from core.solver.strategies import STRATEGY_NAMES


def _rules(description: str) -> Option:
    return Option("rules", description, OptionType.RULES, default="hitblow", choices=tuple(NAMED_RULES))


def _tries(description: str, default: int = DEFAULT_TRIES) -> Option:
    return number_option("tries", description, NO_LIMIT, MAX_TRIES, default)


_RULES = _rules(translatable("Rules, such as mastermind or 4x10"))
_TRIES = _tries(translatable("Guesses allowed, 0 for no limit"))
_ITEMS = Option("items", translatable("Items: standard, all or three names; both: two a turn"))

CONFIRM = "confirm"
"""The name of the option that confirms a question."""

MORE = "more"
"""The name of the option of every command with which a button asks for the rare buttons of the reply."""

YES = "yes"
"""The value of that option in buttons."""

CHOOSE, ANYONE = "?", "anyone"
"""The value in buttons that ask first, for the opponent or whether the daily is posted; and the opponent in a challenge
to whoever accepts it."""

ALL = "all"
"""The group of settings that lists all of them."""

_ADVICE_CONFIRM = switch_option(CONFIRM, translatable("Don't ask"))

RULES_NAMES, RULES_ITEMS = "names", "items"
"""The values for which `rules` lists the rules that have a name, and explains the items of Numer0n."""

DEFAULT = "default"
"""The value that removes a setting."""

MAX_HOURS = 8_760
"""A year: the longest limit."""

_SETTING_OPTIONS: Mapping[SettingType[Any], Callable[[str, str], Option]] = {
    room_settings.SWITCH: lambda name, description: switch_option(name, description, default=None),
    room_settings.LANGUAGE: lambda name, description: Option(name, description, choices=("en", "ja", DEFAULT)),
    room_settings.RULES: lambda name, description: Option(
        name, description, OptionType.RULES, choices=tuple(NAMED_RULES)
    ),
    room_settings.FEEDBACK: lambda name, description: one_of_option(name, description, (*FEEDBACK_WORDS, DEFAULT)),
    room_settings.CHANNELS: Option,
    room_settings.CHANNEL: lambda name, description: Option(name, description, OptionType.CHANNEL),
    room_settings.PERMISSION: lambda name, description: one_of_option(name, description, (*Permission, DEFAULT)),
    room_settings.SUMMARY: lambda name, description: one_of_option(name, description, (*SummaryFrequency, DEFAULT)),
    room_settings.HOUR: lambda name, description: number_option(name, description, 0, 23),
    room_settings.ZONE: lambda name, description: Option(name, description, OptionType.ZONE),
    room_settings.LENGTH: lambda name, description: number_option(name, description, 1, MAX_HOURS),
}
"""The option for a setting of each type."""

_SETTINGS = (
    one_of_option(
        "scope",
        translatable("Whose settings"),
        SettingsScope,
    ),
    one_of_option("group", translatable("The form to open, or all"), (*SettingsGroup, ALL)),
    *(_SETTING_OPTIONS[setting.type](setting.name, setting.description) for setting in SETTINGS.values()),
)

_PERIODS = {"weekly": Period.WEEK.value, "monthly": Period.MONTH.value}
_ORDERS_OF_OLD_BUTTONS = {"streak": Order.AVERAGE.value, "skill": Order.AVERAGE.value}
"""Orders that buttons of messages can still name, with those that take their place."""

THREAD = switch_option("thread", translatable("Play in a new thread"))
"""An option that only Discord has: to play in a new thread."""

WITH_THREAD_OPTION = ("play",)
"""Commands with the option `THREAD`."""

CATALOGUE: tuple[Command, ...] = (
    Command(
        "play",
        HelpGroup.GAMES,
        translatable("Guess my secret code"),
        (
            _RULES,
            _TRIES,
            choice_option(
                "who",
                translatable("Who guesses"),
                Who.EVERYONE,
            ),
            one_of_option("start", translatable("Start of a race"), RaceStart),
            Option(
                "minutes",
                translatable("Minutes of a race, 0 for no limit"),
                OptionType.INTEGER,
                default=str(NO_TIME_LIMIT),
                high=MAX_MINUTES,
                needs_name=True,
            ),
        ),
        is_public=True,
        example="play mastermind tries:8",
        activity=Activity.START,
    ),
    Command(
        "daily",
        HelpGroup.GAMES,
        translatable("Play today's code"),
        (
            _rules(translatable("Rules")),
            Option(
                "day",
                translatable("Day in UTC, such as 2026-11-21"),
                OptionType.DAY,
                default=TODAY,
                choices=(TODAY, YESTERDAY),
            ),
            Option("guess", translatable("Your guess, such as 0123"), OptionType.CODE),
            choice_option(
                "action",
                translatable("What to do"),
                DailyAction.PLAY,
            ),
            switch_option(CONFIRM, translatable("Don't ask")),
        ),
        example="daily numeron 012",
    ),
    Command(
        "guess",
        HelpGroup.GAMES,
        translatable("Guess"),
        (
            Option("code", translatable("Your guess, such as 0123"), required=True),
            switch_option(CONFIRM, translatable("Don't ask")),
        ),
        is_public=True,
        example="guess 0123",
    ),
    Command(
        "board",
        HelpGroup.GAMES,
        translatable("Show the board again"),
        (
            number_option("turn", translatable("Turns from this one on"), 1, 9999),
            switch_option("verify", translatable("Prove that the secret doesn't change")),
        ),
        is_public=True,
    ),
    Command(
        "duel",
        HelpGroup.OTHERS,
        translatable("Guess each other's secret in turn"),
        (
            Option("opponent", translatable("Player to challenge, or `anyone`"), OptionType.PLAYER),
            _rules(translatable("Rules")),
            _tries(translatable("Guesses allowed, 0 for no limit"), NO_LIMIT),
            switch_option("hidden", translatable("Hide guesses until the end")),
            _ITEMS,
        ),
        is_public=True,
        example="duel ann numeron",
        activity=Activity.START,
    ),
    Command(
        "versus",
        HelpGroup.GAMES,
        translatable("Play against me, in turn"),
        (
            choice_option("level", translatable("How well I play"), Level.NORMAL),
            _rules(translatable("Rules")),
            choice_option(
                "secret",
                translatable("Who keeps the secret and gives feedback: I (bot) or you (head)"),
                SecretKeeper.BOT,
            ),
            _ITEMS,
        ),
        is_public=True,
        example="versus hard secret:head",
        activity=Activity.START,
    ),
    Command(
        "host",
        HelpGroup.OTHERS,
        translatable("Let others guess your secret"),
        (
            _rules(translatable("Rules")),
            _TRIES,
            choice_option(
                "keep",
                translatable("Who keeps the secret and gives feedback: I (bot) or you (head)"),
                SecretKeeper.BOT,
            ),
        ),
        is_public=True,
        example="host numeron keep:head",
        activity=Activity.START,
    ),
    Command(
        "suggest",
        HelpGroup.COACH,
        translatable("Get advice for a game elsewhere"),
        (
            Option(
                "history",
                translatable("Turns so far, such as 0123 0H2B, or new"),
                OptionType.HISTORY,
            ),
            _rules(translatable("Rules")),
            Option(
                "strategy",
                translatable("Strategy: see help strategies"),
                default="optimal",
                choices=STRATEGY_NAMES,
            ),
            number_option("top", translatable("Number of guesses to show"), 1, 10, 3),
            number_option("lies", translatable("Turns that may be wrong"), 0, 1, 0),
            _ADVICE_CONFIRM,
        ),
        uses_solver=True,
        example="suggest 0123 0H2B, 1435 0H1B rules:4x10",
    ),
    Command(
        "hint",
        HelpGroup.GAMES,
        translatable("Get a guess; then it isn't solved or won"),
        (switch_option(CONFIRM, translatable("Don't ask")),),
        uses_solver=True,
        activity=Activity.HINTS,
    ),
    Command(
        "review",
        HelpGroup.COACH,
        translatable("Review your last game"),
        (
            Option("game", translatable("Game, or day of a daily"), OptionType.GAME),
            switch_option("share", translatable("Share here")),
        ),
        uses_solver=True,
    ),
    Command(
        "stats",
        HelpGroup.RECORDS,
        translatable("Show statistics"),
        (
            Option("player", translatable("Whose statistics"), OptionType.PLAYER),
            Option("rules", translatable("Rules"), OptionType.RULES, choices=tuple(NAMED_RULES)),
            replace(choice_option("show", translatable("What to show"), StatisticsPart.CARD), needs_name=True),
        ),
        example="stats ann",
    ),
    Command(
        "leaderboard",
        HelpGroup.RECORDS,
        translatable("Show the best players"),
        (
            _rules(translatable("Rules")),
            choice_option("period", translatable("Period"), Period.ALL, _PERIODS),
            choice_option("scope", translatable("Place"), Scope.SERVER),
            choice_option("order", translatable("Sort by"), Order.AVERAGE, _ORDERS_OF_OLD_BUTTONS),
            number_option("page", translatable("Page"), 1, 999, 1),
            switch_option("why", translatable("How is it ranked?")),
            switch_option("daily", translatable("The week of dailies here")),
        ),
        is_public=True,
        example="leaderboard mastermind period:week",
    ),
    Command(
        "rules",
        HelpGroup.GAMES,
        translatable("See an example, or what rules mean"),
        (replace(_rules(translatable("Rules, items or names")), default=None),),
        example="rules numeron",
    ),
    Command(
        "help",
        HelpGroup.YOU,
        translatable("List commands, or explain one"),
        (Option("command", translatable("Command, group or strategies")),),
        example="help play",
    ),
    Command(
        "settings",
        HelpGroup.YOU,
        translatable("Show or change settings"),
        _SETTINGS,
        example="settings server timezone:Asia/Tokyo",
    ),
    Command(
        "check",
        HelpGroup.COACH,
        translatable("See how good a guess is"),
        (
            Option("guess", translatable("Your guess, such as 0123"), required=True),
            Option(
                "history",
                translatable("Turns so far, such as 0123 0H2B, or new"),
                OptionType.HISTORY,
            ),
            _rules(translatable("Rules")),
            _ADVICE_CONFIRM,
        ),
        uses_solver=True,
        example="check 1456 history:0123 0H2B",
    ),
    Command(
        "giveup",
        HelpGroup.GAMES,
        translatable("Give up, or vote for it"),
        (switch_option(CONFIRM, translatable("Don't ask")),),
        is_public=True,
        example="giveup confirm:on",
    ),
    Command(
        "privacy",
        HelpGroup.YOU,
        translatable("See, export, hide or delete your data"),
        (
            choice_option("action", translatable("What to do"), PrivacyAction.SHOW),
            switch_option(CONFIRM, translatable("Don't ask")),
            switch_option("really", translatable("Don't ask again")),
        ),
        example="privacy export",
    ),
    Command(
        "rematch",
        HelpGroup.GAMES,
        translatable("Play the last game again"),
        is_public=True,
        activity=Activity.START,
        on_discord=False,
    ),
    Command("secret", HelpGroup.OTHERS, translatable("Hide a secret"), is_public=True, on_discord=False),
    Command("draw", HelpGroup.OTHERS, translatable("Offer or accept a draw"), is_public=True, on_discord=False),
    Command(
        "claim",
        HelpGroup.OTHERS,
        translatable("Win a duel whose time is up"),
        is_public=True,
        on_discord=False,
    ),
    Command(
        "answer",
        HelpGroup.COACH,
        translatable("Enter feedback"),
        (
            Option(
                "feedback",
                translatable("Feedback, such as 0H2B or 02"),
                required=True,
            ),
            Option("guess", translatable("Your guess, such as 0123")),
        ),
        uses_solver=True,
        example="answer 0H2B guess:1456",
        on_discord=False,
    ),
    Command("undo", HelpGroup.COACH, translatable("Take back the last feedback"), uses_solver=True, on_discord=False),
    Command(
        "fix",
        HelpGroup.COACH,
        translatable("Correct wrong feedback"),
        (number_option("choice", translatable("Number of the fix"), 1, 25),),
        uses_solver=True,
        example="fix 1",
        on_discord=False,
    ),
)
"""All commands, in the order in which people need them."""

BY_NAME = {command.name: command for command in CATALOGUE}
"""The commands of the catalogue by their names."""
