"""Rules: in a few words, in full, by a worked example, and which games are ranked."""

from collections.abc import Iterator

from bot.commands.catalogue import RULES_ITEMS
from bot.locales import Words, translatable
from bot.presenters.phrases import BLOW, HIT
from bot.presenters.views import Block, Button, Footnote, Heading, Paragraph, Preformatted, View
from core.game.any_game import Who
from core.game.codes import format_code_ascii, parse_code
from core.game.feedback import compute_feedback, format_feedback
from core.game.games import Game
from core.game.policy import MIN_RANKED_TRIES, UnrankedReason, ranked_status, read_rules_and_items
from core.game.rules import BULLS, NAMED_RULES, Rules

_USUAL_SYMBOLS = "digits", 10
_FEEDBACK_NAMES = {
    "hitblow": (translatable("hits"), translatable("blows")),
    "eatbite": (translatable("EATs"), translatable("BITEs")),
    "bulls": (translatable("bulls"), translatable("cows")),
}


def game_name(rules: Rules, words: Words) -> str:
    """The name of the game that is played by these rules."""
    return words(NAMED_RULES[rules.name or "hitblow"].game)


def counted_game_name(counted: str, words: Words) -> str:
    """The name of the game that counts under a notation, and its rules; see `core.game.policy.counted_rules`."""
    rules, with_items = read_rules_and_items(counted)
    title = f"{game_name(rules, words)} {rules}"
    return words("{game} with items", game=title) if with_items else title


def feedback_names(rules: Rules, words: Words) -> tuple[str, str]:
    """What hits and blows are called, with their letters in feedback if those differ: `bulls (A)`."""
    hits, blows = (words(name) for name in _FEEDBACK_NAMES[rules.words.name])
    if rules.words is not BULLS:
        return hits, blows
    return (
        words("{name} ({letter})", name=hits, letter=rules.words.hit),
        words("{name} ({letter})", name=blows, letter=rules.words.blow),
    )


def describe_rules(rules: Rules, words: Words) -> str:
    """The rules in a few words: `4 digits, no repeats`."""
    selection = _selection(rules, words)
    if rules.repeats:
        return words("{selection}, repeats allowed", selection=selection)
    return words("{selection}, no repeats", selection=selection)


def explained_rules(rules: Rules, words: Words) -> View:
    """Rules in full with an example; those of Numer0n with the words of the programme and the way to its items."""
    possible = words("There are {codes:,} possible codes.", codes=rules.code_count)
    paragraphs = [words.joined(_goal(rules, words)), feedback_explanation(rules, words), possible]
    if rules.name != "numeron":
        return View(tuple(map(Paragraph, paragraphs)))
    paragraphs.append(words("On television a guess is a CALL, and three EATs are NUMER0N."))
    paragraphs.append(words("It can be played with items: `rules items`."))
    return View(tuple(map(Paragraph, paragraphs)), (Button(words("Items"), "rules", {"rules": RULES_ITEMS}),))


def named_rules(words: Words) -> View:
    """The rules that have a name, and how to write any others."""
    lines = (
        f"`{name}` {named.notation} · {describe_rules(Rules.parse(name), words)}" for name, named in NAMED_RULES.items()
    )
    return View(
        tuple(
            map(
                Paragraph,
                (
                    words("`rules NAME` explains these, `play NAME` starts a game:"),
                    *lines,
                    words(
                        "Others are positions x symbols: `5x8`, `4x6r` with repeats, `4x8-fruit` with "
                        "`-letters`, `-colors` or `-fruit`."
                    ),
                ),
            )
        )
    )


def feedback_explanation(rules: Rules, words: Words) -> str:
    """What feedback means, with an example."""
    hits, blows = feedback_names(rules, words)
    secret, guess, feedback = worked_example(rules)
    return words(
        "Feedback is {hits} (right {noun}, right position) and {blows} (right {noun}, wrong position): if "
        "the secret is `{secret}`, `{guess}` gets `{feedback}`.",
        hits=hits,
        blows=blows,
        noun=words.symbol_noun(rules),
        secret=secret,
        guess=guess,
        feedback=feedback,
    )


def who_guesses_text(who: Who, words: Words) -> str:
    """Who may guess, in a word or two; empty if everyone may."""
    if who is Who.ME:
        return words("solo")
    return words("race") if who is Who.RACE else ""


def worked_example(rules: Rules) -> tuple[str, str, str]:
    """A secret, a guess and its feedback, with at least one hit and, if the rules allow it, a blow."""
    guess = tuple(position % rules.symbols for position in range(rules.positions))
    others = rules.symbols - 1
    secret = (0, *(1 + position % others for position in range(1, rules.positions)))
    return (
        format_code_ascii(secret, rules),
        format_code_ascii(guess, rules),
        format_feedback(compute_feedback(secret, guess), rules),
    )


def symbols_in_use(rules: Rules) -> str:
    """The symbols of the rules; emoji are followed by the keys that stand for them: `0123456789`, `🔴R 🟡Y`."""
    glyphs, keys = rules.alphabet.glyphs[: rules.symbols], rules.alphabet.keys[: rules.symbols]
    return " ".join(map(str.__add__, glyphs, keys)) if rules.alphabet.pictorial else keys


def _selection(rules: Rules, words: Words) -> str:
    """How many symbols a code has, and of how many it is chosen unless these are the usual digits."""
    if (rules.alphabet.name, rules.symbols) == _USUAL_SYMBOLS:
        return words.symbol_count(rules)
    return words("{length} out of {symbols}", length=words.symbol_count(rules), symbols=rules.symbols)


def _goal(rules: Rules, words: Words) -> Iterator[str]:
    yield words(
        "{game}, `{rules}`: find {code} from `{keys}`.",
        game=game_name(rules, words),
        rules=str(rules),
        code=words.symbol_count(rules),
        keys=symbols_in_use(rules),
    )
    if rules.positions > 1 and rules.repeats:
        yield words("A {noun} may repeat.", noun=words.symbol_noun(rules))
    elif rules.positions > 1:
        yield words("No {noun} repeats.", noun=words.symbol_noun(rules))


_EXAMPLE_RULES = Rules.parse("4x10")
_EXAMPLE_CODE = "3102"
_EXAMPLE_GUESSES = {
    "0456": translatable(
        "`0` is in another place: one blow ({blow}). `4`, `5` and `6` are not in it. You only see the numbers."
    ),
    "7103": translatable(
        "`1` and `0` are in their places: two hits ({hit}). `3` is in another place: one blow. `7` is not in it."
    ),
    "3102": translatable("All four are in their places: solved in 3."),
}
"""The guesses, each with what its feedback means."""

STEPS = len(_EXAMPLE_GUESSES)
"""The number of steps of the example."""


def worked_example_step(step: int, words: Words) -> View:
    """The example after `step` guesses, from 1 to `STEPS`, with the button for the next one."""
    title = Heading(words("How to play"), (words("guess {step} of {steps}", step=step, steps=STEPS),))
    intro = (Paragraph(_example_introduction(words)),) if step == 1 else ()
    explained = Paragraph(_example_explained(list(_EXAMPLE_GUESSES)[step - 1], words))
    return View((title, *intro, _example_panel(step, words), explained), _example_buttons(step, words))


def whole_worked_example(words: Words) -> View:
    """The whole example, for platforms on which everything is typed, and how to learn about other rules."""
    blocks: list[Block] = [
        Heading(words("How to play")),
        Paragraph(_example_introduction(words)),
        _example_panel(STEPS, words),
    ]
    blocks += [
        Paragraph(f"{step}. {_example_explained(guess, words)}") for step, guess in enumerate(_EXAMPLE_GUESSES, 1)
    ]
    more = words("`play` starts a game, `rules names` lists other rules.")
    return View((*blocks, Paragraph(more)))


def _example_introduction(words: Words) -> str:
    return words(
        "I hide 4 different digits, you guess. Here they are `{secret}`.",
        secret=_EXAMPLE_CODE,
    )


def _example_explained(guess: str, words: Words) -> str:
    return words(_EXAMPLE_GUESSES[guess], hit=HIT, blow=BLOW)


def _example_panel(step: int, words: Words) -> Preformatted:
    """The secret, and the first guesses with their feedback below it."""
    secret = f"    {_EXAMPLE_CODE}  {words('the secret code')}"
    return Preformatted(
        (secret, *(_example_line(number, guess) for number, guess in enumerate([*_EXAMPLE_GUESSES][:step], 1)))
    )


def _example_line(number: int, guess: str) -> str:
    feedback = compute_feedback(parse_code(_EXAMPLE_CODE, _EXAMPLE_RULES), parse_code(guess, _EXAMPLE_RULES))
    marks = HIT * feedback.hits + BLOW * feedback.blows
    return f" {number}  {guess}  {format_feedback(feedback, _EXAMPLE_RULES)}  {marks}"


def _example_buttons(step: int, words: Words) -> tuple[Button, ...]:
    if step < STEPS:
        return (Button(words.in_context("example", "Next"), "rules", step=step + 1),)
    return (
        Button(words("Play"), "play"),
        Button(words("Today's code"), "daily"),
        Button(words("Other rules"), "rules", {"rules": "names"}),
    )


def _ranked(words: Words) -> str:
    return words("Only solo games (`play me`) with {tries} tries or more are ranked.", tries=MIN_RANKED_TRIES)


def ranked_games_help(command: str, words: Words) -> tuple[Block, ...]:
    """Which games are ranked, for the command that starts them; nothing for other commands."""
    return (Paragraph(_ranked(words)),) if command == "play" else ()


def unranked_note(game: Game, words: Words) -> tuple[Block, ...]:
    """For a game that has ended, that it is not ranked, if the one person who guessed could have thought that it is."""
    is_expected = len(game.players) == 1 and ranked_status(game).reason in {
        UnrankedReason.SHARED,
        UnrankedReason.SHORT_LIMIT,
    }
    return (Footnote(_ranked(words)),) if is_expected else ()
