"""Printed commands that are run to the letter, each looked at for its effect: `tests/run --commands`, not the gate.

oras, crane and regctl must be on the path, built from their Go modules; steps for a cluster are taken where
KUBECONFIG names one, and the path has its kubectl.
"""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from builders.oci.images import BuiltIndex, write_layout
from builders.program.headless import run
from builders.registry.registries import DebianRegistry
from inspection.files.test_repaired import FAULTS, OLD, REFERS, of_three

from xpkgtui.commands import PrintedCommand
from xpkgtui.formats.definitions.changes.keeping import deletion

POLICIES = ["Observe", "Create", "Update", "LateInitialize"]
needs_cluster = pytest.mark.skipif("KUBECONFIG" not in os.environ, reason="KUBECONFIG names no cluster")


def follow(commands: list[str], folder: Path) -> str:
    """Runs what is printed, line by line, in a shell; returns what it printed."""
    script = "set -e -o pipefail\n" + "\n".join(commands)
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def asked(host: str) -> dict[str, Any]:
    """What `why` says of the tag."""
    found: dict[str, Any] = json.loads(run("why", f"{host}/shop/wrong:v1", "--format", "json", "--refresh").stdout)[
        "results"
    ][0]
    return found


@pytest.mark.parametrize("fault", FAULTS)
def test_the_repair_of_why_keeps_what_the_tag_held(registry: DebianRegistry, fault: str, tmp_path: Path) -> None:
    built: BuiltIndex = of_three(FAULTS[fault])
    registry.push_layout("shop/wrong", "v1", write_layout(tmp_path / "pushed", built))
    name = f"{registry.host}/shop/wrong"
    before = json.loads(built.manifest)
    repair = asked(registry.host)["repair"][0]
    save, put = repair["commands"]
    follow([save], tmp_path)
    held = json.loads(follow([f"crane manifest {name}:v1"], tmp_path))
    assert held == before, "nothing is written before all is ready"
    follow([put], tmp_path)
    after = json.loads(follow([f"crane manifest {name}:v1"], tmp_path))
    found = asked(registry.host)
    refused = {row["title"] for row in found["readings"] if row["verdict"] != "accepted"}
    assert (refused - OLD, found["repair"]) == (set(), [])
    assert [one["platform"] for one in after["manifests"]] == [one["platform"] for one in before["manifests"]]
    assert after["annotations"] == before["annotations"]
    assert after["manifests"][1]["annotations"] == {"kept": "yes"}
    assert after["manifests"][2]["digest"] == before["manifests"][2]["digest"]
    assert after["manifests"][2]["annotations"][REFERS] == after["manifests"][0]["digest"]
    for one in after["manifests"]:
        follow([f"crane pull {name}@{one['digest']} pulled.tar"], tmp_path)


@pytest.mark.parametrize("put", ["oras copy -r", "regctl image copy --referrers --digest-tags", "crane copy"])
def test_what_the_page_about_mirrors_recommends_keeps_digests(
    registry: DebianRegistry, put: str, tmp_path: Path
) -> None:
    built = of_three(FAULTS["no layer is annotated"])
    registry.push_layout("shop/from", "v1", write_layout(tmp_path / "pushed", built))
    plain = {"oras": " --from-plain-http --to-plain-http", "regctl": f" --host reg={registry.host},tls=disabled"}
    program = put.partition(" ")[0]
    source, target = f"{registry.host}/shop/from:v1", f"{registry.host}/shop/{program}:v1"
    follow([f"{put}{plain.get(program, '')} {source} {target}"], tmp_path)
    assert follow([f"crane digest {target}"], tmp_path).strip() == built.digest


def test_the_commands_of_a_mirror_list_copy_every_byte(registry: DebianRegistry, tmp_path: Path) -> None:
    built = of_three(FAULTS["the config has no label"])
    registry.push_layout("shop/package", "v1", write_layout(tmp_path / "pushed", built))
    printed = run(
        "images", f"{registry.host}/shop/package:v1", "--to", f"{registry.host}/air", "--format", "commands"
    )
    lines = [line for line in printed.stdout.splitlines() if not line.startswith("#")]
    assert lines
    follow(lines, tmp_path)
    target = lines[0].split()[-1].removeprefix("docker://")
    assert follow([f"crane digest {target}"], tmp_path).strip() == built.digest


DEFINITION = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "users.sql.example.org"},
    "spec": {
        "group": "sql.example.org",
        "names": {"kind": "User", "plural": "users"},
        "scope": "Cluster",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "subresources": {"status": {}},
                "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}},
            }
        ],
    },
}
USER = {
    "apiVersion": "sql.example.org/v1",
    "kind": "User",
    "metadata": {"name": "ada", "annotations": {"crossplane.io/external-name": "ada-1"}},
    "spec": {"managementPolicies": ["*"], "forProvider": {"size": 1}},
}


@needs_cluster
def test_a_definition_is_deleted_and_made_again_without_deleting_what_objects_stand_for(tmp_path: Path) -> None:
    (tmp_path / "definition.json").write_text(json.dumps(DEFINITION))
    (tmp_path / "user.json").write_text(json.dumps(USER))
    made = ["kubectl apply -f definition.json", "kubectl wait --for condition=established crd users.sql.example.org"]
    follow([*made, "kubectl apply -f user.json"], tmp_path)
    steps = [
        one.line for one in deletion("users.sql.example.org", "managementPolicies") if isinstance(one, PrintedCommand)
    ]
    follow(steps[:1], tmp_path)
    assert json.loads(follow(["kubectl get users ada -o json"], tmp_path))["spec"]["managementPolicies"] == POLICIES
    shown = follow(steps[1:2], tmp_path)
    assert "Delete" not in shown
    assert "[Observe Create Update LateInitialize]" in shown
    follow(steps[2:], tmp_path)
    follow([*made, "kubectl create -f kept.json"], tmp_path)
    again = json.loads(follow(["kubectl get users ada -o json"], tmp_path))
    assert again["spec"] == {**USER["spec"], "managementPolicies": POLICIES}  # type: ignore[dict-item]
    assert again["metadata"]["annotations"]["crossplane.io/external-name"] == "ada-1"
    follow(["kubectl delete crd users.sql.example.org"], tmp_path)
