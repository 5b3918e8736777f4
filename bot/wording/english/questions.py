"""Questions before something that cannot be undone, votes, and news, in English."""

from collections.abc import Sequence

from bot.wording.english.nouns import count, listed, person


class EnglishQuestions:
    """Questions that a player confirms, who gave up, and what happened last."""

    YES: frozenset[str] = frozenset({"yes", "y"})
    """What can be typed in the terminal to confirm something, in lower case."""

    NO: frozenset[str] = frozenset({"no", "n"})
    """What can be typed in the terminal to refuse something, in lower case."""

    ME: frozenset[str] = frozenset({"me", "myself"})
    """What can be typed for oneself where a player is named, in lower case."""

    # Giving up

    def giveup_votes(self, players: Sequence[str], needed: int) -> str:
        """On the board: who wants to give up; `needed` votes end the game."""
        return f"Votes to give up: {', '.join(map(person, players))} ({len(players)} of {needed})."

    def game_given_up(self, players: Sequence[str], guesses: int) -> str:
        """The end of a game that its players gave up after a number of guesses."""
        when = f"after {count(guesses, 'guess')}" if guesses else "before the first guess"
        return f"Given up by {listed([*map(person, players)])} {when}."

    def ended_by_moderator(self, moderator: str, guesses: int) -> str:
        """The end of a game that a moderator ended after a number of guesses."""
        when = f"after {count(guesses, 'guess')}" if guesses else "before the first guess"
        return f"Ended by {person(moderator)}, a moderator, {when}."

    # Guesses that repeat a turn

    def warnings_setting(self, *, is_on: bool) -> str:
        """Whether the reader is asked before guesses that repeat a turn, and how to change that."""
        if is_on:
            return "I ask before a guess that repeats a turn costs you a try. `settings warnings:off` changes that."
        return "I don't ask before a guess that repeats a turn. `settings warnings:on` changes that."
