"""A worked example: a game in three guesses, pressed through step by step or shown at once."""

from bot.locales import Words, translatable
from bot.presenters.phrases import BLOW, HIT
from bot.presenters.views import Block, Button, Heading, Paragraph, Preformatted, View
from core.game.codes import parse_code
from core.game.feedback import compute_feedback, format_feedback
from core.game.rules import Rules

_RULES = Rules.parse("4x10")
_HIDDEN = "3102"
_GUESSES = {
    "0456": translatable(
        "`0` is in another place: one blow ({blow}). `4`, `5` and `6` are not in it. You only see the numbers."
    ),
    "7103": translatable(
        "`1` and `0` are in their places: two hits ({hit}). `3` is in another place: one blow. `7` is not in it."
    ),
    "3102": translatable("All four are in their places: solved in 3."),
}
"""The guesses, each with what its feedback means."""

STEPS = len(_GUESSES)
"""The number of steps of the example."""


def example_step(step: int, words: Words) -> View:
    """The example after `step` guesses, from 1 to `STEPS`, with the button for the next one."""
    title = Heading(words("How to play"), (words("guess {step} of {steps}", step=step, steps=STEPS),))
    intro = (Paragraph(_introduction(words)),) if step == 1 else ()
    explained = Paragraph(_explained(list(_GUESSES)[step - 1], words))
    return View((title, *intro, _panel(step, words), explained), _buttons(step, words))


def whole_example(words: Words) -> View:
    """The whole example, for platforms on which everything is typed, and how to learn about other rules."""
    blocks: list[Block] = [Heading(words("How to play")), Paragraph(_introduction(words)), _panel(STEPS, words)]
    blocks += [Paragraph(f"{step}. {_explained(guess, words)}") for step, guess in enumerate(_GUESSES, 1)]
    more = words("`play` starts a game, `rules names` lists other rules.")
    return View((*blocks, Paragraph(more)))


def _introduction(words: Words) -> str:
    return words(
        "I hide 4 different digits, you guess. Here they are `{secret}`.",
        secret=_HIDDEN,
    )


def _explained(guess: str, words: Words) -> str:
    return words(_GUESSES[guess], hit=HIT, blow=BLOW)


def _panel(step: int, words: Words) -> Preformatted:
    """The secret, and the first guesses with their feedback below it."""
    secret = f"    {_HIDDEN}  {words('the secret code')}"
    return Preformatted((secret, *(_line(number, guess) for number, guess in enumerate([*_GUESSES][:step], 1))))


def _line(number: int, guess: str) -> str:
    feedback = compute_feedback(parse_code(_HIDDEN, _RULES), parse_code(guess, _RULES))
    marks = HIT * feedback.hits + BLOW * feedback.blows
    return f" {number}  {guess}  {format_feedback(feedback, _RULES)}  {marks}"


def _buttons(step: int, words: Words) -> tuple[Button, ...]:
    if step < STEPS:
        return (Button(words.in_context("example", "Next"), "rules", step=step + 1),)
    return (
        Button(words("Play"), "play"),
        Button(words("Today's code"), "daily"),
        Button(words("Other rules"), "rules", {"rules": "names"}),
    )
