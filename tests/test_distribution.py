"""The packages that are published, built here and installed into an environment of their own."""

import os
import re
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot.persistence.database import REVISIONS

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "core", "migrations")
pytestmark = pytest.mark.slow


def run(*command: str | Path, **variables: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **variables})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(source: Path, folder: Path, kind: str) -> Path:
    run(sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", folder, source)
    [built] = folder.iterdir()
    return built


def contents(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel but their list, whose order is that of the build."""
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/RECORD")}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("source"), "sdist")


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program of a new environment, as `pipx install FILE` makes one, but with the dependencies of this one."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    run(folder / "bin/python", "-m", "pip", "install", "-q", "--no-deps", "--no-index", wheel)
    [packages] = folder.glob("lib/python*/site-packages")
    dependencies = next(path for path in sys.path if path.endswith("site-packages"))
    (packages / "dependencies.pth").write_text(dependencies, "utf-8")
    return folder / "bin/hitblow"


def test_the_wheel_has_every_file_of_the_packages_and_nothing_else(wheel: Path) -> None:
    tracked = run("git", "-C", ROOT, "ls-files", *PACKAGES).split()
    files = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name and ".data/" not in name}
    assert files == {*tracked, "hitblow.py", "bot/commit.txt"} - {"bot/cli/launcher.py"}


def test_the_wheel_has_the_manual_page(installed: Path) -> None:
    manual = installed.parent.parent / "share/man/man1/hitblow.1"
    assert manual.read_text("utf-8") == (ROOT / "contrib/man/hitblow.1").read_text("utf-8")


def test_the_source_distribution_makes_the_same_wheel(source: Path, wheel: Path, tmp_path: Path) -> None:
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    [unpacked] = tmp_path.iterdir()
    assert contents(build(unpacked, tmp_path / "wheel", "wheel")) == contents(wheel)


def test_a_bill_of_materials_goes_into_the_wheel(source: Path, tmp_path: Path) -> None:
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    [unpacked] = tmp_path.iterdir()
    (unpacked / "sbom.cdx.json").write_text("{}", "utf-8")
    files = contents(build(unpacked, tmp_path / "wheel", "wheel"))
    assert [data for name, data in files.items() if name.endswith(".dist-info/sboms/sbom.cdx.json")] == [b"{}"]


def test_a_build_that_is_no_release_tells_its_commit(installed: Path) -> None:
    commit = run("git", "-C", ROOT, "rev-parse", "--short=12", "HEAD").strip()
    assert run(installed, "--version").endswith(f" (commit {commit})\n")


@pytest.fixture
def folder_with_others(tmp_path: Path) -> Path:
    """A folder with packages of the same names, which cannot be imported."""
    for name in (*PACKAGES, "hitblow_data"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise ImportError", "utf-8")
    return tmp_path


def test_packages_of_the_same_names_elsewhere_do_not_matter(
    installed: Path, folder_with_others: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder_with_others)
    database = folder_with_others / "games.db"
    variables = {"PYTHONPATH": str(folder_with_others), "HITBLOW_DATABASE_URL": f"sqlite:///{database}"}
    assert REVISIONS[-1] in run(installed, "db", "upgrade", **variables)
    assert re.search("#[0-9a-z]+", run(installed, "play", **variables))
    assert "0H" in run(installed, "suggest", "0123 0H1B", **variables)


def test_processes_of_the_program_have_its_packages_too(
    installed: Path, folder_with_others: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder_with_others)
    arguments = ("evaluate", "3x5", "--strategy", "first", "--jobs", "2")
    assert "60" in run(installed, *arguments, PYTHONPATH=str(folder_with_others))
