"""Races, in Japanese."""

from typing_extensions import override

from bot.wording.english.races import EnglishRaces
from bot.wording.japanese.nouns import san
from core.game.boards import Outcome


class JapaneseRaces(EnglishRaces):
    """Boards of races, and why something is refused in one."""

    @override
    def waiting_for_signal(self, starter: str, *, has_buttons: bool = True) -> str:
        return (
            f"{san(starter)}が{'ボタンを押すか ' if has_buttons else ' '}`play start:now` と入力すると始まります。"
            "それまでは推理できません。始まったら、だれでも参加できます。"
        )

    @override
    def race_result(self, outcome: Outcome) -> str:
        return {Outcome.SOLVED: "正解", Outcome.GAVE_UP: "降参"}.get(outcome, "終了")
