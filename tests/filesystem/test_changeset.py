"""A layer as a change set: what it adds, removes and hides, and where it breaks off."""

import hashlib
import io

import pytest
from builders.oci.layers import (
    file,
    gzip,
    layer,
    opaque,
    raw_file,
    tar,
    whiteout,
)

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.limits import Limits


def test_a_change_set_lists_whiteouts_and_opaque_marks() -> None:
    found = changes(file("a"), whiteout("d/b"), opaque("e"), opaque())
    assert (found.whiteouts, found.opaque) == (("d/b",), ("e", ""))


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


def test_a_limit_is_reported() -> None:
    assert read_changeset(io.BytesIO(raw_file("a") * 9), limits=Limits(entries=5)).problem


def test_reading_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        read_changeset(io.BytesIO(gzip(tar(file("a")))), stop=lambda: True)


def changes(*members: object) -> ChangeSet:
    """The change set of a layer of these members."""
    return read_changeset(io.BytesIO(layer(*members).blob))  # type: ignore[arg-type]
