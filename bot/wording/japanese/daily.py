"""The daily, in Japanese."""

from collections.abc import Sequence
from datetime import date

from typing_extensions import override

from bot.locales.safe import quote
from bot.services.daily.errors import (
    AlreadyShared,
    DailyNotOver,
    DailyOver,
    DayBeforeFirst,
    DayInFuture,
    SharedElsewhere,
    UnreadableDay,
)
from bot.wording.english.daily import EnglishDaily
from core.game.boards import Outcome
from core.game.streaks import DAYS_PER_FREEZE, MAX_FREEZES


class JapaneseDaily(EnglishDaily):
    """The daily: its board, results, and what is refused."""

    DAILY_BUTTONS = {
        **EnglishDaily.DAILY_BUTTONS,
        "play": "ゲームに戻る",
        "giveup": "降参",
        "share": "結果を投稿",
        "text": "コピー用テキスト",
        "archive": "過去の問題",
        "verify": "検証",
    }

    @override
    def daily_how_to_guess(self, command: str, *, has_button: bool) -> str:
        way = f"ボタンか `{command}` で" if has_button else f"`{command}` のように入力して"
        return f"答えは全員同じです。{way}推理してください。ほかの人には見えません。"

    @override
    def daily_ended(self, outcome: Outcome, guesses: int, code: str) -> str:
        how = {
            Outcome.SOLVED: f"{guesses}手で当てました。",
            Outcome.GAVE_UP: f"{guesses}回推理したところで降参しました。" if guesses else "推理せずに降参しました。",
        }.get(outcome, f"{guesses}回では当てられませんでした。")
        return f"{how}答えは {code} でした。"

    @override
    def daily_streak(self, days: int, best: int, freezes: int) -> str:
        left = f"記録を守るフリーズは残り{freezes}回（最大{MAX_FREEZES}回、{DAYS_PER_FREEZE}日ごとに1回増えます）。"
        return f"連続記録: {days}日（最高{best}日）。{left}"

    @override
    def daily_frozen(self, days: Sequence[date]) -> str:
        return f"{'、'.join(map(str, days))} にフリーズを使いました。"

    @override
    def daily_status(self, outcome: Outcome, guesses: int) -> str:
        return f"{guesses}手" if outcome is Outcome.SOLVED else "不正解"

    @override
    def summary_names(self, names: Sequence[str], others: int) -> str:
        return "、".join(names) + (f"、ほか{others}人" if others else "")

    @override
    def unreadable_day(self, error: UnreadableDay) -> str:
        return (
            f"{quote(error.read)} は日付として読めません。"
            f"`{error.today}`、`today`、`yesterday` のように入力してください。"
        )

    @override
    def day_in_future(self, error: DayInFuture) -> str:
        return f"{error.day} の問題はまだありません。今日はUTCで {error.today} です。"

    @override
    def day_before_first(self, error: DayBeforeFirst) -> str:
        return f"{error.day} の問題はありません。最初の問題は {error.first} のものです。"

    @override
    def daily_over(self, error: DailyOver) -> str:
        return (
            f"{error.day} の問題（`{error.rules}`）には挑戦済みです。挑戦できるのは1回だけです。"
            "別のルールの問題にも挑戦できます。過去の問題は `daily action:archive` で見られます。"
        )

    @override
    def daily_not_over(self, error: DailyNotOver) -> str:
        return f"{error.day} の問題（`{error.rules}`）をまだ終えていないので、投稿できる結果がありません。"

    @override
    def already_shared(self, error: AlreadyShared) -> str:
        return f"{error.day} の問題（`{error.rules}`）の結果は投稿済みです。`daily action:text` でコピーできます。"

    @override
    def shared_elsewhere(self, error: SharedElsewhere) -> str:
        return (
            f"{error.day} の問題（`{error.rules}`）は別の場所で始めています。そこで投稿するか、"
            "`daily action:text` でコピーしてください。"
        )
