"""Statistics and leaderboards, in Japanese."""

from collections.abc import Sequence

from typing_extensions import override

from bot.wording.english.records import EnglishRecords


class JapaneseRecords(EnglishRecords):
    """Statistics and leaderboards."""

    PERIODS = {
        **EnglishRecords.PERIODS,
        "today": "今日",
        "week": "今週",
        "month": "今月",
        "season": "今シーズン",
        "all": "全期間",
    }
    SCOPES = {
        **EnglishRecords.SCOPES,
        "channel": "このチャンネル",
        "room": "この部屋",
        "server": "このサーバー",
        "workspace": "このワークスペース",
        "here": "ここ",
        "everywhere": "すべての場所",
    }

    @override
    def stats_average(self, average: str, optimal: str | None) -> str:
        return f"平均{average}手" + (f"（最善は{optimal}手）" if optimal else "")

    @override
    def stats_marks(self, skill: str, luck: str, most: int, games: int, *, exact: bool) -> str:
        how = "" if exact else "、技は推定値"
        return f"技{skill}、運{luck}（{most}点満点、{games}ゲームの平均{how}）"

    @override
    def month_columns(self) -> tuple[str, str, str, str]:
        return ("月", "技", "運", "ゲーム")

    @override
    def stats_daily(self, games: int, solved: int, average: str) -> str:
        guesses = f"（平均{average}手）" if solved else ""
        return f"今日の問題: {games}問中{solved}問正解{guesses}"

    @override
    def stats_hosted(self, games: int, solved: int, average: str) -> str:
        guesses = f"（平均{average}手）" if solved else ""
        return f"出題: {games}ゲーム中{solved}ゲームで正解者あり{guesses}"

    @override
    def stats_duels(self, won: int, drawn: int, lost: int) -> str:
        return f"対決: {won}勝{lost}敗{drawn}分け"

    @override
    def stats_rating(self, rating: str, games: int, *, provisional: bool) -> str:
        note = "、暫定" if provisional else ""
        return f"レーティング: {rating}（{games}ゲーム{note}）"

    @override
    def stats_other_rules(self, rules: Sequence[str]) -> str:
        return f"ほかに遊んだルール: {'、'.join(rules)}"

    @override
    def leaderboard_title(self, game: str, period: str, scope: str) -> str:
        return f"{game}（{self.PERIODS[period]}・{self.SCOPES[scope]}）"

    @override
    def leaderboard_columns(self) -> tuple[str, str, str, str, str, str, str]:
        return ("#", "プレイヤー", "平均", "ゲーム数", "正解", "連続", "最高")

    @override
    def skill_leaderboard_columns(self) -> tuple[str, str, str, str, str]:
        return ("#", "プレイヤー", "技", "運", "ゲーム数")

    @override
    def rated_month_columns(self) -> tuple[str, str, str]:
        return ("月", "レート", "")

    @override
    def rating_leaderboard_columns(self) -> tuple[str, str, str, str, str, str]:
        return ("#", "プレイヤー", "レーティング", "誤差", "ゲーム数", "")

    @override
    def game_count(self, games: int) -> str:
        return f"{games}ゲーム"
