"""Duels between people, in Japanese."""

import shlex
from collections.abc import Mapping, Sequence

from typing_extensions import override

from bot.wording.english.duels import EnglishDuels
from bot.wording.japanese.nouns import duration, san
from core.game.challenges import ChallengeEnding
from core.game.sides import DuelEnding


class JapaneseDuels(EnglishDuels):
    """Challenges and duels."""

    @override
    def duel_terms(self, tries: int, *, hidden: bool) -> tuple[str, ...]:
        limit = (f"推理は{tries}回ずつ",) if tries else ()
        return (*limit, *(("互いの推理は対決が終わるまで非公開",) if hidden else ()))

    @override
    def secrets_missing(
        self, hidden: Sequence[str], missing: Sequence[str], hours: int, *, has_buttons: bool = True
    ) -> str:
        done = f"{self.names(hidden)}は答えを決めました。" if hidden else ""
        how = "ボタンか `secret`" if has_buttons else "`secret`"
        return f"{done}{self.names(missing)}は{duration(hours)}以内に、{how} で答えを決めてください。"

    @override
    def names(self, names: Sequence[str]) -> str:
        return "、".join(map(san, names))

    @override
    def challenge_ended(self, ending: ChallengeEnding, players: Sequence[str]) -> str:
        player = players[0]
        return {
            ChallengeEnding.DECLINED: f"{san(player)}が断りました。",
            ChallengeEnding.WITHDRAWN: f"{san(player)}が取りやめました。",
            ChallengeEnding.STOPPED: f"モデレーターの{san(player, spaced=True)}が取り消しました。",
            ChallengeEnding.EXPIRED: f"{self.names(players)}が答えを決めないまま、期限が切れました。",
        }[ending]

    @override
    def duel_begins(self, player: str, hours: int) -> str:
        limit = f"持ち時間は1手につき{duration(hours)}で、それを過ぎると、相手は `claim` で自分の勝ちにできます。"
        return f"{san(player)}が先攻です。{limit}"

    @override
    def duel_won(self, ending: DuelEnding, winner: str, loser: str, guesses: int) -> str:
        how: Mapping[DuelEnding, str] = {
            DuelEnding.RESIGNED: f"{san(loser)}の降参により、{san(winner)}の勝ちです。",
            DuelEnding.CLAIMED: f"{san(loser)}の時間切れにより、{san(winner)}の勝ちです。",
        }
        return how.get(ending, f"{san(winner)}の勝ちです。{guesses}手目で{san(loser, spaced=True)}の答えを当てました。")

    @override
    def duel_without_winner(self, ending: DuelEnding, guesses: int, player: str) -> str:
        how: Mapping[DuelEnding, str] = {
            DuelEnding.OUT_OF_TRIES: "引き分けです。どちらも当てられませんでした。",
            DuelEnding.AGREED: "合意により引き分けです。",
            DuelEnding.STOPPED: f"モデレーターの{san(player, spaced=True)}が終わらせました。この対決は記録されません。",
            DuelEnding.EXPIRED: "長い間動きがなかったので終了しました。この対決は記録されません。",
        }
        return how.get(ending, f"引き分けです。どちらも{guesses}手目で当てました。")

    @override
    def secrets_revealed(self, secrets: Sequence[tuple[str, str]]) -> str:
        shown = "、".join(f"{san(player)} {secret}" for player, secret in secrets)
        return f"答え: {shown}"

    @override
    def in_room(self, game: str, room: str) -> str:
        return f"{game}（部屋 `{room}`: `hitblow --room {shlex.quote(room)}`）"

    @override
    def your_turn_in(self, games: Sequence[str]) -> str:
        return f"{'、'.join(f'#{game}' for game in games)} であなたの番です。"

    @override
    def challenge_call(self, other: str, hours: int, *, has_challenged: bool) -> str:
        if has_challenged:
            return f"{san(other)}が対決を受けました。{duration(hours)}以内に、あなたの答えを決めてください。"
        return f"{san(other)}から対決を申し込まれています。{duration(hours)}以内に受けられます。"
