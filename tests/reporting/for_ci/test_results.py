"""Results of real checks: files of the checkout, fingerprints, outcomes."""

from dataclasses import replace
from pathlib import Path

from builders.inspection.inspections import inspect_source
from builders.oci.images import index, package, write_layout
from builders.packages.judgements import PROVIDER

from xpkgtui.inspection.messages.requests import Options
from xpkgtui.reporting.for_ci.results import Checkout, FilePlace, SourceOutcome, SourceResults, of_inspections

CONFIGURATION = """apiVersion: meta.pkg.crossplane.io/v1
kind: Configuration
metadata:
  name: p
spec:
  dependsOn:
    - provider: crossplane/provider-aws
      version: ">=v1.0.0"
"""


def folder_of_sources(root: Path, lead: str = "") -> Path:
    folder = root / "pkg"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "crossplane.yaml").write_text(lead + CONFIGURATION)
    return folder


async def results_of(source: Path, root: Path) -> SourceResults:
    state = await inspect_source(source)
    options = Options()
    [found] = of_inspections([state], Checkout(root=root), profile=options.profile, crossplane=options.crossplane)
    return found


def test_a_checkout_is_the_repository_around(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    assert Checkout.around(inner, workspace="/").root == tmp_path


def test_without_a_repository_the_workspace_of_the_job_counts(tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    assert Checkout.around(tmp_path, workspace=str(work)).root == work
    assert Checkout.around(tmp_path, workspace=str(tmp_path / "none")).root == tmp_path


def test_a_file_outside_of_the_checkout_is_none_of_its_files(tmp_path: Path) -> None:
    (tmp_path / "out.yaml").write_text("")
    inner = tmp_path / "in"
    inner.mkdir()
    (inner / "in.yaml").write_text("")
    checkout = Checkout(root=inner)
    assert checkout.find(str(inner / "in.yaml")) == "in.yaml"
    assert checkout.find(str(tmp_path / "out.yaml")) is None
    assert checkout.find(str(inner / "missing.yaml")) is None
    assert checkout.find("a\0b") is None


async def test_a_finding_about_a_folder_stands_at_its_file(tmp_path: Path) -> None:
    found = await results_of(folder_of_sources(tmp_path), tmp_path)
    refused = next(one for one in found.results if one.rule == "XPKG905")
    assert refused.place is not None
    assert (refused.place.path, refused.place.line) == ("pkg/crossplane.yaml", 7)
    assert found.outcome is SourceOutcome.FAILED


async def test_a_finding_about_a_stream_stands_in_it(tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_text(CONFIGURATION)
    found = await results_of(path, tmp_path)
    assert {one.place.path for one in found.results if one.place} == {"package.yaml"}
    assert 7 in {one.place.line for one in found.results if one.place}


async def test_a_finding_about_a_layout_has_no_file(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "layout", package(PROVIDER + "  x: 1\n"))
    found = await results_of(folder, tmp_path)
    assert found.results
    assert {one.place for one in found.results} == {None}


async def test_fingerprints_outlive_moved_lines_and_are_all_different(tmp_path: Path) -> None:
    before = await results_of(folder_of_sources(tmp_path / "a"), tmp_path)
    after = await results_of(folder_of_sources(tmp_path / "b", lead="# moved\n"), tmp_path)
    assert [one.fingerprint for one in before.results] == [one.fingerprint for one in after.results]
    assert len({one.fingerprint for one in before.results}) == len(before.results)


async def test_the_refusal_has_the_steps_of_its_reader(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "layout", package(""))
    found = await results_of(folder, tmp_path)
    assert found.outcome is SourceOutcome.FAILED
    assert any(one.steps for one in found.results)


async def test_a_refusal_by_a_finding_that_was_left_out_is_let_pass(tmp_path: Path) -> None:
    state = await inspect_source(
        write_layout(tmp_path / "p", package(PROVIDER.replace("kind: Provider", "kind: No")))
    )
    every = (state, replace(state, findings=()))
    found = of_inspections(every, Checkout(root=tmp_path), profile="crossplane", crossplane="2.4")
    assert [(one.outcome, one.is_let_pass) for one in found] == [
        (SourceOutcome.FAILED, False),
        (SourceOutcome.FAILED, True),
    ]


async def test_platforms_of_one_source_are_told_apart(tmp_path: Path) -> None:
    built = package(PROVIDER)
    state = await inspect_source(write_layout(tmp_path / "p", index((built, "linux/amd64"), (built, "linux/arm64"))))
    both = of_inspections([state, state], Checkout(root=tmp_path), profile="crossplane", crossplane="2.4")
    [alone] = of_inspections([state], Checkout(root=tmp_path), profile="crossplane", crossplane="2.4")
    assert [one.name for one in (alone, *both)] == [state.source, *[f"{state.source} (linux/amd64)"] * 2]


async def test_what_cannot_be_opened_is_unread(tmp_path: Path) -> None:
    found = await results_of(tmp_path / "none.xpkg", tmp_path)
    assert (found.outcome, found.results, found.place) == (SourceOutcome.UNREAD, (), None)
    assert found.failure is not None


async def test_a_source_that_is_a_file_is_a_place(tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_text(CONFIGURATION)
    found = await results_of(path, tmp_path)
    assert found.place == FilePlace(path="package.yaml")
