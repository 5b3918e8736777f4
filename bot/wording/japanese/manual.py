"""Commands and how to use them, in Japanese."""

from bot.wording.safe import name

_COMMANDS = {
    "play": "ゲームを始めます。隠された答えを当ててください",
    "guess": "推理します。コードだけ書いても推理になります",
    "board": "ゲームをもう一度表示します",
    "giveup": "降参して答えを見ます",
    "rematch": "同じルールでもう一度遊びます",
    "versus": "私と対戦します。互いに答えを隠して交互に推理します",
    "hint": "ここのゲームでのよい手をひとつ。ヒントありとして扱います",
    "suggest": "よそで遊んでいるゲームの相談。何も付けなければ続きから",
    "answer": "私の推理やおすすめの手への判定を教えてください",
    "undo": "最後の判定を取り消します",
    "fix": "間違っていた判定を、選択肢の番号で直します",
    "check": "推理する前に、その手の良さを調べます",
    "review": "最後のゲームを1手ずつ振り返ります。技と運がわかります",
    "stats": "自分やほかの人の成績を見ます",
    "leaderboard": "ここでの順位表を見ます",
    "rules": "ルールの説明、または名前のあるルールの一覧",
    "help": "コマンドの一覧、またはひとつの説明",
}
_OPTIONS = {
    ("play", "rules"): "遊ぶルール。mastermind などの名前か、4x10、4x6r の形",
    ("play", "tries"): "推理できる回数。0なら無制限",
    ("play", "who"): "推理する人。みんなで(everyone)、自分だけ(me)、競争(race)",
    ("guess", "code"): "0123 のような推理",
    ("versus", "level"): "私の強さ",
    ("versus", "rules"): "両方の答えのルール",
    ("versus", "secret"): "あなたの答えをこっそり教える(bot)か、自分で答える(head)か",
    ("suggest", "history"): "これまでの推理と判定: 0123 0H2B, 1435 0H1B",
    ("suggest", "rules"): "遊んでいるゲームのルール",
    ("suggest", "strategy"): "手の選び方。help strategies に説明があります",
    ("suggest", "top"): "いくつの手を見せるか",
    ("suggest", "lies"): "判定が1つ間違っているかもしれないときは1",
    ("answer", "feedback"): "ヒットとブロー: 0H2B、0,2、02 など",
    ("answer", "guess"): "おすすめと違う推理をしたときは、その推理",
    ("fix", "choice"): "選択肢の番号",
    ("check", "guess"): "調べる推理",
    ("check", "history"): "これまでの推理と判定。省略すると相談中のもの",
    ("check", "rules"): "遊んでいるゲームのルール",
    ("review", "game"): "ゲームの番号。省略すると最後のゲーム",
    ("stats", "player"): "だれの成績か",
    ("leaderboard", "rules"): "どのルールのゲームか",
    ("leaderboard", "period"): "いつからのゲームか",
    ("leaderboard", "scope"): "どこで遊んだゲームか",
    ("leaderboard", "order"): "何の順に並べるか",
    ("rules", "rules"): "説明するルール",
    ("help", "command"): "説明するコマンド。strategies なら手の選び方",
}


class JapaneseManual:
    """Help, and what only the terminal says."""

    def command(self, command: str) -> str:
        """What a command does."""
        return _COMMANDS[command]

    def option(self, command: str, option: str) -> str:
        """What an option means."""
        return _OPTIONS[command, option]

    def help_title(self) -> str:
        """Above the commands."""
        return "hitblow はヒット&ブローで遊ぶボットです。コマンドは次のとおりです(`help play` で詳しい説明):"

    def help_foot(self) -> str:
        """Below the commands."""
        return (
            "オプションは `名前:値` の形で、最初のひとつは名前を省けます(`play mastermind tries:8`)。"
            "`0123` のようにコードだけ書くと推理になります。"
        )

    def default(self, value: str) -> str:
        """When not given."""
        return f"省略すると {value}"

    def range(self, low: int, high: int) -> str:
        """The numbers."""
        return f"{low}〜{high}"

    def nothing_counted(self, refusal: str) -> str:
        """After a mistaken guess."""
        return f"{refusal}回数には数えていません。"

    def unexpected(self, reference: str) -> str:
        """When something broke."""
        return f"こちらの不具合です。{reference} として記録しました。どこまで数えたかは `board` で確かめられます。"

    def welcome(self, player: str, room: str) -> str:
        """The console's first line."""
        return (
            f"hitblow です。{name(player)} さん、部屋は {name(room)} です。"
            "`play` で開始、`help` で使い方、`quit` で終了。"
        )

    def nothing_begun(self) -> str:
        """Nothing was said."""
        return "ゲームは始まっていません。"

    def for_example(self, example: str) -> str:
        """An example."""
        return f"例: `{example}`"

    def goodbye(self) -> str:
        """The console's last line."""
        return "また遊びましょう。ゲームは保存してあります。"

    def verified(self, *, matches: bool) -> str:
        """The proof checked."""
        return (
            "一致しました。最初に隠した答えと同じです。" if matches else "一致しません。最初に示したものとは違います。"
        )

    def upgraded(self, before: str | None, after: str) -> str:
        """A database migrated."""
        if before == after:
            return f"データベースは最新です({after})。"
        if before is None:
            return f"データベースを用意しました({after})。"
        return f"データベースを {before} から {after} に更新しました。"
