"""Why a command, its options or a setting is refused."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from bot.commands import errors as commands
from bot.locales import Words
from bot.locales.safe import channel, quote
from bot.locales.words import translatable
from bot.model import errors as model
from bot.model.records import Period
from bot.model.room_settings import Activity, Permission
from core.errors import CoreError

Refusal: TypeAlias = str | Callable[[Any, Words], str]
"""A sentence with names of the error's fields in braces, or what makes one of the error."""
Refusals: TypeAlias = Mapping[type[CoreError], Refusal]

_ACTIVITIES = {
    Activity.START: translatable("start games"),
    Activity.THREADS: translatable("open threads"),
    Activity.HINTS: translatable("ask for hints"),
}


def code_list(names: Iterable[str], words: Words) -> str:
    """Names as code, with commas between them."""
    return words.commas(f"`{name}`" for name in names)


def _unknown_command(error: commands.UnknownCommand, words: Words) -> str:
    if error.nearest:
        return words(
            "There is no command {read}. Did you mean `{nearest}`?", read=quote(error.read), nearest=error.nearest
        )
    return words("There is no command {read}. `help` lists all of them.", read=quote(error.read))


def _unknown_option(error: commands.UnknownOption, words: Words) -> str:
    if not error.options:
        return words(
            "`{command}` takes no options, but you typed {read}.", command=error.command, read=quote(error.read)
        )
    return words(
        "`{command}` has no option {read}. It takes {options}.",
        command=error.command,
        read=quote(error.read),
        options=code_list((f"{option}:" for option in error.options), words),
    )


def _option_alone(error: commands.OptionAlone, words: Words) -> str:
    if error.command is None:
        return words(
            "{read} is not an option of any command. Options follow a command: `play tries:8`.", read=quote(error.read)
        )
    return words("An option follows a command, as in {example}.", example=quote(f"{error.command} {error.read}"))


def _bad_option(error: commands.BadOption, words: Words) -> str:
    if error.choices:
        return words(
            "`{option}:` takes one of {choices}, not {read}. Example: `{option}:{example}`.",
            option=error.option,
            choices=code_list(error.choices, words),
            read=quote(error.read),
            example=error.choices[0],
        )
    return words(
        "`{option}:` takes a number from {low} to {high}, not {read}. Example: `{option}:{low}`.",
        option=error.option,
        low=error.low,
        high=error.high,
        read=quote(error.read),
    )


def _unknown_rules_or_period(error: commands.UnknownRulesOrPeriod, words: Words) -> str:
    return words(
        "There are no rules and no period called {read}. The periods are {periods}; rules have a name such as "
        "`mastermind` or are written like `4x10`.",
        read=quote(error.read),
        periods=code_list(Period, words),
    )


def _unknown_opponent(error: commands.UnknownOpponent, words: Words) -> str:
    if error.nearest:
        return words(
            "Nobody called {read} has played here yet. Did you mean {nearest}? To challenge somebody new, put `@` "
            "before the name.",
            read=quote(error.read),
            nearest=quote(error.nearest),
        )
    return words(
        "Nobody called {read} has played here yet. To challenge somebody new, put `@` before the name.",
        read=quote(error.read),
    )


def _wrong_scope(error: commands.WrongScope, words: Words) -> str:
    ways = (f"`settings {scope} {error.option}:…`" for scope in error.scopes)
    return words(
        "`{option}` is set like this: {ways}. Nothing was changed.",
        option=error.option,
        ways=words.in_context("between alternatives", " or ").join(ways),
    )


def _unknown_time_zone(error: commands.UnknownTimeZone, words: Words) -> str:
    if error.nearest:
        return words(
            "There is no time zone {read}. Did you mean `{nearest}`? Nothing was changed.",
            read=quote(error.read),
            nearest=error.nearest,
        )
    return words(
        "There is no time zone {read}. Write one such as `Europe/Paris` or `UTC`. Nothing was changed.",
        read=quote(error.read),
    )


def _not_permitted(error: model.NotPermitted, words: Words) -> str:
    activity = words(_ACTIVITIES[error.activity])
    if error.permission is Permission.MANAGERS:
        return words(
            "The settings say that only those who manage this server or workspace may {activity} here. Nothing was "
            "changed.",
            activity=activity,
        )
    return words("The settings say that nobody may {activity} here. Nothing was changed.", activity=activity)


def _not_in_this_channel(error: model.NotInThisChannel, words: Words) -> str:
    return words(
        "The settings say that games may start only in {channels}.",
        channels=words.commas(map(channel, error.channels)),
    )


COMMAND_REFUSALS: Refusals = {
    commands.UnknownCommand: _unknown_command,
    commands.UnknownOption: _unknown_option,
    commands.OptionAlone: _option_alone,
    commands.MissingOption: translatable("`{command}` needs `{option}`. `help {command}` shows an example."),
    commands.BadOption: _bad_option,
    commands.UnknownRulesOrPeriod: _unknown_rules_or_period,
    commands.RaceOnly: translatable("The option `{option}` is for races. `play who:race` starts one."),
    commands.UnknownOpponent: _unknown_opponent,
    commands.NobodyElseHere: translatable(
        "Nobody else is in this conversation, so `{command}` works only in a channel. Here, `versus` starts a game "
        "against me, and `play` one in which you guess my secret."
    ),
    commands.ThreadForbidden: translatable(
        "I can't open a thread here. I need a text channel in a server that I have joined, and the permissions Create "
        "Public Threads and Send Messages in Threads."
    ),
    commands.ThreadNotAllowed: translatable(
        "You need the permission Create Public Threads to start a game in a new thread here."
    ),
    commands.WrongScope: _wrong_scope,
    commands.UnknownTimeZone: _unknown_time_zone,
    commands.UnknownChannel: translatable(
        "There is no channel {read} that I can see. Write it as `#channel`. Nothing was changed."
    ),
    commands.ChannelOutOfReach: translatable(
        "I can't post in {channel}. Add me to it, or choose another. Nothing was changed."
    ),
    commands.SummaryWithoutChannel: translatable(
        "A summary for everybody needs a channel for announcements: set `announcements` as well, or set the summary "
        "for one channel with `settings channel summary:daily`. Nothing was changed."
    ),
    commands.NoTerminalSetting: translatable(
        "`{option}:` is a setting for Discord and Slack; it does nothing in the terminal. Nothing was changed."
    ),
    commands.LanguageElsewhere: translatable(
        "In the terminal, `hitblow --lang en` or `HITBLOW_LANG` sets the language. Nothing was changed."
    ),
    model.NotAManager: translatable(
        "Only those who manage this server or workspace can change its settings: on Discord members with the "
        "permission Manage Server, on Slack admins and owners. Your own are `warnings`, `mentions` and `language`."
    ),
    model.NotPermitted: _not_permitted,
    model.NotInThisChannel: _not_in_this_channel,
}
