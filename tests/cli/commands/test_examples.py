"""`examples` and `check --examples`: where examples lie, what is said of them, and exit codes."""

from pathlib import Path

import pytest
from builders.oci.images import image, write_layout, xpkg
from builders.oci.layers import file, layer
from builders.packages.bundles import CRD, CRD_FILE, CSV, CSV_FILE, SOUND, write
from builders.packages.folders import write_folder
from builders.program.headless import Answer, headless, run
from formats.examples.test_judging import GOOD, HEAD, PACKAGE, of

META, *OBJECTS = PACKAGE.decode().split("---\n")
BAD = f"{HEAD}spec: {{region: moon, x: 1}}\n"


def folder(at: Path, **examples: str) -> Path:
    """The sources of a package with these examples."""
    files = {f"examples/{name}.yaml": text for name, text in examples.items()}
    objects = {f"package/{number}.yaml": text for number, text in enumerate(OBJECTS)}
    return write_folder(at / "p", {"package/crossplane.yaml": META, **objects, **files})


def archive(at: Path, text: str, annotation: str | None = "upbound") -> Path:
    """A package with this file of examples in a layer of its own."""
    path = at / "p.xpkg"
    beside = layer(file(".up/examples.yaml", text), annotation=annotation)
    path.write_bytes(xpkg(image(beside, layer(file("package.yaml", PACKAGE), base=True))))
    return path


def verdicts(found: Answer) -> list[str]:
    return [one["verdict"] for one in found.document["examples"]]


def test_the_examples_of_a_folder_are_judged(tmp_path: Path) -> None:
    found = headless("examples", folder(tmp_path, a=GOOD, b=f"{BAD}---\n{of('v1', 'Secret')}"))
    assert verdicts(found) == ["accepted", "refused", "built-in"]
    assert found.code == 1
    assert found.document["kinds"] == {"defined": 2, "without": ["XDB example.org"]}
    assert found.document["places"] == ["2 files in examples/"]
    second = found.document["examples"][1]
    assert (second["file"], second["document"], second["line"]) == ("examples/b.yaml", 1, 1)
    assert second["unknown"] == [{"field": "spec.x", "line": 4, "message": None}]


def test_what_was_not_judged_is_not_among_what_is_accepted(tmp_path: Path) -> None:
    found = headless("examples", folder(tmp_path, a=f"{GOOD}---\n{of('v1', 'Secret')}"))
    assert found.document["sentence"] == "1 of 2 examples accepted: 1 not judged (built in)"
    alone = headless("examples", folder(tmp_path / "alone", a=of("apps/v1", "Deployment")))
    assert alone.document["sentence"] == "1 example: 1 not judged (built in)"


def test_the_examples_of_an_image_are_judged(tmp_path: Path) -> None:
    found = headless("examples", archive(tmp_path, f"{GOOD}---\n{GOOD}"))
    assert [(one["file"], one["layer"], one["document"]) for one in found.document["examples"]] == [
        (".up/examples.yaml", 0, 1),
        (".up/examples.yaml", 0, 2),
    ]
    assert (verdicts(found), found.code) == (["accepted"] * 2, 0)


def test_an_image_without_such_a_layer_has_none(tmp_path: Path) -> None:
    found = headless("examples", archive(tmp_path, GOOD, annotation=None))
    assert (verdicts(found), found.code) == ([], 0)
    assert found.document["sentence"] == "no examples: no layer is marked for examples (annotated upbound)"


@pytest.mark.parametrize(("text", "place"), [("", "none in .up/examples.yaml of layer 0"), (GOOD, "")])
def test_a_file_without_examples_is_named_as_such(tmp_path: Path, text: str, place: str) -> None:
    found = headless("examples", archive(tmp_path, text))
    assert found.document["sentence"] == (f"no examples: {place}" if place else "1 example: 1 accepted")


def test_the_examples_of_a_bundle_are_judged(tmp_path: Path) -> None:
    csv = CSV.replace("""'[{"apiVersion""", """|\n      [{"apiVersion""").replace(
        """}}]'""", """,\n      "x": 1}}]"""
    )
    bundle = write(tmp_path / "tides", {**SOUND, CSV_FILE: csv})
    (one,) = headless("examples", bundle).document["examples"]
    assert (one["file"], one["line"], one["field"]) == (CSV_FILE, 7, "metadata.annotations.alm-examples[0]")
    assert (one["verdict"], one["unknown"][0]["field"], one["unknown"][0]["line"]) == ("refused", "metadata.x", 8)


def test_files_are_judged_in_place_of_the_examples(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(HEAD)
    source = archive(tmp_path, GOOD)
    found = run("examples", "--no-cache", "--format", "json", str(source), str(tmp_path / "mine.yaml"))
    assert '"verdict": "refused"' in found.stdout
    assert '"verdict": "accepted"' not in found.stdout
    assert found.exit_code == 1


def test_a_file_that_is_not_there_is_a_mistake_in_the_call(tmp_path: Path) -> None:
    found = run("examples", str(archive(tmp_path, GOOD)), str(tmp_path / "nowhere"))
    assert found.exit_code == 2


def test_what_cannot_be_decided_ends_with_3(tmp_path: Path) -> None:
    text = GOOD.replace("name: a", "name: a, managedFields:  [{}]")
    found = headless("examples", archive(tmp_path, text))
    assert (verdicts(found), found.code) == (["undecided"], 3)
    assert "1 example cannot be decided" in found.said


def test_the_text_says_what_is_refused_and_why(tmp_path: Path) -> None:
    printed = run("examples", "--no-cache", str(folder(tmp_path, a=GOOD, b=BAD))).stdout
    assert printed.startswith("✗ 2 examples: 1 refused, 1 accepted\n  from 2 files in examples/\n")
    assert "✗ Bucket a  examples/b.yaml:1\n  line 4  unknown field spec.x\n" in printed
    assert "Accepted  1\n  ✓ Bucket a  examples/a.yaml:1\n" in printed
    assert "Kinds without an example  1 of 2\n  XDB example.org\n" in printed


def test_examples_of_other_formats_are_none(tmp_path: Path) -> None:
    found = headless("examples", write_folder(tmp_path / "b", {"manifests/a.yaml": GOOD}))
    assert found.document["sentence"] == "no examples: packages of this format have no examples"


def rules(found: Answer) -> list[tuple[str, str]]:
    return [
        (one["rule"], one["severity"])
        for one in found.result["findings"]
        if one["rule"] in {"XPKG411", "XPKG415", "XPKG416", "XPKG417", "XPKG418", "OLM045", "OLM046"}
    ]


def test_examples_are_checked_only_where_that_is_asked_for(tmp_path: Path) -> None:
    source = archive(tmp_path, f"{HEAD}---\n{BAD}")
    assert rules(headless("check", source)) == []
    found = headless("check", source, "--examples")
    assert rules(found) == [("XPKG415", "warning"), ("XPKG416", "warning"), ("XPKG418", "info")]
    assert found.result["verdict"] == "accepted"
    assert found.code == 0
    assert headless("check", source, "--examples", "--fail-on", "warning").code == 1


def test_a_finding_of_check_names_the_file_and_the_line(tmp_path: Path) -> None:
    source = folder(tmp_path, b=BAD)
    printed = run("check", "--no-cache", "--examples", "--format", "concise", str(source)).stdout
    assert f"{source}/examples/b.yaml:4: XPKG416 warning: Bucket a has a field that its definition" in printed


def test_a_finding_of_check_shows_the_lines_of_the_example(tmp_path: Path) -> None:
    printed = run("check", "--no-cache", "--examples", str(folder(tmp_path, b=BAD))).stdout
    assert "    4 │ spec: {region: moon, x: 1}\n" in printed


def test_check_names_the_layer_of_an_example(tmp_path: Path) -> None:
    (place,) = (
        one["location"]
        for one in headless("check", archive(tmp_path, BAD), "--examples").result["findings"]
        if one["rule"] == "XPKG416"
    )
    assert (place["path"], place["layer"]["index"], place["line"]) == (".up/examples.yaml", 0, 4)
    assert place["layer"]["digest"].startswith("sha256:")


def test_a_layer_that_check_leaves_unread_is_read_for_its_examples(tmp_path: Path) -> None:
    assert ("XPKG416", "warning") in rules(headless("check", archive(tmp_path, BAD), "--no-layers", "--examples"))


def test_a_layer_of_examples_that_is_damaged_leaves_the_check_undecided(tmp_path: Path) -> None:
    built = image(
        layer(file(".up/examples.yaml", GOOD), annotation="upbound"), layer(file("package.yaml", PACKAGE), base=True)
    )
    layout = write_layout(tmp_path / "layout", built)
    blob = layout / "blobs/sha256" / built.layers[0].digest.removeprefix("sha256:")
    blob.write_bytes(blob.read_bytes()[:-1] + b"x")
    found = headless("examples", layout)
    assert (verdicts(found), found.code) == ([], 3)
    assert "was not read" in found.document["unread"][0]["why"]


@pytest.mark.parametrize("crd", [CRD, ""])
def test_an_owned_kind_needs_its_definition(crd: str, tmp_path: Path) -> None:
    bundle = write(tmp_path / "tides", {**SOUND, CRD_FILE: crd})
    assert verdicts(headless("examples", bundle)) == ["accepted" if crd else "undefined"]
