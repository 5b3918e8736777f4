"""Players' own data, in English."""

from collections.abc import Sequence

from bot.wording.english.nouns import count, person


class EnglishPrivacy:
    """What is kept about a player, exporting, hiding and deleting it."""

    def privacy_summary(self, player: str, rows: int, games: int) -> str:
        """How much is kept about the reader."""
        kept = f"{count(rows, 'row')} of data about you, with the results of {count(games, 'game')}"
        return f"{person(player, first=True)}, I keep {kept}."

    def privacy_what_is_kept(self) -> Sequence[str]:
        """What is kept and why, in sentences."""
        return (
            "Your user ID and name, to know and show whose turn it is; your settings, to follow them.",
            "Your games with their guesses, to play and review them; results and ratings, for statistics.",
            "The days of the daily game, for streaks; your conversation with the coach, to continue it.",
            "Nothing that you write elsewhere is kept. Nothing is given to others or used for advertising.",
        )

    def privacy_hidden(self, *, is_hidden: bool) -> str:
        """Whether the reader is hidden from leaderboards, summaries and those who ask for their statistics."""
        if is_hidden:
            return (
                "Leaderboards and summaries leave you out, and only you can see your statistics. "
                "`privacy unhide` changes that."
            )
        return "Leaderboards, summaries and `stats` show you to others. `privacy hide` changes that."

    def hide_button(self, *, is_hidden: bool) -> str:
        """The button that hides the reader or, if they are hidden, shows them again."""
        return "Show me again" if is_hidden else "Hide me"
