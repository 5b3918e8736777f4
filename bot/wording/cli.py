"""What `hitblow --help` says, in the language of the terminal."""

from collections.abc import Mapping
from dataclasses import dataclass

_EN = {
    "hitblow": "Hit & Blow in the terminal, on Discord and on Slack. Without a command: play here.",
    "console": "Play in the terminal; also reads commands from a pipe, one a line.",
    "slack": "Run the bot on Slack, with the tokens in the environment or in .env.",
    "manifest": "Print the app manifest for Slack's settings pages.",
    "all": "Run the bot on every platform that has tokens.",
    "--port": "Port that Slack reaches the bot at, without Socket Mode; 3000 unless said.",
    "--url": "Address that Slack reaches the bot at, such as https://example.org; without it, for Socket Mode.",
    "db": "Look after the database.",
    "upgrade": "Bring the tables up to date (starting does so too).",
    "verify": "Check that OPENING, shown at the end of a game, is what COMMITMENT was made from.",
    "discord": "Serve Discord until told to stop; HITBLOW_DISCORD_TOKEN holds the bot's token.",
    "invite": "Print the link that lets the bot into a server.",
    "evaluate": "Play every secret of RULES by a strategy: average, worst, distribution.",
    "suggest": 'The best guesses after a HISTORY such as "0123 0H2B" "1435 0H1B".',
    "--strategy": "One of: {}.",
    "--pool": "What may be guessed: all codes, or candidates only.",
    "--ties": "Which of the best guesses is made: a consistent one then the lowest, the lowest, or any.",
    "--win-bonus": "Taken off the score of a guess that may win, as 2; or what its winning cell counts, as x0.95.",
    "--opening": "The first guess: own, random, or a code.",
    "--jobs": "Processes to play in.",
    "--seed": "For strategies with chance in them: the same seed plays the same games.",
    "--json": "Print JSON.",
    "--plot": "Draw the distribution into a PNG file.",
    "--top": "How many guesses to name.",
    "--seconds": "How long to think, about.",
    "book": "Build and check books of the best guesses.",
    "book build": "Build the book for RULES from nothing; what takes long goes on from where it was stopped.",
    "book verify": "Play every secret by every shipped book.",
    "--width": "Guesses tried at large sets of candidates; all that could be better unless said.",
    "--thorough": "Candidates up to which the width does not matter.",
    "--stride": "At small sets, try only every so manieth code and the candidates.",
    "--worst": "Guesses never to be exceeded.",
    "--seldom": "Before all else, need the worst as seldom as can be.",
    "--book jobs": "Processes; as many as there are cores unless said.",
    "--output": "Where to write the book; RULES.book unless said.",
    "--checkpoint": "Where to keep what is done; beside the book unless said.",
    "--lang": "Language; the terminal's unless said.",
    "--room": "Room to play in; terminals in one room share its game.",
    "--as": "Who you are; your user name unless said.",
    "--db": "Database, such as sqlite:///hitblow.db; a file of your own unless said.",
    "bad name": "give 1 to {} printable characters, such as ann",
}
_JA = {
    "hitblow": "ヒット&ブローを端末、Discord、Slackで。コマンドなしなら、ここで遊びます。",
    "console": "端末で遊びます。パイプからも1行1コマンドで読みます。",
    "slack": "Slackのボットを動かします。トークンは環境変数か .env に。",
    "manifest": "Slackの設定画面に貼るアプリマニフェストを出力します。",
    "all": "トークンのあるすべてのプラットフォームでボットを動かします。",
    "--port": "Socket Modeを使わないときに待ち受けるポート。省略すると3000。",
    "--url": "Slackから届くアドレス(例: https://example.org)。省略するとSocket Mode用。",
    "db": "データベースの管理。",
    "upgrade": "表を最新にします(起動時にも行います)。",
    "verify": "ゲームの終わりに示された OPENING が COMMITMENT の元かどうかを調べます。",
    "discord": "止められるまでDiscordで動きます。トークンは HITBLOW_DISCORD_TOKEN に設定します。",
    "invite": "ボットをサーバーに招くリンクを表示します。",
    "evaluate": "RULES のすべての正解を戦略で解き、平均・最悪・分布を示します。",
    "suggest": '"0123 0H2B" "1435 0H1B" のような HISTORY のあとの最善手を示します。',
    "--strategy": "次のどれか: {}",
    "--pool": "使うコード: all はすべて、candidates は候補のみ。",
    "--ties": "同点のとき: consistent は候補を優先して最小、lowest は最小、random はどれか。",
    "--win-bonus": "正解になり得る手の点から引く値(例: 2)、または当たりの枠の重み(例: x0.95)。",
    "--opening": "初手: own(戦略に任せる)、random、またはコード。",
    "--jobs": "使うプロセスの数。",
    "--seed": "偶然を使う戦略で、同じ値なら同じゲームになります。",
    "--json": "JSON で出力します。",
    "--plot": "分布をPNGファイルに描きます。",
    "--top": "示す手の数。",
    "--seconds": "考える時間(秒)の目安。",
    "book": "最善手の定跡書を作る、調べる。",
    "book build": "RULES の定跡書を一から作ります。中断しても、続きから再開できます。",
    "book verify": "付属のすべての定跡書で、すべての正解を解きます。",
    "--width": "候補が多いときに試す手の数。省略すると、より良くなりうる手すべて。",
    "--thorough": "手の数を絞らない候補数の上限。",
    "--stride": "候補が少ないとき、候補のほかには何個おきのコードを試すか。",
    "--worst": "決して超えない手数。",
    "--seldom": "最悪の手数になる正解を何よりも少なくします。",
    "--book jobs": "プロセス数。省略するとコアの数。",
    "--output": "定跡書の書き出し先。省略すると RULES.book。",
    "--checkpoint": "途中結果の置き場所。省略すると定跡書の隣。",
    "--lang": "言語。省略すると端末の言語。",
    "--room": "遊ぶ部屋。同じ部屋の端末は同じゲームで遊びます。",
    "--as": "あなたの名前。省略するとユーザー名。",
    "--db": "sqlite:///hitblow.db などのデータベース。省略すると自分用のファイル。",
    "bad name": "表示できる文字で1〜{}字にしてください(例: ann)",
}


@dataclass(frozen=True, slots=True)
class CliWords:
    """The texts of the command line in one language."""

    texts: Mapping[str, str]

    def command(self, name: str) -> str:
        """What a command does."""
        return self.texts[name]

    def option(self, name: str) -> str:
        """What an option means."""
        return self.texts[f"--{name}"]

    def bad_name(self, most: int) -> str:
        """What a name may be."""
        return self.texts["bad name"].format(most)


def cli_words(environment: Mapping[str, str]) -> CliWords:
    """The texts in the terminal's language."""
    names = ("HITBLOW_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, (environment.get(name) for name in names)), "")
    return CliWords(_JA if locale.lower().startswith("ja") else _EN)
