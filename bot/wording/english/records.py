"""Records, in English."""

from bot.wording.english.nouns import count
from bot.wording.safe import name

_PERIODS = {"today": "today", "week": "this week", "month": "this month", "all": "all time"}
_SCOPES = {"channel": "this channel", "server": "this server", "everywhere": "everywhere"}


class EnglishRecords:
    """Statistics and leaderboards."""

    def stats_title(self, player: str) -> str:
        """Whose record."""
        return f"{name(player)}'s games"

    def stats_line(self, games: int, solved: int, average: str) -> str:
        """Games, solved, average."""
        return f"{count(games, 'game')} alone, {solved} solved, {average} guesses on average"

    def streaks(self, streak: int, best: int) -> str:
        """Streaks."""
        return f"solved in a row: {streak} now, {best} at best"

    def assisted(self, games: int) -> str:
        """Games with hints."""
        return f"With hints: {count(games, 'game')}, not counted above."

    def together(self, games: int, solved: int) -> str:
        """Shared games."""
        return f"With others: {count(games, 'game')}, {solved} solved."

    def nothing_played(self, player: str) -> str:
        """No games yet."""
        return f"{name(player)} has not finished a game yet. `play` begins one."

    def leaderboard_title(self, game: str, period: str, scope: str) -> str:
        """What is counted."""
        return f"{game}, {_PERIODS[period]}, {_SCOPES[scope]}"

    def leaderboard_note(self, games: int) -> str:
        """How it is counted."""
        return (
            f"For whoever has guessed {games} games or more alone. A game not solved counts as one guess more than its "
            f"tries. Averages lean towards everybody's mean, as if each had played {games} more games at it."
        )

    def leaderboard_empty(self, games: int) -> str:
        """Nobody yet."""
        return f"Nobody has finished {games} games alone here yet."

    def games(self, games: int) -> str:
        """`31 games`."""
        return count(games, "game")

    def streak(self, streak: int) -> str:
        """`streak 6`."""
        return f"streak {streak}"

    def you(self) -> str:
        """The reader."""
        return "you"

    def somebody_elsewhere(self) -> str:
        """Somebody of another workspace."""
        return "(elsewhere)"
