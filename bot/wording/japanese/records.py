"""Records, in Japanese."""

from bot.wording.safe import name

_PERIODS = {"today": "今日", "week": "今週", "month": "今月", "all": "全期間"}
_SCOPES = {"channel": "このチャンネル", "server": "このサーバー", "everywhere": "全体"}


class JapaneseRecords:
    """Statistics and leaderboards."""

    def stats_title(self, player: str) -> str:
        """Whose record."""
        return f"{name(player)} さんの成績"

    def stats_line(self, games: int, solved: int, average: str) -> str:
        """Games, solved, average."""
        return f"ひとりで{games}回、うち正解{solved}回、平均{average}手"

    def streaks(self, streak: int, best: int) -> str:
        """Streaks."""
        return f"連続正解: 今{streak}回、最高{best}回"

    def assisted(self, games: int) -> str:
        """Games with hints."""
        return f"ヒントあり{games}回(上には数えていません)。"

    def together(self, games: int, solved: int) -> str:
        """Shared games."""
        return f"みんなで{games}回、うち正解{solved}回。"

    def nothing_played(self, player: str) -> str:
        """No games yet."""
        return f"{name(player)} さんはまだ終えたゲームがありません。`play` で始められます。"

    def leaderboard_title(self, game: str, period: str, scope: str) -> str:
        """What is counted."""
        return f"{game}　{_PERIODS[period]}・{_SCOPES[scope]}"

    def leaderboard_note(self, games: int) -> str:
        """How it is counted."""
        return (
            f"ひとりで{games}回以上遊んだ人。正解できなかったゲームは、回数の上限より1手多く数えます。"
            f"平均は、全員の平均を{games}回分足して計算しています。"
        )

    def leaderboard_empty(self, games: int) -> str:
        """Nobody yet."""
        return f"ここではまだ、ひとりで{games}回以上遊んだ人がいません。"

    def games(self, games: int) -> str:
        """A number of games."""
        return f"{games}回"

    def streak(self, streak: int) -> str:
        """A streak."""
        return f"連続{streak}"

    def you(self) -> str:
        """The reader."""
        return "あなた"

    def somebody_elsewhere(self) -> str:
        """Somebody of another workspace."""
        return "(ほかの場所の人)"
