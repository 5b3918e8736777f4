"""Statistics and leaderboards."""

from typing import Protocol


class RecordWords(Protocol):
    """Statistics and leaderboards."""

    def stats_title(self, player: str) -> str:
        """Whose record follows."""
        ...

    def stats_line(self, games: int, solved: int, average: str) -> str:
        """How many games were played and solved, and what they cost on average."""
        ...

    def streaks(self, streak: int, best: int) -> str:
        """Solved games in a row, now and at most."""
        ...

    def assisted(self, games: int) -> str:
        """Games that had hints."""
        ...

    def together(self, games: int, solved: int) -> str:
        """Games played with others."""
        ...

    def nothing_played(self, player: str) -> str:
        """That somebody has no finished game yet."""
        ...

    def leaderboard_title(self, game: str, period: str, scope: str) -> str:
        """What a leaderboard counts."""
        ...

    def leaderboard_note(self, games: int) -> str:
        """How its averages are made, and how many games it takes to be ranked."""
        ...

    def leaderboard_empty(self, games: int) -> str:
        """That nobody has that many games yet."""
        ...

    def games(self, games: int) -> str:
        """A number of games."""
        ...

    def streak(self, streak: int) -> str:
        """A number of solved games in a row."""
        ...

    def you(self) -> str:
        """The reader, in a list of names."""
        ...

    def somebody_elsewhere(self) -> str:
        """A player of another workspace, whose name is not to be told."""
        ...
