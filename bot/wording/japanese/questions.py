"""Questions before something that cannot be undone, votes, and news, in Japanese."""

from collections.abc import Sequence

from typing_extensions import override

from bot.wording.english.questions import EnglishQuestions
from bot.wording.japanese.nouns import person, san


class JapaneseQuestions(EnglishQuestions):
    """Questions that a player confirms, who gave up, and what happened last."""

    YES = EnglishQuestions.YES | {"はい"}
    NO = EnglishQuestions.NO | {"いいえ"}
    ME = EnglishQuestions.ME | {"自分"}

    @override
    def confirm_by_typing(self) -> str:
        return "実行するには `yes` または `はい` と入力してください。"

    @override
    def declined(self) -> str:
        return "取りやめました。"

    @override
    def nothing_asked(self) -> str:
        return "今は確認することがありません。コマンドは `help` で見られます。"

    @override
    def confirm_give_up(self, game: str) -> str:
        return f"#{game} で降参しますか？ゲームが終わり、答えが表示されます。"

    @override
    def confirm_resign(self, game: str, opponent: str) -> str:
        return f"#{game} で降参しますか？{san(opponent)}の勝ちになり、二人の答えが表示されます。"

    @override
    def confirm_give_up_part(self, game: str) -> str:
        return f"#{game} で、あなただけ降参しますか？ほかの人は続けられます。"

    @override
    def confirm_vote(self, game: str, votes: int, needed: int) -> str:
        return (
            f"#{game} の降参に投票しますか？遊んでいる人の過半数が投票すると終わります"
            f"（あなたの票を入れて、必要な{needed}票のうち{votes}票になります）。始めた人かモデレーターなら、投票なしで終えられます。"
        )

    @override
    def vote_button(self) -> str:
        return "降参に投票"

    @override
    def giveup_votes(self, players: Sequence[str], needed: int) -> str:
        return f"降参への投票: {_names(players)}（必要な{needed}票のうち{len(players)}票）"

    @override
    def game_given_up(self, players: Sequence[str], guesses: int) -> str:
        when = f"{guesses}回推理したところで" if guesses else "1回も推理せずに"
        return f"{'、'.join(map(san, players))}が、{when}降参しました。"

    @override
    def ended_by_moderator(self, moderator: str, guesses: int) -> str:
        when = f"{guesses}回推理したところで" if guesses else "推理が始まる前に"
        return f"モデレーターの{san(moderator, spaced=True)}が、{when}ゲームを終えました。"

    @override
    def guess_repeated(self, guess: str, turn: int) -> str:
        return f"{guess} は{turn}手目で推理済みです。それでも推理しますか？"

    @override
    def guess_anyway_button(self) -> str:
        return "それでも推理する"

    @override
    def how_to_stop_warnings(self) -> str:
        return "まだ回数には数えていません。この確認は `settings warnings:off` で止められます。"

    @override
    def warnings_setting(self, *, is_on: bool) -> str:
        if is_on:
            return "同じ推理をくり返す前に確認します。`settings warnings:off` で止められます。"
        return "同じ推理をくり返すときも確認しません。`settings warnings:on` で確認するようになります。"

    @override
    def last_turn(self, player: str, number: int, guess: str, feedback: str) -> str:
        return f"{number}手目（{san(player)}）: {guess} の判定は {feedback}"


def _names(players: Sequence[str]) -> str:
    return "、".join(map(person, players))
