"""What `hitblow doctor` says, in English."""

from collections.abc import Mapping
from typing import final


class EnglishDoctor:
    """The report about an installation, for the operator."""

    HEALTH: Mapping[str, str] = {"ok": "ok", "note": "note", "problem": "PROBLEM"}
    """How serious a line of the report is."""

    DIAGNOSES: Mapping[str, str] = {
        "settings_ok": "Number of settings that are set: {count}. All names are correct.",
        "setting_mistyped": "There is no setting `{name}`. Did you mean `{meant}`?",
        "setting_unknown": "There is no setting `{name}`. Remove it; docs/operations.md lists all settings.",
        "file_open": "Other users of this machine can read `{file}`. Run `chmod 600 {file}`.",
        "database_ok": "The database `{where}` can be read and written and is up to date (revision {revision}).",
        "database_new": "The database `{where}` is new. It gets its tables at the first start.",
        "database_old": (
            "The database `{where}` has revision {revision}. The next start migrates it to {newest}; "
            "make a backup first."
        ),
        "platform_unused": "{platform} is not set up: no token is set.",
        "token_odd": "`{setting}` does not look like a token of {platform}. Check that it was copied whole.",
        "logged_in": "{platform} accepts the token, as {user}.",
        "socket_mode_ok": "Slack accepts the token for Socket Mode.",
        "scopes_missing": "On Slack, the bot lacks these scopes: {scopes}. Add them to the app and install it again.",
        "few_starts": "Discord allows only {left} more starts today. Find out why the bot restarts so often.",
        "clock_ok": "The clock of this machine agrees with that of {platform}.",
        "clock_fast": (
            "The clock of this machine is {seconds} seconds ahead of that of {platform}. "
            "Synchronize it, for example with NTP."
        ),
        "clock_slow": (
            "The clock of this machine is {seconds} seconds behind that of {platform}. "
            "Synchronize it, for example with NTP."
        ),
    }
    """A sentence for each finding: what was looked at and, if something must be done, what."""

    @final
    def diagnosis(self, name: str, details: Mapping[str, str]) -> str:
        """The sentence for a finding."""
        return self.DIAGNOSES[name].format_map(details)

    @final
    def health(self, health: str) -> str:
        """How serious a line of the report is."""
        return self.HEALTH[health]

    def doctor_result(self, problems: int) -> str:
        """The last line of the report."""
        if not problems:
            return "No problems were found."
        return f"{problems} {'problem was' if problems == 1 else 'problems were'} found."
