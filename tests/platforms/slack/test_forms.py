"""Forms where nothing that was pressed can open them."""

import pytest

from tests.platforms.slack.harness import Harness

pytestmark = pytest.mark.usefixtures("bot")


@pytest.mark.parametrize("typed", ["versus easy", "settings group:games"])
async def test_a_typed_message_that_needs_a_form_is_answered_with_a_button_that_opens_it(
    harness: Harness, typed: str
) -> None:
    direct = harness.team.dm(harness.ann)
    await harness.ann.say(direct, typed)
    (offer,) = await harness.slack.until(lambda: [each for each in direct.messages if "Open the form" in str(each)])
    await harness.ann.click(offer, "Open the form")
    await harness.slack.until(lambda: harness.ann.views)


async def test_the_form_of_a_typed_message_begins_the_game(harness: Harness) -> None:
    direct = harness.team.dm(harness.ann)
    await harness.ann.say(direct, "versus easy")
    (offer,) = await harness.slack.until(lambda: [each for each in direct.messages if "Open the form" in str(each)])
    await harness.ann.click(offer, "Open the form")
    await harness.slack.until(lambda: harness.ann.views)
    await harness.ann.submit(harness.ann.view, entered="5047")
    await harness.slack.until(lambda: [each for each in direct.messages if "Versus easy" in str(each)])
