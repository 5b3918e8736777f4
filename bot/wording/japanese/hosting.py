"""Hosted games, in Japanese."""

from typing_extensions import override

from bot.commands.errors import NobodyElseHere
from bot.wording.english.hosting import EnglishHosting
from bot.wording.japanese.nouns import san
from core.game.errors import HostMayNotGuess, NotTheHost, TooManyPendingGuesses


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

    @override
    def nobody_else_here(self, error: NobodyElseHere) -> str:
        return (
            f"この会話にはほかにだれもいないので、`{error.command}` はチャンネルで使ってください。"
            "ここでは、`versus` で私と対戦したり、`play` で私の答えを当てたりできます。"
        )

    @override
    def host_may_not_guess(self, error: HostMayNotGuess) -> str:
        return "このゲームの答えを決めたのはあなたなので、推理したり、ヒントを使ったりできません。"

    @override
    def not_the_host(self, error: NotTheHost) -> str:
        return "このゲームで判定できるのは出題者だけです。"

    @override
    def too_many_pending_guesses(self, error: TooManyPendingGuesses) -> str:
        return "判定待ちの推理が多すぎます。出題者の判定を待ってください。この推理は回数に数えていません。"
