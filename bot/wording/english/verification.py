"""Commitments and how to check them, in English."""


class EnglishVerification:
    """The seal of a running game, and what its button says."""

    def sealed(self) -> str:
        """On a running game: the secret is fixed by a commitment."""
        return "secret sealed"

    def verify_button(self) -> str:
        """The button that explains the commitment and, after the end, checks it."""
        return "Verify"

    def commitment(self, commitment: str, *, of_both: bool = False) -> str:
        """The SHA-256 of the secret of a running game, or of both secrets of a duel between people."""
        return f"SHA-256 of {'both secrets' if of_both else 'the secret'}: `{commitment}`"

    def explain_commitment(self) -> str:
        """Why the secret of a running game cannot be changed, above its SHA-256."""
        return (
            "The secret was chosen before the first guess. The SHA-256 below is that of the secret with a random "
            "number: it tells nothing about the secret, but would not fit another one. After the end, Verify "
            "(`board verify:on`) checks it."
        )

    def explain_duel_commitment(self) -> str:
        """Why the secrets of a running duel cannot be changed, above their SHA-256."""
        return (
            "Both secrets were hidden before the first guess. The SHA-256 below is that of both with a random number: "
            "it tells nothing about them, but would not fit others. The challenger begins if it starts with 0 to 7."
        )

    def nothing_sealed(self) -> str:
        """There is no secret in this game that the bot keeps."""
        return "There is nothing to verify: I don't keep a secret in this game."

    def commitment_holds(self, commitment: str) -> str:
        """The game has ended, and its secret was checked against the commitment."""
        return f"Checked: the secret was not changed. The SHA-256 from the start, `{commitment}`, is that of this text:"

    def commitment_broken(self, commitment: str) -> str:
        """The game has ended, but its secret does not fit the commitment, because the database was changed."""
        return f"This does not fit: `{commitment}`, the SHA-256 from the start, is not that of this text:"

    def how_to_verify(self, line: str) -> str:
        """How to check a commitment in a shell."""
        return f"To check it yourself, paste this into a shell: `{line}`"
