"""Players' own data, in English."""

from collections.abc import Sequence

from bot.services.errors import HiddenPlayer, NothingStored
from bot.wording.english.nouns import count, person
from bot.wording.refusals import explains


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

    def privacy_commands(self) -> str:
        """Below what is kept: what the reader can do."""
        return "`privacy export` gives you all of it as a file. `privacy delete` deletes it."

    def privacy_exported(self, rows: int) -> str:
        """Beside the file with everything about the reader."""
        return (
            f"All that I keep about you: {count(rows, 'row')}, as JSON. Secrets that you have not been shown are "
            "left out, and others are not named."
        )

    def privacy_file_at(self, path: str) -> str:
        """In the terminal: where the file was written."""
        return f"Written to {path}."

    def export_button(self) -> str:
        """The button that exports everything about the reader."""
        return "Export"

    def hide_button(self, *, is_hidden: bool) -> str:
        """The button that hides the reader or, if they are hidden, shows them again."""
        return "Show me again" if is_hidden else "Hide me"

    def delete_button(self) -> str:
        """The button that asks whether to delete everything about the reader, and the one below the first question."""
        return "Delete my data"

    def delete_again_button(self) -> str:
        """The button below the second question."""
        return "Delete for good"

    def confirm_delete(self) -> str:
        """Asks whether the reader wants everything about them deleted."""
        return (
            "Delete everything about you here? You lose your statistics, ratings, streaks, settings and the games that "
            "only you played. Games that need you end. In games with others, and in totals, your part stays without "
            "your name."
        )

    def confirm_delete_again(self) -> str:
        """Asks a second time."""
        return "Really delete it? This cannot be undone. `privacy export` keeps a copy for you."

    def privacy_deleted(self) -> str:
        """Everything about the reader was deleted."""
        return "Everything about you was deleted. Boards that others see lose your name within minutes."

    @explains(NothingStored)
    def nothing_stored(self, error: NothingStored) -> str:
        """Nothing is stored about the reader."""
        return "I keep nothing about you here, so there is nothing to show, export, hide or delete."

    @explains(HiddenPlayer)
    def hidden_player(self, error: HiddenPlayer) -> str:
        """Somebody else's statistics were asked for, and they are hidden."""
        return f"The statistics of {person(error.name)} are hidden from others."
