from collections.abc import Callable, Iterator
from unittest.mock import patch

import pytest

from bot.locales import LANGUAGES, Words, words_for


@pytest.fixture
def new_languages() -> Iterator[Callable[..., None]]:
    """Adds languages for one test."""

    def add(*languages: Words) -> None:
        LANGUAGES.update({words.code: words for words in languages})
        words_for.cache_clear()

    with patch.dict(LANGUAGES):
        yield add
    words_for.cache_clear()
