"""Statistics and leaderboards, in English."""

from collections.abc import Mapping, Sequence
from datetime import date

from bot.commands.errors import UnknownRulesOrPeriod
from bot.locales.safe import quote
from bot.services.records.leaderboards import Period
from bot.wording.english.nouns import count, person
from bot.wording.refusals import explains


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

    def stats_title(self, player: str) -> str:
        """The line above a player's statistics."""
        return f"{person(player, first=True)}'s statistics"

    def stats_summary(self, games: int, solved: int) -> str:
        """A player's solo games by some rules."""
        return f"Solo: {solved} of {games} solved"

    def stats_average(self, average: str, optimal: str | None) -> str:
        """The average number of guesses of solo games, with that of the best known play if there is one."""
        return f"Average {average}" + (f" (best play {optimal})" if optimal else "")

    def stats_unsolved(self, games: int) -> str:
        """How many solo games were not solved, and how they count in the average. Their bar is marked by a hyphen."""
        return f"Not solved (-): {games}, each counts as its limit + 1"

    def stats_streaks(self, streak: int, best: int) -> str:
        """How many games in a row were solved, now and at best."""
        return f"Streak: {streak} solved in a row, best {best}"

    def stats_marks(self, skill: str, luck: str, most: int, games: int, *, exact: bool) -> str:
        """The mean skill and luck of a player's solo games, from 0 to `most`."""
        how = "" if exact else ", skill estimated"
        return f"Skill {skill}, luck {luck} of {most} ({count(games, 'game')}{how})"

    def stats_not_marked(self, codes: int) -> str:
        """Why skill and luck are missing: the rules have too many codes."""
        return f"Skill and luck aren't computed for rules with more than {codes:,} codes."

    def month_columns(self) -> tuple[str, str, str, str]:
        """Narrow column heads: month, skill, luck, number of games."""
        return ("month", "skill", "luck", "games")

    def stats_daily(self, games: int, solved: int, average: str) -> str:
        """Dailies by some rules; `average` is how many guesses the solved ones took."""
        guesses = f" in {average} guesses on average" if solved else ""
        return f"Daily: {solved} of {games} solved{guesses}"

    def stats_daily_streak(self, days: int, best: int) -> str:
        """On how many days in a row a player has solved a daily, now and at best."""
        return f"Daily streak: {count(days, 'day')}, best {best}"

    def stats_assisted(self, games: int, solved: int) -> str:
        """Games alone with hints, which are not in the average and not on leaderboards."""
        return f"With hints (not ranked): {count(games, 'game')}, {solved} solved"

    def stats_shared(self, games: int, solved: int) -> str:
        """Games played together with others."""
        return f"With others: {count(games, 'game')}, {solved} solved"

    def stats_hosted(self, games: int, solved: int, average: str) -> str:
        """Games in which the player hid the secret; `average` is how many guesses the solved ones took."""
        guesses = f" in {average} guesses on average" if solved else ""
        return f"Hosted: {count(games, 'game')}, {solved} solved{guesses}"

    def stats_empty(self, player: str) -> str:
        """The player has not finished any game."""
        return f"{person(player, first=True)} hasn't finished a game yet. Start one with `play`."

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

    def choose_review(self) -> str:
        """Placeholder of a menu of the reader's last games, or the line above their list: one can be reviewed."""
        return "Review one of your last games"

    def last_game(self, game: str, rules: str, guesses: int, day: date) -> str:
        """A game in that menu, at most 75 characters."""
        return f"#{game}: {rules}, {count(guesses, 'guess')}, {day}"

    def provisional(self) -> str:
        """Beside a rating that follows from few games."""
        return "provisional"

    @explains(UnknownRulesOrPeriod)
    def unknown_rules_or_period(self, error: UnknownRulesOrPeriod) -> str:
        """`read` is neither rules nor a period of a leaderboard."""
        periods = ", ".join(f"`{period}`" for period in Period)
        return (
            f"There are no rules and no period called {quote(error.read)}. The periods are {periods}; rules have a "
            "name such as `mastermind` or are written like `4x10`."
        )

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

    def leaderboard_note(self, games: int) -> str:
        """Who is ranked, and how the averages are calculated."""
        return (
            f"Players with at least {games} solo games are ranked. An unsolved game counts as its limit plus one "
            f"guess. Each average includes {games} extra games at the overall average, so that luck in a few games "
            "doesn't decide."
        )

    def leaderboard_empty(self, games: int) -> str:
        """Nobody has enough games to be ranked."""
        return f"Nobody has finished {games} solo games here yet."

    def rating_leaderboard_note(self, games: int) -> str:
        """Who is ranked by rating, and what a rating means."""
        return (
            f"Players with at least {games} rated games are ranked: duels, races and games against the bot without "
            "hints. The bot's level normal has 1500 points, and 400 points more mean about ten wins for each loss. "
            "Next to a rating is its uncertainty, which grows with the time since the last game."
        )

    def rating_leaderboard_empty(self, games: int) -> str:
        """Nobody has enough rated games to be ranked."""
        return f"Nobody has {games} rated games here yet. Duels, races and games against the bot are rated."

    def skill_leaderboard_note(self, games: int, guesses: int, codes: int) -> str:
        """Who is ranked by skill, and which games have marks."""
        return (
            f"Players with at least {games} reviewed solo games are ranked by their mean skill, from 0 to 99, as in "
            f"`review`. Games are reviewed soon after their end, except those with hints, with more than {guesses} "
            f"guesses, or under rules with more than {codes:,} codes."
        )

    def skill_leaderboard_empty(self, games: int) -> str:
        """Nobody has enough reviewed games to be ranked."""
        return f"Nobody has {games} reviewed solo games here yet."

    def luck(self, luck: str) -> str:
        """The mean luck, in a column of the leaderboard."""
        return f"luck {luck}"

    def previous_page(self) -> str:
        """Label of a button: the page before of a leaderboard."""
        return "Previous"

    def next_page(self) -> str:
        """Label of a button: the next page of a leaderboard."""
        return "Next"

    def game_count(self, games: int) -> str:
        """A number of games, in a column of the leaderboard."""
        return count(games, "game")

    def streak(self, streak: int) -> str:
        """A number of games solved in a row, in a column of the leaderboard."""
        return f"streak {streak}"

    def player_elsewhere(self) -> str:
        """A player of another server or workspace, whose name is not shown."""
        return "(elsewhere)"
