"""Findings lead to the page of their rule where the project has a site, else to the command that shows it."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from builders.program.headless import run

from xpkgtui.reporting import addresses
from xpkgtui.reporting.addresses import Home

ROOT = Path(__file__).resolve().parents[2]
SNIPPETS = {"README.md", "xpkgtui/manual/ci.md", "xpkgtui/manual/many-packages.md"}
"""Files whose snippets name the project; `python tests/readme.py` writes its address there."""


@pytest.mark.parametrize(
    ("site", "address"), [("", None), ("https://a.example", "https://a.example/rules/XPKG401.html")]
)
def test_sarif_has_the_address_of_a_rule(site: str, address: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "HOME", Home(owner="OWNER", name="REPOSITORY", site=site))
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
    monkeypatch.setattr(addresses, "HOME", Home(owner="acme", name="xpkgtui", site="https://a.example"))
    found = run(*words).stdout
    assert "xpkgtui rules XPKG401" not in found
    assert re.search(r'(\[XPKG401\]\(|<a href=")https://a\.example/rules/XPKG401\.html', found)


def test_the_address_of_the_program_is_the_site_or_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for owner, name, site in (("OWNER", "REPOSITORY", ""), ("Acme", "x", ""), ("Acme", "x", "https://a.example")):
        monkeypatch.setattr(addresses, "HOME", Home(owner=owner, name=name, site=site))
        log = json.loads(run("check", "demo:refused", "--no-cache", "--format", "sarif").stdout)
        found.append(log["runs"][0]["tool"]["driver"].get("informationUri"))
    assert found == [None, "https://github.com/Acme/x", "https://a.example"]


def test_names_in_a_registry_are_of_small_letters() -> None:
    assert Home(owner="Acme", name="Tool").image == "ghcr.io/acme/tool"


def test_only_snippets_say_where_the_project_is_and_all_say_the_same() -> None:
    """While the owner has not decided these are the places that say so, and the release script refuses."""
    searched = ["git", "grep", "-lIE", "OWNER/REPOSITORY", "--", ":!tests", ":!CONTRIBUTING.md", ":!.ci", ":!*.py"]
    done = subprocess.run(searched, cwd=ROOT, capture_output=True, text=True, check=False)
    assert set(done.stdout.split()) == (set() if addresses.HOME.is_known else SNIPPETS)
    named = [addresses.HOME.project in (ROOT / name).read_text() for name in SNIPPETS]
    assert named == [True] * len(SNIPPETS)
