"""`.ci/site`: every page and rule has its address, and every link inside leads somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from xpkgtui.reporting.chapters import NAMES
from xpkgtui.reporting.manual import pages

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, ROOT / ".ci" / "site", folder], check=True)
    return folder


def test_every_page_and_rule_has_its_address(site: Path) -> None:
    made = {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
    assert made == {"index.html", *(f"{name}.html" for name in NAMES), *(f"rules/{one.id}.html" for one in pages())}


def test_every_link_leads_to_a_page_or_picture_of_the_site(site: Path) -> None:
    broken = []
    for path in site.rglob("*.html"):
        links = re.findall(r'(?:href|src)="([^"#:]+)"', path.read_text(encoding="utf-8"))
        assert links
        broken += [(path.name, link) for link in links if not (path.parent / link).is_file()]
    assert broken == []


def test_a_page_needs_nothing_else_and_has_its_text(site: Path) -> None:
    page = (site / "mirror.html").read_text(encoding="utf-8")
    assert "http://" not in page.split("<main>")[0]
    assert "<script" not in page
    assert "@page@" not in page
    assert "<code>skopeo copy --all --preserve-digests</code>" in page
    assert "img-src" in page
    assert "<h2>Fix</h2>" in (site / "rules" / "XPKG401.html").read_text(encoding="utf-8")
