"""Why a move, a game, a daily or the use of the bot is refused, and why the database is."""

import shlex
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from bot.locales import Words
from bot.locales.safe import quote, whole
from bot.locales.words import translatable
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
        "There is no daily for `{rules}`. Choose one of these rules: {names}.",
        rules=str(error.rules),
        names=code_list(NAMED_RULES, words),
    )


def _already_voted(error: game.AlreadyVoted, words: Words) -> str:
    return words.plural(
        "Your vote to give up is counted already: {votes} of {n:,} vote so far. The player who started the game needs "
        "no votes.",
        "Your vote to give up is counted already: {votes} of {n:,} votes so far. The player who started the game needs "
        "no votes.",
        error.needed,
        votes=error.votes,
    )


def _no_game_here(error: model.NoGameHere, words: Words) -> str:
    if error.ended:
        return words(
            "No game is running here. `board` shows the last one, #{game}, and `play` starts another.",
            game=error.ended,
        )
    return words("No game is running here. `play` starts one.")


def _found_by_another(error: game.FoundByAnother, words: Words) -> str:
    return words("That's right, but {winner} found it first, so the race is over.", winner=words.person(error.winner))


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
        "You play in several duels here ({games}). Use the buttons below the board of one of them.",
        games=_games(error, words),
    )


def _several_duels_typed(error: model.SeveralDuels, words: Words) -> str:
    return words(
        "You play in several duels here ({games}). Type the ID of the one you mean at the end, as in `board #{game}`.",
        games=_games(error, words),
        game=error.games[0],
    )


def _several_games(error: model.SeveralGames, words: Words) -> str:
    return words(
        "Several of your games run here ({games}). Which one do you want to give up? Press Give up below its board.",
        games=_games(error, words),
    )


def _several_games_typed(error: model.SeveralGames, words: Words) -> str:
    return words(
        "Several of your games run here ({games}). Which one do you want to give up? Type its ID, as in "
        "`giveup #{game}`.",
        games=_games(error, words),
        game=error.games[0],
    )


def _hint_unconfirmed(error: model.HintUnconfirmed, words: Words) -> str:
    return words(
        "You have made these guesses in running games ({games}), so advice is a hint for them. `suggest confirm:yes` "
        "gets it.",
        games=code_list((f"#{hint.game}" for hint in error.hints), words),
    )


def _ambiguous_player(error: model.AmbiguousPlayer, words: Words) -> str:
    choices = (quote(user) if name == user else f"{words.person(name)} ({quote(user)})" for name, user in error.choices)
    return words(
        "Several people are called {read}: {choices}. Name one of them by their ID, such as {example}.",
        read=quote(error.read),
        choices=words.commas(choices),
        example=quote(error.choices[0][1]),
    )


def _too_many_challenges(error: model.TooManyChallenges, words: Words) -> str:
    return words(
        "These challenges of yours are open: {games}. Wait for an answer, or withdraw one with `giveup` in its room.",
        games=_games(error, words),
    )


def _no_conversation(error: model.NoConversation, words: Words) -> str:
    if error.started:
        return words("There is nothing to change right now. `suggest` shows the current state.")
    if error.ended:
        return words(
            "Nothing happened in this conversation for too long, so it has ended. `suggest` starts another one."
        )
    return words("You haven't asked for advice yet. Start with `suggest` and the guesses and feedback so far, if any.")


def _no_such_correction(error: model.NoSuchCorrection, words: Words) -> str:
    return words.plural(
        "There is no correction with that number. `fix` lists {n:,} correction.",
        "There is no correction with that number. `fix` lists {n:,} corrections.",
        error.corrections,
    )


def _nothing_to_review(error: model.NothingToReview, words: Words) -> str:
    if error.game is None:
        return words("You have no finished game to review. `play` starts one.")
    return words("Nobody guessed in game #{game}, so there is nothing to review.", game=error.game)


def _too_fast(error: operations.TooFast, words: Words) -> str:
    return words.plural(
        "That was too fast; nothing was counted. Please try again in {n:,} second.",
        "That was too fast; nothing was counted. Please try again in {n:,} seconds.",
        error.seconds,
    )


def _storage_older(error: model.StorageOlder, words: Words) -> str:
    return words(
        "The database was made by an older version of hitblow, which this one cannot upgrade. First run `hitblow db "
        "upgrade` of commit {commit}. Nothing was changed.",
        commit=error.commit,
    )


def _copy_outdated(error: model.CopyOutdated, words: Words) -> str:
    return words(
        "{where} has to be upgraded before it can be copied: `hitblow db upgrade --db {address}`.",
        where=whole(error.where),
        address=shlex.quote(error.where),
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


GAME_REFUSALS: Refusals = {
    game.GameOver: translatable("This game is over. `play` starts another."),
    game.PartOver: translatable("Your part of this race is over. The race goes on without you."),
    game.NotYourTurn: translatable("It's the other player's turn."),
    game.FeedbackMissing: translatable(
        "First enter the feedback for my guess, such as `0H1B`, or correct earlier feedback with `fix`."
    ),
    game.NotYourGame: translatable(
        "This is someone else's game; only its players can do that. `play who:me` starts your own."
    ),
    game.EndedByPlayersOnly: translatable(
        "Only those who play this game can end it, not even a moderator. It keeps nobody else from playing here."
    ),
    game.NotPlaying: translatable("You haven't played in this game yet. Make a guess first."),
    game.OnlyPlayersGiveUp: translatable(
        "Only those who play can give this game up. After an hour without a move, anybody here can vote to end it."
    ),
    game.AlreadyVoted: _already_voted,
    game.RaceNotStarted: translatable(
        "The race hasn't started yet. The player who opened it presses Start or types `play start:now`."
    ),
    game.RaceStarted: translatable("The race has already started. Type a guess to join it."),
    game.NotTheStarter: translatable("Only the player who opened this race, or a moderator, can start it."),
    game.TimeIsUp: translatable("The time limit of this race has passed."),
    game.HostMayNotGuess: translatable("You host this game and know the secret, so you can't guess or get hints."),
    game.NotTheHost: translatable("Only the host gives the feedback in this game."),
    game.TooManyPendingGuesses: translatable(
        "No more guesses can wait: the host has to give feedback first. Your guess was not counted."
    ),
    game.NoPendingGuess: translatable("No guess is waiting for your feedback right now. `board` shows the game."),
    game.TooLateToUndo: translatable("It's too late to take that back: the time for this feedback has passed."),
    game.HintsNotAllowed: translatable("There are no hints and no advice in a duel before it is over."),
    game.DrawNotPossible: translatable(
        "You have already offered a draw. The other player can accept it, or decline it by guessing. You can't offer "
        "me a draw."
    ),
    game.OpponentMayStillMove: translatable(
        "You can't claim this game: your opponent still has time, or it's your turn."
    ),
    game.DuelNotStarted: translatable(
        "This duel hasn't begun. Both of you have to hide a secret first: type `secret`."
    ),
    game.SecretAlreadyHidden: translatable("You have already hidden a secret, and it can't be changed."),
    model.NoGameHere: _no_game_here,
    model.GameRunning: _game_running,
    model.NoSuchGame: translatable(
        "There is no game {read} here. Without an ID, `board` and `review` show the last one."
    ),
    game.FoundByAnother: _found_by_another,
    model.NoSuchPlayer: translatable("Nobody called {read} has played here yet."),
    model.AmbiguousPlayer: _ambiguous_player,
    model.HiddenPlayer: translatable("The statistics of {name} are hidden from others."),
    model.SeveralDuels: _several_duels,
    model.SeveralGames: _several_games,
    model.NotADuel: translatable("That doesn't work in this game. `duel` challenges somebody to a duel."),
    model.TurnTaken: translatable(
        "Another turn was made meanwhile. Nothing was counted: look at the board, and guess again."
    ),
    model.NotARace: translatable(
        "The game here isn't a race. `play who:race start:signal` starts one that waits for your signal."
    ),
    model.ChallengedSelf: translatable(
        "You can't challenge yourself. `play who:me` starts a game alone, `versus` one against me."
    ),
    model.ChallengedBot: translatable("Other bots can't play. `versus` starts a game against me."),
    model.OpponentHasLeft: translatable("You can't challenge {name}, who is no longer here."),
    model.AlreadyChallenged: translatable(
        "You already have a duel or an open challenge: `#{game}`. Finish it first, or give it up."
    ),
    model.AlreadyAccepted: translatable("Somebody else was faster: {name}."),
    model.HintUnconfirmed: _hint_unconfirmed,
    model.NoAdviceInDaily: translatable(
        "These are your guesses in the daily of {day} (`{rules}`). There is no advice about it before it is over."
    ),
    model.FeedbackOfAnotherGame: translatable(
        "You have made the same guesses, with the same feedback, in game #{game}, which is still running, so my next "
        "guess would be a hint for it. I go on here when that game is over."
    ),
    model.TooManyChallenges: _too_many_challenges,
    model.ChallengesUnwanted: translatable("You can't challenge {name}, who doesn't want duels."),
    model.NoConversation: _no_conversation,
    model.NoSuchCorrection: _no_such_correction,
    model.GameStillRunning: translatable("Game #{game} is still running. You can review it when it is over."),
    model.NothingToReview: _nothing_to_review,
    model.ReviewNotShared: translatable(
        "A review is shared where its game was played, and that of a daily when its day is over."
    ),
    model.NothingStored: translatable("I keep nothing about you, so there is nothing to show, export, hide or delete."),
    model.SolverBusy: translatable(
        "Too much is being computed just now. Nothing you entered is lost; please try again in a few seconds."
    ),
    model.TooManyQuestions: translatable(
        "I'm still working on your earlier questions. Nothing you entered is lost; please wait for the answers."
    ),
    model.SolverTooSlow: translatable(
        "That took too long, so there is no answer. Nothing you entered is lost; please try again."
    ),
    daily.UnreadableDay: translatable("{read} is not a day. Write `{today}`, `today` or `yesterday`."),
    daily.DayInFuture: translatable("The code of {day} does not exist yet: today is {today} in UTC."),
    daily.DayBeforeFirst: translatable("There was no daily on {day}. The first was on {first}."),
    daily.NoDaily: _no_daily,
    daily.DailyPlayed: translatable(
        "You played the daily of {day} (`{rules}`) before you deleted your data. There is one game a day, and other "
        "rules have codes of their own."
    ),
    daily.DailyOver: translatable(
        "You have finished the daily of {day} (`{rules}`); there is one try a day. `daily action:archive` lists "
        "earlier days, and other rules have codes of their own."
    ),
    daily.DailyNotOver: translatable("You have not finished the daily of {day} (`{rules}`) yet."),
    daily.BoardsNotShown: translatable("End your own game first; then you see everybody's guesses."),
    daily.SharedAnother: translatable(
        "You have already shared a result of {day} here; one a day can be shared in each place. `daily action:text` "
        "shows this one (`{rules}`) to copy."
    ),
    daily.NotShareable: translatable(
        "Results are shared only if they count, and until noon UTC of the next day. `daily action:text` shows the one "
        "of {day} (`{rules}`) to copy."
    ),
    operations.ServerNotServed: translatable(
        "The operator of this bot does not allow its use here. `privacy` still shows and deletes your data."
    ),
    operations.PersonNotServed: translatable(
        "The operator of this bot has excluded you. `privacy` still shows and deletes your data."
    ),
    operations.TooFast: _too_fast,
    operations.ReadOnlyMode: translatable(
        "The bot is being maintained, so nothing can be changed just now. `board` and `stats` still work."
    ),
    model.StorageUnreachable: translatable(
        "The database cannot be reached just now, so nothing was changed. Please try again later."
    ),
    model.StorageFolderMissing: translatable(
        "The folder of the database does not exist. Correct the address, or create the folder."
    ),
    model.StorageReadOnly: translatable(
        "The bot may not write to its database or to the folder of the file, so nothing was changed. Its operator has "
        "to allow that."
    ),
    model.StorageUnfinished: translatable(
        "The database is an unfinished copy. Run `hitblow db copy` again to finish it."
    ),
    model.StorageReplaced: translatable(
        "The database was replaced while the bot was running. Nothing can be saved until the bot is restarted."
    ),
    model.StorageNewer: translatable(
        "The database needs a newer version of hitblow. Please upgrade; nothing was changed."
    ),
    model.StorageOlder: _storage_older,
    model.StorageBusy: translatable("The database is busy just now, so nothing was counted. Please try again."),
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
}

GAME_REFUSALS_WITHOUT_BUTTONS: Refusals = {
    game.RaceNotStarted: translatable("The race hasn't started yet. The player who opened it types `play start:now`."),
    model.GameRunning: _game_running_typed,
    model.SeveralDuels: _several_duels_typed,
    model.SeveralGames: _several_games_typed,
}
