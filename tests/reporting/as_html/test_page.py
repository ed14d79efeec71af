"""The page of a report: whole by itself, and text stays text."""

import itertools
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.gate import few
from builders.inspection.inspections import inspect_source
from builders.packages.judgements import CRD, PROVIDER
from builders.program.headless import run

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_html.markup import Element, prose
from xpkgtui.reporting.as_html.page import ReportedSource, page, schema_parts
from xpkgtui.rules.finding import Finding, Severity

HOSTILE = "</style><script>alert(1)</script>\"' onload=x \x1b[2J\ud800"
VOID = frozenset({"meta", "br"})


class Parsed(HTMLParser):
    """The elements of a page, and whether each is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


async def state_of(folder: Path) -> Inspection:
    path = folder / "package.yaml"
    path.write_text(PROVIDER + "---\n" + CRD)
    return await inspect_source(path)


def page_of(*states: Inspection) -> str:
    sources = [ReportedSource(inspection=one, excerpts={}) for one in states]
    return page(sources, profile="crossplane", crossplane="2.4")


def test_an_element_escapes_texts_and_attributes() -> None:
    made = "".join(Element("a", "<b>&", href='x" y').pieces())
    assert made == '<a href="x&quot; y">&lt;b&gt;&amp;</a>\n'


def test_a_text_keeps_its_lines_only_where_they_count() -> None:
    assert "".join(Element("pre", "a\nb").pieces()) == "<pre>a\nb</pre>"
    assert "".join(Element("p", "a\nb").pieces()) == "<p>a␊b</p>\n"


async def test_the_format_is_named_beside_what_it_was_recognized_by(tmp_path: Path) -> None:
    words = [one for one in Parsed(page_of(await state_of(tmp_path))).words if one.strip()]
    assert words[words.index("format") + 1 :][:2] == ["xpkg", "recognized by"]


async def test_every_element_is_closed_and_nothing_is_loaded(tmp_path: Path) -> None:
    parsed = Parsed(page_of(await state_of(tmp_path)))
    assert parsed.open == []
    assert not {"script", "link", "img", "iframe", "object"} & set(parsed.tags)
    assert [value for name, value in parsed.attributes if name in {"src", "href"}] == []


async def test_hostile_text_stays_text(tmp_path: Path) -> None:
    state = await state_of(tmp_path)
    finding = Finding(rule="XPKG1", severity=Severity.ERROR, message=HOSTILE, fix=HOSTILE, says=HOSTILE)
    text = page_of(replace(state, source=HOSTILE, findings=(finding,)))
    parsed = Parsed(text)
    assert "script" not in parsed.tags
    assert "onload" not in {name for name, _ in parsed.attributes}
    assert "\x1b" not in text
    text.encode("utf-8")


@each_row(("names", "title"), [(["a"], "a"), (["a", "b"], "2 packages"), ([], "0 packages")])
def test_a_page_is_called_by_its_source_or_by_their_number(names: list[str], title: str) -> None:
    made = page_of(*[Inspection(source=name) for name in names])
    assert f"<title>{title}: xpkgtui report</title>" in made
    assert f"<h1>{title}</h1>" in made


async def test_several_sources_have_a_table_with_links_to_each(tmp_path: Path) -> None:
    state = await state_of(tmp_path)
    parsed = Parsed(page_of(state, replace(state, source="other")))
    targets = {f"#{value}" for name, value in parsed.attributes if name == "id"}
    assert {value for name, value in parsed.attributes if name == "href"} == targets == {"#source-1", "#source-2"}


async def test_headings_go_down_one_by_one(tmp_path: Path) -> None:
    state = await state_of(tmp_path)
    for states in ((state,), (state, state)):
        levels = [int(tag[1]) for tag in Parsed(page_of(*states)).tags if tag in {"h1", "h2", "h3", "h4"}]
        assert all(after - before <= 1 for before, after in itertools.pairwise(levels))
        assert levels[0] == 1


@pytest.mark.parametrize(
    "demo", few(["demo", "demo:refused", "demo:disputed", "demo:bundle", "demo:catalog", "demo:stack"], 3)
)
def test_a_report_of_each_format_is_whole(demo: str, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    assert run("report", demo, "-o", str(target)).exit_code == 0
    parsed = Parsed(target.read_text())
    assert parsed.open == []
    assert "Who reads what" in parsed.words


def test_a_finding_is_shown_with_its_lines(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    assert run("check", "demo", "--format", f"html={target}", "--format", "text").exit_code == 0
    assert any("shortName:" in word and "4160 │" in word for word in Parsed(target.read_text()).words)


def test_what_cannot_be_opened_is_in_the_report_and_in_the_code(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    assert run("report", "demo", str(tmp_path / "none.xpkg"), "-o", str(target)).exit_code == 3
    assert any("not-found" in word for word in Parsed(target.read_text()).words)


def test_the_fields_of_definitions_are_listed(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    assert run("report", "demo", "-o", str(target)).exit_code == 0
    words = Parsed(target.read_text()).words
    assert "spec.forProvider" in words
    assert any("required" in word for word in words)


def test_schemas_of_wrong_types_are_said_to_be_unreadable() -> None:
    spec = {
        "group": "example.org",
        "names": {"kind": "Thing", "plural": "things"},
        "versions": [{"name": "v1", "storage": True, "schema": {"openAPIV3Schema": {"properties": 7}}}],
    }
    made = "".join(piece for one in schema_parts([{"spec": spec}], 80, "x", "h2") for piece in one.pieces())
    assert "no schema that can be read" in made
    assert "30 definitions more" in made


def test_what_stands_in_backticks_is_code() -> None:
    assert "".join(prose("Run `a <b`, or x.").pieces()) == "<span>Run <code>a &lt;b</code>, or x.</span>\n"
    assert "".join(prose("One ` alone.").pieces()) == "<span>One ` alone.</span>\n"
