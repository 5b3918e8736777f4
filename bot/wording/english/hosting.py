"""Hosted games, in English."""

from bot.wording.english.nouns import count, person


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
