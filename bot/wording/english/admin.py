"""What the operator of the bot decides and is told, in English."""

from collections.abc import Mapping

from bot.services.admission_ports import Decision, PersonNotServed, ReadOnlyMode, ServerNotServed, Subject, TooFast
from bot.wording.english.nouns import count
from bot.wording.refusals import explains
from bot.wording.safe import quote

ADMIN_COMMANDS: Mapping[str, str] = {
    "admin": "Decide who may use the bot, and look after its games.",
    "admin access": "Show the allow list, the block list, the cooldown and whether read-only mode is on.",
    "admin allow": "Put a server or person on the allow list. Then only those on it are served.",
    "admin block": "Put a server or person on the block list.",
    "admin remove": "Take a server or person off the lists.",
    "admin cooldown": "Set the SECONDS between a person's commands, after five at once; 0 for none.",
    "admin read-only": "Switch read-only mode on or off. While it is on, nothing can be played or changed.",
}
"""What each command of `hitblow admin` does."""


class EnglishAdmin:
    """Refusals that the operator has decided, and what `hitblow admin` prints."""

    # Refusals

    @explains(ServerNotServed)
    def server_not_served(self, error: ServerNotServed) -> str:
        """The operator does not let the reader's server or workspace use the bot."""
        return "The operator of this bot does not allow it here. `privacy` still shows and deletes your data."

    @explains(PersonNotServed)
    def person_not_served(self, error: PersonNotServed) -> str:
        """The operator does not let the reader use the bot."""
        return "The operator of this bot has excluded you. `privacy` still shows and deletes your data."

    @explains(TooFast)
    def too_fast(self, error: TooFast) -> str:
        """The reader's commands follow each other too soon; the next may come in `seconds`."""
        return f"That was too fast; nothing was counted. Please try again in {count(error.seconds, 'second')}."

    @explains(ReadOnlyMode)
    def read_only_mode(self, error: ReadOnlyMode) -> str:
        """The bot is being maintained: games, records and settings can only be looked at."""
        return "The bot is being maintained, so nothing can be changed just now. `board` and `stats` still work."

    # Access

    def access_entry(self, platform: str, subject: Subject, id_: str, decision: Decision) -> str:
        """A line of the lists: a server or person is on the allow list or the block list."""
        return f"{decision}: {platform} {subject} {quote(id_)}"

    def no_access_entries(self) -> str:
        """Both lists are empty."""
        return "Every server and every person may use the bot."

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
