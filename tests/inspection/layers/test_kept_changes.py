"""What a layer changes is known without inflating it, once it was read to its end and nothing was wrong with it."""

import io
from dataclasses import replace
from pathlib import Path

from builders.cases import each_row
from builders.inspection.inspections import inspect_source
from builders.oci.images import package, write_layout
from builders.oci.layers import Member, file, folder, layer, symlink, whiteout
from builders.packages.judgements import PROVIDER

from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.inspection.layers.opened_layers import KeptChanges
from xpkgtui.inspection.messages.requests import LayerScope, Options
from xpkgtui.limits import LIMITS
from xpkgtui.oci.descriptor import Digest

DIGEST = Digest.of(b"layer")


def changes_of(*members: Member) -> ChangeSet:
    return replace(read_changeset(io.BytesIO(layer(*members).blob)), inflated=2 << 20)


CHANGES = changes_of(folder("d"), file("d/a.yaml", "a"), symlink("l", "d/a.yaml"), whiteout("d/b"))


def test_they_come_back_as_they_were(tmp_path: Path) -> None:
    KeptChanges(str(tmp_path), LIMITS).keep(DIGEST, CHANGES)
    found = KeptChanges(str(tmp_path), LIMITS).find(DIGEST)
    assert found is not None
    assert (found.entries, found.diff_id, found.inflated) == (CHANGES.entries, CHANGES.diff_id, CHANGES.inflated)
    assert (found.compression, found.notes, found.problem) == (CHANGES.compression, CHANGES.notes, None)


def test_other_layers_limits_and_modules_have_others(tmp_path: Path) -> None:
    KeptChanges(str(tmp_path), LIMITS, lambda: "1").keep(DIGEST, CHANGES)
    assert KeptChanges(str(tmp_path), LIMITS, lambda: "1").find(DIGEST)
    assert KeptChanges(str(tmp_path), LIMITS, lambda: "1").find(Digest.of(b"other")) is None
    assert KeptChanges(str(tmp_path), replace(LIMITS, entries=5), lambda: "1").find(DIGEST) is None
    assert KeptChanges(str(tmp_path), LIMITS, lambda: "2").find(DIGEST) is None


@each_row(
    "one",
    [replace(CHANGES, inflated=1000), replace(CHANGES, tar_problem="no"), replace(CHANGES, inflate_problem="no")],
)
def test_nothing_is_written_of_small_and_of_damaged_layers(tmp_path: Path, one: ChangeSet) -> None:
    KeptChanges(str(tmp_path), LIMITS).keep(DIGEST, one)
    KeptChanges(None, LIMITS).keep(DIGEST, CHANGES)
    assert not list(tmp_path.iterdir())


async def test_a_second_opening_does_not_inflate_a_layer_again(tmp_path: Path) -> None:
    other = layer(file("large.txt", "x" * (2 << 20)))
    layout = write_layout(tmp_path / "layout", package(PROVIDER, other))
    options = Options(cache_dir=str(tmp_path / "cache"), reach=LayerScope.ALL)
    assert "large.txt" in await _names(layout, options)
    kept = KeptChanges(str(tmp_path / "cache"), LIMITS)
    changes = kept.find(digest := Digest.of(other.blob))
    assert changes is not None
    kept.keep(digest, replace(changes, entries=(replace(changes.entries[0], name="other.txt"),)))
    assert "other.txt" in await _names(layout, options)


async def _names(layout: Path, options: Options) -> set[str]:
    state = await inspect_source(layout, options)
    assert state.case is not None
    return {name for one in state.case.contents.layers for name in one.names}
