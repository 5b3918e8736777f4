"""Races, in Japanese."""

from typing_extensions import override

from bot.commands.errors import RaceOnly
from bot.model.errors import NotARace
from bot.wording.english.races import EnglishRaces
from bot.wording.japanese.nouns import san
from core.game.boards import Outcome
from core.game.errors import NotTheStarter, PartOver, RaceNotStarted, RaceStarted, TimeIsUp


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

    @override
    def race_only(self, error: RaceOnly) -> str:
        return f"オプション `{error.option}` はレース用です。レースは `play who:race` で始められます。"

    @override
    def not_a_race(self, error: NotARace) -> str:
        return (
            "ここで進行中のゲームはレースではありません。合図で始まるレースは `play who:race start:signal` で開けます。"
        )

    @override
    def race_not_started(self, error: RaceNotStarted) -> str:
        return (
            "レースはまだ始まっていません。"
            "レースを開いた人が「スタート」を押すか、`play start:now` と入力すると始まります。"
        )

    @override
    def race_not_started_typed(self, error: RaceNotStarted) -> str:
        return "レースはまだ始まっていません。レースを開いた人が `play start:now` と入力すると始まります。"

    @override
    def part_over(self, error: PartOver) -> str:
        return "あなたの推理はもう終わっています。レースはまだ続いています。"

    @override
    def race_started(self, error: RaceStarted) -> str:
        return "レースはもう始まっています。推理を入力すれば参加できます。"

    @override
    def not_the_starter(self, error: NotTheStarter) -> str:
        return "このレースを始められるのは、レースを開いた人かモデレーターだけです。"

    @override
    def time_limit_passed(self, error: TimeIsUp) -> str:
        return "このレースの制限時間は過ぎました。"
