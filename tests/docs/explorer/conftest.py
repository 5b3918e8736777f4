"""A headless Chromium, and the built documentation on the loopback interface."""

from collections.abc import AsyncIterator, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import environ, pathsep
from pathlib import Path
from shutil import copy, copytree, which
from subprocess import run
from threading import Thread

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from tests.docs.documents import ROOT
from tests.support.programs import program

CHROMIUM = which("chromium") or which("chromium-browser")
IN_BROWSER = [
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
"""The marks of tests in the browser."""

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Print nothing."""


class _QuietServer(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Print nothing: a browser closes connections whose answers it no longer needs."""


class Site:
    """Serves a folder over HTTP until it is closed."""

    def __init__(self, folder: Path) -> None:
        self._server = _QuietServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/{path}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation, built from a copy so that several processes can do so at once."""
    folder = tmp_path_factory.mktemp("documentation")
    for name in ("docs", ".ci"):
        copytree(ROOT / name, folder / name)
    for file in (*ROOT.glob("zensical*.toml"), *ROOT.glob("*.md")):
        copy(file, folder)
    path = pathsep.join((str(Path(program("zensical")).parent), environ["PATH"]))
    run([folder / ".ci" / "site"], check=True, env={**environ, "PATH": path}, capture_output=True)
    return folder / "site"


@pytest.fixture
def site(built: Path) -> Iterator[Site]:
    served = Site(built)
    yield served
    served.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        await launched.close()


@pytest_asyncio.fixture(loop_scope="module")
async def context(browser: Browser, site: Site) -> AsyncIterator[BrowserContext]:  # noqa: ARG001  # is served until it ends
    """A new profile in a window as wide as a phone. An error in a page fails the test."""
    errors: list[str] = []
    made = await browser.new_context(viewport={"width": 390, "height": 800}, permissions=["clipboard-write"])
    made.on("weberror", lambda error: errors.append(str(error.error)))
    yield made
    await made.close()
    assert not errors


@pytest_asyncio.fixture(loop_scope="module")
async def page(context: BrowserContext) -> Page:
    return await context.new_page()
