"""The table of formats: which one an image is taken for."""

from pathlib import Path

from builders.oci.images import image
from builders.oci.layers import file, layer
from builders.packages.bundles import SOUND, write

from xpkgtui.formats import known
from xpkgtui.formats.format import Traces
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.sources.folder.walk import OpenedFolder


def test_ordinary_image_is_judged_as_the_first_format_without_evidence() -> None:
    traces = Traces(manifest=image(layer(file("a"))).parsed().manifest)
    found = known.recognize(traces)
    assert (found.format, found.evidence) == (XPKG, None)


def test_no_rule_gets_the_id_of_one_that_is_no_more() -> None:
    assert not {rule.id for rule in known.rules()} & known.retired().keys()


def test_files_look_like_other_formats_than_the_one_that_was_recognized(tmp_path: Path) -> None:
    folder = OpenedFolder(write(tmp_path, SOUND), "a")
    (other,) = known.others_in(folder, XPKG)
    assert other.startswith(f"{REGISTRY_V1.summary.wording.noun}: ")
    assert known.others_in(folder, REGISTRY_V1) == ()
