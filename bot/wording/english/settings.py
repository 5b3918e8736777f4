"""Settings, in English."""

from collections.abc import Mapping, Sequence
from datetime import date

from bot.wording.english.nouns import duration, listed, person


class EnglishSettings:
    """Settings of players, channels and servers, and what they do not permit."""

    SETTINGS: Mapping[str, str] = {
        "language": "Language of public messages",
        "rules": "Default rules",
        "words": "Words for hits and blows",
        "channels": "Channels where games may start",
        "begin": "Who may start games",
        "threads": "Who may open threads",
        "hints": "Who may ask for hints",
        "announcements": "Channel for announcements",
        "summary": "Summary of the daily game",
        "hour": "Hour of the summary",
        "timezone": "Time zone",
        "mentions": "Mention players",
        "reminders": "Remind players of their turn",
        "turn": "Time for a turn in a duel",
        "challenge": "Time to accept a challenge",
        "idle": "Time until an abandoned game ends",
    }
    """What each setting of a channel or server is, at most 45 characters."""

    SETTINGS_GROUPS: Mapping[str, str] = {
        "language": "Language",
        "rules": "Rules",
        "games": "Games",
        "announcements": "Announcements",
        "players": "Players",
    }
    """Groups of settings, each with a form, at most 13 characters."""

    PERMISSIONS: Mapping[str, str] = {"everyone": "everyone", "managers": "managers only", "nobody": "nobody"}
    """Who may do something."""

    SUMMARIES: Mapping[str, str] = {"off": "off", "daily": "every day", "weekly": "every week"}
    """How often a summary is posted."""

    ON_OFF: Mapping[bool, str] = {True: "on", False: "off"}
    """Whether a setting is on."""

    SETTING_PLACES: Mapping[str, str] = {
        "channel": "this channel",
        "room": "this room",
        "rooms": "all rooms",
        "server": "this server",
        "workspace": "this workspace",
        "here": "this place",
    }
    """What settings are for."""

    # What is set

    def mentions_setting(self, *, is_on: bool) -> str:
        """Whether the reader may be mentioned, and how to change that."""
        if is_on:
            return "I may mention you when it is your turn. `settings mentions:off` changes that."
        return "I don't mention you. `settings mentions:on` changes that."

    def language_setting(self, language: str | None) -> str:
        """The language of private replies to the reader, None if it follows the platform's, and how to change it."""
        if language is None:
            return "I write to you in the language your client is set to. `settings language:en` changes that."
        return f"I write to you in {language}. `settings language:default` changes that."

    def chosen_by(self, player: str, day: date, place: str) -> str:
        """Who chose a setting and when, after its value.

        Args:
            player: their name, empty if it is no longer known.
            day: when.
            place: "this channel" or the like if it is for that alone, else empty.
        """
        where = f", for {place}" if place else ""
        who = f" by {person(player)}" if player else ""
        return f"Chosen{who} on {day}{where}."

    def setting_hours(self, hours: int) -> str:
        """A length of time."""
        return duration(hours)

    def channel_list(self, channels: Sequence[str]) -> str:
        """Channels; none if all."""
        return listed(channels) if channels else "all"

    # Forms

    def setting_hint(self, is_hours: bool, value: str) -> str:  # noqa: FBT001  # the only question
        """What can be typed for a setting, whether that is a number of hours, and what applies if it is empty."""
        return f"{'Hours. ' if is_hours else ''}Empty: {value}"
