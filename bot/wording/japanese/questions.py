"""Questions before something that cannot be undone, votes, and news, in Japanese."""

from collections.abc import Sequence

from typing_extensions import override

from bot.wording.english.questions import EnglishQuestions
from bot.wording.japanese.nouns import person, san


class JapaneseQuestions(EnglishQuestions):
    """Questions that a player confirms, who gave up, and what happened last."""

    YES = EnglishQuestions.YES | {"はい"}
    NO = EnglishQuestions.NO | {"いいえ"}
    ME = EnglishQuestions.ME | {"自分"}

    @override
    def giveup_votes(self, players: Sequence[str], needed: int) -> str:
        return f"降参への投票: {_names(players)}（必要な{needed}票のうち{len(players)}票）"

    @override
    def game_given_up(self, players: Sequence[str], guesses: int) -> str:
        when = f"{guesses}回推理したところで" if guesses else "1回も推理せずに"
        return f"{'、'.join(map(san, players))}が、{when}降参しました。"

    @override
    def ended_by_moderator(self, moderator: str, guesses: int) -> str:
        when = f"{guesses}回推理したところで" if guesses else "推理が始まる前に"
        return f"モデレーターの{san(moderator, spaced=True)}が、{when}ゲームを終えました。"

    @override
    def warnings_setting(self, *, is_on: bool) -> str:
        if is_on:
            return "同じ推理をくり返す前に確認します。`settings warnings:off` で止められます。"
        return "同じ推理をくり返すときも確認しません。`settings warnings:on` で確認するようになります。"


def _names(players: Sequence[str]) -> str:
    return "、".join(map(person, players))
