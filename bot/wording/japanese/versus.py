"""Games against the opponent, in Japanese."""

from typing_extensions import override

from bot.wording.english.versus import EnglishVersus
from bot.wording.japanese.nouns import san
from core.game.sides import Level, SideOutcome


class JapaneseVersus(EnglishVersus):
    """What the opponent says."""

    LEVELS = {
        **EnglishVersus.LEVELS,
        Level.EASY: "かんたん",
        Level.NORMAL: "ふつう",
        Level.HARD: "つよい",
        Level.EXPERT: "達人",
    }

    @override
    def versus_title(self, level: Level) -> str:
        return f"対戦（{self.LEVELS[level]}）"

    @override
    def guesses_of(self, player: str, *, first: bool) -> str:
        return f"{san(player)}の推理{'（先攻）' if first else ''}"

    @override
    def guesses_of_opponent(self, *, first: bool) -> str:
        return f"私の推理{'（先攻）' if first else ''}"

    @override
    def opponent_guess(self, guess: str, hits: str, blows: str) -> str:
        return f"私の推理は {guess} です。{hits}と{blows}はいくつですか？"

    @override
    def versus_ended(self, outcome: SideOutcome, guesses: int) -> str:
        return {
            SideOutcome.WON: f"あなたの勝ちです。{guesses}手目で私の答えを当てました。",
            SideOutcome.LOST: "私の勝ちです。先にあなたの答えを当てました。いい勝負でした。",
            SideOutcome.DRAWN: f"引き分けです。どちらも{guesses}手目で当てました。",
            SideOutcome.RESIGNED: "降参ですね。また対戦しましょう。",
        }[outcome]

    @override
    def record_against(self, level: Level, won: int, drawn: int, lost: int) -> str:
        return f"対戦（{self.LEVELS[level]}）: {won}勝{lost}敗{drawn}分け"
