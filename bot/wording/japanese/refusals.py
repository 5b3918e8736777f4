"""What is refused, in Japanese: what was read, what was expected, an example."""

from functools import singledispatch

from bot.commands.errors import BadOption, MissingOption, UnknownCommand, UnknownOption
from bot.services.errors import GameRunning, GameStillRunning, NoConversation, NoGameHere, NoSuchPlayer, NothingToReview
from bot.wording.japanese.nouns import symbols
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
from core.game.feedback import Feedback, example_feedback, format_feedback
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
        f"{quote(error.read)} というルールはありません。`hitblow` や `mastermind` などの名前か、`4x10`(4桁・10種類)、"
        "`4x6r`(重複あり)のように書いてください。一覧は `rules` で見られます。"
    )


@refusal.register
def _(error: RulesOutOfRange) -> str:
    if error.quantity == "codes" and error.value < error.low:
        return "このルールでは当てるものがありません。重複なしなら、記号の種類は桁数以上にしてください。"
    quantity = {"positions": "桁数", "symbols": "記号の種類", "codes": "候補の数"}[error.quantity]
    return f"{quantity}が{error.value:,}になっています。遊べるのは{error.low:,}から{error.high:,}までです。"


@refusal.register
def _(error: UnreadableCode) -> str:
    return (
        f"{quote(error.read)} は長すぎるか、見えない文字が入っています。"
        f"{_like(error.rules)} のように{symbols(error.rules)}で書いてください。"
    )


@refusal.register
def _(error: WrongLength) -> str:
    read = f"{quote(error.read)} は{error.length}個です" if error.length else "コードが見当たりません"
    return f"{read}。{_like(error.rules)} のように{symbols(error.rules)}で書いてください。"


@refusal.register
def _(error: UnknownSymbol) -> str:
    keys = error.rules.alphabet.keys[: error.rules.symbols]
    return (
        f"{quote(error.read)} の {quote(error.symbol)} は使えません。使えるのは `{keys}` です。"
        f"{_like(error.rules)} のように書いてください。"
    )


@refusal.register
def _(error: RepeatedSymbol) -> str:
    return (
        f"{quote(error.read)} は{error.symbol}が2回以上使われています。"
        f"{_like(error.rules)} のように{symbols(error.rules, different=True)}で書いてください。"
    )


@refusal.register
def _(error: UnreadableFeedback) -> str:
    example = example_feedback(error.rules)
    return (
        f"{quote(error.read)} は判定として読めません。`{format_feedback(example, error.rules)}`、"
        f"`{example.hits},{example.blows}`、`{example.hits}{example.blows}` のように書いてください。"
    )


@refusal.register
def _(error: ImpossibleFeedback) -> str:
    answer = format_feedback(Feedback(error.hits, error.blows), error.rules)
    return f"{symbols(error.rules)}のルールで `{answer}` になることはありません。もう一度見てみてください。"


@refusal.register
def _(error: UnreadableTurn) -> str:
    rules = error.rules
    example = f"`{example_code(rules)} {format_feedback(example_feedback(rules), rules)}`"
    if error.error is None:
        return f"{error.number}手目 {quote(error.read)} は、{example} のように推理と判定を並べて書いてください。"
    return f"{error.number}手目 {quote(error.read)}: {refusal(error.error)}"


@refusal.register
def _(error: Contradiction) -> str:
    return f"{error.number}手目で、すべての判定に合うコードがなくなりました。どれかの判定が違っているようです。"


@refusal.register
def _(_error: GameOver) -> str:
    return "このゲームはもう終わっています。`play` で次を始められます。"


@refusal.register
def _(_error: NotYourTurn) -> str:
    return "その前に、私の推理に `0H1B` のように判定を教えてください(違う判定があれば `fix` で直せます)。"


@refusal.register
def _(_error: NotYourGame) -> str:
    return "これはほかの人のゲームなので、推理も降参もできません。`play who:me` で自分のゲームを始められます。"


@refusal.register
def _(error: NoGameHere) -> str:
    if error.ended:
        return f"今ここでゲームはしていません。#{error.ended} は終わりました(`board` で見られます)。`play` で始めます。"
    return "今ここでゲームはしていません。`play` で始めます。"


@refusal.register
def _(error: GameRunning) -> str:
    return (
        f"ここではまだ #{error.game} が続いています。`board` で表示、遊んでいる人は `giveup` で終えられます。"
        "みんなのゲームとは別に、`play who:me` でひとり用を始められます。"
    )


@refusal.register
def _(error: NoSuchPlayer) -> str:
    return f"{quote(error.name)} という人は、まだここで遊んでいません。"


@refusal.register
def _(_error: NoPendingGuess) -> str:
    return "今、その判定を待っている推理はありません。`board` で盤面を見られます。"


@refusal.register
def _(error: NoConversation) -> str:
    if error.begun:
        return "今はそれにあたるものがありません。`suggest` で今の状態を見られます。"
    return "まだ相談が始まっていません。`suggest` で始めます(途中のゲームなら推理と判定を続けて書いてください)。"


@refusal.register
def _(error: GameStillRunning) -> str:
    return f"#{error.game} はまだ続いています。終わったら振り返りができます。"


@refusal.register
def _(error: NothingToReview) -> str:
    return f"#{error.game} ではだれも推理していないので、振り返るものがありません。"


@refusal.register
def _(error: UnknownStrategy) -> str:
    return (
        f"{quote(error.read)} という戦略はありません。使えるのは "
        + "、".join(f"`{name}`" for name in STRATEGY_NAMES)
        + " です。"
    )


@refusal.register
def _(error: UnknownBonus) -> str:
    return f"{quote(error.read)} はボーナスになりません。引く値は `2`、当たりの枠の重みは `x0.95` と書いてください。"


@refusal.register
def _(error: UnknownCommand) -> str:
    if error.nearest:
        return f"{quote(error.read)} というコマンドはありません。`{error.nearest}` でしょうか。"
    return f"{quote(error.read)} というコマンドはありません。`help` で一覧が出ます。"


@refusal.register
def _(error: UnknownOption) -> str:
    if not error.options:
        return f"`{error.command}` のあとには何も付けません({quote(error.read)} と読みました)。"
    options = "、".join(f"`{option}:`" for option in error.options)
    return f"`{error.command}` に {quote(error.read)} というオプションはありません。使えるのは {options} です。"


@refusal.register
def _(error: MissingOption) -> str:
    return f"`{error.command}` のあとに `{error.option}` が必要です。`help {error.command}` に例があります。"


@refusal.register
def _(error: BadOption) -> str:
    choices = "、".join(f"`{choice}`" for choice in error.choices)
    expected = f"{choices} のどれか" if choices else f"{error.low}から{error.high}までの数"
    example = error.choices[0] if error.choices else error.low
    return (
        f"`{error.option}:` に {quote(error.read)} は使えません。{expected}を、"
        f"`{error.option}:{example}` のように書いてください。"
    )
