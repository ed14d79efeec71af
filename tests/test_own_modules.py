"""Modules of the program are found as Python finds them, and their bytecode is used where Python would use it."""

import importlib
import os
import pkgutil
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType

import pytest

import xpkgtui
from xpkgtui.own_modules import OTHERS, OwnModules, find_own_modules


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package whose modules are found so."""
    folder = tmp_path / "sample"
    (folder / "inner").mkdir(parents=True)
    for path in (folder / "__init__.py", folder / "inner" / "__init__.py"):
        path.touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "meta_path", [OwnModules("sample"), *sys.meta_path])
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "sample"]:
        del sys.modules[name]


def anew(name: str) -> ModuleType:
    """A module as another start would import it."""
    sys.modules.pop(name, None)
    importlib.invalidate_caches()
    return importlib.import_module(name)


def written(path: Path, text: str, time: int) -> None:
    """Writes a source that was changed at that time."""
    path.write_text(text)
    os.utime(path, (time, time))


@pytest.mark.parametrize(("package", "least"), [("xpkgtui", 500), *((name, 10) for name in OTHERS)])
def test_every_module_is_found_where_python_finds_it(package: str, least: int) -> None:
    walked = pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}.")
    names = [each.name for each in walked if "__main__" not in each.name]
    assert len(names) > least
    for name in names:
        above = importlib.import_module(name.rpartition(".")[0]).__path__
        ours, theirs = OwnModules("xpkgtui", *OTHERS).find_spec(name, above), PathFinder.find_spec(name, above)
        assert ours is not None
        assert theirs is not None
        for said in ("name", "origin", "cached", "has_location", "parent", "submodule_search_locations"):
            assert getattr(ours, said) == getattr(theirs, said), (name, said)


@pytest.mark.parametrize("name", ["json.decoder", "xpkgtui", "xpkgtuis.a", "xpkgtui.no_such_module"])
def test_other_names_are_left_to_python(name: str) -> None:
    assert OwnModules("xpkgtui").find_spec(name, xpkgtui.__path__) is None


def test_a_source_is_compiled_once_and_its_bytecode_used_from_then_on(sample: Path) -> None:
    written(sample / "inner" / "one.py", "said = 'source'", time=1000)
    cached = Path(anew("sample.inner.one").__cached__)
    cached.write_bytes(cached.read_bytes().replace(b"source", b"cached"))
    assert anew("sample.inner.one").said == "cached"


@pytest.mark.parametrize(("text", "time"), [("said = 22", 1000), ("said = 2", 2000)])
def test_a_source_that_was_changed_is_compiled_anew(sample: Path, text: str, time: int) -> None:
    written(sample / "one.py", "said = 1", time=1000)
    anew("sample.one")
    written(sample / "one.py", text, time)
    assert str(anew("sample.one").said).startswith("2")


@pytest.mark.parametrize("damage", [b"", b"nothing that Python wrote"])
def test_bytecode_that_is_none_is_made_anew(sample: Path, damage: bytes) -> None:
    written(sample / "one.py", "said = 1", time=1000)
    cached = Path(anew("sample.one").__cached__)
    cached.write_bytes(damage)
    assert anew("sample.one").said == 1
    assert len(cached.read_bytes()) > len(damage)


def test_bytecode_that_was_moved_with_its_source_names_it_as_it_is_called_now(sample: Path) -> None:
    written(sample / "one.py", "def said(): pass", time=1000)
    cached = Path(anew("sample.one").__cached__)
    bytecode = cached.read_bytes()
    (sample / "one.py").rename(sample / "inner" / "one.py")
    (sample / "inner" / cached.parent.name).mkdir()
    (sample / "inner" / cached.parent.name / cached.name).write_bytes(bytecode)
    assert anew("sample.inner.one").said.__code__.co_filename == str(sample / "inner" / "one.py")


def test_it_is_put_first_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setattr(sys, "pycache_prefix", None)
    find_own_modules()
    found = sys.meta_path[0]
    find_own_modules()
    assert sys.meta_path[0] is found
    assert sum(isinstance(finder, OwnModules) for finder in sys.meta_path) == 1


def test_bytecode_in_a_tree_of_its_own_is_left_to_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "meta_path", [each for each in sys.meta_path if not isinstance(each, OwnModules)])
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    find_own_modules()
    assert not any(isinstance(finder, OwnModules) for finder in sys.meta_path)
