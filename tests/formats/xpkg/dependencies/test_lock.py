"""The lock and the ImageConfigs of a cluster, as kubectl prints them."""

import pytest
from builders.cases import each_row

from xpkgtui.errors import Usage
from xpkgtui.formats.xpkg.dependencies.entries import dependencies_of
from xpkgtui.formats.xpkg.dependencies.lock import packages_of_lock, read_image_configs, read_lock

LOCK = """\
apiVersion: pkg.crossplane.io/v1beta1
kind: Lock
metadata: {name: lock}
packages:
- name: one-0123456789ab
  source: a.io/one
  version: v1.0.0
  apiVersion: pkg.crossplane.io/v1
  kind: Provider
  dependencies:
  - {package: a.io/two, constraints: '>=v1', type: Function}
  - {package: a.io/three, constraints: '', type: Other}
"""


def test_a_lock_is_read() -> None:
    (one,) = read_lock(LOCK)
    assert (one.name, one.source, one.version, one.kind) == ("one-0123456789ab", "a.io/one", "v1.0.0", "Provider")
    assert [(each.package, each.constraints, each.kind) for each in one.dependencies] == [
        ("a.io/two", ">=v1", "Function"),
        ("a.io/three", "", ""),
    ]


def test_no_list_of_packages_or_dependencies_is_cut() -> None:
    entries = [{"provider": f"x.example.org/a/p{number}", "version": ">=v1"} for number in range(10_001)]
    assert len(list(dependencies_of({"dependsOn": entries}))) == 10_001
    dependencies = [{"package": entry["provider"], "constraints": ">=v1"} for entry in entries]
    packages = packages_of_lock({"packages": [{"dependencies": dependencies}, *[{}] * 10_000]})
    assert (len(packages), len(packages[0].dependencies)) == (10_001, 10_001)


def test_a_lock_in_a_list_is_read_too() -> None:
    indented = "".join(f"  {line}\n" for line in LOCK.splitlines())
    assert read_lock(f"apiVersion: v1\nkind: List\nitems:\n-{indented[1:]}") == read_lock(LOCK)


@each_row("text", ["", "kind: Other", "{", "kind: Lock\n---\n{", "- a"])
def test_a_text_without_a_lock_is_said_to_be_so(text: str) -> None:
    if text.startswith("kind: Lock"):
        with pytest.raises(Usage, match="cannot be read"):
            read_lock(text)
    else:
        with pytest.raises(Usage):
            read_lock(text)


def test_policies_are_read_and_missed() -> None:
    assert read_image_configs(["kind: ImageConfig\nmetadata: {name: a}"])[0].name == "a"
    with pytest.raises(Usage, match="no ImageConfig"):
        read_image_configs([LOCK])


@each_row("packages", ["5", "[5]", "[{dependencies: 5}]", "[{dependencies: [5], name: []}]"])
def test_values_of_wrong_types_count_as_absent(packages: str) -> None:
    for one in read_lock(f"kind: Lock\npackages: {packages}"):
        assert one.name == ""
