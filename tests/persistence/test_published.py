from tests.persistence.store import Store


async def test_nothing_is_published_at_first(store: Store) -> None:
    async with store.unit() as unit:
        assert await unit.published_commands.get("1234") is None


async def test_what_was_published_last_is_kept_for_each_application(store: Store) -> None:
    async with store.unit() as unit:
        await unit.published_commands.save("1234", "old")
        await unit.published_commands.save("1234", "new")
        await unit.published_commands.save("5678", "another")
        await unit.commit()
    async with store.other() as unit:
        assert [await unit.published_commands.get(one) for one in ("1234", "5678")] == ["new", "another"]
