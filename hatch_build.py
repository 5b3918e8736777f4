"""Adds to built packages what a checkout does not have: the start module and, before a release, the commit."""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LAUNCHER, COMMIT, COMPONENTS = "bot/cli/launcher.py", "bot/commit.txt", "sbom.cdx.json"


class Additions(BuildHookInterface[BuilderConfig]):
    """Installs the launcher as the top-level module `hitblow`, and writes `bot/commit.txt` unless HEAD is a release.

    A bill of materials that the release workflow has made goes with the metadata of the wheel.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to the wheel, and the commit to the source distribution too.

        Args:
            version: "editable" if the wheel only points to the checkout, which then tells its commit itself.
            build_data: what hatchling adds to the distribution.
        """
        included = build_data["force_include_editable" if version == "editable" else "force_include"]
        if self.target_name == "wheel":
            included[str(Path(self.root, LAUNCHER))] = "hitblow.py"
        if version != "editable" and Path(self.root, COMPONENTS).exists():
            self._add_components(build_data)
        commit = None if version == "editable" else self._commit()
        if commit:
            written = Path(self.directory, "commit.txt")
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(commit, "utf-8")
            included[str(written)] = COMMIT

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # hatchling calls it so
        """Remove the file with the commit."""
        Path(self.directory, "commit.txt").unlink(missing_ok=True)

    def _add_components(self, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel":
            build_data["sbom_files"].append(COMPONENTS)
        else:
            build_data["force_include"][COMPONENTS] = COMPONENTS

    def _commit(self) -> str:
        """The commit that is built, empty if it is a release or the source is no checkout."""
        if not Path(self.root, ".git").exists():  # a source distribution has the file already
            return ""
        released = self._git("describe", "--tags", "--exact-match", "--match", f"v{self.metadata.version}")
        return "" if released else self._git("rev-parse", "--short=12", "HEAD")

    def _git(self, *arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=self.root, capture_output=True, text=True, check=False)  # noqa: S603, S607  # our own arguments
        return done.stdout.strip()
