"""What is refused, in English: what was read, what was expected, an example."""

from functools import singledispatch

from bot.adapters.errors import (
    BadOption,
    IntentsRefused,
    MissingOption,
    PlatformUnreachable,
    SettingsMissing,
    TokenMissing,
    TokenRefused,
    UnknownCommand,
    UnknownOption,
)
from bot.adapters.wording.english.nouns import count, symbols
from bot.adapters.wording.safe import quote
from bot.services.errors import (
    GameRunning,
    GameStillRunning,
    NoConversation,
    NoGameHere,
    NoSuchPlayer,
    NothingToReview,
    StorageBroken,
    StorageBusy,
    StorageNewer,
    StorageReadOnly,
    StorageUnreachable,
)
from core.codes import example_code
from core.errors import (
    BookDamaged,
    Contradiction,
    CoreError,
    GameOver,
    ImpossibleFeedback,
    NothingToAnswer,
    NotYourGame,
    NotYourTurn,
    RepeatedSymbol,
    RulesOutOfRange,
    UnknownBonus,
    UnknownRules,
    UnknownStrategy,
    UnknownSymbol,
    UnreadableCode,
    UnreadableFeedback,
    UnreadableTurn,
    WrongLength,
)
from core.feedback import example_feedback, format_feedback
from core.rules import Rules
from core.strategies import NAMES as STRATEGIES


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
    return f"Those rules have {error.value:,} {error.quantity}; I play with {error.low:,} to {error.high:,}."


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
    return "It is not your turn yet."


@refusal.register
def _(_error: NotYourGame) -> str:
    return "This game is somebody else's. `play` begins one of your own."


@refusal.register
def _(error: NoGameHere) -> str:
    if error.ended:
        return f"No game is running here; #{error.ended} has ended, and `board` shows it. `play` begins another."
    return "No game is running here. `play` begins one."


@refusal.register
def _(error: GameRunning) -> str:
    return f"Game #{error.game} is still running here: `board` shows it, `giveup` ends it."


@refusal.register
def _(error: NoSuchPlayer) -> str:
    return f"Nobody called {quote(error.name)} has played here yet."


@refusal.register
def _(_error: NothingToAnswer) -> str:
    return "None of my guesses is waiting for that. `board` shows how the game stands."


@refusal.register
def _(_error: NoConversation) -> str:
    return "You have not asked me for that yet. `suggest` begins, with your game's guesses and answers if it has any."


@refusal.register
def _(error: GameStillRunning) -> str:
    return f"Game #{error.game} is still running; it can be reviewed when it is over."


@refusal.register
def _(error: NothingToReview) -> str:
    return f"Nobody has guessed in game #{error.game}, so there is nothing to review."


@refusal.register
def _(error: UnknownStrategy) -> str:
    return f"{quote(error.read)} is no strategy. I know " + ", ".join(f"`{name}`" for name in STRATEGIES) + "."


@refusal.register
def _(error: UnknownBonus) -> str:
    return f"{quote(error.read)} is no bonus. Write what to take off, as `2`, or what a win counts, as `x0.95`."


@refusal.register
def _(error: BookDamaged) -> str:
    return f"The book for {error.rules} is damaged ({error.fault}); install the program anew. Until then I search."


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
    example = error.choices[0] if error.choices else error.high
    return f"`{error.option}:` takes {expected}, not {quote(error.read)}; for example `{error.option}:{example}`."


@refusal.register
def _(error: StorageUnreachable) -> str:
    return f"The database {quote(error.where)} cannot be opened. Is the address right, and may I read it?"


@refusal.register
def _(error: StorageReadOnly) -> str:
    return f"The database {quote(error.where)} can be read but not written, so nothing can be played."


@refusal.register
def _(error: StorageNewer) -> str:
    return (
        f"The database {quote(error.where)} was made by a newer hitblow. Please upgrade this one; nothing was changed."
    )


@refusal.register
def _(error: StorageBusy) -> str:
    return f"The database {quote(error.where)} is busy with another program. Nothing was lost; please try again."


@refusal.register
def _(error: StorageBroken) -> str:
    return f"{quote(error.where)} is not a database of mine, is damaged, or its disk is full. I have left it as it is."


@refusal.register
def _(error: TokenMissing) -> str:
    return f"There is nothing to log in to {error.platform} with. Put the bot's token into `{error.setting}`."


@refusal.register
def _(error: SettingsMissing) -> str:
    ways = ", or ".join(" and ".join(f"`{name}`" for name in names) for names in error.alternatives)
    return f"For {error.platform}, set {ways}, in the environment or in a file `.env`."


@refusal.register
def _(error: TokenRefused) -> str:
    return f"{error.platform} does not take the token in `{error.setting}`. Make a new one there and put it in."


@refusal.register
def _(error: PlatformUnreachable) -> str:
    return f"{error.platform} cannot be reached. Is there a network, and a proxy that has to be set?"


@refusal.register
def _(error: IntentsRefused) -> str:
    return (
        f"{error.platform} refuses the intents asked for, though none is privileged. Please upgrade hitblow, or look "
        "at the bot's page there."
    )
