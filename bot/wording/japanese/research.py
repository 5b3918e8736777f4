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
    def lost_games(self) -> str:
        return "失敗"

    @override
    def games_lost(self, lost: int, games: int, tries: int) -> str:
        return (
            f"{tries}手以内に当てられないのは、{games:,}ゲームのうち{lost:,}ゲーム（{lost / max(1, games):.1%}）です。"
        )

    @override
    def plot_title(self, strategy: str, rules: str) -> str:
        return f"{strategy} の {rules} での結果"

    @override
    def plot_summary(self, figures: Figures) -> str:
        return f"平均{figures.average:.4f}手、最大{figures.worst}手、{figures.games:,}ゲーム"

    @override
    def plot_axes(self) -> tuple[str, str]:
        return ("手数", "ゲーム数")

    @override
    def plot_bar(self, guesses: int, games: int) -> str:
        return f"{guesses:,}手: {games:,}ゲーム"

    @override
    def plot_last_bar(self, guesses: int, games: int) -> str:
        return f"{guesses:,}手以上: {games:,}ゲーム"

    @override
    def plot_lost(self, games: int) -> str:
        return f"失敗: {games:,}ゲーム"

    @override
    def time_left(self, time: str) -> str:
        return f"残り {time}"

    @override
    def verifying_books(self) -> str:
        return "定跡書を検証中"

    @override
    def strategy_option_unknown(self, read: str) -> str:
        return (
            f"{quote(read)} は戦略のオプションではありません。`pool=all`、`pool=candidates`、`ties=consistent`、"
            "`ties=lowest`、`ties=random`、`win-bonus=2`、`opening=0123` のように指定してください。"
        )

    @override
    def tree_summary(self, rules: str, figures: Figures) -> str:
        games, total, average, worst = figures
        return f"{rules} の完全な戦略です。{games:,}ゲームで計{total:,}手、平均{average:.4f}手、最大{worst}手。"

    @override
    def book_not_shipped(self, rules: str) -> str:
        return f"{rules} の定跡書は付属していません。`hitblow book build {rules}` で作成できます。"

    @override
    def book_file_damaged(self, file: str) -> str:
        return f"定跡書 {file} は壊れています。"

    @override
    def file_not_readable(self, file: str) -> str:
        return f"{file} を読み込めません。"

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
