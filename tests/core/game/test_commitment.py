import base64
import hashlib
import shlex

import pytest
from hypothesis import given, strategies as st

import core.game.commitment
from core.game.codes import all_codes
from core.game.commitment import NONCE_BYTES, commit, digest, opening, seal, verify
from core.game.rules import Rules
from tests.core.generators import CLASSIC, MASTERMIND, any_code, any_rules, any_text

NONCE = "9f3c" * 16
OPENING = f"hitblow k3qz7 4x10 3102 {NONCE}"

nonces = st.binary(min_size=NONCE_BYTES, max_size=NONCE_BYTES).map(bytes.hex)


def test_an_opening_contains_game_rules_code_and_nonce() -> None:
    assert opening("k3qz7", CLASSIC, (3, 1, 0, 2), NONCE) == OPENING


def test_an_opening_contains_ascii_keys_instead_of_emoji() -> None:
    assert opening("k3qz7", MASTERMIND, (0, 1, 0, 2), NONCE) == f"hitblow k3qz7 4x6r-colors RYRG {NONCE}"


def test_digests_match_the_examples_of_the_standard() -> None:
    # FIPS 180-2, appendix B.1, and the empty message
    assert digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_a_commitment_is_the_sha256_of_its_opening() -> None:
    printed = hashlib.sha256(OPENING.encode("ascii")).hexdigest()
    assert commit("k3qz7", CLASSIC, (3, 1, 0, 2), NONCE) == printed
    assert verify(OPENING, printed)


def test_a_seal_is_the_beginning_of_a_commitment_in_base_32_and_verifies_as_it_does() -> None:
    commitment = commit("k3qz7", CLASSIC, (3, 1, 0, 2), NONCE)
    shown = seal(commitment)
    assert shown == base64.b32encode(bytes.fromhex(commitment))[:26].decode("ascii")
    for copied in (shown, shown.lower(), f" `{shown}` "):
        assert verify(OPENING, copied)
    assert not verify(OPENING, shown[:-1])
    assert not verify(OPENING.replace("3102", "3120"), shown)


def test_the_command_in_the_docstring_hashes_an_opening() -> None:
    line = next(line for line in (core.game.commitment.__doc__ or "").splitlines() if "sha256sum" in line)
    printf, form, text, *rest = shlex.split(line)
    assert (printf, form, rest) == ("printf", "%s", ["|", "sha256sum"])
    assert text == opening("k3qz7", CLASSIC, (3, 1, 0, 2), "9f3c...")


@given(st.data(), any_rules, nonces)
def test_any_opening_is_ascii_and_verifies(data: st.DataObject, rules: Rules, nonce: str) -> None:
    code = data.draw(any_code(rules))
    assert opening("k3qz7", rules, code, nonce).isascii()
    assert verify(opening("k3qz7", rules, code, nonce), commit("k3qz7", rules, code, nonce))


def test_no_other_opening_verifies() -> None:
    commitment = commit("k3qz7", CLASSIC, (3, 1, 0, 2), NONCE)
    others = [opening("k3qz7", CLASSIC, code, NONCE) for code in all_codes(CLASSIC) if code != (3, 1, 0, 2)]
    others += [OPENING.replace("k3qz7", "k3qz8"), OPENING.replace("4x10", "4x10r"), OPENING.replace("9f3c", "9f3d")]
    assert not any(verify(other, commitment) for other in others)


@pytest.mark.parametrize("text", [f"  {OPENING}\n", OPENING.replace(" ", "  ")])
def test_surplus_spaces_and_upper_case_do_not_matter(text: str) -> None:
    assert verify(text, f" {digest(OPENING).upper()}\n")


@given(any_text, any_text)
def test_texts_that_are_not_openings_do_not_verify(text: str, commitment: str) -> None:
    assert not verify(text, commitment)
    assert not verify(OPENING, commitment)
    assert not verify(text, digest(OPENING))
