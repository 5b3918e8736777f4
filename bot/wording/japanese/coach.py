"""The coach, in Japanese."""

from collections.abc import Sequence

from typing_extensions import override

from bot.wording.english.coach import EnglishCoach
from bot.wording.japanese.nouns import person, san


class JapaneseCoach(EnglishCoach):
    """Advice, contradictions, checks, hints and reviews."""

    @override
    def coach_title(self, rules: str, lies: int) -> str:
        return f"あなたのゲーム: {rules}" + ("（判定の間違いを1つまで考慮）" if lies else "")

    @override
    def advice(self, guess: str, expected: str, candidates: int, *, exact: bool, sampled: bool) -> str:
        if candidates == 1:
            return f"答えは {guess} です。ほかに合うコードはありません。"
        how = "正確な値" if exact else "一部の組み合わせからの推定値" if sampled else "推定値"
        return f"{guess} がおすすめです。平均であと{expected}手（{how}）、候補は{candidates:,}通りです。"

    @override
    def advice_leaves(self, fewest: int, most: int, average: float) -> str:
        if most == 0:
            return "この推理の判定で、必ず答えがわかります。"
        if fewest == most:
            return f"このあと残る候補は{most:,}通りです。"
        return f"このあと残る候補は{fewest:,}〜{most:,}通り（平均{average:,.0f}通り）です。"

    @override
    def alternatives(self, others: Sequence[tuple[str, str]]) -> str:
        listed = (f"{code}（+{more}手）" if float(more) else code for code, more in others)
        return "ほぼ同じくらいよい手: " + "、".join(listed)

    @override
    def remaining_codes(self, codes: Sequence[str]) -> str:
        return "残りの候補: " + "、".join(codes)

    @override
    def ask_feedback(self, guess: str, hits: str, blows: str) -> str:
        return f"{guess} の{hits}と{blows}はいくつでしたか？"

    @override
    def contradiction(self, turns: int, changes: int) -> str:
        if turns == 1:
            return "この判定に合うコードはありません。判定が間違っているようです。"
        if changes == 1:
            return f"これまでの{turns}手の判定すべてに合うコードはありません。どれか1つの判定が間違っているようです。"
        return (
            f"これまでの{turns}手の判定には、間違いが1つあると考えても、合うコードがありません。"
            "2つ間違っているのかもしれません。"
        )

    @override
    def contradiction_unexplained(self, turns: int) -> str:
        return (
            f"これまでの{turns}手の判定には、間違いが2つまであると考えても、合うコードがありません。"
            "ルールを確かめるか、最初からやり直してください。"
        )

    @override
    def more_repairs(self, count: int) -> str:
        return f"`fix 1` で1番を選べます。ほかの可能性（{count}通り）は `fix` で表示できます。"

    @override
    def check_possible(self, guess: str, candidates: int) -> str:
        return f"{guess} は{candidates:,}通りの候補の1つです。" if candidates > 1 else f"{guess} が答えです。"

    @override
    def check_better(self, expected: str, best: str, loss: str, *, exact: bool) -> str:
        about = "" if exact else "約"
        return f"この手では平均であと{expected}手かかります。{best} なら{about}{loss}手少なくて済みます。"

    @override
    def check_best(self, expected: str, *, exact: bool) -> str:
        better = "これよりよい手はありません" if exact else "これよりよい手は見つかりません"
        return f"{better}。平均であと{expected}手かかります。"

    @override
    def hint(self, guess: str, expected: str, *, exact: bool) -> str:
        about = "" if exact else "約"
        return (
            f"{guess} がおすすめです（平均であと{about}{expected}手）。このゲームの成績は「ヒントあり」として扱います。"
        )

    @override
    def hints_given(self, players: Sequence[str]) -> str:
        return f"ヒントを使った人: {'、'.join(map(person, players))}"

    @override
    def review_title(self, game: str, player: str | None) -> str:
        return f"#{game} の振り返り: " + (f"{san(player)}の推理" if player is not None else "全員の推理")

    @override
    def review_columns(self) -> tuple[str, str, str, str, str, str, str]:
        return ("", "推理", "判定", "候補", "", "技", "運")

    @override
    def review_totals(self, skill: int | None, luck: int | None) -> str:
        if skill is None:
            return f"運{luck}。技を評価できる場面はありませんでした。"
        return f"技{skill}、運{'-' if luck is None else luck}。{self.review_comment(skill, luck or 0)}"

    @override
    def review_comment(self, skill: int, luck: int) -> str:
        if skill >= 98:  # noqa: PLR2004  # steps of praise
            return "これ以上の推理はありません。"
        if skill >= 80:  # noqa: PLR2004  # steps of praise
            return "よく考えて推理できています。"
        if luck < 40:  # noqa: PLR2004  # steps of comfort
            return "運に恵まれませんでした。"
        return "`check` を使うと、推理する前に手のよさがわかります。"

    @override
    def review_costliest(self, number: int, better: str, loss: str, *, exact: bool) -> str:
        about = "" if exact else "約"
        return f"いちばん損をしたのは{number}手目です。{better} なら平均で{about}{loss}手少なくて済みました。"
