"""Why something that a user typed or wants to do is refused: from errors to sentences."""

from collections.abc import Callable, Mapping
from dataclasses import fields

from bot.locales import Words
from bot.locales.safe import channel, quote, whole
from bot.locales.words import translatable
from bot.model import errors as model
from bot.presenters.command_refusals import COMMAND_REFUSALS, Refusals, code_list
from bot.presenters.game_refusals import GAME_REFUSALS, GAME_REFUSALS_WITHOUT_BUTTONS
from core.errors import CoreError
from core.game import errors as game
from core.game.codes import example_code
from core.game.feedback import Feedback, example_feedback, format_feedback
from core.game.rules import Rules, RulesOutOfRange, UnknownRules
from core.solver import errors as solver
from core.solver.strategies import STRATEGY_NAMES

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
    sentence = _REFUSALS[kind] if has_buttons else GAME_REFUSALS_WITHOUT_BUTTONS.get(kind, _REFUSALS[kind])
    return words(sentence, **_values(error, words)) if isinstance(sentence, str) else sentence(error, words)


def _values(error: CoreError, words: Words) -> dict[str, str]:
    """The fields of an error as they are shown."""
    shown = {**_SAFE, "name": words.person}
    values = {field.name: getattr(error, field.name) for field in fields(error)}  # type: ignore[arg-type]  # every leaf is a dataclass
    return {name: shown.get(name, str)(value) for name, value in values.items()}


_OUT_OF_RANGE = {
    "positions": translatable("These rules have {value:,} positions; {low:,} to {high:,} are possible here."),
    "symbols": translatable("These rules have {value:,} symbols; {low:,} to {high:,} are possible here."),
    "codes": translatable("These rules have {value:,} codes; {low:,} to {high:,} are possible here."),
}


def _rules_out_of_range(error: RulesOutOfRange, words: Words) -> str:
    if error.quantity == "codes" and error.value < error.low:
        return words(
            "These rules leave nothing to guess: without repeats, there must be at least as many symbols as positions."
        )
    return words(_OUT_OF_RANGE[error.quantity], value=error.value, low=error.low, high=error.high)


def _example(rules: Rules) -> str:
    return f"`{example_code(rules)}`"


def _type_a_code(rules: Rules, words: Words) -> str:
    return words("Type {code}, such as {example}.", code=words.code_of(rules), example=_example(rules))


def _unreadable_code(error: game.UnreadableCode, words: Words) -> str:
    fault = words("{read} is too long for a code or contains invisible characters.", read=quote(error.read))
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
        "{read} uses {symbol} more than once. This game takes {code}, such as {example}.",
        read=quote(error.read),
        symbol=error.symbol,
        code=words.code_of(error.rules),
        example=_example(error.rules),
    )


def _unreadable_feedback(error: game.UnreadableFeedback, words: Words) -> str:
    example = example_feedback(error.rules)
    return words(
        "I can't read {read} as feedback. Write it like `{example}`, `{hits},{blows}` or `{hits}{blows}`.",
        read=quote(error.read),
        example=format_feedback(example, error.rules),
        hits=example.hits,
        blows=example.blows,
    )


def _impossible_feedback(error: game.ImpossibleFeedback, words: Words) -> str:
    return words(
        "No guess of {code} can get `{feedback}`. Please check it.",
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
        "The strategy tree is not complete: after {history} it has no guess, but {n:,} code is left.",
        "The strategy tree is not complete: after {history} it has no guess, but {n:,} codes are left.",
        error.candidate_count,
        history=error.history,
    )


def _copy_outdated(error: model.CopyOutdated, words: Words) -> str:
    return words(
        "{where} has to be upgraded before it can be copied: `hitblow db upgrade --db {address}`.",
        where=whole(error.where),
        address=error.where,
    )


def _copy_differs(error: model.CopyDiffers, words: Words) -> str:
    tables = (
        words("{table} ({source} and {target} rows)", table=table, source=source, target=target)
        for table, source, target in error.tables
    )
    return words(
        "The copy in {where} differs from its source in: {tables}. If somebody played meanwhile, stop the bot, delete "
        "the copy and copy again.",
        where=whole(error.where),
        tables=words.commas(tables),
    )


_REFUSALS: Refusals = {
    UnknownRules: translatable(
        "There are no rules called {read}. Use a name such as `hitblow` or `mastermind`, or write `4x10` for four "
        "positions and ten symbols, `4x6r` if symbols may repeat. `rules` lists the names."
    ),
    RulesOutOfRange: _rules_out_of_range,
    game.UnreadableCode: _unreadable_code,
    game.WrongLength: _wrong_length,
    game.UnknownSymbol: _unknown_symbol,
    game.RepeatedSymbol: _repeated_symbol,
    game.UnreadableFeedback: _unreadable_feedback,
    game.ImpossibleFeedback: _impossible_feedback,
    game.UnreadableTurn: _unreadable_turn,
    game.Contradiction: translatable("No code fits the feedback up to turn {number}. Some of it is probably wrong."),
    solver.UnknownStrategy: _unknown_strategy,
    solver.UnknownBonus: translatable("{read} is not a bonus. Write a number to subtract (`2`) or a factor (`x0.95`)."),
    solver.UnreadableTree: _unreadable_tree,
    solver.IncompleteTree: _incomplete_tree,
    solver.BookDamaged: translatable(
        "The book for {rules} is damaged ({fault}). Reinstall hitblow. Until then, guesses are found by search."
    ),
    model.StorageUnreachable: translatable(
        "The database cannot be reached just now, so nothing was changed. Please try again later."
    ),
    model.StorageFolderMissing: translatable(
        "The folder of the database does not exist. Correct the address, or create the folder."
    ),
    model.StorageReadOnly: translatable("The database is read-only, so nothing can be played."),
    model.StorageUnfinished: translatable(
        "The database is an unfinished copy. Run `hitblow db copy` again to finish it."
    ),
    model.StorageReplaced: translatable(
        "The database was replaced while the bot was running. Nothing can be saved until the bot is restarted."
    ),
    model.StorageNewer: translatable(
        "The database needs a newer version of hitblow. Please upgrade; nothing was changed."
    ),
    model.StorageBusy: translatable("The database is busy just now. Nothing was lost; please try again."),
    model.StorageFull: translatable(
        "The disk of the database is full, so nothing was changed. Please try again later."
    ),
    model.StorageDamaged: translatable("The database is damaged, or its file is not a database. Nothing was changed."),
    model.StorageDiskFault: translatable("The disk of the database cannot be read or written, so nothing was changed."),
    model.StorageForeign: translatable(
        "The database belongs to another program or has no tables yet, so it is not used. Nothing was changed."
    ),
    model.StorageAddressInvalid: translatable(
        "The address of the database cannot be read. Use `sqlite:///FILE`, or `postgresql://USER:PASSWORD@HOST/NAME` "
        "with special characters in the password encoded, such as `%40` for `@`."
    ),
    model.StorageDriverMissing: translatable(
        "The driver for PostgreSQL is not installed: `pip install 'hitblow[postgresql]'`."
    ),
    model.CopyOutdated: _copy_outdated,
    model.CopyNotEmpty: translatable("{where} is not empty. Nothing was written; name another one."),
    model.CopyOfAnother: translatable("{where} has an unfinished copy of another database. Name an empty one."),
    model.CopyDiffers: _copy_differs,
    **GAME_REFUSALS,
    **COMMAND_REFUSALS,
}
