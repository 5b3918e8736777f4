"""Statistics and leaderboards, in Japanese."""

from collections.abc import Sequence
from datetime import date

from typing_extensions import override

from bot.commands.errors import UnknownRulesOrPeriod
from bot.locales.safe import quote
from bot.services.records.leaderboards import Period
from bot.wording.english.records import EnglishRecords
from bot.wording.japanese.nouns import san


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
    def stats_title(self, player: str) -> str:
        return f"{san(player)}の成績"

    @override
    def stats_summary(self, games: int, solved: int) -> str:
        return f"ひとりプレイ: {games}ゲーム中{solved}正解"

    @override
    def stats_average(self, average: str, optimal: str | None) -> str:
        return f"平均{average}手" + (f"（最善は{optimal}手）" if optimal else "")

    @override
    def stats_unsolved(self, games: int) -> str:
        return f"不正解（-）: {games}ゲーム（上限+1手で計算）"

    @override
    def stats_streaks(self, streak: int, best: int) -> str:
        return f"連続正解: 現在{streak}ゲーム、最高{best}ゲーム"

    @override
    def stats_marks(self, skill: str, luck: str, most: int, games: int, *, exact: bool) -> str:
        how = "" if exact else "、技は推定値"
        return f"技{skill}、運{luck}（{most}点満点、{games}ゲームの平均{how}）"

    @override
    def stats_not_marked(self, codes: int) -> str:
        return f"組み合わせが{codes:,}通りを超えるルールでは、技と運を計算しません。"

    @override
    def month_columns(self) -> tuple[str, str, str, str]:
        return ("月", "技", "運", "ゲーム")

    @override
    def stats_daily(self, games: int, solved: int, average: str) -> str:
        guesses = f"（平均{average}手）" if solved else ""
        return f"今日の問題: {games}問中{solved}問正解{guesses}"

    @override
    def stats_daily_streak(self, days: int, best: int) -> str:
        return f"今日の問題の連続記録: 現在{days}日、最高{best}日"

    @override
    def stats_assisted(self, games: int, solved: int) -> str:
        return f"ヒントあり（順位の対象外）: {games}ゲーム中{solved}正解"

    @override
    def stats_shared(self, games: int, solved: int) -> str:
        return f"みんなで: {games}ゲーム中{solved}正解"

    @override
    def stats_hosted(self, games: int, solved: int, average: str) -> str:
        guesses = f"（平均{average}手）" if solved else ""
        return f"出題: {games}ゲーム中{solved}ゲームで正解者あり{guesses}"

    @override
    def stats_empty(self, player: str) -> str:
        return f"{san(player)}が最後まで遊んだゲームは、まだありません。`play` で始められます。"

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
    def choose_review(self) -> str:
        return "最近のゲームを振り返る"

    @override
    def last_game(self, game: str, rules: str, guesses: int, day: date) -> str:
        return f"#{game} · {rules} · {guesses}手 · {day}"

    @override
    def provisional(self) -> str:
        return "暫定"

    @override
    def unknown_rules_or_period(self, error: UnknownRulesOrPeriod) -> str:
        periods = "、".join(f"`{period}`" for period in Period)
        return (
            f"{quote(error.read)} というルールや期間はありません。期間は {periods} のどれか、ルールは `mastermind` など"
            "の名前か `4x10` の形で入力してください。"
        )

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
    def leaderboard_note(self, games: int) -> str:
        return (
            f"ひとりプレイを{games}ゲーム以上終えた人が順位の対象です。当てられなかったゲームの手数は、推理できる回数の上限に1を足した数とします。"
            f"ゲーム数の少ない人が偶然上位にならないように、各自の成績に全員の平均を{games}ゲーム分加えて計算しています。"
        )

    @override
    def leaderboard_empty(self, games: int) -> str:
        return f"ここではまだ、ひとりプレイを{games}ゲーム以上終えた人がいません。"

    @override
    def rating_leaderboard_note(self, games: int) -> str:
        return (
            f"対決、レース、ボットとの対戦（ヒントなし）を合わせて{games}ゲーム以上終えた人が順位の対象です。"
            "ボットの「ふつう」が1500点です。400点の差は、約10勝1敗の差にあたります。"
            "レーティングの右の数字は誤差の目安で、最後のゲームから時間がたつほど大きくなります。"
        )

    @override
    def rating_leaderboard_empty(self, games: int) -> str:
        return (
            f"ここではまだ、レーティングの対象になるゲームを{games}回以上終えた人がいません。"
            "対決、レース、ボットとの対戦が対象です。"
        )

    @override
    def skill_leaderboard_note(self, games: int, guesses: int, codes: int) -> str:
        return (
            f"振り返りの済んだひとりプレイが{games}ゲーム以上ある人が順位の対象です。"
            "「技」の平均点（0〜99、`review` と同じ）の順に並びます。"
            f"ゲームは終了後まもなく自動で振り返ります。ヒントを使ったゲーム、{guesses}手を超えたゲーム、"
            f"組み合わせが{codes:,}通りを超えるルールのゲームは含みません。"
        )

    @override
    def skill_leaderboard_empty(self, games: int) -> str:
        return f"ここではまだ、振り返りの済んだひとりプレイが{games}ゲーム以上ある人がいません。"

    @override
    def luck(self, luck: str) -> str:
        return f"運{luck}"

    @override
    def previous_page(self) -> str:
        return "前のページ"

    @override
    def next_page(self) -> str:
        return "次のページ"

    @override
    def game_count(self, games: int) -> str:
        return f"{games}ゲーム"

    @override
    def streak(self, streak: int) -> str:
        return f"連続{streak}"

    @override
    def player_elsewhere(self) -> str:
        return "（別の場所）"
