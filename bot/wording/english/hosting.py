"""Hosted games, in English."""

from bot.commands.errors import NobodyElseHere
from bot.wording.english.nouns import count, person
from bot.wording.refusals import explains
from core.game.errors import HostMayNotGuess, NotTheHost, TooManyPendingGuesses


class EnglishHosting:
    """Games in which a person hides the secret."""

    def host(self, host: str) -> str:
        """Who hosts a game, below the title of its board."""
        return f"Host: {person(host)}"

    def how_to_begin_hosted(self, host: str, rules: str, example: str) -> str:
        """What to do in a hosted game that has just started; `rules` is `describe_rules`, `example` a code."""
        return f"{person(host, first=True)} has a secret ({rules}). Guess it with a code such as `{example}`."

    def host_gives_feedback(self, host: str) -> str:
        """The host keeps the secret in their head."""
        return f"{person(host, first=True)} keeps the secret in their head and gives the feedback."

    def feedback_asked(self, host: str, player: str, guess: str, hits: str, blows: str) -> str:
        """Asks the host for the feedback to a player's guess; `hits` and `blows` are what they are called here."""
        return f"{person(host, first=True)}, how many {hits} and {blows} does {person(player)}'s {guess} get?"

    def feedback_awaited(self) -> str:
        """In the place of the feedback to a guess that waits for it, in a column of the board."""
        return "waiting"

    def feedback_never_given(self) -> str:
        """In the place of the feedback to a guess that has got none, in a column of the board of an ended game."""
        return "no feedback"

    def guess_waits(self, guess: str, host: str) -> str:
        """The reader's guess waits for the host's feedback."""
        return f"{guess} waits for {person(host)}'s feedback."

    def feedback_withheld(self, guess: str, feedback: str, turns: int) -> str:
        """The host's feedback to a guess contradicts that to earlier guesses, `turns` with this one; only they see it.

        Corrections to choose from follow.
        """
        return (
            f"{feedback} for {guess} doesn't fit your earlier feedback: no code fits all {turns} turns. The board "
            "doesn't show it yet. Choose what was wrong, or other feedback for this guess:"
        )

    def feedback_corrected(self) -> str:
        """The host has chosen a correction."""
        return "Corrected. The board shows it."

    def hosted_secret_unknown(self, host: str) -> str:
        """At the end of a game that was not solved, whose secret is in the host's head."""
        return f"Only {person(host)} knows the secret."

    def ended_by_host(self, host: str, guesses: int) -> str:
        """The host has ended the game after a number of guesses."""
        when = f"after {count(guesses, 'guess')}" if guesses else "before the first guess"
        return f"{person(host, first=True)}, the host, ended the game {when}."

    def hosted_game_expired(self, host: str, *, is_host_silent: bool) -> str:
        """The game ended because the host gave no feedback for too long, or because nobody guessed."""
        if is_host_silent:
            return f"{person(host, first=True)} gave no feedback for too long. The game doesn't count."
        return "Nobody guessed for too long. The game doesn't count."

    def confirm_end_hosted(self, game: str) -> str:
        """Asks the host before they end a game whose secret they keep in their head."""
        return f"End game #{game}? Nobody can guess after that."

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

    def host_call(self) -> str:
        """A guess has come to wait for the feedback of the reader, who hosts the game."""
        return "A guess waits for your feedback."
