"""The daily, in Japanese."""

from collections.abc import Sequence
from datetime import date

from typing_extensions import override

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
