from tests.persistence.store import Store


async def test_the_first_language_heard_in_a_workspace_is_kept(store: Store) -> None:
    async with store.unit() as unit:
        assert await unit.workspaces.language("slack", "T1", "ja") == "ja"
        await unit.commit()
    async with store.unit() as unit:
        assert await unit.workspaces.language("slack", "T1", "en") == "ja"
        assert await unit.workspaces.language("slack", "T2", "en") == "en"
