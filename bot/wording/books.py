"""What `hitblow book` says besides figures."""

from collections.abc import Mapping
from dataclasses import dataclass

_EN = {
    "building": "building {rules}",
    "built": "{rules}: {total} guesses in {games} games, average {average}, {worst} at most ({times} times); {proof}.",
    "proven": "proven to be the fewest",
    "unproven": "not proven to be the fewest",
    "written": "Written to {}.",
    "stopped": "Stopped. What is done is kept in {}; the same command goes on from there.",
    "foreign checkpoint": "{} holds other work, or work with other options. Finish it, remove it, or name another.",
    "no such book": "No way was found to play {rules} without ever needing more than {worst} guesses.",
    "too many codes": "{rules} has {codes} codes; a book can be built for up to {most}.",
    "no worst": "`--seldom` needs `--worst`.",
    "no numpy": "Building a book needs NumPy: pip install 'hitblow[books]'",
    "no file": "Cannot write {}.",
}
_JA = {
    "building": "{rules} を作成中",
    "built": "{rules}: {games} 局で計 {total} 手、平均 {average} 手、最悪 {worst} 手({times} 局)。{proof}。",
    "proven": "最少であることを証明済み",
    "unproven": "最少かどうかは未証明",
    "written": "{} に書き出しました。",
    "stopped": "中断しました。途中結果は {} にあり、同じコマンドで続きから再開します。",
    "foreign checkpoint": "{} は別の途中結果です。完了させるか、削除するか、別の名前を指定してください。",
    "no such book": "{rules} を必ず {worst} 手以内で当てる手順は見つかりませんでした。",
    "too many codes": "{rules} のコードは {codes} 通りあります。定跡書を作れるのは {most} 通りまでです。",
    "no worst": "`--seldom` には `--worst` が必要です。",
    "no numpy": "定跡書の作成には NumPy が必要です: pip install 'hitblow[books]'",
    "no file": "{} に書き込めません。",
}


@dataclass(frozen=True, slots=True)
class BookWords:
    """The texts in one language."""

    texts: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        """A sentence that is about nothing in particular."""
        return self.texts[name]

    def building(self, rules: str) -> str:
        """What the progress bar is about."""
        return self.texts["building"].format(rules=rules)

    def built(self, *, optimal: bool, **figures: str) -> str:
        """A book in a sentence: `rules`, `total`, `games`, `average`, `worst`, `times`."""
        proof = self.texts["proven" if optimal else "unproven"]
        return self.texts["built"].format(proof=proof, **figures)

    def written(self, name: str) -> str:
        """Where the book is."""
        return self.texts["written"].format(name)

    def stopped(self, name: str) -> str:
        """That the work was stopped, and where it is kept."""
        return self.texts["stopped"].format(name)

    def foreign_checkpoint(self, name: str) -> str:
        """That a checkpoint is of other work."""
        return self.texts["foreign checkpoint"].format(name)

    def no_such_book(self, rules: str, worst: str) -> str:
        """That the worst cannot be had so low."""
        return self.texts["no such book"].format(rules=rules, worst=worst)

    def too_many_codes(self, rules: str, codes: int, most: int) -> str:
        """That there are too many codes for a book."""
        return self.texts["too many codes"].format(rules=rules, codes=f"{codes:,}", most=f"{most:,}")

    def no_file(self, name: str) -> str:
        """That a file cannot be written."""
        return self.texts["no file"].format(name)


def book_words(language: str) -> BookWords:
    """The texts of a language by its code."""
    return BookWords({"ja": _JA}.get(language, _EN))
