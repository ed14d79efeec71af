"""The Overview as lines of a page."""

import json
from dataclasses import replace
from pathlib import Path

from builders.packages.folders import META, write_folder
from builders.packages.metas import aws, meta, named_to_harm
from builders.screens.hostile import HOSTILE
from builders.screens.opened import open_screen
from textual.content import Content

from xpkgtui.app.drawing.page import Fact, Line
from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.app.objects import overview
from xpkgtui.formats.xpkg.overview import overview as of_meta
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.limits import LIMITS

CRD_API, CRD = "apiextensions.k8s.io/v1", "CustomResourceDefinition"


def drawn(body: tuple[Line, ...], width: int = 60) -> str:
    renderer = Prose(body, width)
    return "\n".join(renderer.draw(row, 0, width).plain.rstrip() for row in range(renderer.rows))


def test_the_same_overview_is_laid_out_once() -> None:
    found = of_meta(aws(), "2.4")
    assert overview.below(found) is overview.below(found)


def test_everything_from_a_package_is_made_visible() -> None:
    found = of_meta(named_to_harm(HOSTILE), "2.4")
    text = drawn((*overview.above(found), *overview.below(found)))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "[bold\n" in text


def test_a_constraint_that_is_not_satisfied_has_a_sign() -> None:
    body = overview.above(of_meta(meta(crossplane={"version": "<2"}), "2.4"))
    fact = next(line for line in body if isinstance(line, Fact) and line.label == "Crossplane")
    assert fact.text.plain == "✗ needs <2; 2.4 does not satisfy it"


def test_a_table_in_a_quote_keeps_its_mark() -> None:
    body = overview.below(
        of_meta(meta(annotations={"meta.crossplane.io/readme": "> | a |\n> |---|\n> | b |"}), "2.4")
    )
    assert drawn(body[-1:]) == "│ a\n│ ─\n│ b"


def test_no_run_of_a_readme_carries_markup_or_links() -> None:
    body = overview.below(
        of_meta(meta(annotations={"meta.crossplane.io/readme": "[a](https://x.example) [b]c[/b]"}), "2.4")
    )
    texts = [line.text for line in body if hasattr(line, "text") and isinstance(line.text, Content)]
    assert not any("link" in str(span.style) or "@" in str(span.style) for text in texts for span in text.spans)


async def test_what_a_limit_kept_from_being_read_is_not_told_as_absent(tmp_path: Path) -> None:
    large = json.dumps({"apiVersion": CRD_API, "kind": CRD, "metadata": {"annotations": {"blanks": "x" * 60_000}}})
    provider = META.replace("Configuration", "Provider")
    source = write_folder(tmp_path / "sources", {"crossplane.yaml": provider, "crd.yaml": large})
    options = Options(price=-1, limits=replace(LIMITS, document=40 << 10))
    async with open_screen(source, options=options) as shown:
        assert "not known: not all documents were read" in shown.text
        assert "1 document not read" in shown.text
        assert "it gets no role" not in shown.text
