import hashlib
import pickle

import pytest

from core.game.codes import format_code_ascii
from core.game.commitment import opening
from core.game.feedback import Feedback, compute_feedback
from core.game.hidden import HIDDEN, HiddenCode, HiddenText, reveal
from core.game.rules import Rules

SECRET, NONCE = HiddenCode((7, 3, 9, 1)), HiddenText("9f3c" * 16)
CLASSIC = Rules.parse("4x10")


@pytest.mark.parametrize("hidden", [SECRET, NONCE])
def test_it_is_hidden_however_it_is_formatted(hidden: object) -> None:
    for text in (str(hidden), repr(hidden), f"{hidden}", f"{hidden!r}", f"{hidden}", f"{[hidden]}"):
        assert text.strip("[]") == HIDDEN


def test_it_is_the_same_value_for_the_game() -> None:
    assert (SECRET, NONCE) == ((7, 3, 9, 1), "9f3c" * 16)
    assert hash(SECRET) == hash((7, 3, 9, 1))
    assert compute_feedback(SECRET, (7, 3, 1, 9)) == Feedback(2, 2)
    assert format_code_ascii(SECRET, CLASSIC) == "7391"
    assert hashlib.sha256(NONCE.encode()).hexdigest() == hashlib.sha256(b"9f3c" * 16).hexdigest()
    assert pickle.loads(pickle.dumps(NONCE)) == NONCE


def test_what_is_to_be_shown_is_revealed() -> None:
    assert f"{reveal(NONCE)}" == f"{reveal('9f3c' * 16)}" == "9f3c" * 16
    assert opening("k1", CLASSIC, SECRET, NONCE) == "hitblow k1 4x10 7391 " + "9f3c" * 16
