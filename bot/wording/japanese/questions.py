"""Questions before something that cannot be undone, votes, and news, in Japanese."""

from collections.abc import Sequence

from typing_extensions import override

from bot.wording.english.questions import EnglishQuestions
from bot.wording.japanese.nouns import person, san


class JapaneseQuestions(EnglishQuestions):
    """Questions that a player confirms, who gave up, and what happened last."""

    @override
    def game_given_up(self, players: Sequence[str], guesses: int) -> str:
        when = f"{guesses}回推理したところで" if guesses else "1回も推理せずに"
        return f"{'、'.join(map(san, players))}が、{when}降参しました。"

    @override
    def ended_by_moderator(self, moderator: str, guesses: int) -> str:
        when = f"{guesses}回推理したところで" if guesses else "推理が始まる前に"
        return f"モデレーターの{san(moderator, spaced=True)}が、{when}ゲームを終えました。"


def _names(players: Sequence[str]) -> str:
    return "、".join(map(person, players))
