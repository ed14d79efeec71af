"""Findings lead to the page of their rule where the project has a site, else to the command that shows it."""

import json
import re

import pytest
from builders.program.headless import run

from xpkgtui.reporting import addresses


@pytest.mark.parametrize(
    ("site", "address"), [("", None), ("https://a.example", "https://a.example/rules/XPKG401.html")]
)
def test_sarif_has_the_address_of_a_rule(site: str, address: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "SITE", site)
    log = json.loads(run("check", "demo:refused", "--no-cache", "--format", "sarif").stdout)
    (rule,) = (one for one in log["runs"][0]["tool"]["driver"]["rules"] if one["id"] == "XPKG401")
    assert rule.get("helpUri") == address
    assert [("xpkgtui rules XPKG401" in text) for text in rule["help"].values()] == [not site] * 2


@pytest.mark.parametrize("format", ["markdown", "html"])
def test_markdown_and_html_lead_to_the_page_of_a_rule(format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("check", "demo:refused", "--no-cache", "--format", format)
    alone = run(*words).stdout
    assert "a.example" not in alone
    assert "xpkgtui rules XPKG401" in alone
    monkeypatch.setattr(addresses, "SITE", "https://a.example")
    found = run(*words).stdout
    assert "xpkgtui rules XPKG401" not in found
    assert re.search(r'(\[XPKG401\]\(|<a href=")https://a\.example/rules/XPKG401\.html', found)
