"""What is refused, in English: what was read, what was expected, an example."""

from functools import singledispatch

from bot.commands.errors import BadOption, MissingOption, UnknownCommand, UnknownOption
from bot.services.errors import GameRunning, GameStillRunning, NoConversation, NoGameHere, NoSuchPlayer, NothingToReview
from bot.wording.english.nouns import count, symbols
from bot.wording.safe import quote
from core.errors import CoreError
from core.game.codes import example_code
from core.game.errors import (
    Contradiction,
    GameOver,
    ImpossibleFeedback,
    NoPendingGuess,
    NotYourGame,
    NotYourTurn,
    RepeatedSymbol,
    UnknownSymbol,
    UnreadableCode,
    UnreadableFeedback,
    UnreadableTurn,
    WrongLength,
)
from core.game.feedback import example_feedback, format_feedback
from core.game.rules import Rules, RulesOutOfRange, UnknownRules
from core.solver.errors import UnknownBonus, UnknownStrategy
from core.solver.strategies import STRATEGY_NAMES


@singledispatch
def refusal(error: CoreError) -> str:
    """The sentence for an error; every leaf of the error trees has one."""
    raise NotImplementedError(type(error).__name__)


def _like(rules: Rules) -> str:
    return f"`{example_code(rules)}`"


@refusal.register
def _(error: UnknownRules) -> str:
    return (
        f"I know no rules called {quote(error.read)}. Take a name such as `hitblow` or `mastermind`, or write `4x10` "
        "for four positions and ten symbols, `4x6r` if symbols may repeat. `rules` lists those with a name."
    )


@refusal.register
def _(error: RulesOutOfRange) -> str:
    if error.quantity == "codes" and error.value < error.low:
        return (
            "Those rules leave nothing to guess: without repeats there must be at least as many symbols as positions."
        )
    return f"Those rules have {error.value:,} {error.quantity}; here they may have {error.low:,} to {error.high:,}."


@refusal.register
def _(error: UnreadableCode) -> str:
    return (
        f"{quote(error.read)} is too long for a code, or holds characters that cannot be seen. "
        f"I expect {symbols(error.rules)}, like {_like(error.rules)}."
    )


@refusal.register
def _(error: WrongLength) -> str:
    read = f"{quote(error.read)} has {error.length}" if error.length else "There is no code in that"
    return f"{read}; this takes {symbols(error.rules)}, like {_like(error.rules)}."


@refusal.register
def _(error: UnknownSymbol) -> str:
    keys = error.rules.alphabet.keys[: error.rules.symbols]
    return f"{quote(error.symbol)} in {quote(error.read)} is none of `{keys}`. Write a code like {_like(error.rules)}."


@refusal.register
def _(error: RepeatedSymbol) -> str:
    return (
        f"{quote(error.read)} uses {error.symbol} more than once; this takes {symbols(error.rules, different=True)}, "
        f"like {_like(error.rules)}."
    )


@refusal.register
def _(error: UnreadableFeedback) -> str:
    answer = example_feedback(error.rules)
    return (
        f"{quote(error.read)} is no answer to a guess. Write hits and blows, like "
        f"`{format_feedback(answer, error.rules)}`, `{answer.hits},{answer.blows}` or `{answer.hits}{answer.blows}`."
    )


@refusal.register
def _(error: ImpossibleFeedback) -> str:
    return (
        f"{count(error.hits, 'hit')} and {count(error.blows, 'blow')} cannot be the answer to any guess with "
        f"{symbols(error.rules)}. Please look again."
    )


@refusal.register
def _(error: UnreadableTurn) -> str:
    rules = error.rules
    example = f"`{example_code(rules)} {format_feedback(example_feedback(rules), rules)}`"
    if error.error is None:
        return f"Turn {error.number}, {quote(error.read)}, needs a guess and its answer, like {example}."
    return f"Turn {error.number}, {quote(error.read)}: {refusal(error.error)}"


@refusal.register
def _(error: Contradiction) -> str:
    return f"After turn {error.number} no code is left that fits every answer. One of them is probably wrong."


@refusal.register
def _(_error: GameOver) -> str:
    return "This game is over. `play` begins another."


@refusal.register
def _(_error: NotYourTurn) -> str:
    return "Not yet: first tell me what my guess is answered, like `0H1B`, or put a wrong answer right with `fix`."


@refusal.register
def _(_error: NotYourGame) -> str:
    return "This game is not yours to guess in or to give up. `play who:me` begins one of your own."


@refusal.register
def _(error: NoGameHere) -> str:
    if error.ended:
        return f"No game is running here; #{error.ended} has ended, and `board` shows it. `play` begins another."
    return "No game is running here. `play` begins one."


@refusal.register
def _(error: GameRunning) -> str:
    return (
        f"Game #{error.game} is still running here: `board` shows it, and whoever plays it can end it with `giveup`. "
        "`play who:me` begins one of your own beside a shared one."
    )


@refusal.register
def _(error: NoSuchPlayer) -> str:
    return f"Nobody called {quote(error.name)} has played here yet."


@refusal.register
def _(_error: NoPendingGuess) -> str:
    return "None of my guesses is waiting for that. `board` shows how the game stands."


@refusal.register
def _(error: NoConversation) -> str:
    if error.begun:
        return "There is nothing of that kind to change just now. `suggest` shows where we are."
    return "You have not asked me for that yet. `suggest` begins, with your game's guesses and answers if it has any."


@refusal.register
def _(error: GameStillRunning) -> str:
    return f"Game #{error.game} is still running; it can be reviewed when it is over."


@refusal.register
def _(error: NothingToReview) -> str:
    return f"Nobody has guessed in game #{error.game}, so there is nothing to review."


@refusal.register
def _(error: UnknownStrategy) -> str:
    return f"{quote(error.read)} is no strategy. I know " + ", ".join(f"`{name}`" for name in STRATEGY_NAMES) + "."


@refusal.register
def _(error: UnknownBonus) -> str:
    return f"{quote(error.read)} is no bonus. Write what to take off, as `2`, or what a win counts, as `x0.95`."


@refusal.register
def _(error: UnknownCommand) -> str:
    if error.nearest:
        return f"There is no command {quote(error.read)}. Did you mean `{error.nearest}`?"
    return f"There is no command {quote(error.read)}. `help` lists them all."


@refusal.register
def _(error: UnknownOption) -> str:
    if not error.options:
        return f"`{error.command}` takes nothing after it, but I read {quote(error.read)}."
    options = ", ".join(f"`{option}:`" for option in error.options)
    return f"`{error.command}` has no option {quote(error.read)}; it takes {options}."


@refusal.register
def _(error: MissingOption) -> str:
    return f"`{error.command}` needs `{error.option}` after it. `help {error.command}` shows an example."


@refusal.register
def _(error: BadOption) -> str:
    if error.choices:
        expected = "one of " + ", ".join(f"`{choice}`" for choice in error.choices)
    else:
        expected = f"a number from {error.low} to {error.high}"
    example = error.choices[0] if error.choices else error.low
    return f"`{error.option}:` takes {expected}, not {quote(error.read)}; for example `{error.option}:{example}`."
