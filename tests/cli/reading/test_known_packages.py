"""What sources of one call say about each other."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection import ports
from builders.packages.rukpak_objects import CASES, IMAGE, bundle, of_template
from builders.program.headless import documents

from xpkgtui.cli.reading.known_packages import compared, is_concerned, known_package, known_to
from xpkgtui.inspection.messages.events import Event, Resolved
from xpkgtui.inspection.messages.replies import TextReady
from xpkgtui.rules.case import KnownDependency, KnownObject, KnownPackage


def bundles(folder: Path, *texts: str) -> list[Path]:
    paths = [folder / f"{number}.yaml" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return paths


def refused(*sources: Path) -> list[list[str]]:
    """The messages of RPK009, source by source."""
    results = documents("check", *map(str, sources))
    return [[one["message"] for one in each["findings"] if one["rule"] == "RPK009"] for each in results]


def test_a_bundle_that_an_earlier_source_has_in_another_state_is_refused(tmp_path: Path) -> None:
    old, new = bundles(tmp_path, bundle(IMAGE), CASES["an upload"])
    assert refused(old, new) == [[], [f"Bundle boat already exists in {old}, with another spec"]]
    assert refused(new, old) == [[], [f"Bundle boat already exists in {new}, with another spec"]]


def test_the_first_of_three_sources_counts(tmp_path: Path) -> None:
    first, second, third = bundles(tmp_path, bundle(IMAGE), CASES["an upload"], bundle(IMAGE))
    assert [len(each) for each in refused(first, second, third)] == [0, 1, 0]


@each_row(
    "texts",
    [
        (bundle(IMAGE), bundle(IMAGE)),
        (bundle(IMAGE), bundle(IMAGE.replace("}", ", pullSecret: '', odd: 1}"))),
        (bundle(IMAGE), CASES["an upload"].replace("name: boat", "name: ship")),
        (of_template(IMAGE), of_template("type: upload, upload: {}")),
        (bundle("type: image"), bundle(IMAGE)),
    ],
    ids=["the same", "what the definition drops", "another name", "a template", "never created"],
)
def test_what_may_change_and_what_is_never_created_are_left_alone(tmp_path: Path, texts: tuple[str, str]) -> None:
    assert refused(*bundles(tmp_path, *texts)) == [[], []]


THING = KnownObject(kind="Bundle", name="boat", fixed="a")
A = KnownPackage(repository="r/a", dependencies=(KnownDependency(repository="r/b", constraint=">=v1"),))
B = KnownPackage(repository="r/b", objects=(THING,))
LOCAL = KnownPackage(repository="", objects=(THING, KnownObject(kind="Bundle", name="ship", fixed="b")))
NOTHING = KnownPackage(repository="")


def test_a_source_knows_those_with_a_name_and_of_earlier_ones_the_objects() -> None:
    numbered = [(1, A), (2, B), (3, LOCAL), (4, NOTHING)]
    assert known_to(1, numbered) == (A, B, LOCAL)
    assert known_to(3, numbered) == (A, replace(B, is_earlier=True), LOCAL)
    assert known_to(4, numbered) == (A, replace(B, is_earlier=True), replace(LOCAL, is_earlier=True))


def test_a_package_is_concerned_by_its_dependencies_and_by_earlier_objects() -> None:
    earlier = replace(B, is_earlier=True)
    assert (is_concerned(A, [A, B]), is_concerned(A, [A, LOCAL]), is_concerned(B, [A, B])) == (True, False, False)
    assert (is_concerned(LOCAL, [earlier]), is_concerned(LOCAL, [B]), is_concerned(NOTHING, [earlier])) == (
        True,
        False,
        False,
    )
    other = replace(earlier, objects=(replace(THING, name="raft"),))
    assert is_concerned(LOCAL, [other]) is False


def test_definitions_of_another_package_are_compared_and_those_of_another_version_are_not() -> None:
    first = KnownPackage(source="a.xpkg", kind="Provider", name="a", definitions=("x.io", "y.io"))
    other = replace(first, source="b.xpkg", name="b", definitions=("x.io", "z.io"))
    newer = replace(first, source="a2.xpkg")
    numbered = compared([(1, first), (2, other), (3, newer)])
    assert [one.definitions for _, one in numbered] == [("x.io", "y.io"), ("x.io",), ("x.io", "y.io")]
    known = known_to(2, numbered)
    assert [one.definitions for one in known] == [("x.io",)] * 2
    assert is_concerned(numbered[1][1], known)
    assert not is_concerned(first, known_to(1, compared([(1, first), (3, newer)])))
    assert not is_concerned(replace(first, repository="r/a"), [replace(newer, repository="r/a")])
    assert is_concerned(replace(first, repository="r/a"), [replace(newer, repository="mirror/a")])


PACKAGE = """\
apiVersion: meta.pkg.crossplane.io/v1
kind: {kind}
metadata: {{name: {name}}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: boats.sea.example.org}}
spec:
  group: sea.example.org
  scope: Cluster
  names: {{kind: Boat, plural: boats}}
  versions: [{{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object}}}}}}]
"""


@each_row(
    ("kind", "names", "version", "found"),
    [
        ("Provider", "ab", "2.4", [1, 1]),
        ("Provider", "aa", "2.4", [0, 0]),
        ("Function", "ab", "2.4", [0, 0]),
        ("Function", "ab", "2.1", [1, 1]),
    ],
)
def test_two_packages_of_one_call_with_one_definition(
    tmp_path: Path, kind: str, names: str, version: str, found: list[int]
) -> None:
    paths = bundles(tmp_path, *(PACKAGE.format(kind=kind, name=name) for name in names))
    results = documents("check", *map(str, paths), "--crossplane", version)
    messages = [[one["message"] for one in each["findings"] if one["rule"] == "XPKG919"] for each in results]
    assert [len(each) for each in messages] == found
    if found == [1, 1]:
        kept = "too: the package that is installed first keeps it"
        assert messages[0] == [f"CustomResourceDefinition boats.sea.example.org is in {paths[1]} {kept}"]


META = {
    "metadata": {"name": "a"},
    "spec": {"dependsOn": [{"provider": "b.example/c", "version": ">=v1"}, {"version": "1"}]},
}
NEEDED = (KnownDependency(repository="b.example/c", constraint=">=v1"),)
ALONE = KnownPackage(
    source="pkg.xpkg", repository="", digest=ports.DIGEST, kind="Provider", name="provider-x", dependencies=NEEDED
)


def remote(reference: str) -> Event:
    found = ports.resolved(reference, "registry")
    assert isinstance(found, Resolved)
    return replace(found, is_remote=True)


@pytest.mark.parametrize(
    ("events", "are_local", "known"),
    [
        ((ports.resolved(), ports.objects()), False, ALONE),
        ((ports.resolved(), ports.objects()), True, replace(ALONE, dependencies=())),
        ((), False, KnownPackage(source="pkg.xpkg", repository="")),
        (
            (remote("a.example/b:v1"), ports.objects()),
            False,
            replace(ALONE, repository="a.example/b", version="v1"),
        ),
        ((remote("a.example/b@" + ports.DIGEST), ports.objects()), False, replace(ALONE, repository="a.example/b")),
        ((remote("no reference"), ports.objects()), False, ALONE),
    ],
    ids=["a file", "all are files", "nothing", "a tag", "a digest", "no reference"],
)
async def test_a_package_is_known_by_its_repository_and_what_it_needs(
    tmp_path: Path, events: tuple[Event, ...], are_local: bool, known: KnownPackage
) -> None:
    (tmp_path / "meta").write_text(json.dumps(META))
    port = ports.FakePort(lambda _: (TextReady(path=str(tmp_path / "meta"), size=9),))
    assert await known_package(port, ports.inspection(*events), are_local=are_local) == known
