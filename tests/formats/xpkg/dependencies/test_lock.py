"""The lock and the ImageConfigs of a cluster: which one is chosen for an image, and where it leads."""

import pytest
from builders.cases import each_row

from xpkgtui.errors import Malformed, Usage
from xpkgtui.formats.dependencies.questions import ContentsOf, TagsOf
from xpkgtui.formats.used_images.used import RedirectedImage
from xpkgtui.formats.xpkg.dependencies.entries import dependencies_of
from xpkgtui.formats.xpkg.dependencies.lock import (
    ClusterImageConfig,
    Pulls,
    chosen,
    image_config,
    packages_of_lock,
    read_image_configs,
    read_lock,
    redirect,
    rewritten,
    verification,
)

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


NOP = RedirectedImage(reference="xpkg.example.org/acme/nop:v1.0.0", target="m.example/air/acme/nop")
DEEP = RedirectedImage(
    reference="xpkg.example.org/acme/deep/nop@sha256:" + "0" * 64, target="m.example/air/acme/deep/nop"
)
OTHER = """\
apiVersion: pkg.crossplane.io/v1beta1
kind: ImageConfig
metadata: {name: old}
spec:
  matchImages: [{prefix: xpkg.example.org/acme/nop}]
  rewriteImage: {prefix: elsewhere.example/nop}
"""


def test_a_package_is_pulled_and_listed_from_the_mirror() -> None:
    configs = read_image_configs([redirect([NOP]).text])
    assert rewritten(NOP.reference, configs)[0] == "m.example/air/acme/nop:v1.0.0"
    assert rewritten("xpkg.example.org/acme/nop", configs)[0] == "m.example/air/acme/nop"


def test_a_folder_whose_name_begins_alike_is_left_alone() -> None:
    configs = read_image_configs([redirect([NOP]).text])
    other = "xpkg.example.org/acme-co/nop:v1.0.0"
    assert rewritten(other, configs) == (other, "")


def test_a_folder_in_a_folder_has_a_config_of_its_own() -> None:
    found = redirect([NOP, DEEP])
    configs = read_image_configs([found.text])
    assert [one.prefixes for one in configs] == [("xpkg.example.org/acme/",), ("xpkg.example.org/acme/deep/",)]
    assert (
        rewritten(DEEP.reference, configs)[0] == DEEP.target + DEEP.reference[len("xpkg.example.org/acme/deep/nop") :]
    )
    assert found.problems == ()


def test_names_are_those_of_objects_and_differ() -> None:
    images = [
        RedirectedImage(reference=f"{host}/acme/nop:v1", target="m.example/x/nop") for host in ("a.b", "a-b", "a:5")
    ]
    names = [one.name for one in read_image_configs([redirect(images).text])]
    assert names == ["mirror-a-b-acme", "mirror-a-b-acme-2", "mirror-a-5-acme"]


def test_a_config_of_the_cluster_that_wins_is_told() -> None:
    (problem,) = redirect([NOP], [OTHER]).problems
    assert problem == (
        "xpkg.example.org/acme/nop:v1.0.0 is pulled from elsewhere.example/nop:v1.0.0: the ImageConfig old wins over "
        "those of the mirror"
    )


def test_a_name_without_a_folder_is_told() -> None:
    (problem,) = redirect([RedirectedImage(reference="nop:v1", target="m.example/library/nop")]).problems
    assert problem.startswith("nop:v1 has no registry and no folder")


def test_nothing_to_redirect_is_an_empty_text() -> None:
    assert redirect([]).text == ""


def test_the_text_is_an_object_that_kubectl_takes() -> None:
    assert (
        redirect([NOP]).text
        == """\
apiVersion: pkg.crossplane.io/v1beta1
kind: ImageConfig
metadata:
  name: mirror-xpkg-example-org-acme
spec:
  matchImages:
  - type: Prefix
    prefix: "xpkg.example.org/acme/"
  rewriteImage:
    prefix: "m.example/air/acme/"
"""
    )


def config(name: str, *prefixes: str, rewrite: str | None = None, secret: str = "") -> ClusterImageConfig:
    return ClusterImageConfig(name=name, prefixes=prefixes, rewrite=rewrite, pull_secret=secret)


def test_the_longest_prefix_is_chosen_and_replaced() -> None:
    configs = [config("host", "a.io", rewrite="b.io"), config("org", "a.io/org/", rewrite="c.io/x/")]
    assert rewritten("a.io/org/name:v1", configs) == ("c.io/x/name:v1", "org")
    assert rewritten("a.io/other/name", configs) == ("b.io/other/name", "host")
    assert rewritten("z.io/name", configs) == ("z.io/name", "")


def test_a_prefix_is_text_and_no_path() -> None:
    assert (
        rewritten("a.io/acme-co/name", [config("acme", "a.io/acme", rewrite="b.io/acme")])[0] == "b.io/acme-co/name"
    )


def test_of_two_of_one_length_the_first_counts_and_an_empty_prefix_never_does() -> None:
    configs = [
        config("empty", "", rewrite="x"),
        config("one", "a.io", rewrite="b.io"),
        config("two", "a.io", rewrite="c"),
    ]
    assert rewritten("a.io/n", configs) == ("b.io/n", "one")


def test_each_purpose_chooses_by_itself() -> None:
    configs = [config("rewrites", "a.io/org", rewrite="b.io"), config("pulls", "a.io", secret="key")]
    assert chosen("a.io/org/n", configs, lambda one: bool(one.pull_secret)) is configs[1]
    assert verification("a.io/org/n", configs) is None


def test_a_rewrite_to_nothing_stops_the_image() -> None:
    with pytest.raises(Malformed, match="rewrite prefix is missing"):
        rewritten("a.io/n", [config("bad", "a.io", rewrite="")])
    with pytest.raises(Malformed, match="cannot get image rewrite config"):
        Pulls((config("bad", "a.io", rewrite=""),)).tags("a.io/n")


def test_tags_and_contents_are_asked_for_where_they_are_pulled_from() -> None:
    pulls = Pulls((config("mirror", "a.io/", rewrite="b.io/of-a/"),))
    assert pulls.tags("a.io/org/name") == TagsOf(repository="b.io/of-a/org/name")
    assert pulls.package("a.io/org/name:v1") == ContentsOf(reference="b.io/of-a/org/name:v1")


@each_row("value", [None, [], {"kind": "Lock"}, {"kind": "ImageConfig", "spec": 5}, "text"])
def test_values_of_any_type_are_no_reason_to_fail(value: object) -> None:
    found = image_config(value)
    assert found is None or found.prefixes == ()


def test_the_fields_of_an_object() -> None:
    found = image_config(
        {
            "kind": "ImageConfig",
            "metadata": {"name": "all"},
            "spec": {
                "matchImages": [{"prefix": "a.io"}, {"type": "Prefix"}],
                "rewriteImage": {"prefix": "b.io"},
                "registry": {"authentication": {"pullSecretRef": {"name": "key"}}},
                "verification": {"provider": "Cosign"},
            },
        }
    )
    assert found is not None
    assert (found.name, found.prefixes, found.rewrite, found.pull_secret) == ("all", ("a.io", ""), "b.io", "key")
    assert found.verification == {"provider": "Cosign"}
