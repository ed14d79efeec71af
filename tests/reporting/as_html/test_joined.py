"""The page of several runs: every text in it is text, and its size has a limit."""

from typing import Any

from xpkgtui.reporting.as_html.joined import joined

HOSTILE = "<script>alert(1)</script>\x1b[2J"


def result(number: int, **more: object) -> dict[str, Any]:
    finding = {"rule": "XPKG401", "severity": "error", "message": HOSTILE, "fix": HOSTILE, "location": {"line": 3}}
    return {"source": f"s{number}", "verdict": "refused", "summary": {"error": 1}, "findings": [finding], **more}


def test_foreign_texts_stay_text() -> None:
    page = joined(lambda: [result(1, source=HOSTILE, error={"title": HOSTILE, "tried": [HOSTILE]})])
    assert "<script" not in page
    assert "\x1b" not in page


def test_a_finding_says_where_it_is() -> None:
    where: dict[str, Any] = {"line": 3, "file": "a.yaml", "layer": {"index": 2}, "field": "spec.a"}
    finding = {"severity": "error", "message": "m", "location": where, "object": {"kind": "CRD", "name": "a"}}
    assert "layer 2 · a.yaml:3 · CRD a · spec.a" in joined(lambda: [result(1, findings=[finding])])
    finding["location"] = {"line": 3}
    assert "line 3 · CRD a" in joined(lambda: [result(1, findings=[finding])])
    finding["location"] = {"path": "bin/a"}
    assert "bin/a · CRD a" in joined(lambda: [result(1, findings=[finding])])


def test_nothing_is_not_fine() -> None:
    assert 'class="verdict warn">? 0 packages' in joined(list)


def test_rows_lead_to_their_findings() -> None:
    page = joined(lambda: [result(1), result(2, verdict="accepted", summary={}, findings=[])])
    assert page.count('href="#source-0"') == page.count('id="source-0"') == 1
    assert "#source-1" not in page
    assert "2 packages: 1 refused, 1 accepted" in page


def test_findings_of_the_worst_sources_are_shown_and_the_others_listed() -> None:
    page = joined(lambda: (result(number) for number in range(600)))
    assert (page.count("<section>"), page.count('scope="row"')) == (500, 600)


def test_a_source_has_the_color_of_its_verdict() -> None:
    results = (
        result(1),
        result(2, verdict="accepted", summary={}, findings=[]),
        result(3, verdict=None, summary={}, findings=[]),
        result(4, verdict=None, findings=None),
    )
    page = joined(lambda: results)
    for words in ('bad">✗ refused', 'ok">✓ accepted', 'warn">? undecided', 'bad">✗ could not be read'):
        assert f'class="{words}' in page


def test_the_order_of_the_results_changes_nothing() -> None:
    results = [result(number, summary={"error": number}) for number in range(5)]
    assert joined(lambda: results) == joined(lambda: results[::-1])
