"""What several processes share: leases, limits and versions of profiles."""

from dataclasses import replace
from datetime import timedelta

from bot.model.operations import Lease, Limit
from tests.fakes.clock import NOON
from tests.persistence.store import Store
from tests.support.storage import committed

MINUTE = timedelta(minutes=1)
LEASE = Lease("shard/0", "one", NOON + MINUTE)


async def test_the_first_to_lock_a_lease_stores_it(store: Store) -> None:
    async with committed(store.unit) as unit:
        assert await unit.leases.lock(LEASE) == LEASE
    async with store.other() as unit:
        assert await unit.leases.lock(replace(LEASE, holder="another")) == LEASE


async def test_a_lease_is_replaced_and_removed_by_its_holder_only(store: Store) -> None:
    taken = replace(LEASE, holder="another")
    async with committed(store.unit) as unit:
        await unit.leases.save(LEASE)
        await unit.leases.save(taken)
        await unit.leases.remove(LEASE.name, "one")
    async with store.other() as unit:
        assert await unit.leases.live("shard/", NOON) == [taken]
        await unit.leases.remove(LEASE.name, "another")
        assert await unit.leases.live("shard/", NOON) == []


async def test_live_leases_are_those_of_the_prefix_that_have_not_ended(store: Store) -> None:
    async with committed(store.unit) as unit:
        for name in ("shard/1", "shard/0", "shard_2", "SHARD/3"):
            await unit.leases.save(replace(LEASE, name=name))
        await unit.leases.save(replace(LEASE, name="shard/4", expires_at=NOON))
    async with store.other() as unit:
        assert [lease.name for lease in await unit.leases.live("shard/", NOON)] == ["shard/0", "shard/1"]


async def test_a_limit_is_free_at_first_and_then_what_was_stored(store: Store) -> None:
    async with committed(store.unit) as unit:
        assert await unit.shared_limits.lock("identify", NOON) == Limit("identify", NOON)
        await unit.shared_limits.save(Limit("identify", NOON + MINUTE, 3))
    async with store.other() as unit:
        assert await unit.shared_limits.lock("identify", NOON) == Limit("identify", NOON + MINUTE, 3)
        assert await unit.shared_limits.exhausted("ident", NOON) == [Limit("identify", NOON + MINUTE, 3)]
        assert await unit.shared_limits.exhausted("ident", NOON + MINUTE) == []
        assert await unit.shared_limits.exhausted("other", NOON) == []


async def test_the_last_version_of_a_profile_is_kept(store: Store) -> None:
    async with committed(store.unit) as unit:
        assert await unit.profile_versions.get("ann") is None
        await unit.profile_versions.save("ann", "1", NOON)
        await unit.profile_versions.save("ann", "2", NOON)
        await unit.profile_versions.save("bob", "3", NOON)
    async with store.other() as unit:
        assert [await unit.profile_versions.get(one) for one in ("ann", "bob")] == ["2", "3"]


async def test_the_oldest_rows_are_pruned(store: Store) -> None:
    async with store.unit() as unit:
        for minutes in range(3):
            at = NOON + minutes * MINUTE
            await unit.leases.save(Lease(f"lease {minutes}", "one", at))
            await unit.shared_limits.save(Limit(f"limit {minutes}", at))
            await unit.profile_versions.save(f"profile {minutes}", "1", at)
        tables = ("leases", "shared_limits", "profile_versions")
        for most, removed in ((1, 1), (5, 1), (5, 0)):
            assert [await unit.old_rows.remove(table, NOON + 2 * MINUTE, most) for table in tables] == [removed] * 3
        assert [lease.name for lease in await unit.leases.live("lease", NOON)] == ["lease 2"]
        assert (await unit.shared_limits.lock("limit 2", NOON)).free_at == NOON + 2 * MINUTE
        assert await unit.profile_versions.get("profile 2") == "1"
