"""The facts of one layer, found without the other layers."""

import io

from builders.oci.layers import (
    file,
    folder,
    hardlink,
    layer,
    raw_file,
    symlink,
    tar,
)
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


def test_names_that_occur_twice_are_reported() -> None:
    assert survey(0, changes(file("a"), file("b"), file("a"), file("a"))).repeated == ("a",)


def test_a_broken_tar_is_reported_with_its_count() -> None:
    found = survey(0, read_changeset(io.BytesIO(raw_file("a") + b"J" * 512)))
    assert (found.tar_error, found.tar_error_after) == ("a header has a checksum that is not a number", 1)


def changes(*members: object) -> ChangeSet:
    """The change set of a layer of these members."""
    return read_changeset(io.BytesIO(layer(*members).blob))  # type: ignore[arg-type]
