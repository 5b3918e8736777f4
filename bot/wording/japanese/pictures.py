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
    def picture_of_guesses(self, numbers: Sequence[str], *, is_open: bool) -> str:
        return f"{'、'.join(numbers)}手{'以上' * is_open}で正解したゲーム数と、不正解のゲーム数:"

    @override
    def picture_rank(self, rank: str, figure: str, games: int) -> str:
        return f"{rank or '順位なし'}: {figure}、{games:,}ゲーム"

    @override
    def picture_period(self, first: date, last: date) -> str:
        return f"{first}から{last}まで"
