"""Why something that a user typed or wants to do is refused: from errors to sentences."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from bot.commands import command as commands
from bot.locales import Words, translatable
from bot.locales.safe import channel, quote, whole
from bot.model import errors as model
from bot.model.room_settings import SETTINGS, Permission
from bot.presenters import phrases
from bot.presenters.game_refusals import (
    GAME_REFUSALS,
    GAME_REFUSALS_WITHOUT_BUTTONS,
    Refusals,
    code_list,
    did_you_mean,
    missing,
    takes,
)
from bot.presenters.items import ITEM_REFUSALS
from bot.presenters.phrases import unusable
from core.errors import CoreError
from core.game import errors as game
from core.game.codes import example_code
from core.game.feedback import Feedback, example_feedback, format_feedback
from core.game.rules import MAX_CODES, MAX_POSITIONS, MAX_SYMBOLS, Rules, RulesOutOfRange, UnknownRules
from core.solver import errors as solver
from core.solver.strategies import STRATEGY_NAMES


def _option_alone(error: commands.OptionAlone, words: Words) -> str:
    return unusable(words, error.read, f"{error.command} {error.read}" if error.command else "play tries:8")


def _bad_option(error: commands.BadOption, words: Words) -> str:
    # A setting may have been entered into a form, whose fields have no names.
    is_number = not error.choices and error.option in SETTINGS
    option = words(SETTINGS[error.option].description) if is_number else f"`{error.option}:`"
    values = code_list(error.choices, words) or words("{low} to {high}", low=error.low, high=error.high)
    return takes(option, values, error.read, words)


def _unknown_time_zone(error: commands.UnknownTimeZone, words: Words) -> str:
    return did_you_mean(error, words) or unusable(words, error.read, "Asia/Tokyo")


def _unknown_opponent(error: commands.UnknownOpponent, words: Words) -> str:
    unknown = words("Nobody is called {read}. Type `@` before a new name.", read=quote(error.read))
    return did_you_mean(error, words) or unknown


def _wrong_scope(error: commands.WrongScope, words: Words) -> str:
    return unusable(words, f"{error.option}:", *(f"settings {scope} {error.option}:…" for scope in error.scopes))


def _not_permitted(error: model.NotPermitted, words: Words) -> str:
    is_for_managers = error.permission is Permission.MANAGERS
    return words("Only managers may do that here.") if is_for_managers else words("That is switched off here.")


def _not_in_this_channel(error: model.NotInThisChannel, words: Words) -> str:
    return words("Games and results belong in {channels}.", channels=words.commas(map(channel, error.channels)))


def refusal(error: CoreError, words: Words, *, has_buttons: bool = True) -> str:
    """The sentence for an error: what was read, what was expected, and an example.

    Args:
        error: an expected error.
        words: the texts of the reader's language.
        has_buttons: whether the platform has buttons, which some sentences mention.
    """
    sentences = _REFUSALS if has_buttons else {**_REFUSALS, **_WITHOUT_BUTTONS}
    sentence = next(sentences[each] for each in type(error).__mro__ if each in sentences)
    return words(sentence, **_values(error, words)) if isinstance(sentence, str) else sentence(error, words)


_SAFE: Mapping[str, Callable[[Any], str]] = {"read": quote, "where": whole, "channel": channel}
"""What makes text safe to show, by the name of the field with it."""


def _values(error: CoreError, words: Words) -> dict[str, str]:
    """The fields of an error as they are shown."""
    shown = {**_SAFE, "name": words.person, "winner": words.person}
    return {name: shown.get(name, str)(value) for name, value in error.data.items()}


def _rules_out_of_range(error: RulesOutOfRange, words: Words) -> str:
    if error.quantity == "codes" and error.value < error.low:
        return words("Without repeats, there are at least as many symbols as positions.")
    limits = {"positions": MAX_POSITIONS, "symbols": MAX_SYMBOLS, "codes": MAX_CODES, error.quantity: error.high}
    return words("Rules have at most {positions} positions, {symbols} symbols and {codes:,} codes.", **limits)


def refused_secret(rules: Rules, words: Words) -> str:
    """What a code is. It repeats nothing that was entered where nobody sees it."""
    return words("Type {code}, such as {example}.", code=words.code_of(rules), example=f"`{example_code(rules)}`")


def _unreadable_code(error: game.UnreadableCode, words: Words) -> str:
    return refused_secret(error.rules, words)


def _wrong_length(error: game.WrongLength, words: Words) -> str:
    rules = error.rules
    if not error.length:
        return refused_secret(rules, words)
    fault = words("{read} has {symbols}.", read=quote(error.read), symbols=words.symbols(rules, error.length))
    return words.joined([fault, refused_secret(rules, words)])


def _unknown_symbol(error: game.UnknownSymbol, words: Words) -> str:
    rules = error.rules
    fault = words(
        "{symbol} in {read} is not one of `{keys}`.",
        symbol=quote(error.symbol),
        read=quote(error.read),
        kind=words.symbol(rules),
        keys=rules.alphabet.keys[: rules.symbols],
    )
    return words.joined([fault, refused_secret(rules, words)])


def _repeated_symbol(error: game.RepeatedSymbol, words: Words) -> str:
    fault = words("{read} uses {symbol} more than once.", read=quote(error.read), symbol=error.symbol)
    return words.joined([fault, refused_secret(error.rules, words)])


def _unreadable_feedback(error: game.UnreadableFeedback, words: Words) -> str:
    example = example_feedback(error.rules)
    return unusable(words, error.read, format_feedback(example, error.rules), f"{example.hits}{example.blows}")


def _impossible_feedback(error: game.ImpossibleFeedback, words: Words) -> str:
    return words(
        "No guess of {code} can get `{feedback}`.",
        code=words.symbols(error.rules),
        feedback=format_feedback(Feedback(error.hits, error.blows), error.rules),
    )


def _unreadable_turn(error: game.UnreadableTurn, words: Words) -> str:
    example = f"{example_code(error.rules)} {format_feedback(example_feedback(error.rules), error.rules)}"
    wrong = refusal(error.error, words) if error.error else phrases.typed_like(words, example)
    return words("Turn {number}, {read}: {refusal}", number=error.number, read=quote(error.read), refusal=wrong)


def _unknown_strategy(error: solver.UnknownStrategy, words: Words) -> str:
    return takes("`strategy`", code_list(STRATEGY_NAMES, words), error.read, words)


def _unreadable_tree(error: solver.UnreadableTree, words: Words) -> str:
    if error.error:
        return words(
            "The strategy tree is wrong at {where}: {refusal}",
            where=quote(error.where),
            refusal=refusal(error.error, words),
        )
    return words(
        "The strategy tree is wrong at {where}. `hitblow book export 3x7` prints an example.", where=quote(error.where)
    )


def _wrong_in_conversation(error: model.WrongInConversation, words: Words, *, has_buttons: bool = True) -> str:
    sentences = [refusal(error.error, words), phrases.conversation_goes_on(error.rules, words, has_buttons=has_buttons)]
    return words.joined(sentences)


_REFUSALS: Refusals = {
    UnknownRules: missing("rules names"),
    RulesOutOfRange: _rules_out_of_range,
    game.UnreadableCode: _unreadable_code,
    game.WrongLength: _wrong_length,
    game.UnknownSymbol: _unknown_symbol,
    game.RepeatedSymbol: _repeated_symbol,
    game.UnreadableFeedback: _unreadable_feedback,
    game.ImpossibleFeedback: _impossible_feedback,
    game.UnreadableTurn: _unreadable_turn,
    game.Contradiction: translatable("No code fits turns 1 to {number}."),
    solver.UnknownStrategy: _unknown_strategy,
    solver.UnreadableBonus: lambda error, words: unusable(words, error.read, "2", "x0.95"),
    solver.UnreadableTree: _unreadable_tree,
    solver.IncompleteTree: translatable("The strategy tree has no guess after {history}."),
    solver.BookDamaged: translatable("The book for {rules} is damaged: reinstall hitblow."),
    **GAME_REFUSALS,
    **ITEM_REFUSALS,
    commands.UnknownCommand: missing("help"),
    commands.UnknownOption: missing("help {command}"),
    commands.OptionAlone: _option_alone,
    commands.MissingOption: translatable("`{command}` needs `{option}:`. `help {command}` shows an example."),
    commands.BadOption: _bad_option,
    commands.UnknownRulesOrPeriod: missing("help leaderboard"),
    commands.UnknownOpponent: _unknown_opponent,
    commands.NobodyElseHere: translatable("That takes another person. `versus` plays against me."),
    commands.ThreadForbidden: translatable("I need Create Public Threads and Send Messages in Threads."),
    commands.ThreadNotAllowed: translatable("You need Create Public Threads here."),
    commands.WrongScope: _wrong_scope,
    commands.UnknownTimeZone: _unknown_time_zone,
    commands.UnknownChannel: lambda error, words: unusable(words, error.read, "#general"),
    commands.ChannelOutOfReach: lambda error, words: phrases.out_of_reach(words, channel(error.channel)),
    commands.SummaryWithoutChannel: translatable("The summary needs a channel for announcements."),
    commands.NoTerminalSetting: translatable("`{option}:` does nothing in the terminal."),
    commands.LanguageElsewhere: lambda _error, words: unusable(words, "language:", f"hitblow --lang {words.code}"),
    model.WrongInConversation: _wrong_in_conversation,
    model.NotAManager: translatable("Only managers may do that here."),
    model.NotPermitted: _not_permitted,
    model.NotInThisChannel: _not_in_this_channel,
}

_WITHOUT_BUTTONS: Refusals = {
    **GAME_REFUSALS_WITHOUT_BUTTONS,
    model.WrongInConversation: partial(_wrong_in_conversation, has_buttons=False),
}
