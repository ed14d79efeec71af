"""What is told of one layer: its change set, its survey, its oddities, and one entry's bytes."""

import hashlib
import io

import pytest
from builders.layers import (
    file,
    folder,
    gzip,
    hardlink,
    layer,
    layer_of,
    node,
    opaque,
    raw_file,
    symlink,
    tar,
    whiteout,
)
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem import go_paths
from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.filesystem.contents import Copied, copy_entry
from xpkgtui.filesystem.limits import Limits
from xpkgtui.filesystem.oddities import oddities
from xpkgtui.filesystem.survey import Candidate, survey


def test_limit_is_no_damage() -> None:
    found = survey(0, read_changeset(io.BytesIO(tar(file("a"), file("b"))), limits=Limits(entries=1)))
    assert (found.limit is not None, found.inflate_error, found.tar_error) == (True, None, None)


def test_files_that_other_tools_know_are_named() -> None:
    found = survey(0, changes(folder(".up/"), file("./.up/examples.yaml"), file("x/.registry/app.yaml")))
    assert found.landmarks == (".up/examples.yaml",)


def test_a_change_set_tells_additions_whiteouts_and_opaque_marks() -> None:
    found = changes(file("a"), whiteout("d/b"), opaque("e"), opaque())
    assert ([each.name for each in found.additions], found.whiteouts, found.opaque) == (["a"], ("d/b",), ("e", ""))


def test_the_diff_id_is_that_of_the_whole_layer() -> None:
    data = tar(file("a", "1")) + b"trailing"
    found = read_changeset(io.BytesIO(gzip(data)))
    assert found.diff_id == "sha256:" + hashlib.sha256(data).hexdigest()


def test_a_damaged_layer_has_no_diff_id_and_keeps_its_entries() -> None:
    found = read_changeset(io.BytesIO(gzip(tar(file("a"), file("b")))[:-4]))
    assert (len(found.entries), found.diff_id, found.inflate_problem) == (2, None, "its gzip data ends too early")


def test_a_tar_that_breaks_keeps_what_came_before() -> None:
    found = read_changeset(io.BytesIO(raw_file("a") + b"J" * 512))
    assert ([each.name for each in found.entries], bool(found.tar_problem), bool(found.diff_id)) == (
        ["a"],
        True,
        True,
    )


def test_a_limit_is_told() -> None:
    assert read_changeset(io.BytesIO(raw_file("a") * 9), limits=Limits(entries=5)).problem


def test_reading_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        read_changeset(io.BytesIO(gzip(tar(file("a")))), stop=lambda: True)


@given(st.binary(max_size=3000))
def test_arbitrary_bytes_are_a_change_set(data: bytes) -> None:
    assert survey(0, read_changeset(io.BytesIO(data))).index == 0


def test_candidates_are_found_at_any_depth_and_of_any_type() -> None:
    found = survey(2, changes(file("a"), file("x/package.yaml"), folder("package.yaml"), file("package.yaml.bak")))
    assert found.candidates == (
        Candidate(name="x/package.yaml", type="file", order=1),
        Candidate(name="package.yaml/", type="directory", order=2),
    )


def test_names_that_stop_flattening_are_told() -> None:
    found = survey(0, changes(folder("./"), file("../x"), file("C:y"), file("\\z"), file("a/../b")))
    assert ([each.name for each in found.unsafe], found.dot_entry) == (["../x", "C:y", "\\z"], 0)


def test_links_that_leave_the_root_are_told() -> None:
    found = survey(
        0, changes(symlink("a", "../x"), symlink("b", "/x"), hardlink("d/c", "../../x"), symlink("d/e", "../x"))
    )
    assert found.escaping_links == ("a", "d/c")


def test_names_that_occur_twice_are_told() -> None:
    assert survey(0, changes(file("a"), file("b"), file("a"), file("a"))).repeated == ("a",)


def test_a_broken_tar_is_told_with_its_count() -> None:
    found = survey(0, read_changeset(io.BytesIO(raw_file("a") + b"J" * 512)))
    assert (found.tar_error, found.tar_error_after) == ("a header has a checksum that is no number", 1)


@pytest.mark.parametrize(
    ("member", "reason"),
    [
        (file("/a"), "its name is absolute"),
        (file("a/../b"), "its name has a .. in it"),
        (file("a\x1bb"), "its name has control characters or is no UTF-8"),
        (file(""), "it has no name below the root"),
        (node("a", b"Z"), "its type is unknown"),
        (file(".wh."), "it is a whiteout of nothing"),
        (file(".wh..wh.plnk"), "it belongs to aufs and has no effect"),
        (file(".wh.a", "x"), "it is a whiteout, and no empty file"),
    ],
)
def test_odd_entries_are_told(member: object, reason: str) -> None:
    assert [each.reason for each in oddities(changes(member).entries)] == [reason]


def test_names_that_differ_by_composition_only_are_told() -> None:
    found = oddities(changes(file("caf\u00e9"), file("cafe\u0301")).entries)
    assert [each.order for each in found] == [1]


def test_an_ordinary_layer_has_nothing_odd() -> None:
    assert oddities(changes(folder("d"), file("d/a"), folder("d"), whiteout("x")).entries) == ()


def read_entry(source: io.BytesIO, order: int, *, limit: int) -> tuple[bytes, Copied]:
    """What is copied of an entry."""
    sink = io.BytesIO()
    copied = copy_entry(source, order, sink, limit=limit)
    return sink.getvalue(), copied


def test_the_bytes_of_an_entry_are_found_by_its_place() -> None:
    assert read_entry(io.BytesIO(layer(file("a", "1"), file("b", "22")).blob), 1, limit=10)[0] == b"22"


def test_an_entry_beyond_the_limit_is_cut_and_told() -> None:
    data, copied = read_entry(io.BytesIO(layer(file("a", "12345")).blob), 0, limit=3)
    assert (data, copied.size, copied.truncated) == (b"123", 3, True)


def test_an_entry_as_long_as_the_limit_is_whole() -> None:
    assert not read_entry(io.BytesIO(layer(file("a", "123")).blob), 0, limit=3)[1].truncated


def test_an_entry_that_ends_too_early_gives_what_there_is() -> None:
    data, copied = read_entry(io.BytesIO(layer_of(tar(file("a", "x" * 900))[:1000]).blob), 0, limit=2000)
    assert (len(data), copied.problem) == (488, "it ends within a file")


def test_an_entry_that_is_not_there_is_told() -> None:
    assert read_entry(io.BytesIO(layer(file("a")).blob), 7, limit=10)[1].problem == "the layer has no such entry"


@pytest.mark.parametrize(
    ("name", "cleaned", "last"),
    [
        ("", ".", "."),
        ("/", "/", "/"),
        ("//a//b/", "/a/b", "b"),
        ("./a", "a", "a"),
        ("a/..", ".", ".."),
        ("../../a", "../../a", "a"),
        ("/../a", "/a", "a"),
        ("package.yaml/", "package.yaml", "package.yaml"),
    ],
)
def test_names_are_cleaned_as_go_does(name: str, cleaned: str, last: str) -> None:
    assert (go_paths.clean(name), go_paths.last(name)) == (cleaned, last)


def changes(*members: object) -> ChangeSet:
    """The change set of a layer of these members."""
    return read_changeset(io.BytesIO(layer(*members).blob))  # type: ignore[arg-type]
