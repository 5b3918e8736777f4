import asyncio

import pytest

from bot.platforms.common.delivery import Delivery, DeliveryError, report_to, reported
from tests.fakes.observer import RecordingObserver


async def test_the_delivery_of_a_board_is_reported_with_its_platform() -> None:
    observer = RecordingObserver()
    done: asyncio.Future[Delivery] = asyncio.get_running_loop().create_future()
    done.set_result(Delivery.NOT_A_MEMBER)
    assert await reported(done, report_to(observer, "slack")) is Delivery.NOT_A_MEMBER
    await reported(asyncio.sleep(0), report_to(observer, "discord"))
    assert observer.boards == [("slack", "not_a_member"), ("discord", "delivered")]


async def test_a_send_that_is_tried_again_is_reported_once() -> None:
    observer = RecordingObserver()

    async def fail() -> None:
        raise DeliveryError(Delivery.FAILED)

    with pytest.raises(DeliveryError):
        await reported(fail(), report_to(observer, "slack"))
    assert observer.boards == []
