"""Settings, in English."""

from collections.abc import Mapping, Sequence
from datetime import date

from bot.commands.errors import (
    ChannelOutOfReach,
    LanguageElsewhere,
    NoTerminalSetting,
    SummaryWithoutChannel,
    UnknownChannel,
    UnknownTimeZone,
    WrongScope,
)
from bot.locales.safe import channel, quote
from bot.model.errors import NotAManager, NotInThisChannel, NotPermitted
from bot.model.room_settings import Permission
from bot.wording.english.nouns import duration, listed, person
from bot.wording.refusals import explains


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

    ACTIVITIES: Mapping[str, str] = {
        "begin": "start games",
        "threads": "open threads",
        "hints": "ask for hints",
    }
    """What settings permit."""

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

    # Changes

    # Refusals

    @explains(NotAManager)
    def not_a_manager(self, error: NotAManager) -> str:
        """The reader may not change settings of the server."""
        return (
            "Only those who manage this server or workspace can change its settings: on Discord members with the "
            "permission Manage Server, on Slack admins and owners. Your own are `warnings`, `mentions` and `language`."
        )

    @explains(NotPermitted)
    def not_permitted(self, error: NotPermitted) -> str:
        """The activity is permitted to managers or to nobody here."""
        is_for_managers = error.permission is Permission.MANAGERS
        who = "only those who manage this server or workspace" if is_for_managers else "nobody"
        return f"The settings say that {who} may {self.ACTIVITIES[error.activity.value]} here. Nothing was changed."

    @explains(NotInThisChannel)
    def not_in_this_channel(self, error: NotInThisChannel) -> str:
        """Games may start only in other channels."""
        return f"The settings say that games may start only in {', '.join(map(channel, error.channels))}."

    @explains(WrongScope)
    def wrong_scope(self, error: WrongScope) -> str:
        """The option can be chosen only for some scopes."""
        ways = " or ".join(f"`settings {scope} {error.option}:…`" for scope in error.scopes)
        return f"`{error.option}` is set like this: {ways}. Nothing was changed."

    @explains(UnknownTimeZone)
    def unknown_time_zone(self, error: UnknownTimeZone) -> str:
        """`read` is no time zone; `nearest` is similar."""
        example = f"Did you mean `{error.nearest}`?" if error.nearest else "Write one such as `Europe/Paris` or `UTC`."
        return f"There is no time zone {quote(error.read)}. {example} Nothing was changed."

    @explains(UnknownChannel)
    def unknown_channel(self, error: UnknownChannel) -> str:
        """`read` is no channel."""
        return f"There is no channel {quote(error.read)} that I can see. Write it as `#channel`. Nothing was changed."

    @explains(ChannelOutOfReach)
    def channel_out_of_reach(self, error: ChannelOutOfReach) -> str:
        """The bot cannot post in a channel that was chosen for announcements or summaries."""
        return f"I can't post in {channel(error.channel)}. Add me to it, or choose another. Nothing was changed."

    @explains(SummaryWithoutChannel)
    def summary_without_channel(self, error: SummaryWithoutChannel) -> str:
        """A summary of a server needs a channel for announcements."""
        return (
            "A summary for everybody needs a channel for announcements: set `announcements` as well, or set the "
            "summary for one channel with `settings channel summary:daily`. Nothing was changed."
        )

    @explains(NoTerminalSetting)
    def no_terminal_setting(self, error: NoTerminalSetting) -> str:
        """The option means nothing in the terminal."""
        return (
            f"`{error.option}:` is a setting for Discord and Slack; it does nothing in the terminal. "
            "Nothing was changed."
        )

    @explains(LanguageElsewhere)
    def language_elsewhere(self, error: LanguageElsewhere) -> str:  # tells nothing more
        """In the terminal, an option of the program sets the language."""
        return "In the terminal, `hitblow --lang en` or `HITBLOW_LANG` sets the language. Nothing was changed."
