"""The coach, in Japanese."""

from collections.abc import Sequence

from bot.wording.safe import name


class JapaneseCoach:
    """Advice, mistakes, checks and reviews."""

    def coach_title(self, rules: str, lies: int) -> str:
        """Above a conversation."""
        return f"あなたのゲーム {rules}" + ("(判定の間違いを1つまで考慮)" if lies else "")

    def advised(self, guess: str, expected: str, candidates: int, *, exact: bool) -> str:
        """The best guess."""
        if candidates == 1:
            return f"答えは {guess} です。ほかに合うものはありません。"
        how = "計算で確かめた値" if exact else "推定"
        return f"{guess} がおすすめです。平均であと{expected}回({how})、候補は{candidates:,}通りです。"

    def would_leave(self, fewest: int, most: int, average: float) -> str:
        """What it would leave."""
        if most == 0:
            return "これで全部見分けられます。"
        between = f"{fewest:,}通り" if fewest == most else f"{fewest:,}〜{most:,}通り"
        return (
            f"このあと残るのは{between}(平均{average:,.0f}通り)です。"
            if fewest < most
            else f"このあと残るのは{between}です。"
        )

    def not_possible(self, guess: str) -> str:
        """It cannot be the secret."""
        return f"{guess} 自体は答えではありませんが、ほかをいちばんよく見分けられます。"

    def nearly_as_good(self, others: Sequence[tuple[str, str]]) -> str:
        """Others."""
        return "同じくらいよい手: " + "、".join(_with_cost(*other) for other in others) + "。"

    def left_are(self, codes: Sequence[str]) -> str:
        """Those left."""
        return "残り: " + "、".join(codes) + "。"

    def what_answer(self, guess: str) -> str:
        """Asking for the answer."""
        return f"{guess} の判定はどうでしたか。"

    def found(self, code: str, guesses: int) -> str:
        """Found."""
        return f"{guesses}回目で当たりました。答えは {code} です。"

    def contradiction(self, turns: int, changes: int) -> str:
        """No code fits."""
        if changes == 1:
            return f"この{turns}回の判定すべてに合うものがありません。どれか1つが違っているようです。"
        return f"この{turns}回の判定は、1つ違っていたとしても合うものがありません。2つ違っているのかもしれません。"

    def beyond_repair(self, turns: int) -> str:
        """No way out."""
        return (
            f"この{turns}回の判定は、2つまで違っていたとしても合うものがありません。"
            "ルールが違うのかもしれません。最初からやり直すこともできます。"
        )

    def turn_number(self, number: int) -> str:
        """A turn."""
        return f"{number}手目"

    def swapped(self) -> str:
        """Exchanged."""
        return "逆では?"

    def leaves(self, codes: int) -> str:
        """What a repair leaves."""
        return f"残り{codes:,}"

    def repair_button(self, choice: int) -> str:
        """On its button."""
        return f"直す {choice}"

    def fits(self, guess: str, candidates: int) -> str:
        """Consistent."""
        return f"{guess} は答えの候補です(全{candidates:,}通り)。" if candidates > 1 else f"{guess} が答えです。"

    def does_not_fit(self, guess: str) -> str:
        """Not consistent."""
        return f"{guess} は答えではありえません。"

    def costs(self, expected: str, best: str, loss: str, *, exact: bool) -> str:
        """Against the best."""
        about = "" if exact else "約"
        return f"これだとあと{expected}回の見込みで、{best} なら{about}{loss}回少なくなります。"

    def none_better(self, expected: str, *, exact: bool) -> str:
        """The best."""
        better = "これより良い手はありません" if exact else "これより良い手は見つかりません"
        return f"{better}。あと{expected}回の見込みです。"

    def answers_leave(self) -> str:
        """Above the cells."""
        return "判定ごとに残る候補の数:"

    def hint(self, guess: str, expected: str, *, exact: bool) -> str:
        """A hint."""
        about = "" if exact else "約"
        return f"{guess} がよい手です。当たるまであと{about}{expected}回の見込みです。ヒントありのゲームになります。"

    def review_title(self, game: str, player: str | None) -> str:
        """Above a review."""
        return f"#{game} の振り返り: " + (f"{name(player)} さんの推理" if player else "みんなの推理")

    def review_heads(self) -> tuple[str, str, str, str, str, str, str, str]:
        """Heads of columns."""
        return ("", "推理", "判定", "候補", "", "技", "運", "")

    def review_totals(self, skill: int | None, luck: int | None) -> str:
        """The totals."""
        if skill is None:
            return f"運{luck}。腕の見せどころはありませんでした。"
        return f"技{skill}、運{'-' if luck is None else luck}。{_kind_word(skill, luck or 0)}"

    def review_costliest(self, number: int, better: str, loss: str, *, exact: bool) -> str:
        """The costliest turn."""
        about = "" if exact else "約"
        return f"いちばん惜しかったのは{number}手目です。{better} なら平均で{about}{loss}回少なくなりました。"

    def review_flawless(self) -> str:
        """Nothing to improve."""
        return "目立って良くできる手はありませんでした。"


def _with_cost(code: str, more: str) -> str:
    return f"{code}(+{more})" if float(more) else code


def _kind_word(skill: int, luck: int) -> str:
    if skill >= 98:  # noqa: PLR2004  # steps of praise
        return "これ以上は望めません。"
    if skill >= 80:  # noqa: PLR2004  # steps of praise
        return "よく考えられています。"
    if luck < 40:  # noqa: PLR2004  # steps of comfort
        return "判定にも恵まれませんでした。"
    return "`check` を使うと、推理の前に手の良さがわかります。"
