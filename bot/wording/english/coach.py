"""The coach, in English."""

from collections.abc import Sequence

from bot.wording.english.nouns import count
from bot.wording.safe import name

_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class EnglishCoach:
    """Advice, mistakes, checks and reviews."""

    def coach_title(self, rules: str, lies: int) -> str:
        """Above a conversation."""
        return f"Your game, {rules}" + (", one answer may be wrong" if lies else "")

    def advised(self, guess: str, expected: str, candidates: int, *, exact: bool) -> str:
        """The best guess."""
        if candidates == 1:
            return f"It is {guess}: no other code fits."
        how = "counted" if exact else "estimated"
        return f"Guess {guess}. On average {expected} more guesses ({how}); {candidates:,} codes are possible."

    def would_leave(self, fewest: int, most: int, average: float) -> str:
        """What it would leave."""
        if most == 0:
            return "It tells all of them apart."
        between = f"{fewest:,} would be left" if fewest == most else f"{fewest:,} to {most:,} would be left"
        return f"Afterwards {between}, {average:,.0f} on average." if fewest < most else f"Afterwards {between}."

    def not_possible(self, guess: str) -> str:
        """It cannot be the secret."""
        return f"{guess} cannot be the secret itself, but it tells the others apart best."

    def nearly_as_good(self, others: Sequence[tuple[str, str]]) -> str:
        """Others."""
        return "Nearly as good: " + ", ".join(_with_cost(*other) for other in others) + "."

    def left_are(self, codes: Sequence[str]) -> str:
        """Those left."""
        return "Left: " + ", ".join(codes) + "."

    def what_answer(self, guess: str) -> str:
        """Asking for the answer."""
        return f"What was the answer to {guess}?"

    def found(self, code: str, guesses: int) -> str:
        """Found."""
        return f"Found: {code}, in {count(guesses, 'turn')}."

    def contradiction(self, turns: int, changes: int) -> str:
        """No code fits."""
        these = _SMALL[turns] if turns < len(_SMALL) else str(turns)
        if changes == 1:
            return f"No code fits these {these} answers. One of them is probably wrong:"
        return f"No code fits these {these} answers, nor if one of them is wrong. Perhaps two are:"

    def beyond_repair(self, turns: int) -> str:
        """No way out."""
        return (
            f"No code fits these {turns} answers, whichever one or two of them were wrong. "
            "Perhaps the rules are others, or you would like to start again."
        )

    def turn_number(self, number: int) -> str:
        """A turn."""
        return f"turn {number}"

    def swapped(self) -> str:
        """Exchanged."""
        return "swapped?"

    def leaves(self, codes: int) -> str:
        """What a repair leaves."""
        return f"leaves {codes:,}"

    def repair_button(self, choice: int) -> str:
        """On its button."""
        return f"Fix {choice}"

    def fits(self, guess: str, candidates: int) -> str:
        """Consistent."""
        return f"{guess} can be the secret, one of {candidates:,}." if candidates > 1 else f"{guess} is the secret."

    def does_not_fit(self, guess: str) -> str:
        """Not consistent."""
        return f"{guess} cannot be the secret."

    def costs(self, expected: str, best: str, loss: str, *, exact: bool) -> str:
        """Against the best."""
        about = "exactly" if exact else "about"
        return f"With it, {expected} more guesses are to be expected; {best} would save {about} {loss}."

    def none_better(self, expected: str, *, exact: bool) -> str:
        """The best."""
        better = "There is no better guess" if exact else "I know of no better guess"
        return f"{better}: {expected} more are to be expected."

    def answers_leave(self) -> str:
        """Above the cells."""
        return "What each answer would leave:"

    def hint(self, guess: str, expected: str, *, exact: bool) -> str:
        """A hint."""
        about = "" if exact else "about "
        return f"A good guess is {guess}; {about}{expected} to go. This game counts as assisted from now on."

    def review_title(self, game: str, player: str | None) -> str:
        """Above a review."""
        return f"Review of #{game}: " + (f"{name(player)}'s guesses" if player else "everybody's guesses")

    def review_heads(self) -> tuple[str, str, str, str, str, str, str, str]:
        """Heads of columns."""
        return ("", "guess", "answer", "left", "", "skill", "luck", "")

    def review_totals(self, skill: int | None, luck: int | None) -> str:
        """The totals."""
        if skill is None:
            return f"Luck {luck}; there was nothing to be skilful about."
        return f"Skill {skill}, luck {'-' if luck is None else luck}. {_kind_word(skill, luck or 0)}"

    def review_costliest(self, number: int, better: str, loss: str, *, exact: bool) -> str:
        """The costliest turn."""
        about = "" if exact else "about "
        return f"Turn {number} cost the most: {better} would have saved {about}{loss} guesses on average."

    def review_flawless(self) -> str:
        """Nothing to improve."""
        return "No turn could have been played noticeably better."


def _with_cost(code: str, more: str) -> str:
    return f"{code} (+{more})" if float(more) else code


def _kind_word(skill: int, luck: int) -> str:
    if skill >= 98:  # noqa: PLR2004  # steps of praise
        return "Nobody plays better than that."
    if skill >= 80:  # noqa: PLR2004  # steps of praise
        return "Well reasoned."
    if luck < 40:  # noqa: PLR2004  # steps of comfort
        return "The answers were hard on you."
    return "Every game teaches something; `check` shows what a guess is worth beforehand."
