"""Forms where nothing that was pressed can open them."""

import pytest

from tests.platforms.slack.stage import Stage

pytestmark = pytest.mark.usefixtures("bot")


@pytest.mark.parametrize("typed", ["versus easy", "settings group:games"])
async def test_a_typed_message_that_needs_a_form_is_answered_with_a_button_that_opens_it(
    stage: Stage, typed: str
) -> None:
    direct = stage.team.dm(stage.ann)
    await stage.ann.say(direct, typed)
    (offer,) = await stage.slack.until(lambda: [each for each in direct.messages if "Open the form" in str(each)])
    await stage.ann.click(offer, "Open the form")
    await stage.slack.until(lambda: stage.ann.views)


async def test_the_form_of_a_typed_message_begins_the_game(stage: Stage) -> None:
    direct = stage.team.dm(stage.ann)
    await stage.ann.say(direct, "versus easy")
    (offer,) = await stage.slack.until(lambda: [each for each in direct.messages if "Open the form" in str(each)])
    await stage.ann.click(offer, "Open the form")
    await stage.slack.until(lambda: stage.ann.views)
    await stage.ann.submit(stage.ann.view, entered="5047")
    await stage.slack.until(lambda: [each for each in direct.messages if "Versus easy" in str(each)])
