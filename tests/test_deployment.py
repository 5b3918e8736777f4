"""The files for containers. They are only read, because the tests have no container engine."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from bot.cli.main import main
from tests.support.settings import ALL_SETTINGS, PREFIX, setting_names

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def dockerfile() -> list[list[str]]:
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    return [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]


def test_the_example_has_every_setting_and_no_other() -> None:
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    named = [line.partition("=")[0] for line in lines if line.startswith(PREFIX)]
    assert sorted(named) == setting_names()


def test_the_unfilled_example_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / ".env.example").read_text("utf-8")
    (tmp_path / ".env").write_text(text, "utf-8")
    without_file = [settings() for settings in ALL_SETTINGS]
    monkeypatch.chdir(tmp_path)
    assert [settings() for settings in ALL_SETTINGS] == without_file


def test_by_default_one_process_serves_every_platform_with_a_database_in_a_volume(
    compose: dict[str, Any], dockerfile: list[list[str]]
) -> None:
    default = {name: service for name, service in compose["services"].items() if "profiles" not in service}
    assert list(default) == ["hitblow"]
    assert ["CMD", '["all"]'] in dockerfile
    assert default["hitblow"]["environment"] == {"HITBLOW_DATABASE_URL": "sqlite:////data/hitblow.db"}
    assert default["hitblow"]["volumes"] == ["games:/data"]
    assert "games" in compose["volumes"]


def test_every_service_reads_its_tokens_from_the_file_and_has_time_to_stop(compose: dict[str, Any]) -> None:
    bots = [service for name, service in compose["services"].items() if name != "postgresql"]
    assert len(bots) == 3
    for bot in bots:
        assert bot["env_file"] == ".env"
        assert bot["stop_grace_period"] == "20s"
        assert not any("TOKEN" in name or "SECRET" in name for name in bot["environment"])


def test_with_postgresql_each_platform_is_a_process_of_its_own(compose: dict[str, Any]) -> None:
    beside = {name: service for name, service in compose["services"].items() if "profiles" in service}
    assert {name: service.get("command") for name, service in beside.items()} == {
        "discord": ["discord"],
        "slack": ["slack"],
        "postgresql": None,
    }
    for name in ("discord", "slack"):
        assert beside[name]["environment"]["HITBLOW_DATABASE_URL"].startswith("postgresql://")
        assert beside[name]["depends_on"] == {"postgresql": {"condition": "service_healthy"}}


def test_the_services_run_commands_that_exist(compose: dict[str, Any]) -> None:
    for service in ("discord", "slack"):
        assert CliRunner().invoke(main, [*compose["services"][service]["command"], "--help"]).exit_code == 0
    assert CliRunner().invoke(main, ["all", "--help"]).exit_code == 0


def test_the_image_runs_as_an_unprivileged_user_and_copies_what_exists(dockerfile: list[list[str]]) -> None:
    words = [word for word, _ in dockerfile]
    users = [argument for word, argument in dockerfile if word == "USER"]
    assert users == ["hitblow"]
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert ["ENTRYPOINT", '["hitblow"]'] in dockerfile
    for word, argument in dockerfile:
        if word == "COPY" and "--from" not in argument:
            assert all((ROOT / name).exists() for name in argument.split()[:-1])


def test_the_image_is_built_from_every_package() -> None:
    allowed = set(re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE))
    assert allowed == {"pyproject.toml", "README.md", "LICENSE", "bot", "core", "migrations"}
