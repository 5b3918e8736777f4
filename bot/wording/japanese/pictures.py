"""Pictures and their text alternatives, in Japanese."""

from collections.abc import Sequence
from datetime import date

from typing_extensions import override

from bot.wording.english.pictures import EnglishPictures


class JapanesePictures(EnglishPictures):
    """Pictures and their text alternatives."""

    FIGURES = {
        "average": "平均手数",
        "solved": "正解数",
        "streak": "最高連続正解",
        "rating": "レーティングと誤差",
        "skill": "技",
        "luck": "運",
        "days": "今日の問題の連続記録",
    }

    @override
    def picture_marks(self, skill: str, luck: str) -> str:
        return f"技{skill}、運{luck}"

    @override
    def picture_average(self, average: str, games: int) -> str:
        return f"平均{average}手、{games:,}ゲーム"

    @override
    def picture_of_guesses(self, numbers: Sequence[str], *, is_open: bool) -> str:
        return f"{'、'.join(numbers)}手{'以上' * is_open}で正解したゲーム数と、不正解のゲーム数:"

    @override
    def picture_of_marks(self, best: int) -> str:
        return f"月ごとの技と運（0から{best}まで）"

    @override
    def picture_of_mean_marks(self, best: int) -> str:
        return f"技と運の平均（0から{best}まで）"

    @override
    def picture_of_ratings(self) -> str:
        return "各月の終わりのレーティングと誤差"

    @override
    def picture_rank(self, rank: str, figure: str, games: int) -> str:
        return f"{rank or '順位なし'}: {figure}、{games:,}ゲーム"

    @override
    def picture_best_play(self, average: str) -> str:
        return f"最善は{average}手"

    @override
    def picture_of_results(self, solved: int, games: int) -> str:
        return f"{games:,}ゲーム中{solved:,}正解"

    @override
    def picture_period(self, first: date, last: date) -> str:
        return f"{first}から{last}まで"
