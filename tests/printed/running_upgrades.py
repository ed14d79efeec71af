"""Steps before an upgrade, followed to the letter in the cluster that KUBECONFIG names: `tests/run --commands`."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from builders.packages.folders import write_folder
from builders.program.headless import run
from builders.registry.packages import meta, push
from builders.registry.registries import DebianRegistry
from oracle import first_steps
from oracle.first_steps import NAME, definition
from printed.running import asked_of_plan, follow, needs_cluster, of_rule

OLD = {"v1alpha1": True, "v1": False}
CHANGES = {
    "a version that is stored goes": definition({"v1": True}),
    "the scope is another one": definition(OLD, scope="Cluster"),
}


def provider(registry: DebianRegistry, tag: str, *objects: dict[str, Any]) -> str:
    """The manifest of a Provider, whose package is pushed with these objects."""
    push(registry, "upgraded/p", tag, "---\n".join((meta("Provider", "p"), *map(json.dumps, objects))))
    head = "apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: upgraded}\n"
    return f"{head}spec:\n  package: {registry.host}/upgraded/p:{tag}\n"


def until(command: str, seconds: int = 90) -> str:
    """A loop that ends when a command succeeds, which fails where it never does."""
    return f"for n in $(seq {seconds}); do {command} && break; [ $n -lt {seconds} ]; sleep 1; done"


@pytest.mark.timeout(600)
@needs_cluster
@pytest.mark.parametrize("change", CHANGES)
def test_a_package_is_upgraded_after_the_first_steps_that_plan_prints(
    registry: DebianRegistry, change: str, tmp_path: Path
) -> None:
    git = write_folder(tmp_path / "git", {"all.yaml": provider(registry, "v1.0.0", definition(OLD))})
    one = {"apiVersion": "example.org/v1alpha1", "kind": "Bucket", "spec": {"a": "kept"}}
    (tmp_path / "one.json").write_text(json.dumps({**one, "metadata": {"name": "one", "namespace": "default"}}))
    follow([f"kubectl apply -f {git}", until("kubectl apply -f one.json")], tmp_path)
    (git / "all.yaml").write_text(provider(registry, "v2.0.0", CHANGES[change]))
    *steps, compared = of_rule(asked_of_plan(git, "--installed", "kube:"), "SET801")
    assert steps
    assert NAME in follow([f"{compared} || [ $? = 1 ]"], tmp_path)
    follow(steps, tmp_path)
    wanted = CHANGES[change]["spec"]
    shown = f"kubectl get crd {NAME} -o jsonpath='{{.spec.scope}} {{.spec.versions[*].name}}'"
    names = " ".join(each["name"] for each in wanted["versions"])
    follow([f"kubectl apply -f {git}", until(f"[ \"$({shown})\" = '{wanted['scope']} {names}' ]")], tmp_path)
    kept = tmp_path / "kept.json"
    held = f"jq -s 'map(.items[])' {kept}" if kept.exists() else f"kubectl get {NAME} -A -o json | jq .items"
    assert [each["spec"] for each in json.loads(follow([held], tmp_path))] == [one["spec"]]
    follow([f"kubectl delete -f {git}", f"kubectl delete mrd {NAME} --ignore-not-found || true"], tmp_path)
    follow([f"kubectl delete crd {NAME} --ignore-not-found"], tmp_path)


@pytest.mark.timeout(1800)
@needs_cluster
@pytest.mark.parametrize("of", [first_steps.CRD, first_steps.XRD, first_steps.MRD])
def test_the_first_steps_of_diff_lose_no_object(of: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, first_steps.__file__, f"({of})"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.timeout(300)
@needs_cluster
def test_outdated_lists_what_a_cluster_can_have_until_it_has_it(registry: DebianRegistry, tmp_path: Path) -> None:
    provider(registry, "v1.1.0")
    (tmp_path / "all.yaml").write_text(provider(registry, "v1.0.0"))
    healthy = "kubectl wait --for condition=healthy --timeout=60s provider upgraded"
    follow(["kubectl apply -f all.yaml", healthy], tmp_path)
    asked = ("outdated", "--installed", "kube:", "--exit-code", "--no-cache")
    found = run(*asked, "--format", "json")
    (row,) = json.loads(found.stdout)["packages"]
    assert (found.exit_code, row["allowed"], row["newest"]) == (1, "v1.1.0", "v1.1.0")
    (tmp_path / "all.yaml").write_text(provider(registry, row["allowed"]))
    follow(["kubectl apply -f all.yaml", healthy], tmp_path)
    assert run(*asked).exit_code == 0
    follow(["kubectl delete -f all.yaml"], tmp_path)
