"""`rbac`: what a package may do, in each format, and exit codes."""

from pathlib import Path

import pytest
from builders.oci.images import package, xpkg
from builders.packages.bundles import CSV, CSV_FILE, SOUND, write
from builders.program.headless import headless, run
from ruamel.yaml import YAML

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: sea}\n"
CRD = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boats.sea.example.org}
spec: {group: sea.example.org, names: {plural: boats, kind: Boat}, scope: Cluster, versions: []}
"""
ASKING = CSV.replace(
    "      deployments:\n",
    "      clusterPermissions:\n      - serviceAccountName: tides\n"
    "        rules: [{verbs: ['*'], apiGroups: [''], resources: [secrets]}]\n      deployments:\n",
)


@pytest.fixture
def provider(tmp_path: Path) -> Path:
    path = tmp_path / "sea.xpkg"
    path.write_bytes(xpkg(package(f"{META}---\n{CRD}")))
    return path


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return write(tmp_path / "tides", {**SOUND, CSV_FILE: ASKING})


def test_a_provider_gets_three_roles(provider: Path) -> None:
    found = headless("rbac", provider)
    assert [(one["by"], one["scope"], bool(one["wide"])) for one in found.document["grants"]] == [
        ("rbac-manager", "cluster", True),
        ("rbac-manager", "cluster", False),
        ("rbac-manager", "cluster", False),
    ]
    assert found.code == 0


def test_a_member_of_the_family_is_in_the_roles(tmp_path: Path) -> None:
    family = META.replace("{name: sea}", "{name: sea, labels: {pkg.crossplane.io/provider-family: seas}}")
    paths = [tmp_path / "sea.xpkg", tmp_path / "fish.xpkg"]
    for path, group in zip(paths, ("sea.example.org", "fish.example.org"), strict=True):
        path.write_bytes(xpkg(package(f"{family}---\n{CRD.replace('sea.example.org', group)}")))
    done = run("rbac", str(paths[0]), "--member", str(paths[1]), "--format", "yaml", "--no-cache")
    view = next(one for one in YAML(typ="safe").load_all(done.stdout) if one["metadata"]["name"].endswith("view"))
    assert [rule["apiGroups"] for rule in view["rules"]] == [["fish.example.org"], ["sea.example.org"]]


def test_a_member_that_cannot_be_read_is_said(provider: Path) -> None:
    done = run("rbac", str(provider), "--member", str(provider.with_name("none.xpkg")), "--no-cache")
    assert (done.exit_code, "none.xpkg" in done.stderr) == (3, True)


def test_an_older_crossplane_makes_other_roles(provider: Path) -> None:
    found = headless("rbac", provider, "--crossplane", "1.20").document
    assert found["costs"]["remarks"] == ["All 1 CRD are active at once: Crossplane before 2.0 knows no activation."]


def test_what_one_maker_makes_is_shown_alone(bundle: Path) -> None:
    makers = {one["by"] for one in headless("rbac", bundle).document["grants"]}
    assert makers == {"olmv0", "olmv1", "installer", "manifests"}
    found = headless("rbac", bundle, "--by", "olmv0").document
    assert {one["by"] for one in (*found["grants"], *found["objects"])} == {"olmv0"}


def test_yaml_is_what_can_be_applied(bundle: Path) -> None:
    done = run("rbac", str(bundle), "--by", "installer", "--format", "yaml", "--namespace", "sea")
    documents = list(YAML(typ="safe").load_all(done.stdout))
    assert [(one["kind"], one["metadata"].get("namespace")) for one in documents] == [
        ("ServiceAccount", "sea"),
        ("ClusterRole", None),
        ("Role", "sea"),
        ("ClusterRoleBinding", None),
        ("RoleBinding", "sea"),
    ]
    assert documents[3]["subjects"] == [{"kind": "ServiceAccount", "name": "tides-installer", "namespace": "sea"}]
    assert "note: Names are those of an installation in namespace sea." in done.stderr


def test_labels_are_in_the_yaml(provider: Path) -> None:
    done = run("rbac", str(provider), "--format", "yaml")
    edit = next(one for one in YAML(typ="safe").load_all(done.stdout) if one["metadata"]["name"].endswith("-edit"))
    assert edit["metadata"]["labels"]["rbac.crossplane.io/aggregate-to-crossplane"] == "true"
    assert edit["rules"][0] == {
        "verbs": ["*"],
        "apiGroups": ["sea.example.org"],
        "resources": ["boats", "boats/status"],
    }


def test_the_text_says_the_widest_first(bundle: Path) -> None:
    lines = run("rbac", str(bundle)).stdout.splitlines()
    assert lines[:4] == [
        "5 roles come with it, 3 of them wide",
        "",
        "May do",
        "  ServiceAccount operators/tides",
    ]
    assert lines[5] == "    ! reads and writes every Secret"


def test_a_catalog_grants_nothing() -> None:
    found = headless("rbac", "demo:catalog").document
    assert (found["grants"], found["remarks"][0][:23]) == ([], "A catalog grants nothin")


def test_what_cannot_be_read_ends_with_3(tmp_path: Path) -> None:
    broken = write(tmp_path / "tides", {**SOUND, "manifests/z.yaml": "kind: Role\nx: [\n"})
    found = headless("rbac", broken)
    (part,) = found.document["unread"]
    assert (found.code, part["why"]) == (3, "1 of its documents cannot be parsed")
    assert headless("rbac", tmp_path / "nothing").code == 3


def test_control_characters_of_a_package_stay_visible(tmp_path: Path) -> None:
    hostile = ASKING.replace("serviceAccountName: tides", 'serviceAccountName: "a\\x1b[31m\\u202e\\U000e0001"')
    source = write(tmp_path / "tides", {**SOUND, CSV_FILE: hostile})
    for format in ("text", "json", "yaml"):
        done = run("rbac", str(source), "--format", format)
        assert not {"\x1b", "\u202e", "\U000e0001"} & set(done.stdout + done.stderr)
    written = list(YAML(typ="safe").load_all(run("rbac", str(source), "--format", "yaml").stdout))
    assert {one["metadata"]["name"] for one in written if one["kind"] == "ServiceAccount"} == {
        *("a\x1b[31m\u202e\U000e0001", "tides-installer"),
    }
