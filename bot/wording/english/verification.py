"""Commitments and how to check them, in English."""


class EnglishVerification:
    """The seal of a running game, and what its button says."""

    def commitment(self, commitment: str, *, of_both: bool = False) -> str:
        """The SHA-256 of the secret of a running game, or of both secrets of a duel between people."""
        return f"SHA-256 of {'both secrets' if of_both else 'the secret'}: `{commitment}`"
