"""The catalogue of commands, from which every platform, the help and the documentation's table are made.

Names of commands and options are the same in every language, so that users can copy each other's commands.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.commands.command import (
    Command,
    DailyAction,
    Group,
    Kind,
    Option,
    PrivacyAction,
    SecretKeeper,
    Start,
    StatisticsPart,
    Visibility,
    choice,
    number,
    one_of,
    switch,
)
from bot.locales.words import translatable, translatable_in_context
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
    Summary,
)
from core.game.any_game import Who
from core.game.boards import DEFAULT_TRIES, MAX_TRIES, NO_LIMIT
from core.game.races import MAX_MINUTES, NO_TIME_LIMIT
from core.game.rules import FEEDBACK_WORDS, NAMED_RULES
from core.game.sides import Level
from core.solver.strategies import STRATEGY_NAMES


def _rules(description: str) -> Option:
    return Option("rules", description, Kind.RULES, default="hitblow", choices=tuple(NAMED_RULES))


def _tries(description: str, default: int = DEFAULT_TRIES) -> Option:
    return number("tries", description, NO_LIMIT, MAX_TRIES, default)


_RULES = _rules(translatable("Rules: a name such as mastermind, or a notation such as 4x10 or 4x6r"))
_TRIES = _tries(translatable("Number of guesses allowed, 0 for no limit"))
_ITEMS = Option("items", translatable("Numer0n's items: standard, all or three names; both: two a turn"))

_PUBLIC = Visibility.PUBLIC

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

_ADVICE_CONFIRM = switch(CONFIRM, translatable("Advise without a question, even if it counts as a hint in a game"))

RULES_NAMES, RULES_ITEMS = "names", "items"
"""The values for which `rules` lists the rules that have a name, and explains the items of Numer0n."""

DEFAULT = "default"
"""The value that removes a setting."""

MAX_HOURS = 8_760
"""A year: the longest limit."""

_SETTING_OPTIONS: Mapping[SettingType[Any], Callable[[str, str], Option]] = {
    room_settings.SWITCH: lambda name, description: switch(name, description, default=None),
    room_settings.LANGUAGE: lambda name, description: Option(name, description, choices=("en", "ja", DEFAULT)),
    room_settings.RULES: lambda name, description: Option(name, description, Kind.RULES, choices=tuple(NAMED_RULES)),
    room_settings.FEEDBACK: lambda name, description: one_of(name, description, (*FEEDBACK_WORDS, DEFAULT)),
    room_settings.CHANNELS: Option,
    room_settings.CHANNEL: lambda name, description: Option(name, description, Kind.CHANNEL),
    room_settings.PERMISSION: lambda name, description: one_of(name, description, (*Permission, DEFAULT)),
    room_settings.SUMMARY: lambda name, description: one_of(name, description, (*Summary, DEFAULT)),
    room_settings.HOUR: lambda name, description: number(name, description, 0, 23),
    room_settings.ZONE: lambda name, description: Option(name, description, Kind.ZONE),
    room_settings.LENGTH: lambda name, description: number(name, description, 1, MAX_HOURS),
}
"""The option for a setting of each type."""

_SETTINGS = (
    one_of(
        "scope",
        translatable("Which settings: your own, those for this place only, or those for everybody"),
        SettingsScope,
    ),
    one_of("group", translatable("Open the form for these settings, or list all"), (*SettingsGroup, ALL)),
    *(_SETTING_OPTIONS[setting.type](setting.name, setting.description) for setting in SETTINGS.values()),
)

_ORDERS_OF_OLD_BUTTONS = {"streak": Order.AVERAGE.value, "skill": Order.AVERAGE.value}
"""Orders that buttons of messages can still name, with those that take their place."""

THREAD = switch("thread", translatable("Play in a new thread"))
"""An option that only Discord has: to play in a new thread."""

WITH_THREAD_OPTION = ("play",)
"""Commands with the option `THREAD`."""

CATALOGUE: tuple[Command, ...] = (
    Command(
        "play",
        Group.GAMES,
        translatable("Start a game: guess my secret code"),
        (
            _RULES,
            _TRIES,
            choice(
                "who",
                translatable("Who may guess: everyone together, only me, or everyone separately in a race"),
                Who.EVERYONE,
            ),
            one_of(
                "start", translatable("In a race, signal to wait until you start it, and then now to start it"), Start
            ),
            Option(
                "minutes",
                translatable("Time limit of a race in minutes, 0 for none"),
                Kind.INTEGER,
                default=str(NO_TIME_LIMIT),
                high=MAX_MINUTES,
                needs_name=True,
            ),
        ),
        _PUBLIC,
        example="play mastermind tries:8",
        activity=Activity.START,
    ),
    Command(
        "daily",
        Group.GAMES,
        translatable("Play the code of the day, privately; it is the same for everybody"),
        (
            _rules(translatable("Rules with a name, such as mastermind")),
            Option(
                "day",
                translatable("Day in UTC, such as 2026-11-21; earlier days don't count"),
                Kind.DAY,
                default=TODAY,
                choices=(TODAY, YESTERDAY),
            ),
            Option("guess", translatable("Your guess, such as 0123"), Kind.CODE),
            choice(
                "action",
                translatable("Play, give up, share, show a text or all boards, list earlier days, or verify"),
                DailyAction.PLAY,
            ),
            switch(CONFIRM, translatable("Guess or give up without a question")),
        ),
        example="daily numeron 012",
    ),
    Command(
        "guess",
        Group.GAMES,
        translatable("Make a guess"),
        (
            Option("code", translatable("Your guess, such as 0123"), required=True),
            switch(CONFIRM, translatable("Guess without a question, even if the guess repeats a turn")),
        ),
        _PUBLIC,
        example="guess 0123",
    ),
    Command(
        "board",
        Group.GAMES,
        translatable("Show the board again"),
        (
            number("turn", translatable("Show only me the turns from this one on, 1 for all"), 1, 9999),
            switch("verify", translatable("Show only me the proof that the secret doesn't change, or check it")),
        ),
        _PUBLIC,
    ),
    Command(
        "duel",
        Group.OTHERS,
        translatable("Challenge somebody to a duel: you guess each other's secret in turn"),
        (
            Option("opponent", translatable("Player to challenge, or `anyone`"), Kind.PLAYER),
            _rules(translatable_in_context("duel", "Rules for both secrets")),
            _tries(translatable("Number of guesses each may make, 0 for no limit"), NO_LIMIT),
            switch("hidden", translatable("Whether guesses stay hidden from the other player until the end")),
            _ITEMS,
        ),
        _PUBLIC,
        example="duel ann numeron",
        activity=Activity.START,
    ),
    Command(
        "versus",
        Group.GAMES,
        translatable("Play against me: we take turns guessing each other's secret"),
        (
            choice("level", translatable("How well I play"), Level.NORMAL),
            _rules(translatable("Rules for both secrets")),
            choice(
                "secret",
                translatable("Tell me your secret privately (bot), or keep it and enter the feedback yourself (head)"),
                SecretKeeper.BOT,
            ),
            _ITEMS,
        ),
        _PUBLIC,
        example="versus hard secret:head",
        activity=Activity.START,
    ),
    Command(
        "host",
        Group.OTHERS,
        translatable("Hide a secret of your own that the others guess"),
        (
            _rules(translatable("Rules for your secret")),
            _TRIES,
            choice(
                "keep",
                translatable_in_context(
                    "host", "Tell me your secret privately (bot), or keep it and enter the feedback yourself (head)"
                ),
                SecretKeeper.BOT,
            ),
        ),
        _PUBLIC,
        example="host numeron keep:head",
        activity=Activity.START,
    ),
    Command(
        "suggest",
        Group.COACH,
        translatable("Get advice for a game you play elsewhere; without options, continue where you left off"),
        (
            Option(
                "history",
                translatable("Guesses and feedback so far, such as 0123 0H2B; new: another game"),
                Kind.HISTORY,
            ),
            _rules(translatable("Rules of your game")),
            Option(
                "strategy",
                translatable("How to choose guesses; see help strategies"),
                default="optimal",
                choices=STRATEGY_NAMES,
            ),
            number("top", translatable("Number of guesses to show"), 1, 10, 3),
            number("lies", translatable("1 if one turn may have wrong feedback"), 0, 1, 0),
            _ADVICE_CONFIRM,
        ),
        uses_solver=True,
        example="suggest 0123 0H2B, 1435 0H1B rules:4x10",
    ),
    Command(
        "hint",
        Group.GAMES,
        translatable("Get a good guess for your game, which then counts as not solved or lost"),
        (switch(CONFIRM, translatable("Get the hint without a question")),),
        uses_solver=True,
        activity=Activity.HINTS,
    ),
    Command(
        "review",
        Group.COACH,
        translatable("Review your last game turn by turn: skill and luck"),
        (
            Option("game", translatable("ID of a game, or day of a daily; by default, your last game"), Kind.GAME),
            switch("share", translatable("Show it to everybody here")),
        ),
        uses_solver=True,
    ),
    Command(
        "stats",
        Group.RECORDS,
        translatable("Show your statistics or another player's"),
        (
            Option("player", translatable("Whose statistics to show"), Kind.PLAYER),
            Option("rules", translatable("Rules of the games"), Kind.RULES, choices=tuple(NAMED_RULES)),
            replace(choice("show", translatable("What to show"), StatisticsPart.CARD), needs_name=True),
        ),
        example="stats ann",
    ),
    Command(
        "leaderboard",
        Group.RECORDS,
        translatable("Show the best players"),
        (
            _rules(translatable("Rules of the games")),
            choice(
                "period",
                translatable("When the games were played"),
                Period.ALL,
                {"weekly": Period.WEEK.value, "monthly": Period.MONTH.value},
            ),
            choice("scope", translatable("Where the games were played"), Scope.SERVER),
            choice("order", translatable("What to sort by"), Order.AVERAGE, _ORDERS_OF_OLD_BUTTONS),
            number("page", translatable("Page, ten players each"), 1, 999, 1),
            switch("why", translatable("Show only me how players are ranked")),
        ),
        _PUBLIC,
        example="leaderboard mastermind period:week",
    ),
    Command(
        "rules",
        Group.GAMES,
        translatable("See an example in three guesses, or have rules explained"),
        (replace(_rules(translatable("Rules to explain, items, or names for those with a name")), default=None),),
        example="rules numeron",
    ),
    Command(
        "help",
        Group.YOU,
        translatable("List all commands, or explain one or a group of them"),
        (Option("command", translatable("Command or group to explain, or strategies")),),
        example="help play",
    ),
    Command(
        "settings",
        Group.YOU,
        translatable("Show or change settings: your own, or those that apply here"),
        _SETTINGS,
        example="settings server timezone:Asia/Tokyo",
    ),
    Command(
        "check",
        Group.COACH,
        translatable("See how good a guess is before you make it"),
        (
            Option("guess", translatable("Guess to check"), required=True),
            Option(
                "history",
                translatable("Guesses and feedback so far; by default, those you gave with suggest"),
                Kind.HISTORY,
            ),
            _rules(translatable("Rules of your game")),
            _ADVICE_CONFIRM,
        ),
        uses_solver=True,
        example="check 1456 history:0123 0H2B",
    ),
    Command(
        "giveup",
        Group.GAMES,
        translatable("Give up and reveal the secret; if several people play, vote for it"),
        (switch(CONFIRM, translatable("Give up without a question")),),
        _PUBLIC,
        example="giveup confirm:on",
    ),
    Command(
        "privacy",
        Group.YOU,
        translatable("Show, export, hide or delete what I keep about you"),
        (
            choice("action", translatable("What to do with what is kept about you"), PrivacyAction.SHOW),
            switch(CONFIRM, translatable("Delete without the first question")),
            switch("really", translatable("Delete without the second question")),
        ),
        example="privacy export",
    ),
    Command(
        "rematch",
        Group.GAMES,
        translatable("Play the last game here again with a new secret"),
        (),
        _PUBLIC,
        activity=Activity.START,
        on_discord=False,
    ),
    Command(
        "secret", Group.OTHERS, translatable("Hide your secret in a duel, privately"), (), _PUBLIC, on_discord=False
    ),
    Command(
        "draw", Group.OTHERS, translatable("Offer a draw in your duel, or accept one"), (), _PUBLIC, on_discord=False
    ),
    Command(
        "claim",
        Group.OTHERS,
        translatable("Win your duel because the other player takes too long"),
        (),
        _PUBLIC,
        on_discord=False,
    ),
    Command(
        "answer",
        Group.COACH,
        translatable("Enter the feedback for my guess or, as a host, for a player's guess"),
        (
            Option(
                "feedback",
                translatable("Hits and blows, such as 0H2B or 02; after another guess, 1456 0H2B"),
                required=True,
            ),
            Option("guess", translatable("Your guess, if it wasn't the one I suggested")),
        ),
        uses_solver=True,
        example="answer 0H2B guess:1456",
        on_discord=False,
    ),
    Command("undo", Group.COACH, translatable("Take back the last feedback"), uses_solver=True, on_discord=False),
    Command(
        "fix",
        Group.COACH,
        translatable("Correct wrong feedback by choosing one of the listed fixes"),
        (number("choice", translatable("Number of the fix; without it, all fixes are listed"), 1, 25),),
        uses_solver=True,
        example="fix 1",
        on_discord=False,
    ),
)
"""All commands, in the order in which people need them."""

BY_NAME = {command.name: command for command in CATALOGUE}
"""The commands of the catalogue by their names."""
