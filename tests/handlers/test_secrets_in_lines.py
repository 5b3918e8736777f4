"""Secrets that are typed where they should not be."""

import unicodedata

import pytest

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.commands.parsing import is_attempt
from bot.handlers.lines import command_with_secret, has_secret_in_options


@pytest.mark.parametrize("text", ["0123", "0 1 2 3", "0,1,2,3", "０１２３", "0-1_2/3", "7", "0;1.2"])
def test_digits_and_separators_are_an_attempt_at_a_code(text: str) -> None:
    assert is_attempt(text)


@pytest.mark.parametrize("text", ["", " , ", "0123?", "0H2B", "no 1", "abcd", "🔴🟡"])
def test_anything_else_may_be_chat(text: str) -> None:
    assert not is_attempt(text)


@pytest.mark.parametrize(
    "text",
    [
        "versus 7391",
        "/hitblow versus 7391",
        "VERSUS ７３９１",
        "ｖｅｒｓｕｓ 7391",
        "versus hard 7391",
        "versus secret:7391",
        "versus rules:7391",
        "versus rules:4x10 7391",
        "versus dcba",
        "versus easy dcba",
        "versus level:hrad secret:dcba",
        'versus rules:"4x10 7391"',
        "versus easy trys:7391",
        "host 7391",
        "host dcba",
        "host ７３９１",
        "host 7-3-9-1",
        "host 🔴🟡🟢🔵",
        "host rules:7391",
        "host tries:7391",
        "host keep:7391",
        "host numeron 7391",
        "host 4x10 7 3 9 1",
        "host 4x10 head trys:7391",
        "duel @bob 7391",
        "duel UBOB 3x10 739",
        "duel UBOB 7391 hidden:yes",
        "duel UBOB trys:7391",
        "host ｄｃｂａ",
        "secret 7391",
    ],
)
def test_a_secret_is_recognised_wherever_it_stands(text: str) -> None:
    assert command_with_secret(text) == unicodedata.normalize("NFKC", text.removeprefix("/hitblow ")).split()[0].lower()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "versus",
        "versus ",
        "versus easy",
        "versus hrad",
        "versus easy rules:4x99",
        "versus secret:head",
        "versus secret:BOT level:expertt",
        "versus rules:mastermind",
        "guess 7391",
        "7391",
        "play 4x10 tries:7",
        "host",
        "host numeron",
        "versus impossible",
        "host numeronn",
        "host mastermind 8 keep:head",
        "host 4x99",
        "host 4X99",
        "host tries:99",
        "host head",
        "host trys:8",
        "duel UBOB1234",
        "duel UBOB1234 3x10 8 hidden:yes",
    ],
)
def test_a_mistyped_option_is_not_taken_for_a_secret(text: str) -> None:
    assert command_with_secret(text) is None


@pytest.mark.parametrize("option", ["rules", "tries", "keep"])
def test_a_secret_is_recognised_in_any_option_of_a_form(option: str) -> None:
    assert has_secret_in_options(Invocation(BY_NAME["host"], {option: "7391"}))
    assert has_secret_in_options(Invocation(BY_NAME["host"], {option: "7 3 9 1"}))


def test_usual_options_of_a_form_tell_no_secret() -> None:
    options = {"rules": "numeron", "tries": "12", "keep": "head"}
    assert not has_secret_in_options(Invocation(BY_NAME["host"], options))
    assert not has_secret_in_options(Invocation(BY_NAME["host"]))
