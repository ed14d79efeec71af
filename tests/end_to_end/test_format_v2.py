"""A package of Package Format v2: judged by that format, with Crossplane's verdict beside it."""

from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.oci.images import image, index, package, write_layout
from builders.oci.layers import file, layer
from builders.packages.judgements import CRD
from builders.packages.judgements import PROVIDER as UPSTREAM
from builders.program.headless import headless, run
from builders.screens.opened import open_screen
from formats.xpkg.rules.test_format_v2 import PROVIDER

STREAM = f"---\n{PROVIDER}---\n{CRD}---\n"
NOT_REGISTERED = "is not registered"


def forms(folder: Path, text: str = STREAM) -> dict[str, Path]:
    """The package as a stream, an image, and an image of an index."""
    (folder / "package.yaml").write_text(text)
    return {
        "stream": folder / "package.yaml",
        "image": write_layout(folder / "image", package(text), tags=("v1",)),
        "index": write_layout(folder / "index", index((package(text), "linux/amd64")), tags=("v1",)),
    }


def told(result: dict[str, Any]) -> tuple[str, str, list[tuple[str, str]]]:
    """Profile and verdict, and those beside them."""
    return result["profile"], result["verdict"], [(one["profile"], one["verdict"]) for one in result["others"] or ()]


@pytest.mark.parametrize("form", ["stream", "image", "index"])
def test_its_own_format_is_the_default(form: str, tmp_path: Path) -> None:
    source = forms(tmp_path)[form]
    shown, checked = headless("show", source).document, headless("check", source)
    expected = ("format-v2", "accepted", [("crossplane", "refused")])
    assert (told(shown), told(checked.result)) == (expected, expected)
    assert shown["others"][0]["rule"] == "XPKG603"
    assert shown["reason"].startswith("Package Format v2 accepts it; Crossplane 2.4 refuses it: ")
    assert NOT_REGISTERED in shown["reason"]
    assert checked.code == 0


@each_row("form", ["stream", "image"])
@each_row("profile", ["crossplane", "crossplane-1", "build", "spec"])
def test_a_profile_that_is_named_wins(profile: str, form: str, tmp_path: Path) -> None:
    answer = headless("check", forms(tmp_path)[form], "--profile", profile)
    assert told(answer.result) == (profile, "refused", [("format-v2", "accepted")])
    assert answer.code == 1


def test_an_older_crossplane_is_the_one_that_is_told_beside(tmp_path: Path) -> None:
    answer = headless("check", forms(tmp_path)["stream"], "--crossplane", "1.20")
    assert told(answer.result) == ("format-v2", "accepted", [("crossplane-1", "refused")])


def test_only_the_meta_object_decides(tmp_path: Path) -> None:
    fork = "---\napiVersion: apiextensions.ibm.crossplane.io/v1\nkind: Composition\nmetadata: {name: a}\n"
    answer = headless("check", forms(tmp_path, UPSTREAM + fork)["stream"])
    assert told(answer.result) == ("crossplane", "refused", [])


def test_the_document_of_check_says_what_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "upstream.yaml").write_text(UPSTREAM)
    answer = headless("check", forms(tmp_path)["stream"], str(tmp_path / "upstream.yaml"))
    assert answer.document["profile"] == "crossplane"
    profiles = {Path(one["source"]).stem: one["profile"] for one in answer.document["results"]}
    assert profiles == {"package": "format-v2", "upstream": "crossplane"}


def test_its_own_reader_takes_the_file_in_the_root_only(tmp_path: Path) -> None:
    def rules(name: str, text: str, *options: str) -> set[str]:
        below = image(layer(file("sub/package.yaml", text), base=True))
        found = headless("check", write_layout(tmp_path / name, below), *options).result["findings"]
        return {one["rule"] for one in found if one["severity"] == "error"}

    assert rules("own", STREAM) == {"XPKG401"}
    assert rules("older", STREAM, "--profile", "crossplane", "--crossplane", "2.1") == {"XPKG603"}


def test_text_says_both(tmp_path: Path) -> None:
    said = run("check", str(forms(tmp_path)["stream"])).stdout
    assert "✓ Package Format v2 accepts it; Crossplane 2.4 refuses it: document 1: " in said


@pytest.mark.pilot
async def test_the_screen_says_both_and_changes_the_profile(tmp_path: Path) -> None:
    async with open_screen(str(forms(tmp_path)["image"]), size=(120, 40)) as shown:
        assert "! Package Format v2 accepts, Crossplane 2.4 refuses: Provider provider-example" in shown.text
        await shown.press("p")
        assert "✗ Crossplane 2.4 refuses it: Provider provider-example is not registered" in shown.text


@pytest.mark.parametrize("form", ["stream", "image", "index"])
def test_why_has_a_row_that_says_what_the_format_asks(form: str, tmp_path: Path) -> None:
    document = headless("why", forms(tmp_path)[form]).document
    results = {one["reader"]: one["verdict"] for one in document["results"][0]["readings"]}
    assert next(iter(results)) == "format-v2"
    assert (results["format-v2"], results["spec"], results["manager-2.4"]) == ("accepted", "refused", "refused")


def test_why_of_what_the_format_does_not_allow_says_where_it_stops(tmp_path: Path) -> None:
    other = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
    document = headless("why", forms(tmp_path, f"{STREAM}{other}")["image"]).document
    own = document["results"][0]["readings"][0]
    assert (own["reader"], own["verdict"]) == ("format-v2", "refused")
    assert "ConfigMap" in own["message"]


def test_other_packages_have_no_such_row(tmp_path: Path) -> None:
    document = headless("why", forms(tmp_path, UPSTREAM)["image"]).document
    assert "format-v2" not in {one["reader"] for one in document["results"][0]["readings"]}


@pytest.mark.pilot
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_why_on_the_screen_begins_with_what_the_format_asks(size: tuple[int, int], tmp_path: Path) -> None:
    async with open_screen(str(forms(tmp_path)["image"]), size=size) as shown:
        await shown.press("x")
        assert "▶ Package Format v2" in shown.text
        assert "Package Format v2 allows it" in shown.text
        await shown.press("enter")
        assert "Looks for the layer annotated base" in shown.text


@pytest.mark.pilot
async def test_its_steps_are_what_it_asks(tmp_path: Path) -> None:
    async with open_screen(str(forms(tmp_path)["image"]), size=(120, 40)) as shown:
        await shown.press("x")
        assert "Asks for /package.yaml" in shown.text
        assert "Asks for kinds of the package" in shown.text


def test_text_of_why_lists_what_it_asks(tmp_path: Path) -> None:
    said = run("why", str(forms(tmp_path)["image"])).stdout
    assert "Steps of Package Format v2" in said
    assert "Asks for one meta object" in said


@pytest.mark.pilot
async def test_the_specification_has_its_own_steps(tmp_path: Path) -> None:
    async with open_screen(str(forms(tmp_path)["image"]), size=(120, 40)) as shown:
        await shown.press("x", "j")
        assert "Steps of xpkg specification 1.9" in shown.text
        assert "✗ Parses the documents" in shown.text
        assert "Installs the objects" not in shown.text
        assert "source code" not in shown.text


@pytest.mark.pilot
async def test_an_upstream_package_has_the_row_while_that_profile_judges_it(tmp_path: Path) -> None:
    async with open_screen(str(forms(tmp_path, UPSTREAM)["image"]), size=(120, 40)) as shown:
        await shown.press("p", "p", "p", "p", "x")
        assert "▶ Package Format v2            ✗ refuses" in shown.text
        assert "✗ Asks for one meta object" in shown.text
        await shown.press("p")
        assert "Package Format v2" not in shown.text
