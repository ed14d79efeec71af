"""Findings lead to the page of their rule where the project has a site."""

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


@pytest.mark.parametrize("format", ["markdown", "html"])
def test_markdown_and_html_lead_to_the_page_of_a_rule(format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("check", "demo:refused", "--no-cache", "--format", format)
    assert "a.example" not in run(*words).stdout
    monkeypatch.setattr(addresses, "SITE", "https://a.example")
    found = run(*words).stdout
    assert re.search(r'(\[XPKG401\]\(|<a href=")https://a\.example/rules/XPKG401\.html', found)
