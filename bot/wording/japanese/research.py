"""Traces, comparisons and strategy trees on the command line, in Japanese."""

from typing_extensions import override

from bot.wording.english.research import EnglishResearch


class JapaneseResearch(EnglishResearch):
    """The output of `hitblow trace`, `hitblow compare`, `hitblow book export` and `hitblow book check`."""

    @override
    def trace_columns(self) -> tuple[str, str, str, str, str, str, str]:
        return ("", "推理", "判定", "前", "後", "評価", "運")

    @override
    def comparison_columns(self) -> tuple[str, str, str]:
        return ("戦略", "平均", "合計")

    @override
    def games_lost(self, lost: int, games: int, tries: int) -> str:
        return (
            f"{tries}手以内に当てられないのは、{games:,}ゲームのうち{lost:,}ゲーム（{lost / max(1, games):.1%}）です。"
        )

    @override
    def plot_axes(self) -> tuple[str, str]:
        return ("手数", "ゲーム数")

    @override
    def plot_bar(self, guesses: int, games: int) -> str:
        return f"{guesses:,}手: {games:,}ゲーム"
