"""Refusals that the operator of the bot has decided, and the output of `hitblow admin`, in English."""

from datetime import datetime

from bot.locales.safe import quote
from bot.model.admission import Decision, Subject
from bot.wording.english.nouns import count


class EnglishAdmin:
    """Refusals that the operator has decided, and what `hitblow admin` prints."""

    # Access

    def access_entry(self, platform: str, subject: Subject, id_: str, decision: Decision) -> str:
        """A line of the lists: a server or person is on the allow list or the block list."""
        return f"{decision}: {platform} {subject} {quote(id_)}"

    def read_only_state(self, *, on: bool) -> str:
        """Whether read-only mode is on."""
        return f"Read-only mode is {'on' if on else 'off'}."

    def cooldown_state(self, seconds: float) -> str:
        """The seconds between a person's commands, 0 for none."""
        return f"Cooldown: {seconds:g} seconds." if seconds else "There is no cooldown."

    def decided(self, platform: str, subject: Subject, id_: str, decision: Decision) -> str:
        """A server or person was put on the allow list or the block list."""
        return f"The {platform} {subject} {quote(id_)} is on the {decision} list."

    def withdrawn(self, platform: str, subject: Subject, id_: str, *, was_listed: bool) -> str:
        """A server or person was taken off the lists, or was on none."""
        done = "was taken off the list" if was_listed else "was on no list"
        return f"The {platform} {subject} {quote(id_)} {done}."

    # Games and data

    def operated_game(  # noqa: PLR0913, PLR0917  # everything about a game
        self, game: str, rules: str, platform: str, server: str, channel: str, last_move: datetime
    ) -> str:
        """A line of the list of running games; the last move, in UTC, was made at `last_move`."""
        where = f"{platform} server {quote(server)}, channel {quote(channel)}"
        return f"#{game}: {rules}, {where}; last move {last_move:%Y-%m-%d %H:%M}"

    def no_game_to_end(self, game: str) -> str:
        """The operator wants to end a game that does not exist or has ended."""
        return f"There is no running game {quote(f'#{game}')}. `hitblow admin games` lists the running games."

    def confirm_forgetting(self, platform: str, subject: Subject, id_: str) -> str:
        """Asks whether to erase a server or person for good."""
        return f"Erase everything about the {platform} {subject} {quote(id_)} for good?"

    def announced(self, channels: int) -> str:
        """An announcement will be posted in a number of channels; 0 if no game is running."""
        if not channels:
            return "No game is running, so there is nobody to tell."
        return f"The bot posts it in {count(channels, 'channel')} within seconds."
