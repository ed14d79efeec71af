"""The facts of one layer, found without the other layers."""

import io

from builders.oci.layers import file, folder, hardlink, layer, raw_file, symlink, tar, whiteout
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.filesystem.layer_facts import Candidate, Landmarks, LayerFacts, facts_of
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.limits import Limits

LANDMARKS = Landmarks(stream_file="package.yaml", paths=frozenset({".registry/app.yaml", ".up/examples.yaml"}))


def survey(index: int, changes: ChangeSet) -> LayerFacts:
    return facts_of(index, changes, LANDMARKS)


def test_limit_is_no_damage() -> None:
    found = survey(0, read_changeset(io.BytesIO(tar(file("a"), file("b"))), limits=Limits(entries=1)))
    assert (found.limit is not None, found.inflate_error, found.tar_error) == (True, None, None)


def test_files_that_other_tools_know_are_named() -> None:
    found = survey(0, changes(folder(".up/"), file("./.up/examples.yaml"), file("x/.registry/app.yaml")))
    assert found.landmarks == (".up/examples.yaml",)


@given(st.binary(max_size=3000))
def test_arbitrary_bytes_are_a_change_set(data: bytes) -> None:
    assert survey(0, read_changeset(io.BytesIO(data))).index == 0


def test_candidates_are_found_at_any_depth_and_of_any_type() -> None:
    found = survey(2, changes(file("a"), file("x/package.yaml"), folder("package.yaml"), file("package.yaml.bak")))
    assert found.candidates == (
        Candidate(name="x/package.yaml", type=EntryType.FILE, order=1),
        Candidate(name="package.yaml/", type=EntryType.DIRECTORY, order=2),
    )


def test_names_that_stop_flattening_are_reported() -> None:
    found = survey(0, changes(folder("./"), file("../x"), file("C:y"), file("\\z"), file("a/../b")))
    assert ([each.name for each in found.unsafe], found.dot_entry) == (["../x", "C:y", "\\z"], 0)


def test_links_that_leave_the_root_are_reported() -> None:
    found = survey(
        0, changes(symlink("a", "../x"), symlink("b", "/x"), hardlink("d/c", "../../x"), symlink("d/e", "../x"))
    )
    assert found.escaping_links == ("a", "d/c")


def test_lists_are_not_endless() -> None:
    many = [
        member
        for n in range(1_001)
        for member in (file(f"{n}/package.yaml"), file(f"C:{n}"), symlink(f"l{n}", "../x"))
    ]
    twice = [file(f"d{n}") for n in range(1_001)] * 2
    found = survey(0, changes(*many, *(whiteout(f"{n}/package.yaml") for n in range(1_001)), *twice))
    lists = (found.candidates, found.removals, found.unsafe, found.escaping_links, found.repeated)
    assert [len(one) for one in lists] == [1_000] * 5
    assert [one.name for one in found.cut] == ["candidates"]
    assert found.removals[0] == "0/.wh.package.yaml"
    assert found.names == tuple(name for n in range(5) for name in (f"{n}/package.yaml", f"C:{n}"))


def test_files_that_no_list_holds_are_counted_by_their_limit() -> None:
    for members, limits, names in (
        ([file("abc")], Limits(name=3), []),
        ([file("abcd")], Limits(name=3), ["name"]),
        ([file("a/b"), file("a/c")], Limits(files=3), []),
        ([file("a/b"), file("a/c"), file("d")], Limits(files=3), ["files"]),
    ):
        found = facts_of(0, changes(*members), LANDMARKS, limits)
        assert [one.name for one in found.cut] == names


def test_the_whole_layer_is_counted() -> None:
    built = layer(file("a", "x"), folder("b"))
    found = facts_of(3, read_changeset(io.BytesIO(built.blob + b"\0")), LANDMARKS)
    assert (found.index, found.read, found.compression, found.entries, found.trailing) == (3, True, "gzip", 2, True)
    assert (found.actual_diff_id, found.inflated, found.tar_error_after) == (built.diff_id, 10_240, 0)
    assert not facts_of(0, changes(), LANDMARKS).trailing


def test_what_removes_another_file_is_no_removal() -> None:
    found = survey(0, changes(whiteout("other.yaml"), file("x/package.yaml"), whiteout("x/package.yaml")))
    assert found.removals == ("x/.wh.package.yaml",)


def test_the_file_of_the_root_is_the_first_one() -> None:
    members = folder("package.yaml"), file("x/package.yaml"), file("./package.yaml"), file("package.yaml")
    assert survey(0, changes(*members)).root_file == Candidate(name="./package.yaml", type=EntryType.FILE, order=2)
    assert survey(0, changes(*members[:2])).root_file is None


def test_names_that_occur_twice_are_reported() -> None:
    assert survey(0, changes(file("a"), file("b"), file("a"), file("a"))).repeated == ("a",)


def test_a_broken_tar_is_reported_with_its_count() -> None:
    found = survey(0, read_changeset(io.BytesIO(raw_file("a") + b"J" * 512)))
    assert (found.tar_error, found.tar_error_after) == ("a header has a checksum that is not a number", 1)


def changes(*members: object) -> ChangeSet:
    """The change set of a layer of these members."""
    return read_changeset(io.BytesIO(layer(*members).blob))  # type: ignore[arg-type]
