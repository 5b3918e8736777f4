"""What `hitblow --help` says, in the language of the terminal."""

from collections.abc import Mapping
from dataclasses import dataclass

_EN = {
    "hitblow": "Hit & Blow in the terminal, on Discord and on Slack. Without a command: play here.",
    "console": "Play in the terminal; also reads commands from a pipe, one a line.",
    "db": "Look after the database.",
    "upgrade": "Bring the tables up to date (starting does so too).",
    "verify": "Check that OPENING, shown at the end of a game, is what COMMITMENT was made from.",
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
    "--lang": "Language; the terminal's unless said.",
    "--room": "Room to play in; terminals in one room share its game.",
    "--as": "Who you are; your user name unless said.",
    "--db": "Database, such as sqlite:///hitblow.db; a file of your own unless said.",
    "bad name": "give 1 to {} printable characters, such as ann",
}
_JA = {
    "hitblow": "ヒット&ブローを端末、Discord、Slackで。コマンドなしなら、ここで遊びます。",
    "console": "端末で遊びます。パイプからも1行1コマンドで読みます。",
    "db": "データベースの管理。",
    "upgrade": "表を最新にします(起動時にも行います)。",
    "verify": "ゲームの終わりに示された OPENING が COMMITMENT の元かどうかを調べます。",
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
