"""Why a move, a game, a daily or the use of the bot is refused, and why the database is."""

import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from bot.locales import Words, translatable
from bot.locales.safe import quote, whole
from bot.model import daily, errors as model, operations
from bot.model.daily import TODAY, YESTERDAY
from bot.presenters.phrases import advice_is_hint, to_do_it, tries_left, unusable
from core.errors import CoreError
from core.game import errors as game
from core.game.rules import NAMED_RULES

Refusal: TypeAlias = str | Callable[[Any, Words], str]
"""A sentence with names of the error's fields in braces, or what makes one of the error."""
Refusals: TypeAlias = Mapping[type[CoreError], Refusal]


def code_list(names: Iterable[str], words: Words) -> str:
    """Names as code, with commas between them."""
    return words.commas(f"`{name}`" for name in names)


def takes(option: str, values: str, read: str, words: Words) -> str:
    """What an option or command takes rather than what was typed."""
    return words("{option} takes {values}, not {read}.", option=option, values=values, read=quote(read))


def missing(listed: str) -> Refusal:
    """That something does not exist, what was probably meant, and the command that lists what exists.

    The command may name fields of the error in braces.
    """
    return lambda error, words: (
        did_you_mean(error, words)
        or words(
            "There is no {read}. `{command}` lists all.", read=quote(error.read), command=listed.format_map(error.data)
        )
    )


def did_you_mean(error: CoreError, words: Words) -> str:
    """What was probably meant; empty if nothing is near."""
    read, nearest = error.data["read"], error.data.get("nearest")
    if not nearest:
        return ""
    return words("There is no {read}. Did you mean {nearest}?", read=quote(read), nearest=quote(nearest))


def _no_daily(error: daily.NoDaily, words: Words) -> str:
    return takes("`daily`", code_list(NAMED_RULES, words), str(error.rules), words)


def _game_running(error: model.GameRunning, words: Words) -> str:
    if error.is_own:
        return words("Your game is still running here.")
    running = words("A game is running here.")
    return running if error.tries_left is None else words.joined([running, f"{tries_left(words, error.tries_left)}."])


def _game_running_typed(error: model.GameRunning, words: Words) -> str:
    """The same with what can be typed; a daily may be on the screen, so the game is named."""
    others = () if error.is_own else ("`play who:me`",)
    commands = words.either((f"`board #{error.game}`", *others, f"`giveup #{error.game}`"))
    return words.joined([_game_running(error, words), words("Guess, or type {commands}.", commands=commands)])


def _games(error: model.SeveralDuels | model.SeveralGames, words: Words) -> str:
    return code_list((f"#{game}" for game in error.games), words)


def _several_games(error: model.SeveralDuels | model.SeveralGames, words: Words) -> str:
    return words("Several of your games run here: {games}. Use the buttons of one.", games=_games(error, words))


def _several_games_typed(error: model.SeveralDuels | model.SeveralGames, words: Words) -> str:
    games = _games(error, words)
    return words(
        "Several of your games run here: {games}. Name one, as in `board #{game}`.", games=games, game=error.games[0]
    )


def _hint_unconfirmed(error: model.HintUnconfirmed, words: Words) -> str:
    games = (hint.game for hint in error.hints)
    return words.joined([advice_is_hint(words, games), to_do_it(words, "confirm:yes")])


def _ambiguous_player(error: model.AmbiguousPlayer, words: Words) -> str:
    choices = (quote(user) if name == user else f"{words.person(name)} ({quote(user)})" for name, user in error.choices)
    return words(
        "Several people are called {read}: {choices}. Use an ID, such as {example}.",
        read=quote(error.read),
        choices=words.commas(choices),
        example=quote(error.choices[0][1]),
    )


def _first_finish(games: Iterable[str], words: Words) -> str:
    return words("First finish {games}, or use `giveup`.", games=words.either(f"`#{game}`" for game in games))


def _too_fast(error: operations.TooFast, words: Words) -> str:
    return words.plural(
        "Too fast: nothing was counted. Wait {n:,} second.",
        "Too fast: nothing was counted. Wait {n:,} seconds.",
        error.seconds,
    )


def _copy_outdated(error: model.CopyOutdated, words: Words) -> str:
    return words(
        "First upgrade {where}: `hitblow db upgrade --db {address}`.",
        where=whole(error.where),
        address=shlex.quote(error.where),
    )


def _copy_differs(error: model.CopyDiffers, words: Words) -> str:
    return words(
        "The copy differs in {tables}. Stop the bot, delete {where} and copy again.",
        tables=code_list((table for table, *_ in error.tables), words),
        where=whole(error.where),
    )


GAME_REFUSALS: Refusals = {
    game.GameOver: translatable("This game is over. `play` starts another."),
    game.PartOver: translatable("You're done; the race is still on."),
    game.NotYourTurn: translatable("It's the other player's turn."),
    game.FeedbackMissing: translatable("First answer my guess, such as with `0H1B`."),
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
    model.HintUnconfirmed: _hint_unconfirmed,
    model.FeedbackOfAnotherGame: translatable("These are the turns of #{game}. I go on when it is over."),
    model.TooManyChallenges: lambda error, words: _first_finish(error.games, words),
    model.NoConversation: translatable("There is nothing to change. `suggest` asks for advice."),
    model.NoSuchCorrection: translatable("Choose a correction from 1 to {corrections}."),
    model.GameStillRunning: lambda error, words: _first_finish([error.game], words),
    model.NothingToReview: translatable("There is no finished game to review."),
    model.ReviewNotShared: translatable("Share it where it was played; a daily when its day is over."),
    model.NothingStored: translatable("Nothing is stored."),
    model.SolverUnavailable: translatable("That takes too long now. Nothing is lost: try again."),
    daily.UnreadableDay: lambda error, words: unusable(words, error.read, str(error.today), TODAY, YESTERDAY),
    daily.NoDailyOn: translatable("There is no daily on {day}. `daily action:archive` lists them."),
    daily.NoDaily: _no_daily,
    daily.DailyOver: translatable("You have played the daily of {day} (`{rules}`)."),
    daily.DailyNotOver: translatable("First finish your daily of {day} (`{rules}`)."),
    daily.NotShareable: translatable(
        "Only one result a day that counts is shared, until noon UTC. `daily action:text` copies this."
    ),
    operations.NotServed: translatable("The operator allows only `privacy` for you here."),
    operations.TooFast: _too_fast,
    operations.ReadOnlyMode: translatable("Nothing can be changed during maintenance."),
    model.StorageError: translatable("The database can't be used now. Nothing was counted: try again."),
    model.StorageFolderMissing: translatable("The folder of the database does not exist."),
    model.StorageReadOnly: translatable("The bot may not write to its database."),
    model.StorageUnfinished: translatable("The copy is unfinished: run `hitblow db copy` again."),
    model.StorageReplaced: translatable("The database was replaced: restart the bot."),
    model.StorageNewer: translatable("The database needs a newer version of hitblow."),
    model.StorageOlder: translatable("The database is too old. First run `hitblow db upgrade` of commit {commit}."),
    model.StorageDamaged: translatable("The database is damaged."),
    model.StorageForeign: translatable("The database belongs to another program."),
    model.StorageAddressInvalid: translatable(
        "Write the database as `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`."
    ),
    model.StorageDriverMissing: translatable("This database needs `pip install 'hitblow[postgresql]'`."),
    model.CopyOutdated: _copy_outdated,
    model.CopyNotEmpty: translatable("{where} is not empty."),
    model.CopyDiffers: _copy_differs,
}

GAME_REFUSALS_WITHOUT_BUTTONS: Refusals = {
    model.GameRunning: _game_running_typed,
    model.SeveralDuels: _several_games_typed,
    model.SeveralGames: _several_games_typed,
}
