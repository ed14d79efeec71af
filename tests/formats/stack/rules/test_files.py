"""Files of `.registry` that begin with a directive, and links: what Crossplane 0.12 says of them."""

from pathlib import Path

import pytest
from builders.cases import each_row
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
        (top / name).parent.mkdir(exist_ok=True)
        (top / name).write_text(text)
    for name, target in (links or {}).items():
        (top / name).unlink(missing_ok=True)
        (top / name).symlink_to(target)
    return judged(STACK, folder)


@each_row(
    ("name", "text"), [("app.yaml", APP), ("boat.crd.yaml", crd()), ("install.yaml", INSTALL), ("group.yaml", GROUP)]
)
@each_row("lead", ["%YAML 1.1\n---\n", "# licence\n%YAML 1.1\n---\n", "\n%YAML  1.1\n--- # app\n"])
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


@each_row(
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


SEPARATOR = "A separator has text after it; documents from here on are not shown"
INVALID = f'{WALK}invalid install "{PLACE}/install.yaml": error unmarshaling JSON: '
VALUES = "yaml: line 2: mapping values are not allowed in this context"
OF_TYPE = "into Go value of type map[string]interface {}"


@each_row(
    ("files", "rule", "found"),
    [
        ({"b/app.yaml": APP}, "STK001", [("app.yaml is ignored: b/app.yaml is read later and replaces it", None)]),
        (
            {"b/app.yaml": APP, "c/app.yaml": APP},
            "STK001",
            [
                (f"{one} is ignored: c/app.yaml is read later and replaces it", None)
                for one in ("app.yaml", "b/app.yaml")
            ],
        ),
        (
            {"behavior.yaml": "# x\n"},
            "STK021",
            [
                (
                    "behavior.yaml has no content, and so no source.path",
                    f"{WALK}Behavior source path cannot be empty, '/', or '.'",
                )
            ],
        ),
        ({"app.yaml": f"{APP}--- x\n"}, "STK022", [(SEPARATOR, None)]),
        (
            {"group.yaml": "--- x\na: 1\n"},
            "STK022",
            [
                (SEPARATOR, None),
                (
                    f"group.yaml cannot be read: {VALUES}",
                    f'{WALK}invalid group "{PLACE}/group.yaml": error converting YAML to JSON: {VALUES}',
                ),
            ],
        ),
        *(
            (
                {"install.yaml": f"{text}\n"},
                "STK002",
                [("install.yaml is not an object", f"{INVALID}json: cannot unmarshal {kind} {OF_TYPE}")],
            )
            for text, kind in (("true", "bool"), ("[]", "array"), ("1", "number"), ("a", "string"))
        ),
        (
            {"install.yaml": "a: 1\n"},
            "STK002",
            [("install.yaml has no kind", f"{INVALID}Object 'Kind' is missing in '{{\"a\":1}}'")],
        ),
    ],
)
def test_files_that_are_odd(
    files: dict[str, str], rule: str, found: list[tuple[str, str | None]], tmp_path: Path
) -> None:
    assert [(one.message, one.says) for one in registry(tmp_path, files).of(rule)] == found


@each_row("name", ["app.yaml", "behavior.yaml", "b/app.yaml"])
def test_a_folder_with_the_name_of_a_file_is_read_as_one(name: str, tmp_path: Path) -> None:
    (tmp_path / ".registry" / name).mkdir(parents=True)
    if name != "app.yaml":
        (tmp_path / ".registry/app.yaml").write_text(APP)
    found = judged(STACK, tmp_path)
    assert [(one.message, one.says) for one in found.of("STK021")] == [
        (f"The folder {name} has a name that is read as a file", f"{WALK}read {PLACE}/{name}: is a directory")
    ]
    assert found.of("STK001") == []
