"""Why something that a user typed or wants to do is refused: from errors to sentences."""

from collections.abc import Callable, Mapping
from functools import partial

from bot.commands import errors as commands
from bot.locales import Words, translatable
from bot.locales.safe import channel, quote, whole
from bot.model import errors as model
from bot.model.records import Period
from bot.model.room_settings import SETTINGS, Activity, Permission
from bot.presenters import phrases
from bot.presenters.game_refusals import GAME_REFUSALS, GAME_REFUSALS_WITHOUT_BUTTONS, Refusals, code_list
from bot.presenters.items import ITEM_REFUSALS
from core.errors import CoreError
from core.game import errors as game
from core.game.codes import example_code
from core.game.feedback import Feedback, example_feedback, format_feedback
from core.game.rules import Rules, RulesOutOfRange, UnknownRules
from core.solver import errors as solver
from core.solver.strategies import STRATEGY_NAMES

_ACTIVITIES = {
    Activity.START: translatable("start games or share results"),
    Activity.THREADS: translatable("open threads"),
    Activity.HINTS: translatable("ask for hints"),
}


def _unknown_command(error: commands.UnknownCommand, words: Words) -> str:
    if error.nearest:
        return words(
            "There is no command {read}. Did you mean `{nearest}`?", read=quote(error.read), nearest=error.nearest
        )
    return words("There is no command {read}. `help` lists all of them.", read=quote(error.read))


def _unknown_option(error: commands.UnknownOption, words: Words) -> str:
    if not error.options:
        return words("`{command}` takes no options.", command=error.command)
    return words(
        "`{command}` has no option {read}, but {options}.",
        command=error.command,
        read=quote(error.read),
        options=code_list((f"{option}:" for option in error.options), words),
    )


def _option_alone(error: commands.OptionAlone, words: Words) -> str:
    if error.command is None:
        return words("{read} is no option. Options follow a command: `play tries:8`.", read=quote(error.read))
    return words("An option follows a command, as in {example}.", example=quote(f"{error.command} {error.read}"))


def _missing_option(error: commands.MissingOption, words: Words) -> str:
    if error.option == "opponent":
        return words("Whom do you challenge? Type `{command} @name` or `{command} anyone`.", command=error.command)
    return words(
        "`{command}` needs `{option}:`. `help {command}` shows an example.", command=error.command, option=error.option
    )


def _bad_option(error: commands.BadOption, words: Words) -> str:
    if error.choices:
        return words(
            "`{option}:` takes one of {choices}, not {read}. Example: `{option}:{example}`.",
            option=error.option,
            choices=code_list(error.choices, words),
            read=quote(error.read),
            example=error.choices[0],
        )
    if error.option in SETTINGS:  # may have been entered into a form, whose fields have no names
        return words(
            "{setting}: a number from {low} to {high}, not {read}.",
            setting=words(SETTINGS[error.option].description),
            low=error.low,
            high=error.high,
            read=quote(error.read),
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
        "{read} is neither rules nor one of {periods}.",
        read=quote(error.read),
        periods=code_list(Period, words),
    )


def _unknown_opponent(error: commands.UnknownOpponent, words: Words) -> str:
    if error.nearest:
        return words(
            "Nobody is called {read}. Did you mean {nearest}? For somebody new, type `@` before the name.",
            read=quote(error.read),
            nearest=quote(error.nearest),
        )
    return words(
        "Nobody is called {read}. For somebody new, type `@` before the name.",
        read=quote(error.read),
    )


def _wrong_scope(error: commands.WrongScope, words: Words) -> str:
    ways = (f"`settings {scope} {error.option}:…`" for scope in error.scopes)
    return words(
        "`{option}:` is set like this: {ways}.",
        option=error.option,
        ways=words.in_context("between alternatives", " or ").join(ways),
    )


def _unknown_time_zone(error: commands.UnknownTimeZone, words: Words) -> str:
    if error.nearest:
        return words(
            "There is no time zone {read}. Did you mean `{nearest}`?",
            read=quote(error.read),
            nearest=error.nearest,
        )
    return words(
        "There is no time zone {read}. Write one such as `Europe/Paris`.",
        read=quote(error.read),
    )


def _not_a_manager(error: model.NotAManager, words: Words) -> str:
    if error.platform == phrases.SLACK:
        return words("Only admins and owners of this workspace can change its settings.")
    return words("Only members with the permission Manage Server can change its settings.")


def _not_permitted(error: model.NotPermitted, words: Words) -> str:
    activity = words(_ACTIVITIES[error.activity])
    if error.permission is Permission.MANAGERS:
        return words(
            "Only managers may {activity} here.",
            activity=activity,
        )
    return words("Nobody may {activity} here.", activity=activity)


def _not_in_this_channel(error: model.NotInThisChannel, words: Words) -> str:
    return words(
        "Games start and results are shared only in {channels}.",
        channels=words.commas(map(channel, error.channels)),
    )


_SAFE: Mapping[str, Callable[[str], str]] = {"read": quote, "where": whole, "channel": channel}
"""What makes text safe to show, by the name of the field with it."""


def refusal(error: CoreError, words: Words, *, has_buttons: bool = True) -> str:
    """The sentence for an error: what was read, what was expected, and an example.

    Args:
        error: an expected error.
        words: the texts of the reader's language.
        has_buttons: whether the platform has buttons, which some sentences mention.
    """
    kind = type(error)
    sentence = _REFUSALS[kind] if has_buttons else _WITHOUT_BUTTONS.get(kind, _REFUSALS[kind])
    return words(sentence, **_values(error, words)) if isinstance(sentence, str) else sentence(error, words)


def _values(error: CoreError, words: Words) -> dict[str, str]:
    """The fields of an error as they are shown."""
    shown = {**_SAFE, "name": words.person}
    return {name: shown.get(name, str)(value) for name, value in error.data.items()}


_OUT_OF_RANGE = {
    "positions": translatable("{value:,} positions: possible are {low:,} to {high:,}."),
    "symbols": translatable("{value:,} symbols: possible are {low:,} to {high:,}."),
    "codes": translatable("{value:,} codes: possible are {low:,} to {high:,}."),
}


def _rules_out_of_range(error: RulesOutOfRange, words: Words) -> str:
    if error.quantity == "codes" and error.value < error.low:
        return words("Without repeats, there must be at least as many symbols as positions.")
    return words(_OUT_OF_RANGE[error.quantity], value=error.value, low=error.low, high=error.high)


def _example(rules: Rules) -> str:
    return f"`{example_code(rules)}`"


def _type_a_code(rules: Rules, words: Words) -> str:
    return words("Type {code}, such as {example}.", code=words.code_of(rules), example=_example(rules))


def refused_secret(rules: Rules, words: Words) -> str:
    """Why what was entered where nobody sees it is no secret, without repeating any of it."""
    return words.joined([words("That can't be a secret."), _type_a_code(rules, words)])


def _unreadable_code(error: game.UnreadableCode, words: Words) -> str:
    fault = words("{read} is too long or has invisible characters.", read=quote(error.read))
    return words.joined([fault, _type_a_code(error.rules, words)])


def _wrong_length(error: game.WrongLength, words: Words) -> str:
    rules = error.rules
    if not error.length:
        return words.joined([words("There is no code in that."), _type_a_code(rules, words)])
    if rules.alphabet.pictorial:
        return words.in_context(
            "colours or fruits",
            "{read} has {symbols}; this game takes {positions}, such as {example}.",
            read=quote(error.read),
            symbols=words.symbols(rules, error.length),
            positions=rules.positions,
            code=words.code_of(rules),
            example=_example(rules),
        )
    return words.in_context(
        "digits or letters",
        "{read} has {symbols}; this game takes {positions}, such as {example}.",
        read=quote(error.read),
        symbols=words.symbols(rules, error.length),
        positions=rules.positions,
        code=words.code_of(rules),
        example=_example(rules),
    )


def _unknown_symbol(error: game.UnknownSymbol, words: Words) -> str:
    rules = error.rules
    fault = words(
        "{symbol} in {read} is not one of `{keys}`.",
        symbol=quote(error.symbol),
        read=quote(error.read),
        kind=words.symbol(rules),
        keys=rules.alphabet.keys[: rules.symbols],
    )
    return words.joined([fault, _type_a_code(rules, words)])


def _repeated_symbol(error: game.RepeatedSymbol, words: Words) -> str:
    return words(
        "{read} uses {symbol} more than once. Type {code}, such as {example}.",
        read=quote(error.read),
        symbol=error.symbol,
        code=words.code_of(error.rules),
        example=_example(error.rules),
    )


def _unreadable_feedback(error: game.UnreadableFeedback, words: Words) -> str:
    example = example_feedback(error.rules)
    return words(
        "{read} is no feedback. Write it like `{example}` or `{hits}{blows}`.",
        read=quote(error.read),
        example=format_feedback(example, error.rules),
        hits=example.hits,
        blows=example.blows,
    )


def _impossible_feedback(error: game.ImpossibleFeedback, words: Words) -> str:
    return words(
        "No guess of {code} can get `{feedback}`.",
        code=words.code_of(error.rules),
        feedback=format_feedback(Feedback(error.hits, error.blows), error.rules),
    )


def _unreadable_turn(error: game.UnreadableTurn, words: Words) -> str:
    if error.error:
        return words(
            "Turn {number}, {read}: {refusal}",
            number=error.number,
            read=quote(error.read),
            refusal=refusal(error.error, words),
        )
    return words(
        "Turn {number}, {read}, needs a guess and its feedback, such as `{code} {feedback}`.",
        number=error.number,
        read=quote(error.read),
        code=example_code(error.rules),
        feedback=format_feedback(example_feedback(error.rules), error.rules),
    )


def _unknown_strategy(error: solver.UnknownStrategy, words: Words) -> str:
    return words(
        "There is no strategy {read}. Use one of {strategies}.",
        read=quote(error.read),
        strategies=code_list(STRATEGY_NAMES, words),
    )


def _unreadable_tree(error: solver.UnreadableTree, words: Words) -> str:
    if error.error:
        return words(
            "The strategy tree is wrong at {where}: {refusal}",
            where=quote(error.where),
            refusal=refusal(error.error, words),
        )
    return words(
        "This is not a strategy tree, or it is wrong at {where}. `hitblow book export 3x7` prints an example.",
        where=quote(error.where),
    )


def _incomplete_tree(error: solver.IncompleteTree, words: Words) -> str:
    return words.plural(
        "After {history} the strategy tree has no guess, but {n:,} code is left.",
        "After {history} the strategy tree has no guess, but {n:,} codes are left.",
        error.candidate_count,
        history=error.history,
    )


def _wrong_in_conversation(error: model.WrongInConversation, words: Words, *, has_buttons: bool = True) -> str:
    sentences = [refusal(error.error, words), phrases.conversation_goes_on(error.rules, words, has_buttons=has_buttons)]
    return words.joined(sentences)


_REFUSALS: Refusals = {
    UnknownRules: translatable(
        "There are no rules {read}. Write a name such as `mastermind`, or `4x10`; `rules names` lists them."
    ),
    RulesOutOfRange: _rules_out_of_range,
    game.UnreadableCode: _unreadable_code,
    game.WrongLength: _wrong_length,
    game.UnknownSymbol: _unknown_symbol,
    game.RepeatedSymbol: _repeated_symbol,
    game.UnreadableFeedback: _unreadable_feedback,
    game.ImpossibleFeedback: _impossible_feedback,
    game.UnreadableTurn: _unreadable_turn,
    game.Contradiction: translatable("No code fits the feedback up to turn {number}."),
    solver.UnknownStrategy: _unknown_strategy,
    solver.UnreadableBonus: translatable("{read} is no bonus. Write `2` to subtract, or `x0.95` as a factor."),
    solver.UnreadableTree: _unreadable_tree,
    solver.IncompleteTree: _incomplete_tree,
    solver.BookDamaged: translatable("The book for {rules} is damaged ({fault}): reinstall hitblow."),
    **GAME_REFUSALS,
    **ITEM_REFUSALS,
    commands.UnknownCommand: _unknown_command,
    commands.UnknownOption: _unknown_option,
    commands.OptionAlone: _option_alone,
    commands.MissingOption: _missing_option,
    commands.BadOption: _bad_option,
    commands.UnknownRulesOrPeriod: _unknown_rules_or_period,
    commands.RaceOnly: translatable("`{option}` is for races: `play who:race`."),
    commands.UnknownOpponent: _unknown_opponent,
    commands.NobodyElseHere: translatable(
        "`{command}` needs others. `versus` plays against me, `play` with my secret."
    ),
    commands.ThreadForbidden: translatable(
        "In a text channel of a server that has me, I need the permissions to create and send in public threads."
    ),
    commands.ThreadNotAllowed: translatable("You need the permission Create Public Threads here."),
    commands.WrongScope: _wrong_scope,
    commands.UnknownTimeZone: _unknown_time_zone,
    commands.UnknownChannel: translatable("There is no channel {read}. Write it as `#channel`."),
    commands.ChannelOutOfReach: translatable("I can't post in {channel}: add me to it."),
    commands.SummaryWithoutChannel: translatable("The summary needs a channel for announcements."),
    commands.NoTerminalSetting: translatable("`{option}:` does nothing in the terminal."),
    commands.LanguageElsewhere: translatable("In the terminal, `hitblow --lang en` sets the language."),
    model.WrongInConversation: _wrong_in_conversation,
    model.NotAManager: _not_a_manager,
    model.NotPermitted: _not_permitted,
    model.NotInThisChannel: _not_in_this_channel,
}

_WITHOUT_BUTTONS: Refusals = {
    **GAME_REFUSALS_WITHOUT_BUTTONS,
    model.WrongInConversation: partial(_wrong_in_conversation, has_buttons=False),
}
