"""What `hitblow evaluate` and `hitblow suggest` say besides figures."""

from collections.abc import Mapping
from dataclasses import dataclass

_EN = {
    "playing": "playing {strategy} at {rules}",
    "summary": "{strategy} at {rules}: {average} guesses on average, {total} over {games} games, {worst} at most.",
    "candidates": "{count} codes are left.",
    "one candidate": "One code is left.",
    "guess": "guess",
    "score": "score",
    "may win": "may win",
    "to come": "to come",
    "leaves": "leaves",
    "yes": "yes",
    "no": "no",
    "exact": "to come: guesses to be expected, this one counted. Proven for this strategy.",
    "estimated": "to come: guesses to be expected, this one counted; ~ marks an estimate.",
    "bits": "{} bits",
    "codes": "{} codes",
    "parts": "{} parts",
    "guesses": "{} guesses",
    "": "{}",
    "no file": "Cannot write {}.",
}
_JA = {
    "playing": "{rules} を {strategy} で対局中",
    "summary": "{rules} を {strategy} で: 平均 {average} 手、{games} 局で計 {total} 手、最悪 {worst} 手。",
    "candidates": "残り {count} 通りです。",
    "one candidate": "残り1通りです。",
    "guess": "手",
    "score": "評価",
    "may win": "正解の可能性",
    "to come": "あと",
    "leaves": "残る数",
    "yes": "あり",
    "no": "なし",
    "exact": "あと: この手を含む手数の期待値。この戦略での正確な値です。",
    "estimated": "あと: この手を含む手数の期待値。~ は見積もりです。",
    "bits": "{} ビット",
    "codes": "{} 通り",
    "parts": "{} 組",
    "guesses": "{} 手",
    "": "{}",
    "no file": "{} に書き込めません。",
}


@dataclass(frozen=True, slots=True)
class SolvingWords:
    """The texts in one language."""

    texts: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        """A word that stands alone, such as the head of a column."""
        return self.texts[name]

    def playing(self, strategy: str, rules: str) -> str:
        """What the progress bar is about."""
        return self.texts["playing"].format(strategy=strategy, rules=rules)

    def summary(self, **figures: str) -> str:
        """An evaluation in a sentence: `strategy`, `rules`, `average`, `total`, `games`, `worst`."""
        return self.texts["summary"].format(**figures)

    def candidates(self, count: int) -> str:
        """How many codes are left."""
        return self.texts["one candidate" if count == 1 else "candidates"].format(count=f"{count:,}")

    def score(self, value: str, unit: str) -> str:
        """A score with its unit."""
        return self.texts[unit].format(value)

    def whether(self, *, yes: bool) -> str:
        """Yes or no."""
        return self.texts["yes" if yes else "no"]

    def about_to_come(self, *, exact: bool) -> str:
        """What the guesses to come are."""
        return self.texts["exact" if exact else "estimated"]

    def no_file(self, name: str) -> str:
        """That a file cannot be written."""
        return self.texts["no file"].format(name)


def solving_words(language: str) -> SolvingWords:
    """The texts of a language by its code."""
    return SolvingWords(_JA if language == "ja" else _EN)
