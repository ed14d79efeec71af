"""What was learned is read by the program that wrote it, which is asked for only where there is something to read."""

from pathlib import Path

from xpkgtui.fetching.cache.learned import Learned


def unasked() -> object:
    raise AssertionError("nothing is there to be read")


def test_it_comes_back_for_what_it_speaks_of(tmp_path: Path) -> None:
    Learned().keep(str(tmp_path), "one", b"bytes")
    assert Learned().find(str(tmp_path), "one") == b"bytes"
    assert Learned().find(str(tmp_path), "other") is None


def test_another_program_reads_none_of_it_and_replaces_it(tmp_path: Path) -> None:
    old, new = Learned(lambda: "1"), Learned(lambda: "2")
    old.keep(str(tmp_path), "one", b"old")
    assert new.find(str(tmp_path), "one") is None
    new.keep(str(tmp_path), "one", b"new")
    assert new.find(str(tmp_path), "one") == b"new"
    assert old.find(str(tmp_path), "one") is None


def test_where_nothing_is_kept_nobody_asks_which_program_this_is(tmp_path: Path) -> None:
    Learned(lambda: "1").keep(str(tmp_path), "one", b"bytes")
    assert Learned(unasked).find(str(tmp_path), "other") is None
