"""Files of `.registry` that begin with a directive, and links: what Crossplane 0.12 says of them."""

from pathlib import Path

import pytest
from builders.packages.judged_folders import Judged, judged
from builders.packages.stacks import APP, GROUP, INSTALL, crd

from xpkgtui.formats.stack.format import STACK
from xpkgtui.rules.finding import Acceptance

WALK = "failed to walk Package filesystem: "
PLACE = "/ext-pkg/.registry"


def registry(folder: Path, files: dict[str, str], links: dict[str, str] | None = None) -> Judged:
    """A package with these files and links beside the usual ones, judged."""
    top = folder / ".registry"
    top.mkdir()
    for name, text in {"app.yaml": APP, "boat.crd.yaml": crd(), **files}.items():
        (top / name).write_text(text)
    for name, target in (links or {}).items():
        (top / name).unlink(missing_ok=True)
        (top / name).symlink_to(target)
    return judged(STACK, folder)


@pytest.mark.parametrize(
    ("name", "text"), [("app.yaml", APP), ("boat.crd.yaml", crd()), ("install.yaml", INSTALL), ("group.yaml", GROUP)]
)
@pytest.mark.parametrize("lead", ["%YAML 1.1\n---\n", "# licence\n%YAML 1.1\n---\n", "\n%YAML  1.1\n--- # app\n"])
def test_a_version_of_yaml_stands_above_a_document(name: str, text: str, lead: str, tmp_path: Path) -> None:
    found = registry(tmp_path, {name: lead + text})
    assert found.verdict.acceptance is Acceptance.ACCEPTED


@pytest.mark.parametrize("lead", ["%YAML 1.1\n", "%YAML 1.2\n---\n"])
def test_a_directive_that_the_parser_does_not_take(lead: str, tmp_path: Path) -> None:
    found = registry(tmp_path, {"app.yaml": lead + APP})
    assert found.verdict.culprit is not None
    assert (found.verdict.culprit.says or "").startswith(f'{WALK}invalid app "{PLACE}/app.yaml": error converting')


def test_a_version_of_yaml_and_nothing_else(tmp_path: Path) -> None:
    found = registry(tmp_path, {"app.yaml": "%YAML 1.1\n---\n"})
    assert found.verdict.culprit is not None
    says = 'Package permissionScope "" is not permitted by unpack invocation parameters (expected "Cluster")'
    assert found.verdict.culprit.says == says


@pytest.mark.parametrize(
    ("name", "target", "says"),
    [
        ("x.crd.yaml", "gone", f"{WALK}open {PLACE}/x.crd.yaml: no such file or directory"),
        ("icon.svg", "gone", f"{WALK}open {PLACE}/icon.svg: no such file or directory"),
        ("app.yaml", "gone", f"{WALK}open {PLACE}/app.yaml: no such file or directory"),
        ("x.crd.yaml", ".", f"{WALK}read {PLACE}/x.crd.yaml: is a directory"),
    ],
)
def test_a_link_that_leads_to_no_file(name: str, target: str, says: str, tmp_path: Path) -> None:
    found = registry(tmp_path, {}, {name: target})
    assert found.verdict.culprit is not None
    assert found.verdict.culprit.says == says


@pytest.mark.parametrize(("name", "target"), [("x.txt", "gone"), ("x.crd.yaml", "boat.crd.yaml")])
def test_other_links(name: str, target: str, tmp_path: Path) -> None:
    assert registry(tmp_path, {}, {name: target}).verdict.acceptance is Acceptance.ACCEPTED
