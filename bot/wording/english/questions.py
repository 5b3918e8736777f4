"""Questions before something that cannot be undone, votes, and news, in English."""

from collections.abc import Sequence

from bot.wording.english.nouns import count, listed, person


class EnglishQuestions:
    """Questions that a player confirms, who gave up, and what happened last."""

    # Giving up

    def game_given_up(self, players: Sequence[str], guesses: int) -> str:
        """The end of a game that its players gave up after a number of guesses."""
        when = f"after {count(guesses, 'guess')}" if guesses else "before the first guess"
        return f"Given up by {listed([*map(person, players)])} {when}."

    def ended_by_moderator(self, moderator: str, guesses: int) -> str:
        """The end of a game that a moderator ended after a number of guesses."""
        when = f"after {count(guesses, 'guess')}" if guesses else "before the first guess"
        return f"Ended by {person(moderator)}, a moderator, {when}."

    # Guesses that repeat a turn
