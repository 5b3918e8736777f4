"""The coach, in English."""

from collections.abc import Sequence

from bot.wording.english.nouns import count, person


class EnglishCoach:
    """Advice, contradictions, checks, hints and reviews.

    Expected numbers of guesses are averages, formatted already, and count the guess in question; `exact` tells whether
    they are exact or estimated.
    """

    def coach_title(self, rules: str, lies: int) -> str:
        """The line above a consultation; `lies` is how many turns may have wrong feedback, 0 or 1."""
        return f"Your game: {rules}" + (" (one turn may be wrong)" if lies else "")

    def advice(self, guess: str, expected: str, candidates: int, *, exact: bool, sampled: bool) -> str:
        """The best guess, the expected number of guesses, and the number of codes that are still possible.

        `sampled` tells whether guesses were compared for a sample of the codes.
        """
        if candidates == 1:
            return f"It must be {guess}: no other code fits."
        how = "exact" if exact else "estimated from a sample" if sampled else "estimated"
        return f"Guess {guess}: {expected} more guesses on average ({how}). {candidates:,} codes are possible."

    def advice_leaves(self, fewest: int, most: int, average: float) -> str:
        """How many codes the best guess leaves if it is not the secret."""
        if most == 0:
            return "Its feedback identifies the secret."
        if fewest == most:
            return f"It leaves {count(most, 'code')}."
        return f"It leaves {fewest:,} to {most:,} codes, {average:,.0f} on average."

    def alternatives(self, others: Sequence[tuple[str, str]]) -> str:
        """Other good guesses, each with the number of additional guesses that it needs on average."""
        listed = (f"{code} (+{more})" if float(more) else code for code, more in others)
        return "Nearly as good: " + ", ".join(listed) + "."

    def remaining_codes(self, codes: Sequence[str]) -> str:
        """The codes that are still possible, if they are few."""
        return "Remaining codes: " + ", ".join(codes) + "."

    def ask_feedback(self, guess: str, hits: str, blows: str) -> str:
        """Asks for the feedback that the guess got; `hits` and `blows` are what they are called in the game."""
        return f"How many {hits} and {blows} did {guess} get?"

    def contradiction(self, turns: int, changes: int) -> str:
        """No code fits the turns; above a list of corrections that change the feedback of 1 or 2 turns."""
        these = "this turn" if turns == 1 else f"these {turns} turns"
        if changes == 1:
            culprit = "Its feedback is probably wrong" if turns == 1 else "One of them probably has wrong feedback"
            return f"No code fits {these}. {culprit}:"
        return f"No code fits {these}, even if one has wrong feedback. Perhaps two have:"

    def contradiction_unexplained(self, turns: int) -> str:
        """No code fits the turns, and no correction of one or two of them helps."""
        these = "this turn" if turns == 1 else f"these {turns} turns"
        return f"No code fits {these}, even with one or two corrections. Check the rules, or start over."

    def more_repairs(self, count: int) -> str:
        """Below the list of corrections: `count` others are not listed."""
        return f"`fix 1` takes the first. `fix` also lists {count} less likely {'one' if count == 1 else 'ones'}."

    def check_possible(self, guess: str, candidates: int) -> str:
        """The guess can be the secret, as one of `candidates` possible codes."""
        return f"{guess} is one of {candidates:,} possible codes." if candidates > 1 else f"{guess} is the secret."

    def check_better(self, expected: str, best: str, loss: str, *, exact: bool) -> str:
        """The expected number of guesses with this guess, and how many fewer the best guess needs."""
        about = "" if exact else "about "
        return f"It needs {expected} guesses on average; {best} needs {about}{loss} fewer."

    def check_best(self, expected: str, *, exact: bool) -> str:
        """No guess is better than this one."""
        none = "No guess is better" if exact else "I know of no better guess"
        return f"{none}: {expected} guesses on average."

    def hint(self, guess: str, expected: str, *, exact: bool) -> str:
        """A good guess for the running game, after which the reader's result counts as assisted."""
        about = "" if exact else "about "
        return f"Try {guess}: {about}{expected} guesses to go on average. Your result now counts as assisted."

    def hints_given(self, players: Sequence[str]) -> str:
        """On the board: who got hints in this game."""
        return f"hints used by {', '.join(map(person, players))}"

    def review_title(self, game: str, player: str | None) -> str:
        """The line above a review of a player's guesses, or of everyone's if `player` is None."""
        return f"Review of #{game}: " + (f"{person(player)}'s guesses" if player is not None else "everyone's guesses")

    def review_columns(self) -> tuple[str, str, str, str, str, str, str]:
        """Narrow column heads: number, guess, feedback, candidates before and after, skill, luck."""
        return ("", "guess", "", "left", "", "skill", "luck")

    def review_totals(self, skill: int | None, luck: int | None) -> str:
        """Average skill and luck, 0 to 99, with a kind word; `skill` is None if no turn offered a choice."""
        if skill is None:
            return f"Luck {luck}. There were no choices to rate."
        return f"Skill {skill}, luck {'-' if luck is None else luck}. {self.review_comment(skill, luck or 0)}"

    def review_comment(self, skill: int, luck: int) -> str:
        """A kind word about skill and luck."""
        if skill >= 98:  # noqa: PLR2004  # steps of praise
            return "Nobody could have guessed better."
        if skill >= 80:  # noqa: PLR2004  # steps of praise
            return "Well reasoned."
        if luck < 40:  # noqa: PLR2004  # steps of comfort
            return "The feedback was unlucky."
        return "`check` shows how good a guess is before you make it."

    def review_costliest(self, number: int, better: str, loss: str, *, exact: bool) -> str:
        """The turn that cost the most, and what would have been better."""
        about = "" if exact else "about "
        return f"Turn {number} cost the most: {better} would have saved {about}{loss} guesses on average."
