"""Rules about package.yaml in its layer: missing, misplaced, misspelled, doubled, or not a file."""

import pytest
from builders.cases import each_row
from builders.oci.images import BuiltImage, image
from builders.oci.layers import file, folder, layer, symlink
from builders.packages.judgements import PROVIDER, Judgement, judge_image

from xpkgtui.rules.finding import Severity


def test_missing_file_says_what_the_layer_holds() -> None:
    judged = judge_image(image(layer(file("readme.txt"), file("b"), base=True)))
    assert judged.said("XPKG401") == "Layer 0 (annotated base) has no package.yaml; it holds readme.txt, b"


def test_missing_file_is_the_reason_of_the_verdict() -> None:
    judged = judge_image(image(layer(file("readme.txt"), base=True)))
    assert judged.verdict.reason == "layer 0 (annotated base) has no package.yaml"


def test_verdict_on_a_document_names_an_odd_file() -> None:
    judged = judge_image(image(layer(file("x/package.yaml", "apiVersion: v1\nkind: ConfigMap\n"))))
    assert judged.verdict.reason.startswith("document 1 of x/package.yaml: ConfigMap")


def test_specification_misses_a_file_in_a_folder_once() -> None:
    judged = judge_image(image(layer(file("a/package.yaml", PROVIDER), base=True)), "spec")
    assert judged.errors & {"XPKG401", "XPKG402"} == {"XPKG402"}


def test_link_for_a_file_silences_the_missing_meta_object() -> None:
    judged = judge_image(image(layer(symlink("package.yaml", "b"), base=True)))
    assert judged.rules & {"XPKG405", "XPKG511", "XPKG601"} == {"XPKG405"}


@each_row("name", ["x/package.yaml", "./package.yaml", "/package.yaml"])
def test_the_entry_that_is_wrong_is_the_place(name: str) -> None:
    judged = judge_image(image(layer(file(name, PROVIDER), base=True)))
    assert {one.place.path for one in judged.findings if one.rule in {"XPKG402", "XPKG403"}} == {name}


@pytest.mark.parametrize(("name", "reported"), [("./package.yaml", []), ("/package.yaml", [Severity.WARNING])])
def test_flattening_takes_away_a_dot_and_no_slash(name: str, reported: list[Severity]) -> None:
    assert _severities(judge_image(image(layer(file(name, PROVIDER)))), "XPKG403") == reported


def test_a_folder_called_package_yaml_is_not_misspelled_as_well() -> None:
    judged = judge_image(image(layer(folder("package.yaml"), base=True)))
    assert judged.rules & {"XPKG403", "XPKG405"} == {"XPKG405"}


def test_older_managers_refuse_any_name_that_is_there_twice() -> None:
    built = image(layer(file("package.yaml", PROVIDER), file("a"), file("a"), base=True))
    assert [one.says for one in _old(built).of("XPKG404")] == ["invalid package layer: duplicate file path: a"]


def test_newer_managers_do_not_look_at_other_names() -> None:
    built = image(layer(file("package.yaml", PROVIDER), file("a"), file("a"), base=True))
    assert judge_image(built).of("XPKG404") == []


@each_row("name", ["package.yml", "package.json", "Package.yaml"])
def test_a_file_that_is_nearly_called_package_yaml_is_to_be_renamed(name: str) -> None:
    judged = judge_image(image(layer(file(name, PROVIDER), base=True)))
    assert judged.of("XPKG401")[0].fix == f"If {name} is the package, rename it to package.yaml."


def _severities(judged: Judgement, rule: str) -> list[Severity]:
    return [one.severity for one in judged.of(rule)]


def _old(built: BuiltImage) -> Judgement:
    return judge_image(built, "crossplane-1")


def test_file_that_a_whiteout_removes_is_named_with_its_layer() -> None:
    judged = judge_image(image(layer(file("package.yaml", PROVIDER)), layer(file(".wh.package.yaml"))))
    (found,) = judged.of("XPKG401")
    assert found.message.startswith("Layer 1 removes package.yaml of layer 0 with the whiteout .wh.package.yaml")
    assert found.place.layer == 1
