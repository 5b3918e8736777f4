import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.discord.openapi import DOCUMENT
from tests.fakes.specifications import MANIFEST, reduced_manifest, reduced_openapi


@pytest.mark.parametrize(("file", "reduced"), [(DOCUMENT, reduced_openapi), (MANIFEST, reduced_manifest)])
def test_nothing_is_kept_that_the_fakes_do_not_use(file: Path, reduced: Callable[[Any], Any]) -> None:
    kept = json.loads(file.read_text("utf-8"))
    assert reduced(kept) == kept
