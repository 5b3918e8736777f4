"""Games, in Japanese."""

from bot.wording.examples import symbols_in_use, worked_example
from bot.wording.japanese.nouns import places, symbols
from bot.wording.safe import name
from core.game.games import Outcome, Who
from core.game.rules import Rules

_NAMES = {"numeron": "ヌメロン", "bulls": "ブルズ&カウズ", "mastermind": "マスターマインド"}
_WHO = {Who.EVERYONE: "", Who.ME: "ひとり用", Who.RACE: "競争"}
_BUTTONS = {
    "guess": "推理する",
    "hint": "ヒント",
    "giveup": "降参",
    "rules": "ルール",
    "rematch": "もう一度",
    "review": "振り返り",
    "undo": "1つ戻す",
    "suggest": "最初から",
}
_WORDS = {"hitblow": ("ヒット", "ブロー"), "eatbite": ("イート", "バイト"), "bulls": ("ブル", "カウ")}


class JapaneseGames:
    """Rules, boards and how games end."""

    def game_name(self, rules: Rules) -> str:
        """The name of the game."""
        return _NAMES.get(rules.name or "", "ヒット&ブロー")

    def describe_rules(self, rules: Rules) -> str:
        """What is to be found, in short."""
        of = "" if (rules.alphabet.name, rules.symbols) == ("digits", 10) else f"({rules.symbols}種類)"
        return f"{places(rules)}{of}・{'重複あり' if rules.repeats else '重複なし'}"

    def explain_rules(self, rules: Rules) -> tuple[str, ...]:
        """The rules in full."""
        hit, blow = _WORDS[rules.words.name]
        among = symbols_in_use(rules)
        repeats = "同じものが2回以上使われることもあります。" if rules.repeats else "同じものは2回使われません。"
        return (
            f"{self.game_name(rules)} `{rules}`: `{among}` から選ばれた{symbols(rules)}の並びを当てます。{repeats}",
            f"推理のたびに、{hit}(種類も場所も合っている数)と{blow}(種類は合っているが場所が違う数)を答えます。"
            + _example(rules),
            f"候補は全部で{rules.codes:,}通りです。",
        )

    def rules_list(self) -> str:
        """Above the list."""
        return "名前のあるルールです。`rules 名前` で説明、`play 名前` で開始します。"

    def own_rules(self) -> str:
        """Below the list."""
        return (
            "ほかのルールは、桁数x種類の形で `5x8`、重複ありなら `r` を付けて `4x6r` と書きます。"
            "`-letters`、`-colors`、`-fruit` で見た目が変わります(`4x8-fruit`)。"
        )

    def who(self, who: Who) -> str:
        """Who may guess."""
        return _WHO[who]

    def tries_left(self, tries: int | None) -> str:
        """How many guesses are left."""
        return "回数は無制限" if tries is None else f"あと{tries}回"

    def how_to_begin(self, example: str, secret: str) -> str:
        """How to begin."""
        return f"{secret}の答えを隠しました。`{example}` のように推理してください。"

    def ended(self, outcome: Outcome, winner: str, guesses: int) -> str:
        """How it ended."""
        if outcome is Outcome.SOLVED:
            return f"{name(winner)} さんが{guesses}回目で当てました。"
        if outcome is Outcome.GAVE_UP:
            return f"{guesses}回推理したところで降参しました。" if guesses else "推理する前に降参しました。"
        return f"{guesses}回では当たりませんでした。"

    def still_racing(self) -> str:
        """Out of a race that goes on."""
        return "あなたの分は終わりました。競争は続いています。"

    def commitment(self, commitment: str) -> str:
        """The proof at the start."""
        return f"答えのSHA-256: `{commitment}`"

    def reveal(self, secret: str, opening: str) -> str:
        """The proof at the end."""
        return f"答えは {secret} でした。最初に示したSHA-256は `{opening}` のものです。"

    def guess_answered(self, guess: str, feedback: str) -> str:
        """A guess and its answer."""
        return f"{guess}: {feedback}"

    def button(self, command: str) -> str:
        """On a button."""
        return _BUTTONS[command]


def _example(rules: Rules) -> str:
    """A guess answered, under these rules."""
    secret, guess, answer = worked_example(rules)
    return f"答えが `{secret}` なら、`{guess}` は `{answer}` です。"
