"""Commitments and how to check them, in Japanese."""

from typing_extensions import override

from bot.wording.english.verification import EnglishVerification


class JapaneseVerification(EnglishVerification):
    """The seal of a running game, and what its button says."""

    @override
    def sealed(self) -> str:
        return "答えは封印済み"

    @override
    def verify_button(self) -> str:
        return "検証"

    @override
    def commitment(self, commitment: str, *, of_both: bool = False) -> str:
        return f"{'二人の' if of_both else ''}答えのSHA-256: `{commitment}`"

    @override
    def explain_commitment(self) -> str:
        return (
            "答えは最初の推理の前に決まっています。下のSHA-256は、答えと乱数から計算したものです。"
            "ここから答えはわかりませんが、答えを変えると一致しなくなります。"
            "ゲームが終わってから「検証」（`board verify:on`）で確かめられます。"
        )

    @override
    def explain_duel_commitment(self) -> str:
        return (
            "二人の答えは最初の推理の前に決まっています。下のSHA-256は、二つの答えと乱数から計算したものです。"
            "ここから答えはわかりませんが、答えを変えると一致しなくなります。このSHA-256の先頭が0〜7なら、申し込んだ人が先攻です。"
        )

    @override
    def nothing_sealed(self) -> str:
        return "このゲームの答えは預かっていないので、検証できません。"

    @override
    def commitment_holds(self, commitment: str) -> str:
        return (
            f"確認しました。答えは変わっていません。最初のSHA-256 `{commitment}` は、次のテキストから計算したものです。"
        )

    @override
    def commitment_broken(self, commitment: str) -> str:
        return f"一致しません。最初のSHA-256 `{commitment}` は、次のテキストから計算したものではありません。"

    @override
    def how_to_verify(self, line: str) -> str:
        return f"自分で確かめるには、シェルに次の行を貼り付けてください: `{line}`"
