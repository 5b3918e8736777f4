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

    def confirm_by_typing(self) -> str:
        """In the terminal, below a question."""
        return "Type `yes` to do it."

    def declined(self) -> str:
        """The reader has typed `no` to a question."""
        return "Nothing was done."

    def nothing_asked(self) -> str:
        """The reader has typed `yes` or `no`, but was asked nothing."""
        return "There is nothing to confirm. `help` lists the commands."

    # Giving up

    def confirm_give_up(self, game: str) -> str:
        """Asks before the reader gives up a game, or ends it as a moderator."""
        return f"Give up game #{game}? This ends it and reveals the secret."

    def confirm_resign(self, game: str, opponent: str) -> str:
        """Asks before the reader resigns in a duel with another person."""
        return f"Give up game #{game}? {person(opponent, first=True)} then wins, and both secrets are shown."

    def confirm_give_up_part(self, game: str) -> str:
        """Asks before the reader gives up their part of a race."""
        return f"Give up your part of game #{game}? The others keep playing."

    def confirm_vote(self, game: str, votes: int, needed: int) -> str:
        """Asks before the reader votes to give up a shared game; there are then `votes` of the `needed` votes."""
        return (
            f"Vote to give up game #{game}? It ends when most of its players have voted: yours is vote {votes} of "
            f"{needed}. The player who started it, or a moderator, can end it alone."
        )

    def vote_button(self) -> str:
        """The button that confirms a vote to give up."""
        return "Vote to give up"

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

    def guess_repeated(self, guess: str, turn: int) -> str:
        """Asks before a guess that was made in an earlier turn."""
        return f"{guess} was already guessed in turn {turn}. Guess it anyway?"

    def guess_anyway_button(self) -> str:
        """The button that confirms such a guess."""
        return "Guess anyway"

    def how_to_stop_warnings(self) -> str:
        """Below such a question: how to turn these questions off."""
        return "Nothing was counted. `settings warnings:off` turns these questions off."

    def warnings_setting(self, *, is_on: bool) -> str:
        """Whether the reader is asked before guesses that repeat a turn, and how to change that."""
        if is_on:
            return "I ask before a guess that repeats a turn costs you a try. `settings warnings:off` changes that."
        return "I don't ask before a guess that repeats a turn. `settings warnings:on` changes that."

    # What happened last

    def last_turn(self, player: str, number: int, guess: str, feedback: str) -> str:
        """The last turn of a running game, at the beginning of a notification."""
        return f"{person(player, first=True)}, turn {number}: {guess}, {feedback}."
