"""Hosted games, in Japanese."""

from typing_extensions import override

from bot.wording.english.hosting import EnglishHosting
from bot.wording.japanese.nouns import san


class JapaneseHosting(EnglishHosting):
    """Games in which a person hides the secret."""

    @override
    def ended_by_host(self, host: str, guesses: int) -> str:
        when = f"{guesses}手目のあとで" if guesses else "推理が始まる前に"
        return f"出題者の{san(host, spaced=True)}が、{when}ゲームを終えました。"

    @override
    def hosted_game_expired(self, host: str, *, is_host_silent: bool) -> str:
        if is_host_silent:
            return f"{san(host)}からの判定が長い間なかったので終了しました。このゲームは記録されません。"
        return "長い間だれも推理しなかったので終了しました。このゲームは記録されません。"
