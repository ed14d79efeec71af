"""What app.yaml lists under dependsOn."""

from pathlib import Path
from typing import Any

from builders.goldens import Golden, described
from builders.packages.edited import differences
from builders.packages.stacks import APP
from builders.program.headless import headless, run

from xpkgtui.formats.dependencies.questions import PackageOpened, RootPackage
from xpkgtui.formats.stack.format import STACK

DEPENDS = """dependsOn:
- crd: boats.sea.example.org/v1alpha1
- crd: '*.sky.example.org'
- package: example.org/moon
- crd: boats.sea.example.org/v1alpha1
"""


def _folder(tmp_path: Path, text: str) -> str:
    place = tmp_path / ".registry"
    place.mkdir()
    (place / "app.yaml").write_text(text)
    return str(place)


def test_definitions_and_packages_are_listed_once(tmp_path: Path) -> None:
    found = headless("deps", _folder(tmp_path, APP + DEPENDS))
    assert [(one["kind"], one["package"]) for one in found.document["packages"][1:]] == [
        ("CRD", "boats.sea.example.org"),
        ("CRD", "*.sky.example.org"),
        ("Package", "example.org/moon"),
    ]
    assert [one["constraint"] for one in found.document["edges"]] == ["v1alpha1", "", ""]
    assert found.document["sentence"] == "it asks for 1 package and 2 CRDs; Crossplane 0.12 installs none of it"


def test_a_package_without_any_depends_on_nothing(tmp_path: Path) -> None:
    found = headless("deps", _folder(tmp_path, APP))
    assert (found.code, found.document["sentence"]) == (0, "it depends on no other package")


def test_nothing_resolves_them(tmp_path: Path) -> None:
    ended = run("deps", _folder(tmp_path, APP + DEPENDS), "--resolve")
    assert ended.exit_code == 2
    assert "Crossplane 0.12 installs none of it" in ended.stderr


def test_what_edited_lists_depend_on(golden: Golden) -> None:
    known = STACK.dependencies()
    assert known is not None
    wanted = [{"crd": "a.b/v1"}, {"CRD": "c"}, {"package": "d"}, {"crd": "sea", "package": "e"}]

    def needed(value: Any) -> list[str]:
        return described(known.direct(RootPackage(source="sea", opened=PackageOpened(meta=value)))).splitlines()

    golden("dependencies_stack", differences({"": {"dependsOn": wanted}}, needed))
