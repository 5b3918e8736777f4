"""Why something that somebody typed or wants to do is refused: from errors to sentences."""

import shlex
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeAlias

from bot.commands import command as commands
from bot.locales import Words, translatable
from bot.locales.safe import mark_channel, quote, quote_whole
from bot.model import daily, errors as model, operations
from bot.model.room_settings import SETTINGS, Permission
from bot.presenters import phrases
from bot.presenters.boards import tries_left_text
from bot.presenters.items import ITEM_REFUSALS
from core.errors import CoreError
from core.game import errors as game
from core.game.codes import example_code
from core.game.feedback import Feedback, example_feedback, format_feedback
from core.game.rules import MAX_CODES, MAX_POSITIONS, MAX_SYMBOLS, NAMED_RULES, Rules, RulesOutOfRange, UnknownRules
from core.solver import errors as solver
from core.solver.strategies import STRATEGY_NAMES

Refusal: TypeAlias = str | Callable[[Any, Words], str]
"""A sentence with names of the error's fields in braces, or what makes one of the error."""
Refusals: TypeAlias = Mapping[type[CoreError], Refusal]


def refusal_text(error: CoreError, words: Words, *, has_buttons: bool = True) -> str:
    """The sentence for an error: what was read, what was expected, and an example.

    Args:
        error: an expected error.
        words: the texts of the reader's language.
        has_buttons: whether the platform has buttons, which some sentences mention.
    """
    sentences = _REFUSALS if has_buttons else {**_REFUSALS, **_WITHOUT_BUTTONS}
    sentence = next(sentences[each] for each in type(error).__mro__ if each in sentences)
    return words(sentence, **_values(error, words)) if isinstance(sentence, str) else sentence(error, words)


_SAFE: Mapping[str, Callable[[Any], str]] = {"read": quote, "where": quote_whole, "channel": mark_channel}
"""What makes text safe to show, by the name of the field with it."""


def _values(error: CoreError, words: Words) -> dict[str, str]:
    """The fields of an error as they are shown."""
    shown = {**_SAFE, "name": words.person, "winner": words.person}
    return {name: shown.get(name, str)(value) for name, value in error.data.items()}


def _code_list(names: Iterable[str], words: Words) -> str:
    """Names as code, with commas between them."""
    return words.comma_separated(f"`{name}`" for name in names)


def _takes(option: str, values: str, read: str, words: Words) -> str:
    """What an option or command takes rather than what was typed."""
    return words("{option} takes {values}, not {read}.", option=option, values=values, read=quote(read))


def _missing(listed: str) -> Refusal:
    """That something does not exist, what was probably meant, and the command that lists what exists.

    The command may name fields of the error in braces.
    """
    return lambda error, words: (
        _did_you_mean(error, words)
        or words(
            "There is no {read}. `{command}` lists all.", read=quote(error.read), command=listed.format_map(error.data)
        )
    )


def _did_you_mean(error: CoreError, words: Words) -> str:
    """What was probably meant; empty if nothing is near."""
    read, nearest = error.data["read"], error.data.get("nearest")
    if not nearest:
        return ""
    return words("There is no {read}. Did you mean {nearest}?", read=quote(read), nearest=quote(nearest))


def _rules_out_of_range(error: RulesOutOfRange, words: Words) -> str:
    if error.quantity == "codes" and error.value < error.low:
        return words("Without repeats, there are at least as many symbols as positions.")
    limits = {"positions": MAX_POSITIONS, "symbols": MAX_SYMBOLS, "codes": MAX_CODES, error.quantity: error.high}
    return words("Rules have at most {positions} positions, {symbols} symbols and {codes:,} codes.", **limits)


def secret_requirements(rules: Rules, words: Words) -> str:
    """What a code is. It repeats nothing that was entered where nobody sees it."""
    return words(
        "Type {code}, such as {example}.", code=words.code_description(rules), example=f"`{example_code(rules)}`"
    )


def _unreadable_code(error: game.UnsafeCodeText, words: Words) -> str:
    return secret_requirements(error.rules, words)


def _wrong_length(error: game.WrongLength, words: Words) -> str:
    rules = error.rules
    if not error.length:
        return secret_requirements(rules, words)
    fault = words("{read} has {symbols}.", read=quote(error.read), symbols=words.symbol_count(rules, error.length))
    return words.joined([fault, secret_requirements(rules, words)])


def _unknown_symbol(error: game.UnknownSymbol, words: Words) -> str:
    rules = error.rules
    fault = words(
        "{symbol} in {read} is not one of `{keys}`.",
        symbol=quote(error.symbol),
        read=quote(error.read),
        kind=words.symbol_noun(rules),
        keys=rules.alphabet.keys[: rules.symbols],
    )
    return words.joined([fault, secret_requirements(rules, words)])


def _repeated_symbol(error: game.RepeatedSymbol, words: Words) -> str:
    fault = words("{read} uses {symbol} more than once.", read=quote(error.read), symbol=error.symbol)
    return words.joined([fault, secret_requirements(error.rules, words)])


def _unreadable_feedback(error: game.UnreadableFeedback, words: Words) -> str:
    example = example_feedback(error.rules)
    return phrases.unusable_text(
        words, error.read, format_feedback(example, error.rules), f"{example.hits}{example.blows}"
    )


def _impossible_feedback(error: game.ImpossibleFeedback, words: Words) -> str:
    return words(
        "No guess of {code} can get `{feedback}`.",
        code=words.symbol_count(error.rules),
        feedback=format_feedback(Feedback(error.hits, error.blows), error.rules),
    )


def _unreadable_turn(error: game.UnreadableTurn, words: Words) -> str:
    example = f"{example_code(error.rules)} {format_feedback(example_feedback(error.rules), error.rules)}"
    wrong = refusal_text(error.error, words) if error.error else phrases.typing_example(words, example)
    return words("Turn {number}, {read}: {refusal}", number=error.number, read=quote(error.read), refusal=wrong)


def _unknown_strategy(error: solver.UnknownStrategy, words: Words) -> str:
    return _takes("`strategy`", _code_list(STRATEGY_NAMES, words), error.read, words)


def _unreadable_tree(error: solver.UnreadableTree, words: Words) -> str:
    if error.error:
        return words(
            "The strategy tree is wrong at {where}: {refusal}",
            where=quote(error.where),
            refusal=refusal_text(error.error, words),
        )
    return words(
        "The strategy tree is wrong at {where}. `hitblow book export 3x7` prints an example.", where=quote(error.where)
    )


def _wrong_in_conversation(error: model.InvalidForConversationRules, words: Words, *, has_buttons: bool = True) -> str:
    sentences = [
        refusal_text(error.error, words),
        phrases.conversation_continues(error.rules, words, has_buttons=has_buttons),
    ]
    return words.joined(sentences)


def _option_alone(error: commands.OptionWithoutCommand, words: Words) -> str:
    return phrases.unusable_text(
        words, error.read, f"{error.command} {error.read}" if error.command else "play tries:8"
    )


def _bad_option(error: commands.InvalidOptionValue, words: Words) -> str:
    # A setting may have been entered into a form, whose fields have no names.
    is_number = not error.choices and error.option in SETTINGS
    option = words(SETTINGS[error.option].description) if is_number else f"`{error.option}:`"
    values = _code_list(error.choices, words) or words("{low} to {high}", low=error.low, high=error.high)
    return _takes(option, values, error.read, words)


def _unknown_time_zone(error: commands.UnknownTimeZone, words: Words) -> str:
    return _did_you_mean(error, words) or phrases.unusable_text(words, error.read, "Asia/Tokyo")


def _unknown_opponent(error: commands.UnknownOpponent, words: Words) -> str:
    unknown = words("Nobody is called {read}. Type `@` before a new name.", read=quote(error.read))
    return _did_you_mean(error, words) or unknown


def _wrong_scope(error: commands.WrongSettingScope, words: Words) -> str:
    return phrases.unusable_text(
        words, f"{error.option}:", *(f"settings {scope} {error.option}:…" for scope in error.scopes)
    )


def _not_permitted(error: model.NotPermitted, words: Words) -> str:
    is_for_managers = error.permission is Permission.MANAGERS
    return words("Only managers may do that here.") if is_for_managers else words("That is switched off here.")


def _not_in_this_channel(error: model.CannotStartInChannel, words: Words) -> str:
    return words(
        "Games and results belong in {channels}.", channels=words.comma_separated(map(mark_channel, error.channels))
    )


def _no_daily(error: daily.NoDailyForRules, words: Words) -> str:
    return _takes("`daily`", _code_list(NAMED_RULES, words), str(error.rules), words)


def _game_running(error: model.GameRunning, words: Words) -> str:
    if error.is_own:
        return words("Your game is still running here.")
    running = words("A game is running here.")
    if error.tries_left is None:
        return running
    return words.joined([running, words.sentence(tries_left_text(words, error.tries_left))])


def _game_running_typed(error: model.GameRunning, words: Words) -> str:
    """The same with what can be typed; a daily may be on the screen, so the game is named."""
    others = () if error.is_own else ("`play who:me`",)
    commands = words.alternatives((f"`board #{error.game}`", *others, f"`giveup #{error.game}`"))
    return words.joined([_game_running(error, words), words("Guess, or type {commands}.", commands=commands)])


def _games(error: model.SeveralDuels | model.SeveralGames, words: Words) -> str:
    return _code_list((f"#{game}" for game in error.games), words)


def _several_games(error: model.SeveralDuels | model.SeveralGames, words: Words) -> str:
    return words("Several of your games run here: {games}. Use the buttons of one.", games=_games(error, words))


def _several_games_typed(error: model.SeveralDuels | model.SeveralGames, words: Words) -> str:
    games = _games(error, words)
    return words(
        "Several of your games run here: {games}. Name one, as in `board #{game}`.", games=games, game=error.games[0]
    )


def _hint_unconfirmed(error: model.HintNeedsConfirmation, words: Words) -> str:
    games = (hint.game for hint in error.hints)
    return words.joined([phrases.advice_is_hint(words, games), phrases.how_to_confirm(words, "confirm:yes")])


def _ambiguous_player(error: model.AmbiguousPlayer, words: Words) -> str:
    choices = (quote(user) if name == user else f"{words.person(name)} ({quote(user)})" for name, user in error.choices)
    return words(
        "Several people are called {read}: {choices}. Use an ID, such as {example}.",
        read=quote(error.read),
        choices=words.comma_separated(choices),
        example=quote(error.choices[0][1]),
    )


def _first_finish(games: Iterable[str], words: Words) -> str:
    return words("First finish {games}, or use `giveup`.", games=words.alternatives(f"`#{game}`" for game in games))


def _too_fast(error: operations.TooFast, words: Words) -> str:
    return words.plural(
        "Too fast: nothing was counted. Wait {n:,} second.",
        "Too fast: nothing was counted. Wait {n:,} seconds.",
        error.seconds,
    )


def _copy_outdated(error: model.CopySourceOutdated, words: Words) -> str:
    return words(
        "First upgrade {where}: `hitblow db upgrade --db {address}`.",
        where=quote_whole(error.where),
        address=shlex.quote(error.where),
    )


def _copy_differs(error: model.CopyDiffers, words: Words) -> str:
    return words(
        "The copy differs in {tables}. Stop the bot, delete {where} and copy again.",
        tables=_code_list((table for table, *_ in error.tables), words),
        where=quote_whole(error.where),
    )


_REFUSALS: Refusals = {
    UnknownRules: _missing("rules names"),
    RulesOutOfRange: _rules_out_of_range,
    game.UnsafeCodeText: _unreadable_code,
    game.WrongLength: _wrong_length,
    game.UnknownSymbol: _unknown_symbol,
    game.RepeatedSymbol: _repeated_symbol,
    game.UnreadableFeedback: _unreadable_feedback,
    game.ImpossibleFeedback: _impossible_feedback,
    game.UnreadableTurn: _unreadable_turn,
    game.Contradiction: translatable("No code fits turns 1 to {number}."),
    solver.UnknownStrategy: _unknown_strategy,
    solver.UnreadableBonus: lambda error, words: phrases.unusable_text(words, error.read, "2", "x0.95"),
    solver.UnreadableTree: _unreadable_tree,
    solver.IncompleteTree: translatable("The strategy tree has no guess after {history}."),
    solver.BookUnusable: translatable("The book for {rules} is damaged: reinstall hitblow."),
    game.GameOver: translatable("This game is over. `play` starts another."),
    game.PartOfRaceOver: translatable("You're done; the race is still on."),
    game.NotYourTurn: translatable("It's the other player's turn."),
    game.GuessAwaitsFeedback: translatable("First answer my guess, such as with `0H1B`."),
    game.NotYourGame: translatable("This is someone else's game. `play who:me` starts your own."),
    game.EndedByPlayersOnly: translatable("Only its players can end this game."),
    game.NotPlaying: translatable("You haven't played in this game yet."),
    game.OnlyPlayersGiveUp: translatable("Only its players can end this game."),
    game.AlreadyVoted: translatable("You have voted already: {votes} of {needed}."),
    game.RaceNotStarted: translatable("The race hasn't started. Whoever opened it starts it: `play start:now`."),
    game.NotPossibleNow: translatable("That doesn't work now. `board` shows what does."),
    game.HostMayNotGuess: translatable("You host this game: you know the secret."),
    game.NotTheHost: translatable("Only the host gives feedback here."),
    game.TooManyPendingGuesses: translatable("Too many guesses wait for the host. Nothing was counted."),
    game.NoPendingGuess: translatable("That doesn't work now. `board` shows what does."),
    game.HintsNotAllowed: translatable("There is no advice on a duel or daily before it is over."),
    game.DuelNotStarted: translatable("That doesn't work now. `board` shows what does."),
    model.NoGameHere: translatable("No game is running here."),
    model.GameRunning: _game_running,
    model.NoSuchGame: translatable("There is no {read} here."),
    game.FoundByAnother: translatable("That's right, but {winner} found it first."),
    model.NoSuchPlayer: translatable("There is no {read} here."),
    model.AmbiguousPlayer: _ambiguous_player,
    model.HiddenPlayer: translatable("The statistics of {name} are hidden."),
    model.SeveralDuels: _several_games,
    model.SeveralGames: _several_games,
    model.TurnTaken: translatable("Another turn came first. Nothing was counted: guess again."),
    model.NotARace: translatable("That is for races. `play who:race` starts one."),
    model.CannotBeChallenged: translatable("That takes another person. `versus` plays against me."),
    model.ChallengesUnwanted: translatable("You can't challenge {name}."),
    model.AlreadyChallenged: lambda error, words: _first_finish([error.game], words),
    model.AlreadyAccepted: translatable("Somebody else was faster: {name}."),
    model.HintNeedsConfirmation: _hint_unconfirmed,
    model.FeedbackOfRunningGame: translatable("These are the turns of #{game}. I go on when it is over."),
    model.TooManyChallenges: lambda error, words: _first_finish(error.games, words),
    model.NoCoachConversation: translatable("There is nothing to change. `suggest` asks for advice."),
    model.NoSuchCorrection: translatable("Choose a correction from 1 to {corrections}."),
    model.GameStillRunning: lambda error, words: _first_finish([error.game], words),
    model.NothingToReview: translatable("There is no finished game to review."),
    model.ReviewNotShareable: translatable("Share it where it was played; a daily when its day is over."),
    model.NothingStored: translatable("Nothing is stored."),
    model.SolverUnavailable: translatable("That takes too long now. Nothing is lost: try again."),
    daily.UnreadableDay: lambda error, words: phrases.unusable_text(
        words, error.read, str(error.today), daily.TODAY, daily.YESTERDAY
    ),
    daily.NoDailyOn: translatable("There is no daily on {day}. `daily action:archive` lists them."),
    daily.NoDailyForRules: _no_daily,
    daily.DailyGameEnded: translatable("You have played the daily of {day} (`{rules}`)."),
    daily.DailyUnfinished: translatable("First finish your daily of {day} (`{rules}`)."),
    daily.NotShareable: translatable(
        "Only one result a day that counts is shared, until noon UTC. `daily action:text` copies this."
    ),
    operations.NotServed: translatable("The operator allows only `privacy` for you here."),
    operations.TooFast: _too_fast,
    operations.BotIsReadOnly: translatable("Nothing can be changed during maintenance."),
    model.StorageError: translatable("The database can't be used now. Nothing was counted: try again."),
    model.StorageFolderMissing: translatable("The folder of the database does not exist."),
    model.StorageReadOnly: translatable("The bot may not write to its database."),
    model.StorageCopyUnfinished: translatable("The copy is unfinished: run `hitblow db copy` again."),
    model.StorageReplaced: translatable("The database was replaced: restart the bot."),
    model.StorageTooNew: translatable("The database needs a newer version of hitblow."),
    model.StorageTooOldToMigrate: translatable(
        "The database is too old. First run `hitblow db upgrade` of commit {commit}."
    ),
    model.StorageDamaged: translatable("The database is damaged."),
    model.StorageForeign: translatable("The database belongs to another program."),
    model.StorageAddressInvalid: translatable(
        "Write the database as `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`."
    ),
    model.StorageDriverMissing: translatable("This database needs `pip install 'hitblow[postgresql]'`."),
    model.CopySourceOutdated: _copy_outdated,
    model.CopyNotEmpty: translatable("{where} is not empty."),
    model.CopyDiffers: _copy_differs,
    **ITEM_REFUSALS,
    commands.UnknownCommand: _missing("help"),
    commands.UnknownOption: _missing("help {command}"),
    commands.OptionWithoutCommand: _option_alone,
    commands.MissingOption: translatable("`{command}` needs `{option}:`. `help {command}` shows an example."),
    commands.InvalidOptionValue: _bad_option,
    commands.UnknownRulesOrPeriod: _missing("help leaderboard"),
    commands.UnknownOpponent: _unknown_opponent,
    commands.NobodyElseHere: translatable("That takes another person. `versus` plays against me."),
    commands.CannotOpenThreadInChannel: translatable("I need Create Public Threads and Send Messages in Threads."),
    commands.CallerMayNotOpenThread: translatable("You need Create Public Threads here."),
    commands.WrongSettingScope: _wrong_scope,
    commands.UnknownTimeZone: _unknown_time_zone,
    commands.UnknownChannel: lambda error, words: phrases.unusable_text(words, error.read, "#general"),
    commands.ChannelOutOfReach: lambda error, words: phrases.channel_out_of_reach(words, mark_channel(error.channel)),
    commands.ServerSummaryNeedsChannel: translatable("The summary needs a channel for announcements."),
    commands.SettingNotInTerminal: translatable("`{option}:` does nothing in the terminal."),
    commands.LanguageSetByProgramOption: lambda _error, words: phrases.unusable_text(
        words, "language:", f"hitblow --lang {words.code}"
    ),
    model.InvalidForConversationRules: _wrong_in_conversation,
    model.NotAManager: translatable("Only managers may do that here."),
    model.NotPermitted: _not_permitted,
    model.CannotStartInChannel: _not_in_this_channel,
}

_WITHOUT_BUTTONS: Refusals = {
    model.GameRunning: _game_running_typed,
    model.SeveralDuels: _several_games_typed,
    model.SeveralGames: _several_games_typed,
    model.InvalidForConversationRules: partial(_wrong_in_conversation, has_buttons=False),
}
