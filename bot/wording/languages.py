"""The languages, each of which is loaded when it is first used."""

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from typing import TypeAlias

from typing_extensions import override

from bot.wording.english import English

Words: TypeAlias = English
"""The texts of one language, whichever it is."""


class Languages(MutableMapping[str, Words]):
    """Languages by their tags.

    Args:
        load: functions that load the languages, by tag.
    """

    def __init__(self, load: Mapping[str, Callable[[], Words]]) -> None:
        self._load = dict(load)
        self._loaded: dict[str, Words] = {}
        self.tags = tuple(self._load)

    @override
    def __getitem__(self, tag: str) -> Words:
        if tag not in self._loaded:
            self._loaded[tag] = self._load[tag]()
        return self._loaded[tag]

    @override
    def __setitem__(self, tag: str, words: Words) -> None:
        self._load[tag] = lambda: words
        self._loaded.pop(tag, None)
        self.tags = tuple(self._load)

    @override
    def __delitem__(self, tag: str) -> None:
        del self._load[tag]
        self._loaded.pop(tag, None)
        self.tags = tuple(self._load)

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._load)

    @override
    def __len__(self) -> int:
        return len(self._load)
