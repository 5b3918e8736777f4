"""Commitments and how to check them, in Japanese."""

from typing_extensions import override

from bot.wording.english.verification import EnglishVerification


class JapaneseVerification(EnglishVerification):
    """The seal of a running game, and what its button says."""

    @override
    def commitment(self, commitment: str, *, of_both: bool = False) -> str:
        return f"{'二人の' if of_both else ''}答えのSHA-256: `{commitment}`"
