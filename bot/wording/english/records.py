"""Statistics and leaderboards, in English."""

from collections.abc import Mapping, Sequence

from bot.wording.english.nouns import count


class EnglishRecords:
    """Statistics and leaderboards."""

    PERIODS: Mapping[str, str] = {
        "today": "today",
        "week": "this week",
        "month": "this month",
        "season": "this season",
        "all": "all time",
    }
    """Periods of a leaderboard."""

    SCOPES: Mapping[str, str] = {
        "channel": "this channel",
        "room": "this room",
        "server": "this server",
        "workspace": "this workspace",
        "here": "here",
        "everywhere": "everywhere",
    }
    """Where the games of a leaderboard were played: a Discord server, a Slack workspace, or this terminal or chat."""

    def stats_average(self, average: str, optimal: str | None) -> str:
        """The average number of guesses of solo games, with that of the best known play if there is one."""
        return f"Average {average}" + (f" (best play {optimal})" if optimal else "")

    def stats_marks(self, skill: str, luck: str, most: int, games: int, *, exact: bool) -> str:
        """The mean skill and luck of a player's solo games, from 0 to `most`."""
        how = "" if exact else ", skill estimated"
        return f"Skill {skill}, luck {luck} of {most} ({count(games, 'game')}{how})"

    def month_columns(self) -> tuple[str, str, str, str]:
        """Narrow column heads: month, skill, luck, number of games."""
        return ("month", "skill", "luck", "games")

    def stats_daily(self, games: int, solved: int, average: str) -> str:
        """Dailies by some rules; `average` is how many guesses the solved ones took."""
        guesses = f" in {average} guesses on average" if solved else ""
        return f"Daily: {solved} of {games} solved{guesses}"

    def stats_hosted(self, games: int, solved: int, average: str) -> str:
        """Games in which the player hid the secret; `average` is how many guesses the solved ones took."""
        guesses = f" in {average} guesses on average" if solved else ""
        return f"Hosted: {count(games, 'game')}, {solved} solved{guesses}"

    def stats_duels(self, won: int, drawn: int, lost: int) -> str:
        """A player's duels with people by some rules."""
        return f"Duels: {won} won, {drawn} drawn, {lost} lost"

    def stats_rating(self, rating: str, games: int, *, provisional: bool) -> str:
        """A player's rating by some rules, with its uncertainty; it is provisional while it follows from few games."""
        note = ", provisional" if provisional else ""
        return f"Rating: {rating} ({count(games, 'game')}{note})"

    def stats_other_rules(self, rules: Sequence[str]) -> str:
        """Rules that the player has played less often than those shown above."""
        return f"Also played: {', '.join(rules)}"

    def leaderboard_title(self, game: str, period: str, scope: str) -> str:
        """Which games a leaderboard counts."""
        return f"{game}, {self.PERIODS[period]}, {self.SCOPES[scope]}"

    def leaderboard_columns(self) -> tuple[str, str, str, str, str, str, str]:
        """Column heads of a leaderboard: rank, player, average, games, games solved, streak, best streak."""
        return ("#", "player", "average", "games", "solved", "streak", "best")

    def skill_leaderboard_columns(self) -> tuple[str, str, str, str, str]:
        """Column heads of a leaderboard by skill: rank, player, skill, luck, games."""
        return ("#", "player", "skill", "luck", "games")

    def rated_month_columns(self) -> tuple[str, str, str]:
        """Column heads of the ratings at the end of months: month, rating, its uncertainty."""
        return ("month", "rating", "")

    def rating_leaderboard_columns(self) -> tuple[str, str, str, str, str, str]:
        """Column heads of a leaderboard by rating: rank, player, rating, uncertainty, games, whether provisional."""
        return ("#", "player", "rating", "uncertainty", "games", "")

    def game_count(self, games: int) -> str:
        """A number of games, in a column of the leaderboard."""
        return count(games, "game")
