"""Backups, copies and checks of databases on the shell, in English."""

from typing import final

from bot.locales.safe import quote, whole
from bot.wording.english.nouns import count


class EnglishDatabase:
    """Output of `hitblow db backup`, `copy` and `check`. Operators read it, so it names files and addresses."""

    @final
    def database_finding(self, kind: str, subject: str, found: str) -> str:
        """Something that a check has found: what, where, and what is stored there."""
        match kind:
            case "damage":
                return self.database_damaged(subject)
            case "revision":
                return self.tables_outdated(subject, found)
            case "permissions":
                return self.file_open_to_others(subject, found)
            case "ratings":
                return self.ratings_wrong(subject)
            case "totals":
                return self.totals_wrong(subject, found)
            case _:
                return self.statistics_wrong(subject)

    def database_damaged(self, fault: str) -> str:
        """A check found damage; `fault` is what the database says about it, in English."""
        return f"The database is damaged: {whole(fault)}"

    def tables_outdated(self, revision: str, expected: str) -> str:
        """A check found tables of another version."""
        return f"The tables have the revision {revision} and not {expected}: run `hitblow db upgrade`."

    def file_open_to_others(self, file: str, permissions: str) -> str:
        """A check found that other users of the machine can use a file; `permissions` are octal, such as `644`."""
        return f"Other users of this machine can use {whole(file)} ({permissions}): run `chmod 600`."

    def statistics_wrong(self, player: str) -> str:
        """A check found that the sums of a player, named by an id, are not those of the stored results."""
        return f"The statistics of the player {quote(player)} are not those of their results."

    def ratings_wrong(self, player: str) -> str:
        """A check found that the ratings of a player, named by an id, count other games than those that were rated."""
        return f"The ratings of the player {quote(player)} count other games than those that were rated."

    def totals_wrong(self, leaderboard: str, games: str) -> str:
        """A check found that the totals of a leaderboard, which has a number, count fewer games than its players."""
        return f"The totals of the leaderboard {leaderboard} lack games: {games}."

    def database_checked(self, findings: int) -> str:
        """The last line of a check: how much is wrong."""
        return f"{count(findings, 'problem')} found." if findings else "Nothing is wrong with the database."
