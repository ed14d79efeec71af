"""Rules about files beside package.yaml, and about layers that hide files of others."""

import hashlib

import pytest
from builders.cases import each_row
from builders.oci.images import image
from builders.oci.layers import BuiltLayer, compress, file, folder, layer, layer_of, symlink, tar
from builders.packages.judgements import PROVIDER, judge_image
from formats.xpkg.rules.vectors.images import truncated

from xpkgtui.filesystem.shadowing import ShadowedFile, Shadowing
from xpkgtui.rules.case import FlattenedFile
from xpkgtui.rules.finding import Acceptance, Severity

STREAM = file("package.yaml", PROVIDER)
BASE = layer(STREAM, base=True)
TOP = layer(file("a"))


def test_files_that_one_layer_hides_are_one_finding() -> None:
    hidden = ShadowedFile(layer=0, path="x/a", by=1, how=Shadowing.REMOVED, more=1)
    judged = judge_image(image(BASE, TOP), hidden=(hidden,))
    assert judged.said("XPKG406") == "Layer 1 removes x/a and 1 more of layer 0 (annotated base)"


def test_flattening_that_gives_the_same_bytes_is_fine() -> None:
    same = FlattenedFile(layer=1, sha256=hashlib.sha256(PROVIDER.encode()).hexdigest())
    assert judge_image(image(BASE, TOP), flattened=same).of("XPKG407") == []


def test_file_that_flattening_takes_away_is_reported() -> None:
    judged = judge_image(image(BASE, TOP), flattened=FlattenedFile(layer=1, sha256=None))
    assert judged.said("XPKG407") == "Layer 1 removes package.yaml from the flattened image"


@pytest.mark.parametrize("profile", ["spec", "format-v2"])
def test_cut_is_a_fact_for_documents(profile: str) -> None:
    assert [one.severity for one in truncated(profile).of("XPKG409")] == [Severity.INFO]


def test_cut_is_a_warning_and_refuses_nothing() -> None:
    assert [one.severity for one in truncated().of("XPKG409")] == [Severity.WARNING]


@each_row(
    ("others", "said"),
    [
        ((file("a"),), "Crossplane ignores 1 other file in layer 0: a"),
        ((file("a"), file("b")), "Crossplane ignores 2 other files in layer 0: a, b"),
        (tuple(map(file, "abcde")), "Crossplane ignores 5 other files in layer 0: a, b, c and 2 more"),
        ((folder("x"), file("x/a")), "Crossplane ignores 2 other entries in layer 0"),
    ],
)
def test_other_files_are_counted(others: tuple[object, ...], said: str) -> None:
    built: BuiltLayer = layer(STREAM, *others)  # type: ignore[arg-type]
    assert judge_image(image(built)).said("XPKG410") == said


def test_layer_that_was_not_read_says_nothing_of_its_files() -> None:
    assert judge_image(image(TOP, BASE)).of("XPKG410") == []


def test_other_files_of_several_layers_are_one_finding() -> None:
    found = judge_image(image(layer(STREAM, file("b")), layer(file("a")))).of("XPKG410")
    assert len(found) == 1
    assert found[0].message == "Crossplane ignores 2 other entries in 2 layers"


def test_nothing_needs_to_be_done_about_files_in_the_annotated_layer() -> None:
    cut = layer_of(compress(tar(file("b"), file("package.yaml", b"a" * 5_000))[:2_500], "gzip"), base=True)
    (found,) = judge_image(image(cut)).of("XPKG410")
    assert found.fix == ""


def test_a_layer_that_ends_within_package_yaml_has_no_other_file() -> None:
    member = file("package.yaml", b"a" * 5_000)
    cut = layer_of(compress(tar(member)[:1_500], "gzip"), base=True)
    assert judge_image(image(cut)).of("XPKG410") == []


def test_dot_entry_is_reported_beside_the_missing_file() -> None:
    judged = judge_image(image(layer(folder("./"), file("package.yaml", PROVIDER))))
    assert {"XPKG401", "XPKG413"} <= judged.errors
    assert judged.verdict.reason == "flattening stops at the entry ./ of layer 0, before any package.yaml"


def test_verdict_names_the_first_entry_that_stops_flattening() -> None:
    below = layer(file("package.yaml", PROVIDER))
    judged = judge_image(image(below, layer(file("../x"), folder("./"), file("package.yaml", PROVIDER))))
    assert judged.verdict.culprit is not None
    assert (judged.verdict.culprit.place.layer, judged.verdict.culprit.place.path) == (1, "../x")


def test_dot_entry_behind_the_file_does_no_harm() -> None:
    judged = judge_image(image(layer(file("package.yaml", PROVIDER), folder("./"))))
    assert [one.severity for one in judged.of("XPKG413")] == [Severity.WARNING]


def test_dot_entry_in_an_annotated_layer_does_no_harm() -> None:
    judged = judge_image(image(layer(folder("./"), file("package.yaml", PROVIDER), base=True)))
    assert judged.of("XPKG413") == []


def test_specification_does_not_miss_a_file_behind_a_dot_entry() -> None:
    judged = judge_image(image(layer(folder("./"), file("package.yaml", PROVIDER))), "spec")
    assert (judged.errors, judged.verdict.acceptance) == (set(), Acceptance.ACCEPTED)


def test_a_link_that_leads_out_is_worth_knowing() -> None:
    stream = layer(file("package.yaml", PROVIDER), symlink("a", "../../b"), symlink("c", "../../d"))
    (found,) = judge_image(image(stream)).of("XPKG408")
    assert (found.severity, found.place.path) == (Severity.INFO, "a")
    assert found.message == "Crossplane drops the link a and 1 more of layer 0, which leads out of the image"
