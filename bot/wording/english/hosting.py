"""Hosted games, in English."""

from bot.commands.errors import NobodyElseHere
from bot.wording.english.nouns import count, person
from bot.wording.refusals import explains
from core.game.errors import HostMayNotGuess, NotTheHost, TooManyPendingGuesses


class EnglishHosting:
    """Games in which a person hides the secret."""

    def ended_by_host(self, host: str, guesses: int) -> str:
        """The host has ended the game after a number of guesses."""
        when = f"after {count(guesses, 'guess')}" if guesses else "before the first guess"
        return f"{person(host, first=True)}, the host, ended the game {when}."

    def hosted_game_expired(self, host: str, *, is_host_silent: bool) -> str:
        """The game ended because the host gave no feedback for too long, or because nobody guessed."""
        if is_host_silent:
            return f"{person(host, first=True)} gave no feedback for too long. The game doesn't count."
        return "Nobody guessed for too long. The game doesn't count."

    @explains(NobodyElseHere)
    def nobody_else_here(self, error: NobodyElseHere) -> str:
        """The command needs somebody else, and the reader is in direct messages with the bot."""
        return (
            f"Nobody else is in this conversation, so `{error.command}` works only in a channel. Here, `versus` starts "
            "a game against me, and `play` one in which you guess my secret."
        )

    @explains(HostMayNotGuess)
    def host_may_not_guess(self, error: HostMayNotGuess) -> str:
        """The host tried to guess or to get a hint in their own game."""
        return "You host this game and know the secret, so you can't guess or get hints."

    @explains(NotTheHost)
    def not_the_host(self, error: NotTheHost) -> str:
        """The reader tried to give or change feedback in a game that somebody else hosts."""
        return "Only the host gives the feedback in this game."

    @explains(TooManyPendingGuesses)
    def too_many_pending_guesses(self, error: TooManyPendingGuesses) -> str:
        """Too many guesses wait for the host's feedback, so no other can be made."""
        return "No more guesses can wait: the host has to give feedback first. Your guess was not counted."
