"""Why a move, a game, a daily or the use of the bot is refused, and why the database is."""

import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from bot.locales import Words, translatable
from bot.locales.safe import quote, whole
from bot.model import daily_errors as daily
from bot.model import errors as model
from bot.model import operations
from bot.presenters.board import guess_button
from bot.presenters.phrases import button_label, tries_left
from bot.presenters.views import Button
from core.errors import CoreError
from core.game import errors as game
from core.game.any_game import Who
from core.game.rules import NAMED_RULES

Refusal: TypeAlias = str | Callable[[Any, Words], str]
"""A sentence with names of the error's fields in braces, or what makes one of the error."""
Refusals: TypeAlias = Mapping[type[CoreError], Refusal]


def code_list(names: Iterable[str], words: Words) -> str:
    """Names as code, with commas between them."""
    return words.commas(f"`{name}`" for name in names)


def _no_daily(error: daily.NoDaily, words: Words) -> str:
    return words(
        "`{rules}` has no daily. Choose one of {names}.",
        rules=str(error.rules),
        names=code_list(NAMED_RULES, words),
    )


def _already_voted(error: game.AlreadyVoted, words: Words) -> str:
    return words.plural(
        "Your vote is counted already: {votes} of {n:,} so far.",
        "Your vote is counted already: {votes} of {n:,} so far.",
        error.needed,
        votes=error.votes,
    )


def _no_game_here(error: model.NoGameHere, words: Words) -> str:
    if error.ended:
        return words(
            "No game is running here. `play` starts one, `board` shows #{game}.",
            game=error.ended,
        )
    return words("No game is running here. `play` starts one.")


def _found_by_another(error: game.FoundByAnother, words: Words) -> str:
    return words("That's right, but {winner} found it first.", winner=words.person(error.winner))


def _game_running(error: model.GameRunning, words: Words) -> str:
    if error.is_own:
        return words("Your game is still running here.")
    running = words("A game is running here.")
    return running if error.tries_left is None else words.joined([running, f"{tries_left(words, error.tries_left)}."])


def _game_running_typed(error: model.GameRunning, words: Words) -> str:
    """The same with what can be typed; a daily may be on the screen, so the game is named."""
    if error.is_own:
        return words("Your game is running: guess, or `board #{game}`, or `giveup #{game}`.", game=error.game)
    return words("A game is running: guess, or `board #{game}`, `play who:me`, or `giveup #{game}`.", game=error.game)


def running_game_buttons(error: model.GameRunning, started: Mapping[str, str], words: Words) -> tuple[Button, ...]:
    """What the caller can do instead of starting a game with the options `started` beside one that is running."""
    end = (Button(words("End it"), "giveup"),)
    if error.is_own:
        return (Button(button_label(words, "board"), "board"), *end)
    guess = () if error.rules is None else (guess_button(error.rules, words),)
    return (
        *guess,
        Button(words("Show it"), "board"),
        Button(words("Play alone"), "play", {**started, "who": Who.ME.value}),
        *(end if error.is_stuck else ()),
    )


def _games(error: model.SeveralDuels | model.SeveralGames | model.TooManyChallenges, words: Words) -> str:
    return code_list((f"#{game}" for game in error.games), words)


def _several_duels(error: model.SeveralDuels, words: Words) -> str:
    return words(
        "You play in several duels here ({games}). Use the buttons of one of them.",
        games=_games(error, words),
    )


def _several_duels_typed(error: model.SeveralDuels, words: Words) -> str:
    return words(
        "You play in several duels here ({games}). Name one, as in `board #{game}`.",
        games=_games(error, words),
        game=error.games[0],
    )


def _several_games(error: model.SeveralGames, words: Words) -> str:
    return words(
        "Several of your games run here ({games}). Press Give up on one of them.",
        games=_games(error, words),
    )


def _several_games_typed(error: model.SeveralGames, words: Words) -> str:
    return words(
        "Several of your games run here ({games}). Name one, as in `giveup #{game}`.",
        games=_games(error, words),
        game=error.games[0],
    )


def _hint_unconfirmed(error: model.HintUnconfirmed, words: Words) -> str:
    return words(
        "You play with these guesses ({games}), so advice is a hint. `suggest confirm:yes` gets it.",
        games=code_list((f"#{hint.game}" for hint in error.hints), words),
    )


def _ambiguous_player(error: model.AmbiguousPlayer, words: Words) -> str:
    choices = (quote(user) if name == user else f"{words.person(name)} ({quote(user)})" for name, user in error.choices)
    return words(
        "Several people are called {read}: {choices}. Name one by the ID, such as {example}.",
        read=quote(error.read),
        choices=words.commas(choices),
        example=quote(error.choices[0][1]),
    )


def _too_many_challenges(error: model.TooManyChallenges, words: Words) -> str:
    return words(
        "These challenges of yours are open: {games}. Wait, or withdraw one with `giveup`.",
        games=_games(error, words),
    )


def _no_conversation(error: model.NoConversation, words: Words) -> str:
    if error.started:
        return words("There is nothing to change now. `suggest` shows the conversation.")
    if error.ended:
        return words("This conversation has ended. `suggest` starts another.")
    return words("You haven't asked for advice yet. `suggest` starts.")


def _no_such_correction(error: model.NoSuchCorrection, words: Words) -> str:
    return words.plural(
        "Choose a correction from 1 to {n:,}.",
        "Choose a correction from 1 to {n:,}.",
        error.corrections,
    )


def _nothing_to_review(error: model.NothingToReview, words: Words) -> str:
    if error.game is None:
        return words("You have no finished game to review.")
    return words("Nobody guessed in game #{game}.", game=error.game)


def _too_fast(error: operations.TooFast, words: Words) -> str:
    return words.plural(
        "Too fast: nothing was counted. Try again in {n:,} second.",
        "Too fast: nothing was counted. Try again in {n:,} seconds.",
        error.seconds,
    )


def _storage_older(error: model.StorageOlder, words: Words) -> str:
    return words(
        "The database is too old for this version. First run `hitblow db upgrade` of commit {commit}.",
        commit=error.commit,
    )


def _copy_outdated(error: model.CopyOutdated, words: Words) -> str:
    return words(
        "First upgrade {where}: `hitblow db upgrade --db {address}`.",
        where=whole(error.where),
        address=shlex.quote(error.where),
    )


def _copy_differs(error: model.CopyDiffers, words: Words) -> str:
    tables = (
        words("{table} ({source} and {target} rows)", table=table, source=source, target=target)
        for table, source, target in error.tables
    )
    return words(
        "The copy in {where} differs in: {tables}. Stop the bot, delete the copy and copy again.",
        where=whole(error.where),
        tables=words.commas(tables),
    )


GAME_REFUSALS: Refusals = {
    game.GameOver: translatable("This game is over. `play` starts another."),
    game.PartOver: translatable("Your part of this race is over."),
    game.NotYourTurn: translatable("It's the other player's turn."),
    game.FeedbackMissing: translatable("First enter the feedback for my guess, such as `0H1B`."),
    game.NotYourGame: translatable("This is someone else's game. `play who:me` starts your own."),
    game.EndedByPlayersOnly: translatable("Only its players can end this game."),
    game.NotPlaying: translatable("You haven't played in this game yet."),
    game.OnlyPlayersGiveUp: translatable(
        "Only its players can end this game. After an hour without a move, anybody can vote."
    ),
    game.AlreadyVoted: _already_voted,
    game.RaceNotStarted: translatable("The race hasn't started yet: who opened it presses Start."),
    game.RaceStarted: translatable("The race has started. A guess joins it."),
    game.NotTheStarter: translatable("Only who opened this race, or a moderator, can start it."),
    game.TimeIsUp: translatable("The time of this race is up."),
    game.HostMayNotGuess: translatable("You host this game, so you know the secret."),
    game.NotTheHost: translatable("Only the host gives the feedback in this game."),
    game.TooManyPendingGuesses: translatable("Too many guesses wait for the host. Yours was not counted."),
    game.NoPendingGuess: translatable("No guess waits for your feedback."),
    game.TooLateToUndo: translatable("It's too late to take that back."),
    game.HintsNotAllowed: translatable("There is no advice in a duel before it is over."),
    game.DrawNotPossible: translatable("You have offered a draw already; I take none."),
    game.OpponentMayStillMove: translatable("You can't claim this game yet."),
    game.DuelNotStarted: translatable("This duel hasn't begun: both hide a secret first."),
    game.SecretAlreadyHidden: translatable("Your secret is hidden already."),
    model.NoGameHere: _no_game_here,
    model.GameRunning: _game_running,
    model.NoSuchGame: translatable("There is no game {read} here."),
    game.FoundByAnother: _found_by_another,
    model.NoSuchPlayer: translatable("Nobody called {read} has played here yet."),
    model.AmbiguousPlayer: _ambiguous_player,
    model.HiddenPlayer: translatable("The statistics of {name} are hidden."),
    model.SeveralDuels: _several_duels,
    model.SeveralGames: _several_games,
    model.NotADuel: translatable("That doesn't work in this game."),
    model.TurnTaken: translatable("Another turn was made meanwhile. Nothing was counted: guess again."),
    model.NotARace: translatable("No race is running here. `play who:race` starts one."),
    model.ChallengedSelf: translatable("You can't challenge yourself. `versus` plays against me."),
    model.ChallengedBot: translatable("Other bots can't play. `versus` plays against me."),
    model.OpponentHasLeft: translatable("You can't challenge {name}, who is no longer here."),
    model.AlreadyChallenged: translatable("First finish your duel or challenge `#{game}`, or give it up."),
    model.AlreadyAccepted: translatable("Somebody else was faster: {name}."),
    model.HintUnconfirmed: _hint_unconfirmed,
    model.NoAdviceInDaily: translatable(
        "These are your guesses in the daily of {day} (`{rules}`): no advice before it is over."
    ),
    model.FeedbackOfAnotherGame: translatable(
        "These are the turns of your running game #{game}. I go on here when it is over."
    ),
    model.TooManyChallenges: _too_many_challenges,
    model.ChallengesUnwanted: translatable("You can't challenge {name}, who wants no duels."),
    model.NoConversation: _no_conversation,
    model.NoSuchCorrection: _no_such_correction,
    model.GameStillRunning: translatable("Game #{game} is still running."),
    model.NothingToReview: _nothing_to_review,
    model.ReviewNotShared: translatable(
        "A review is shared where its game was played; a daily's when its day is over."
    ),
    model.NothingStored: translatable("I keep nothing about you."),
    model.SolverBusy: translatable("Too much is being computed. Nothing is lost: try again in a few seconds."),
    model.TooManyQuestions: translatable("I still work on your earlier questions. Nothing is lost."),
    model.SolverTooSlow: translatable("That took too long. Nothing is lost: try again."),
    daily.UnreadableDay: translatable("{read} is not a day. Write `{today}`, `today` or `yesterday`."),
    daily.DayInFuture: translatable("The code of {day} is not there yet: today is {today} in UTC."),
    daily.DayBeforeFirst: translatable("There was no daily on {day}. The first was on {first}."),
    daily.NoDaily: _no_daily,
    daily.DailyPlayed: translatable("You played the daily of {day} (`{rules}`) before you deleted your data."),
    daily.DailyOver: translatable(
        "You have finished the daily of {day} (`{rules}`). Other rules have codes of their own."
    ),
    daily.DailyNotOver: translatable("You have not finished the daily of {day} (`{rules}`)."),
    daily.BoardsNotShown: translatable("End your own game first; then you see everybody's guesses."),
    daily.SharedAnother: translatable(
        "You can share one result a day here; `daily action:text` shows this one (`{rules}`, {day})."
    ),
    daily.NotShareable: translatable(
        "Only results that count are shared, until noon UTC of the next day; `daily action:text` "
        "shows this one (`{rules}`, {day})."
    ),
    operations.ServerNotServed: translatable("The operator doesn't allow this bot here. `privacy` still works."),
    operations.PersonNotServed: translatable("The operator has excluded you. `privacy` still works."),
    operations.TooFast: _too_fast,
    operations.ReadOnlyMode: translatable("The bot is being maintained: nothing can be changed just now."),
    model.StorageUnreachable: translatable("The database can't be reached. Nothing was counted: try again later."),
    model.StorageFolderMissing: translatable("The folder of the database does not exist."),
    model.StorageReadOnly: translatable("The bot may not write to its database or its folder."),
    model.StorageUnfinished: translatable("The database is an unfinished copy: run `hitblow db copy` again."),
    model.StorageReplaced: translatable("The database was replaced: restart the bot."),
    model.StorageNewer: translatable("The database needs a newer version of hitblow."),
    model.StorageOlder: _storage_older,
    model.StorageBusy: translatable("The database is busy. Nothing was counted: try again."),
    model.StorageFull: translatable("The disk of the database is full."),
    model.StorageDamaged: translatable("The database is damaged, or its file is none."),
    model.StorageDiskFault: translatable("The disk of the database fails."),
    model.StorageForeign: translatable("The database has no tables, or those of another program."),
    model.StorageAddressInvalid: translatable(
        "Write the database as `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`, with `%40` for an `@` in it."
    ),
    model.StorageDriverMissing: translatable(
        "The driver for PostgreSQL is not installed: `pip install 'hitblow[postgresql]'`."
    ),
    model.CopyOutdated: _copy_outdated,
    model.CopyNotEmpty: translatable("{where} is not empty."),
    model.CopyOfAnother: translatable("{where} has an unfinished copy of another database."),
    model.CopyDiffers: _copy_differs,
}

GAME_REFUSALS_WITHOUT_BUTTONS: Refusals = {
    game.RaceNotStarted: translatable("The race hasn't started yet: who opened it types `play start:now`."),
    model.GameRunning: _game_running_typed,
    model.SeveralDuels: _several_duels_typed,
    model.SeveralGames: _several_games_typed,
}
