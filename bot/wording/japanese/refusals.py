"""Why something that a user typed or wants to do is refused, in Japanese."""

from typing_extensions import override

from bot.commands.errors import (
    BadOption,
    MissingOption,
    OptionAlone,
    UnknownCommand,
    UnknownOption,
)
from bot.locales.safe import quote
from bot.model.errors import (
    GameRunning,
    GameStillRunning,
    NoConversation,
    NoGameHere,
    NoSuchGame,
    NoSuchPlayer,
    NothingToReview,
    SolverBusy,
    SolverTooSlow,
    TooManyQuestions,
)
from bot.wording.english.refusals import EnglishRefusals
from bot.wording.japanese.nouns import distinct_symbols, symbol, symbols
from core.game.codes import example_code
from core.game.errors import (
    AlreadyVoted,
    Contradiction,
    FeedbackMissing,
    GameOver,
    ImpossibleFeedback,
    NoPendingGuess,
    NotPlaying,
    NotYourGame,
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


class JapaneseRefusals(EnglishRefusals):
    """Refusals that help: what was read, what was expected, and an example."""

    # Any error

    # Rules, codes and feedback

    @override
    def unknown_rules(self, error: UnknownRules) -> str:
        return (
            f"{quote(error.read)} というルールはありません。`hitblow` や `mastermind` などの名前か、"
            "`4x10`（4桁・10種類）や `4x6r`（重複あり）の形で入力してください。名前の一覧は `rules` で見られます。"
        )

    @override
    def rules_out_of_range(self, error: RulesOutOfRange) -> str:
        if error.quantity == "codes" and error.value < error.low:
            return "このルールでは答えを作れません。重複なしなら、記号の種類の数を桁数以上にしてください。"
        quantity = {"positions": "桁数", "symbols": "記号の種類", "codes": "コードの数"}[error.quantity]
        return f"{quantity}が{error.value:,}です。ここで使えるのは{error.low:,}から{error.high:,}までです。"

    @override
    def unreadable_code(self, error: UnreadableCode) -> str:
        return f"{quote(error.read)} は長すぎるか、見えない文字を含んでいます。{_type(error.rules)}"

    @override
    def wrong_length(self, error: WrongLength) -> str:
        if not error.length:
            return f"コードが見当たりません。{_type(error.rules)}"
        particle = "は" if error.rules.alphabet.name in {"digits", "letters"} else "には"
        verb = "です" if particle == "は" else "あります"
        length = symbols(error.rules, error.length)
        return f"{quote(error.read)} {particle}{length}{verb}。{_type(error.rules)}"

    @override
    def unknown_symbol(self, error: UnknownSymbol) -> str:
        keys = error.rules.alphabet.keys[: error.rules.symbols]
        return (
            f"{quote(error.read)} の {quote(error.symbol)} は使えません。使える{symbol(error.rules)}は `{keys}` です。"
            f"{_type(error.rules)}"
        )

    @override
    def repeated_symbol(self, error: RepeatedSymbol) -> str:
        return f"{quote(error.read)} では{error.symbol}が2回以上使われています。{_type(error.rules)}"

    @override
    def unreadable_feedback(self, error: UnreadableFeedback) -> str:
        hits, blows = example = example_feedback(error.rules)
        return (
            f"{quote(error.read)} は判定として読めません。"
            f"`{format_feedback(example, error.rules)}`、`{hits},{blows}`、`{hits}{blows}` のように入力してください。"
        )

    @override
    def impossible_feedback(self, error: ImpossibleFeedback) -> str:
        feedback = format_feedback(Feedback(error.hits, error.blows), error.rules)
        return (
            f"{distinct_symbols(error.rules)}で判定が `{feedback}` になることはありません。もう一度確かめてください。"
        )

    @override
    def unreadable_turn(self, error: UnreadableTurn) -> str:
        rules = error.rules
        if error.error is not None:
            return f"{error.number}手目 {quote(error.read)}: {self.refusal(error.error)}"
        example = f"`{example_code(rules)} {format_feedback(example_feedback(rules), rules)}`"
        return f"{error.number}手目 {quote(error.read)} は、{example} のように推理と判定を続けて入力してください。"

    @override
    def contradictory_history(self, error: Contradiction) -> str:
        return f"{error.number}手目までの判定すべてに合うコードはありません。どれかの判定が間違っているようです。"

    # The solver

    @override
    def solver_busy(self, error: SolverBusy) -> str:
        return "今は計算が混み合っています。入力した内容は失われていません。数秒後にもう一度お試しください。"

    @override
    def too_many_questions(self, error: TooManyQuestions) -> str:
        return "前に入力された内容をまだ計算しています。入力した内容は失われていません。返事が届くまでお待ちください。"

    @override
    def solver_too_slow(self, error: SolverTooSlow) -> str:
        return "計算に時間がかかりすぎたため、中止しました。入力した内容は失われていません。もう一度お試しください。"

    # Moves and games

    @override
    def game_over(self, error: GameOver) -> str:
        return "このゲームはもう終わっています。`play` で新しく始められます。"

    @override
    def feedback_missing(self, error: FeedbackMissing) -> str:
        return "先に、私の推理への判定を `0H1B` のように入力してください（間違えた判定は `fix` で直せます）。"

    @override
    def not_your_game(self, error: NotYourGame) -> str:
        return "これはほかの人のゲームなので、その操作はできません。`play who:me` で自分のゲームを始められます。"

    @override
    def not_playing(self, error: NotPlaying) -> str:
        return "あなたはまだこのゲームで推理していません。先に一度推理してください。"

    @override
    def already_voted(self, error: AlreadyVoted) -> str:
        return (
            f"あなたはすでに降参に投票しています（必要な{error.needed}票のうち{error.votes}票）。"
            "ゲームを始めた人は、票がそろわなくてもゲームを終えられます。"
        )

    @override
    def no_game_here(self, error: NoGameHere) -> str:
        if error.ended:
            return (
                f"ここには進行中のゲームがありません。最後のゲーム #{error.ended} は `board` で見られます。"
                "`play` で新しく始められます。"
            )
        return "ここには進行中のゲームがありません。`play` で始められます。"

    @override
    def game_running(self, error: GameRunning) -> str:
        if error.is_own:
            return f"自分のゲーム #{error.game} がまだ続いています。`board` で表示でき、`giveup` で終えられます。"
        return (
            f"ここではまだ #{error.game} が続いています。`board` で表示でき、遊んでいる人は `giveup` で終えられます。"
            "みんなのゲームとは別に、`play who:me` で自分のゲームを始められます。"
        )

    @override
    def no_such_game(self, error: NoSuchGame) -> str:
        return (
            f"{quote(error.read)} というゲームはここにはありません。"
            "`board` や `review` だけを入力すると、ここで最後に遊んだゲームを見られます。"
        )

    @override
    def no_such_player(self, error: NoSuchPlayer) -> str:
        return f"{quote(error.name)} という人は、ここではまだ遊んでいません。"

    @override
    def no_pending_guess(self, error: NoPendingGuess) -> str:
        return "今は判定の入力待ちではありません。`board` で盤面を見られます。"

    @override
    def no_conversation(self, error: NoConversation) -> str:
        if error.begun:
            return "今は変更できるものがありません。`suggest` で現在の状態を見られます。"
        if error.ended:
            return "長い間動きがなかったので、この相談は終了しました。`suggest` で新しく始められます。"
        return (
            "まだ相談が始まっていません。`suggest` で始められます"
            "（これまでの推理と判定があれば続けて入力してください）。"
        )

    @override
    def game_still_running(self, error: GameStillRunning) -> str:
        return f"#{error.game} はまだ続いています。終わったら振り返れます。"

    @override
    def nothing_to_review(self, error: NothingToReview) -> str:
        if error.game is None:
            return "ここには、振り返れる終わったゲームがありません。`play` で始められます。"
        return f"#{error.game} ではだれも推理しなかったので、振り返る手がありません。"

    # Commands and options

    @override
    def unknown_strategy(self, error: UnknownStrategy) -> str:
        listed = "、".join(f"`{each}`" for each in STRATEGY_NAMES)
        return f"{quote(error.read)} という戦略はありません。使えるのは {listed} です。"

    @override
    def unknown_bonus(self, error: UnknownBonus) -> str:
        return (
            f"{quote(error.read)} はボーナスとして読めません。"
            "引く数なら `2`、掛ける数なら `x0.95` のように入力してください。"
        )

    @override
    def unknown_command(self, error: UnknownCommand) -> str:
        if error.nearest:
            return f"{quote(error.read)} というコマンドはありません。`{error.nearest}` のことでしょうか？"
        return f"{quote(error.read)} というコマンドはありません。一覧は `help` で見られます。"

    @override
    def unknown_option(self, error: UnknownOption) -> str:
        if not error.options:
            return f"`{error.command}` にオプションはありませんが、{quote(error.read)} と入力されています。"
        options = "、".join(f"`{option}:`" for option in error.options)
        return f"`{error.command}` に {quote(error.read)} というオプションはありません。使えるのは {options} です。"

    @override
    def option_alone(self, error: OptionAlone) -> str:
        if error.command is None:
            return (
                f"{quote(error.read)} というオプションはありません。オプションは `play tries:8` のように、"
                "コマンドのあとに書きます。"
            )
        return f"オプションは {quote(f'{error.command} {error.read}')} のように、コマンドのあとに書いてください。"

    @override
    def missing_option(self, error: MissingOption) -> str:
        return f"`{error.command}` には `{error.option}` が必要です。`help {error.command}` に例があります。"

    @override
    def bad_option(self, error: BadOption) -> str:
        choices = "、".join(f"`{choice}`" for choice in error.choices)
        expected = f"{choices} のどれか" if choices else f"{error.low}から{error.high}までの数"
        example = error.choices[0] if error.choices else error.low
        return (
            f"`{error.option}:` に {quote(error.read)} は使えません。{expected}を "
            f"`{error.option}:{example}` のように入力してください。"
        )


def _type(rules: Rules) -> str:
    """Asks for a code."""
    return f"`{example_code(rules)}` のように{distinct_symbols(rules)}で入力してください。"
