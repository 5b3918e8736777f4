"""Duels between people, in Japanese."""

import shlex
from collections.abc import Mapping, Sequence

from typing_extensions import override

from bot.commands.errors import UnknownOpponent
from bot.locales.safe import quote
from bot.model.errors import (
    AlreadyChallenged,
    ChallengedBot,
    ChallengedSelf,
    NotADuel,
    OpponentHasLeft,
    SeveralDuels,
    SeveralGames,
)
from bot.wording.english.duels import EnglishDuels
from bot.wording.japanese.nouns import duration, san
from core.game.challenges import ChallengeEnding
from core.game.errors import (
    DrawNotPossible,
    DuelNotBegun,
    HintsNotAllowed,
    NotYourTurn,
    OpponentMayStillMove,
    SecretAlreadyHidden,
)
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

    @override
    def several_duels(self, error: SeveralDuels) -> str:
        games = "、".join(f"`#{game}`" for game in error.games)
        return (
            f"ここでは複数の対決に参加中です（{games}）。対決の盤面の下にあるボタンを使うか、"
            "コマンドの最後に対決の番号を付けてください（例: `board #ID`）。"
        )

    @override
    def several_duels_typed(self, error: SeveralDuels) -> str:
        games = "、".join(f"`#{game}`" for game in error.games)
        return (
            f"ここでは複数の対決に参加中です（{games}）。"
            f"コマンドの最後に対決の番号を付けてください（例: `board #{error.games[0]}`）。"
        )

    @override
    def several_games(self, error: SeveralGames) -> str:
        games = "、".join(f"`#{game}`" for game in error.games)
        return (
            f"ここでは自分のゲームが複数続いています（{games}）。どのゲームで降参しますか？"
            "盤面の下の「降参」を押すか、番号を付けてください（例: `giveup #ID`）。"
        )

    @override
    def several_games_typed(self, error: SeveralGames) -> str:
        games = "、".join(f"`#{game}`" for game in error.games)
        return (
            f"ここでは自分のゲームが複数続いています（{games}）。どのゲームで降参しますか？"
            f"番号を付けてください（例: `giveup #{error.games[0]}`）。"
        )

    @override
    def not_a_duel(self, error: NotADuel) -> str:
        return "このゲームではできません。`duel` で対決を申し込めます。"

    @override
    def challenged_self(self, error: ChallengedSelf) -> str:
        return "自分とは対決できません。`play who:me` なら、ひとりで遊べます。`versus` でボットと対戦できます。"

    @override
    def challenged_bot(self, error: ChallengedBot) -> str:
        return "ほかのボットとは対決できません。`versus` で私と対戦できます。"

    @override
    def opponent_has_left(self, error: OpponentHasLeft) -> str:
        return f"{san(error.name)}はもうここにいないので、対決を申し込めません。"

    @override
    def already_challenged(self, error: AlreadyChallenged) -> str:
        return f"お二人の対決 `#{error.game}` がまだ終わっていません。先にそれを終えるか、取りやめてください。"

    @override
    def duel_not_begun(self, error: DuelNotBegun) -> str:
        return "この対決はまだ始まっていません。まず二人とも `secret` で答えを決めてください。"

    @override
    def secret_already_hidden(self, error: SecretAlreadyHidden) -> str:
        return "答えはもう決まっているので、変えられません。"

    @override
    def hints_not_allowed(self, error: HintsNotAllowed) -> str:
        return "対決中はヒントを使えません。"

    @override
    def draw_not_possible(self, error: DrawNotPossible) -> str:
        return (
            "引き分けはもう提案してあります。相手は、受けるか、推理を続けて断ることができます。"
            "ボットとの対戦では提案できません。"
        )

    @override
    def opponent_may_still_move(self, error: OpponentMayStillMove) -> str:
        return "まだ勝ちにはできません。勝ちにできるのは、相手の番で、相手の持ち時間が過ぎたときだけです。"

    @override
    def not_your_turn(self, error: NotYourTurn) -> str:
        return "今は相手の番です。"

    @override
    def unknown_opponent(self, error: UnknownOpponent) -> str:
        meant = f"{quote(error.nearest)} のことでしょうか？" if error.nearest else ""
        return (
            f"{quote(error.read)} という人は、ここではまだ遊んでいません。{meant}"
            "初めての相手に申し込むときは、名前の前に `@` を付けてください。"
        )
