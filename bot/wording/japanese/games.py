"""Rules and games against a hidden secret, in Japanese."""

from typing_extensions import override

from bot.wording.english.games import EnglishGames, symbols_in_use, worked_example
from bot.wording.japanese.nouns import kinds_of_symbols, san, symbol, symbols, things
from core.game.boards import Outcome
from core.game.games import Who
from core.game.rules import Rules


class JapaneseGames(EnglishGames):
    """Rules, boards and the end of a game."""

    GAME_NAMES = {
        **EnglishGames.GAME_NAMES,
        "hitblow": "ヒット&ブロー",
        "numeron": "ヌメロン",
        "bulls": "ブルズ&カウズ",
        "mastermind": "マスターマインド",
    }
    FEEDBACK_NAMES = {
        **EnglishGames.FEEDBACK_NAMES,
        "hitblow": ("ヒット", "ブロー"),
        "eatbite": ("EAT", "BITE"),
        "bulls": ("ブル", "カウ"),
    }
    BUTTONS = {
        **EnglishGames.BUTTONS,
        "guess": "推理する",
        "hint": "ヒント",
        "giveup": "降参",
        "rules": "ルール",
        "rematch": "もう一度",
        "review": "振り返り",
        "draw": "引き分けを提案",
        "undo": "1つ戻す",
        "suggest": "最初から",
        "fix": "ほかの可能性",
        "daily": "今日の問題",
        "board": "続ける",
    }

    @override
    def with_letter(self, name: str, letter: str) -> str:
        return f"{name}（{letter}）"

    @override
    def describe_rules(self, rules: Rules) -> str:
        usual = (rules.alphabet.name, rules.symbols) == ("digits", 10)
        kinds = "" if usual else f"{kinds_of_symbols(rules)}から"
        number = symbols(rules) if rules.alphabet.name == "digits" else things(rules.positions)
        return f"{kinds}{number}・{'重複あり' if rules.repeats else '重複なし'}"

    @override
    def explain_rules(self, rules: Rules) -> tuple[str, ...]:
        hits, blows = self.feedback_names(rules)
        noun = symbol(rules)
        repeats = (
            f"同じ{noun}が2回以上使われることもあります。" if rules.repeats else f"同じ{noun}は1回しか使われません。"
        )
        secret, guess, feedback = worked_example(rules)
        goal = f"`{symbols_in_use(rules)}` から選ばれた{symbols(rules)}の答えを当てるゲームです。"
        meaning = f"{hits}は「{noun}も位置も合っている」数、{blows}は「{noun}は合っているが位置が違う」数です。"
        example = f"答えが `{secret}` のとき、`{guess}` の判定は `{feedback}` です。"
        return (
            f"{self.game_name(rules)}（`{rules}`）は、{goal}{repeats if rules.positions > 1 else ''}",
            f"推理するたびに判定が出ます。{meaning}{example}",
            f"答えになりうるコードは全部で{rules.codes:,}通りです。",
        )

    @override
    def who(self, who: Who) -> str:
        return {Who.EVERYONE: "", Who.ME: "ひとりプレイ", Who.RACE: "レース"}[who]

    @override
    def tries_left(self, tries: int | None) -> str:
        return "回数無制限" if tries is None else f"あと{tries}回"

    @override
    def how_to_begin(self, rules: Rules, example: str) -> str:
        rules_text = self.describe_rules(rules).replace("・", "（", 1) + "）"
        return f"{rules_text}の答えを決めました。`{example}` のように入力して当ててください。"

    @override
    def game_ended(self, outcome: Outcome, winner: str, guesses: int) -> str:
        if outcome is Outcome.SOLVED:
            return f"{san(winner)}が{guesses}手目で当てました。"
        if outcome is Outcome.GAVE_UP:
            return f"{guesses}回推理したところで降参しました。" if guesses else "1回も推理せずに降参しました。"
        return f"{guesses}回では当てられませんでした。"

    @override
    def feedback_explained(self, rules: Rules) -> str:
        hits, blows = self.feedback_names(rules)
        noun = symbol(rules)
        return (
            f"判定の見方: {hits}は「{noun}も位置も合っている」数、{blows}は「{noun}は合っているが位置が違う」数です。"
            f"どの{noun}のことかはわかりません（印の並び順に意味はありません）。"
        )
