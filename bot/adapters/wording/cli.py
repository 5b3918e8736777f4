"""What `hitblow --help` says, in the language of the terminal."""

from collections.abc import Mapping
from dataclasses import dataclass

_EN = {
    "hitblow": "Hit & Blow in the terminal, on Discord and on Slack. Without a command: play here.",
    "console": "Play in the terminal; also reads commands from a pipe, one a line.",
    "db": "Look after the database.",
    "upgrade": "Bring the tables up to date (starting does so too).",
    "verify": "Check that OPENING, shown at the end of a game, is what COMMITMENT was made from.",
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
