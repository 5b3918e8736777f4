"""Games against the opponent, in Japanese."""

from bot.wording.japanese.nouns import symbols
from bot.wording.safe import name
from core.game.rules import Rules
from core.game.versus import Level, Verdict

_LEVELS = {Level.EASY: "かんたん", Level.NORMAL: "ふつう", Level.HARD: "つよい", Level.EXPERT: "達人"}
_ENDS = {
    Verdict.WON: "あなたの勝ちです。{guesses}回目で私の答えを当てました。",
    Verdict.LOST: "私が先に当てました。いい勝負でした。",
    Verdict.DRAWN: "どちらも{guesses}回で当てました。引き分けです。",
    Verdict.RESIGNED: "投了ですね。またいつでもどうぞ。",
}


class JapaneseOpponent:
    """What the opponent says."""

    def opponent(self) -> str:
        """Itself."""
        return "hitblow"

    def versus_name(self, rules: Rules, level: Level) -> str:  # noqa: ARG002  # other languages may need the rules
        """The name of the game."""
        return f"対戦({_LEVELS[level]})"

    def guesses_of(self, player: str) -> str:
        """Above the player's guesses."""
        return f"{name(player)} さんの推理"

    def guesses_of_opponent(self) -> str:
        """Above its own."""
        return "私の推理"

    def your_turn(self, player: str) -> str:
        """The player's turn."""
        return f"{name(player)} さんの番です。推理してください。"

    def asked(self, guess: str) -> str:
        """Its guess."""
        return f"私の推理は {guess} です。ヒットとブローはいくつですか。"

    def versus_ended(self, verdict: Verdict, guesses: int) -> str:
        """How it ended."""
        return _ENDS[verdict].format(guesses=guesses)

    def tell_secret(self, example: str, rules: Rules) -> str:
        """Asking for a secret."""
        return (
            f"あなたの答えを {example} のように{symbols(rules, different=not rules.repeats)}で(ほかの人には見えません)"
        )

    def against(self, level: Level, won: int, drawn: int, lost: int) -> str:
        """A record against one level."""
        return f"「{_LEVELS[level]}」との対戦: {won}勝{lost}敗{drawn}分け。"
