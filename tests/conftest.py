"""What every test may ask for, in an environment that holds nothing of the person who runs them."""

import atexit
import gc
import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.assertion import rewrite
from builders.gate import IS_WHOLE, SWITCH
from hypothesis import settings
from hypothesis.internal.conjecture import providers

pytest_plugins = [
    "builders.goldens",
    "builders.inspection.inspections",
    "builders.parsed",
    "builders.program.forked",
    "builders.program.published",
    "builders.registry.authorities",
    "builders.registry.registries",
]

_FOREIGN_PREFIXES = ("TEXTUAL", "XPKGTUI_", "RICH_", "CLICOLOR", "OTEL_")
_FOREIGN_NAMES = {"NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "PAGER"}
_FOREIGN_NAMES |= {"DOCKER_CONFIG", "DOCKER_HOST", "REGISTRY_AUTH_FILE", "NETRC"}
_FOREIGN_NAMES |= {"REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"}
_FOREIGN_NAMES |= {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"}
_HOMES = {
    "HOME": "home",
    "TMPDIR": "tmp",
    "XDG_CACHE_HOME": "cache",
    "XDG_CONFIG_HOME": "config",
    "XDG_DATA_HOME": "data",
    "XDG_RUNTIME_DIR": "run",
    "XDG_STATE_HOME": "state",
}
_CORPUS = "XPKGTUI_CORPUS"
_NEEDS = {
    "corpus": {"corpus"},
    "golden": {"golden"},
    "network": {"authority", "elsewhere", "faulty", "secure"},
    "registry": {"registry", "own_registry", "private_registry", "secure_registry", "secure_private_registry"},
}
"""Marks, by the fixtures whose tests have them."""


def _isolate_environment() -> None:
    """Runs as this module is imported, because a library may read the environment as it is imported."""
    for name in tuple(os.environ):
        if (name.startswith(_FOREIGN_PREFIXES) and name not in (_CORPUS, SWITCH)) or name.upper() in _FOREIGN_NAMES:
            del os.environ[name]
    person = Path(tempfile.mkdtemp(prefix="xpkgtui-tests-"))
    atexit.register(shutil.rmtree, person, ignore_errors=True)
    for name, folder in _HOMES.items():
        (person / folder).mkdir(mode=0o700)
        os.environ[name] = str(person / folder)
    # As a system has it: tests that give up their privileges use it as well.
    person.chmod(0o711)
    (person / _HOMES["TMPDIR"]).chmod(0o1777)


_isolate_environment()

# A pilot leaves a hundred thousand objects behind; collecting them after every other test was a fifth of the time
# that tests take. Collecting them later makes a worker some ten megabytes larger.
gc.set_threshold(7000, 10, 15)

# Each run tries others; the whole tries more of them at once.
settings.register_profile("here", deadline=None, max_examples=25)
settings.register_profile("whole", deadline=None, max_examples=1_000)
# The examples of a server are the same each time, so that a part of them finds what all of them would.
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, database=None)
settings.load_profile("whole" if IS_WHOLE else "ci" if os.environ.get("CI") else "here")
if not IS_WHOLE:
    # It would look for constants to try in all modules of the program, for three seconds in each new worker.
    vars(providers)["_get_local_constants"] = lambda: providers._local_constants


def pytest_sessionstart(session: pytest.Session) -> None:
    """In a new checkout a worker rewrites its share of the asserts; each rewrote all of them, for nine seconds."""
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0"))
    if count < 2 or sys.dont_write_bytecode:
        return
    own = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
    for path in sorted(Path(__file__).parent.rglob("test_*.py"))[own::count]:
        kept = rewrite.get_cache_dir(path) / f"{path.stem}{rewrite.PYC_TAIL}"
        if not kept.exists() and rewrite.try_makedirs(kept.parent):
            stat, code = rewrite._rewrite_test(path, session.config)
            rewrite._write_pyc(session.config.stash[rewrite.assertstate_key], code, stat, kept)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Names a long value by its beginning: the names of tests, which each worker sends, were 37 MB."""
    return f"{argname} {val[:30]!r}" if isinstance(val, str | bytes) and len(val) > 100 else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what only `tests/run --whole` takes, and marks what `tests/run --fast` leaves out."""
    if not IS_WHOLE and (left := [item for item in items if item.get_closest_marker("whole")]):
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("whole")]
    # Beside those of the architecture: one worker parses the program for both, which takes three seconds.
    items.sort(key=lambda item: not item.nodeid.startswith("tests/printed/"))
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        for mark, wanted in _NEEDS.items():
            if fixtures & wanted:
                item.add_marker(mark)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was imported and collected stays to the end."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Collects what is left once; pytest would do it five times, half a second and more each."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def _folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A new folder for each test; pytest's own would look through all that were there before."""
    above = tmp_path_factory.mktemp("tests")
    return (above / str(number) for number in itertools.count())


@pytest.fixture
def tmp_path(_folders: Iterator[Path]) -> Path:
    folder = next(_folders)
    folder.mkdir()
    return folder


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real packages that `XPKGTUI_CORPUS` names; the test is skipped where there is none."""
    named = os.environ.get(_CORPUS)
    if not named:
        pytest.skip(f"{_CORPUS} names no folder of real packages")
    folder = Path(named).resolve()
    if not folder.is_dir():
        pytest.skip(f"{_CORPUS} names {named}, which is no folder")
    return folder
