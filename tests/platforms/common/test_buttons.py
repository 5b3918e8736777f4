import pytest

from bot.commands.catalogue import BY_NAME
from bot.commands.errors import UnknownCommand
from bot.commands.invocation import Invocation
from bot.platforms.common.rendering import ButtonAction
from bot.presenters.views import Button, Prompt


@pytest.mark.parametrize(
    "press",
    [
        ButtonAction("giveup", game="k3"),
        ButtonAction("guess", prompts_for="code", game="k3"),
        ButtonAction("answer", {"feedback": "1 EAT | 2&3=4"}, step=7),
        ButtonAction("rules", {"rules": "4x8-fruit"}, game="k3"),
        ButtonAction("versus", {"level": "hard", "rules": "4x10", "secret": "bot"}, is_private=True),
    ],
)
def test_an_encoded_button_decodes_to_the_same_action(press: ButtonAction) -> None:
    assert ButtonAction.decode(press.encode()) == press


def test_a_button_knows_the_game_whose_board_it_is_on() -> None:
    press = ButtonAction.decode(ButtonAction.of_button(Button("Give up", "giveup"), "k3").encode())
    assert press.invocation() == Invocation(BY_NAME["giveup"], game="k3")


def test_what_was_asked_for_becomes_the_option() -> None:
    press = ButtonAction.of_button(Button("Guess", "guess", prompts_for="code"), "k3")
    assert press.invocation("0123") == Invocation(BY_NAME["guess"], {"code": "0123"}, game="k3")


def test_what_was_told_privately_is_no_option() -> None:
    press = ButtonAction.of_prompt(Prompt("Your secret?", "versus", {"level": "hard"}))
    assert press.invocation("0123") == Invocation(BY_NAME["versus"], {"level": "hard"}, private_input="0123")
    assert "0123" not in press.encode()


@pytest.mark.parametrize("text", ["", "guess", "juggle||||", "guess|||", "0123"])
def test_text_that_is_not_from_a_button_is_refused(text: str) -> None:
    with pytest.raises(UnknownCommand):
        ButtonAction.decode(text)
