"""Rules about names of entries at which flattening stops."""

from builders.oci.images import image
from builders.oci.layers import file, folder, layer, symlink
from builders.packages.judgements import PROVIDER, judge_image

from xpkgtui.rules.finding import Acceptance, Severity


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
