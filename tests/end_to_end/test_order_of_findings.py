"""Every command lists findings in one order, with the culprit right under the verdict."""

import re
from pathlib import Path

import pytest
from builders.oci.images import image, write_layout
from builders.oci.layers import ANNOTATION, file, layer
from builders.packages.judgements import CRD, PROVIDER
from builders.program.headless import headless, run
from builders.screens.opened import open_screen
from formats.xpkg.rules.vectors.streams import CONFIGURATION

from xpkgtui.rules.finding import in_order

_RULE = re.compile(r"XPKG\d{3}")
_CULPRIT_BEHIND = f"---\n{CONFIGURATION}---\n{CRD}---\na: [\n---\n"
"""The parser stops at document 3, before the linter refuses document 2."""


def layout(folder: Path) -> str:
    return str(write_layout(folder / "layout", image(layer(file("package.yaml", _CULPRIT_BEHIND), base=True))))


def test_text_json_and_concise_list_findings_alike(tmp_path: Path) -> None:
    source = layout(tmp_path)
    findings = headless("check", source).result["findings"]
    rules = [each["rule"] for each in findings]
    ranks = [("error", "warning", "info").index(each["severity"]) for each in findings]
    assert len(set(ranks)) > 1
    assert ranks == sorted(ranks)
    text = run("check", source).stdout.splitlines()
    assert [found[0] for row in text if (found := _RULE.findall(row[:10]))] == rules
    concise = run("check", "--format", "concise", source).stdout.splitlines()
    assert [found[0] for row in concise if (found := re.findall(r": (XPKG\d{3}) ", row))] == rules


@pytest.mark.pilot
async def test_the_screen_lists_findings_alike(tmp_path: Path) -> None:
    async with open_screen(layout(tmp_path), size=(120, 60)) as shown:
        rules = [each.rule for each in in_order(shown.screen.inspection.findings)]
        await shown.press("F")
        assert _RULE.findall(shown.text)[: len(rules)] == rules


@pytest.mark.pilot
async def test_the_culprit_is_what_the_screen_opens_on_at_80x24(tmp_path: Path) -> None:
    async with open_screen(layout(tmp_path)) as shown:
        assert "document 3" in shown.text.split("\n")[1]
        assert _RULE.findall(shown.text) == ["XPKG501"]


@pytest.mark.pilot
async def test_the_steps_of_why_begin_with_the_culprit(tmp_path: Path) -> None:
    async with open_screen(layout(tmp_path)) as shown:
        await shown.press("x")
        steps = shown.text.partition("Steps of")[2]
        assert "prints   yaml: line 1: did not find expected node content" in steps.partition("1 ✓")[0]


@pytest.mark.pilot
async def test_the_culprit_comes_first_among_the_findings_of_its_place(tmp_path: Path) -> None:
    double = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: 5}\nspec: {a: 1}\n"
    source = write_layout(tmp_path / "layout", image(layer(file("package.yaml", double), base=True)))
    async with open_screen(source) as shown:
        culprit = shown.screen.inspection.culprit
        assert culprit is not None
        assert _RULE.findall(shown.text)[0] == culprit.rule


@pytest.mark.pilot
async def test_a_mismatch_of_annotation_and_label_hangs_on_its_layer(tmp_path: Path) -> None:
    base, other = layer(file("package.yaml", PROVIDER), base=True), layer(file("a"), annotation="upbound")
    labels = {f"{ANNOTATION}:{base.digest}": "base", f"{ANNOTATION}:{other.digest}": "base"}
    source = write_layout(tmp_path / "layout", image(base, other, labels=labels))
    async with open_screen(source) as shown:
        (found,) = [each for each in shown.screen.inspection.findings if each.rule == "XPKG207"]
        assert (found.place.layer, found.place.layer_digest) == (1, other.digest)
        await shown.press("2", "k")
        assert re.search(r"1 +upbound ≠ .*! examples, not read", shown.text)
        assert "Findings 1" in shown.text
