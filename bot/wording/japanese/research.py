"""Traces, comparisons and strategy trees on the command line, in Japanese."""

from typing_extensions import override

from bot.locales.safe import quote
from bot.wording.english.cli import Figures
from bot.wording.english.research import EnglishResearch
from core.solver.errors import IncompleteTree, UnreadableTree


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

    @override
    def tree_summary(self, rules: str, figures: Figures) -> str:
        games, total, average, worst = figures
        return f"{rules} の完全な戦略です。{games:,}ゲームで計{total:,}手、平均{average:.4f}手、最大{worst}手。"

    @override
    def tree_unreadable(self, error: UnreadableTree) -> str:
        if error.error is not None:
            return f"戦略木の {quote(error.where)} に誤りがあります。{self.refusal(error.error)}"
        return (
            f"戦略木ではないか、{quote(error.where)} に誤りがあります。`hitblow book export 3x7` で例を表示できます。"
        )

    @override
    def tree_incomplete(self, error: IncompleteTree) -> str:
        left = f"{error.history} のあとに{error.candidate_count:,}通りの候補が残りますが、次の推理がありません。"
        return f"戦略木が不完全です。{left}"
