import re
from pathlib import Path

import pytest

from tests.docs.documents import replace
from tests.docs.tables import TABLES
from tests.support.snapshots import REWRITING


@pytest.mark.parametrize(("document", "name"), TABLES, ids=[name for _, name in TABLES])
def test_a_table_shows_what_its_records_say(document: Path, name: str) -> None:
    pattern = re.compile(rf"<!-- {name} -->\n(?P<text>.*?)\n<!-- /{name} -->", re.DOTALL)
    wanted = TABLES[document, name]()
    if REWRITING:
        replace(document, pattern, 0, wanted)
    assert pattern.findall(document.read_text("utf-8")) == [wanted]
