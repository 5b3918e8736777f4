"""Hosted games, in Japanese."""

from typing_extensions import override

from bot.commands.errors import NobodyElseHere
from bot.wording.english.hosting import EnglishHosting
from bot.wording.japanese.nouns import san
from core.game.errors import HostMayNotGuess, NotTheHost, TooManyPendingGuesses


class JapaneseHosting(EnglishHosting):
    """Games in which a person hides the secret."""

    @override
    def host(self, host: str) -> str:
        return f"出題: {san(host)}"

    @override
    def how_to_begin_hosted(self, host: str, rules: str, example: str) -> str:
        return f"{san(host)}が答え（{rules}）を決めました。`{example}` のように入力して当ててください。"

    @override
    def host_gives_feedback(self, host: str) -> str:
        return f"答えを知っているのは{san(host, spaced=True)}だけで、判定も{san(host, spaced=True)}がします。"

    @override
    def feedback_asked(self, host: str, player: str, guess: str, hits: str, blows: str) -> str:
        return f"{san(host)}、{san(player)}の推理 {guess} の{hits}と{blows}はいくつですか？"

    @override
    def feedback_awaited(self) -> str:
        return "判定待ち"

    @override
    def feedback_never_given(self) -> str:
        return "判定なし"

    @override
    def guess_waits(self, guess: str, host: str) -> str:
        return f"{guess} は{san(host, spaced=True)}の判定待ちです。"

    @override
    def feedback_withheld(self, guess: str, feedback: str, turns: int) -> str:
        return (
            f"{guess} の判定 {feedback} は、これまでの判定と矛盾しています"
            f"（{turns}手の判定すべてに合うコードがありません）。"
            "まだ盤面には出していません。間違っていた判定を選ぶか、この推理の判定を選び直してください。"
        )

    @override
    def feedback_corrected(self) -> str:
        return "判定を直しました。盤面に反映されています。"

    @override
    def hosted_secret_unknown(self, host: str) -> str:
        return f"答えを知っているのは{san(host, spaced=True)}だけです。"

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
    def confirm_end_hosted(self, game: str) -> str:
        return f"#{game} を終えますか？だれも推理できなくなります。"

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

    @override
    def host_call(self) -> str:
        return "判定を待っている推理があります。"
