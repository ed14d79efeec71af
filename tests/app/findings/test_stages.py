"""The steps of a program, from the name of a package to where it stops."""

from pathlib import Path

import pytest
from builders.inspection.inspections import inspect_source
from builders.oci.images import BuiltImage, image, package, write_layout
from builders.oci.layers import file, layer, layer_of
from builders.packages.folders import META
from builders.packages.objects import CRD, XRD
from builders.screens import stories

from xpkgtui.app.findings import stages
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.readers.reader import Sign


def stream(*documents: str) -> str:
    return "---\n".join(documents)


PROVIDER = META.replace("Configuration", "Provider")
SECOND = META.replace("acme", "other")
POD = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n"
REFUSED: dict[str, tuple[BuiltImage, str]] = {
    "no file": (image(layer(file("crossplane.yaml", META), base=True)), "Takes the first entry"),
    "damaged": (image(layer_of(b"\x1f\x8b\x08\x00broken", base=True)), "Looks for package.yaml"),
    "no tar": (image(layer_of(b"this is no tar" * 100, base=True)), "Looks for package.yaml"),
    "broken YAML": (package(stream(META, "kind: [\n")), "Parses the documents"),
    "two meta objects": (package(stream(META, SECOND)), "Lints the package"),
    "kind that is not allowed": (
        package(stream(META, POD)),
        "Parses",
    ),
    "bad definition": (package(stream(PROVIDER, CRD.replace("plural: ", "plural: zz", 1))), "Installs the objects"),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_a_refusal_ends_with_the_step_that_fails(tmp_path: Path, name: str) -> None:
    built, title = REFUSED[name]
    state = await inspect_source(write_layout(tmp_path / "layout", built))
    assert stages.is_refused(state)
    steps = stages.steps(state)
    assert [step.sign for step in steps].count(Sign.BAD) == 1
    assert steps[-1].sign is Sign.BAD
    assert steps[-1].title.startswith(title)
    assert steps[-1].evidence


async def test_an_acceptance_goes_all_the_way_to_the_api_server(tmp_path: Path) -> None:
    state = await inspect_source(write_layout(tmp_path / "layout", package(stream(META, XRD))))
    steps = stages.steps(state)
    assert stages.is_accepted(state)
    assert [step.title for step in steps][:1] == ["Opens the source"]
    assert [step.title for step in steps][-3:] == [
        "Parses the documents",
        "Lints the package",
        "Installs the objects",
    ]
    assert steps[-3].evidence == "2 documents"
    assert not [step for step in steps if step.sign is Sign.BAD]


def test_an_index_tells_which_platform_was_chosen_and_why(tmp_path: Path) -> None:
    state = fold_all(Inspection(source=""), stories.accepted(tmp_path).opening)
    chosen = next(step for step in stages.steps(state) if step.title == "Chooses the platform")
    assert chosen.evidence == "linux/amd64 of 3 entries: its default"


def test_what_is_still_read_has_only_the_steps_that_are_done(tmp_path: Path) -> None:
    state = fold_all(Inspection(source=""), stories.loading(tmp_path).opening)
    assert [step.title for step in stages.steps(state)] == [
        "Resolves the reference",
        "Chooses the platform",
        "Reads the manifest",
    ]
