"""The version that is running, with its commit if it is no release."""

import subprocess
from importlib.metadata import version
from pathlib import Path

import bot

_PACKAGE = Path(bot.__file__).parent


def version_text() -> str:
    """The version; before a release, with the commit that the package was built from or the checkout is at."""
    commit = _commit()
    return version("hitblow") + (f" (commit {commit})" if commit else "")


def _commit() -> str:
    """The commit, empty for a release. The build writes it into the package."""
    written, checkout = _PACKAGE / "commit.txt", _PACKAGE.parent
    if written.exists():
        return written.read_text("utf-8").strip()
    if not (checkout / ".git").exists():
        return ""
    command = ["git", "-C", str(checkout), "rev-parse", "--short=12", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603  # our own arguments
    except OSError:  # there is no git
        return ""
