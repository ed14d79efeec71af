"""A native Composition becomes a pipeline, as `diff` says, in the cluster of KUBECONFIG: `tests/run --commands`."""

import json
from pathlib import Path

import pytest
from builders.packages.folders import write_folder
from builders.program.headless import run
from printed.running import follow, has_managed, needs_cluster

GROUP = "nests.example.net"
KINDS = f"""apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: eggs.{GROUP}}}
spec:
  group: {GROUP}
  names: {{kind: Egg, plural: eggs, categories: [managed]}}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    schema: {{openAPIV3Schema: {{type: object, x-kubernetes-preserve-unknown-fields: true}}}}
---
apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
metadata: {{name: xnests.{GROUP}}}
spec:
  group: {GROUP}
  names: {{kind: XNest, plural: xnests}}
  versions:
  - name: v1
    served: true
    referenceable: true
    schema: {{openAPIV3Schema: {{type: object}}}}
"""
HEAD = f"""apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {{name: nest}}
spec:
  compositeTypeRef: {{apiVersion: {GROUP}/v1, kind: XNest}}
"""
SMALL, LARGE = (f"base: {{apiVersion: {GROUP}/v1, kind: Egg, spec: {{size: {size}}}}}" for size in (1, 2))
NATIVE = f"{HEAD}  resources: [{{{SMALL}}}, {{{LARGE}}}]\n"
NAMED = f"{HEAD}  resources: [{{name: a, {SMALL}}}, {{name: b, {LARGE}}}]\n"
PIPELINE = f"""{HEAD}  mode: Pipeline
  pipeline:
  - step: one
    functionRef: {{name: function-patch-and-transform}}
    input:
      apiVersion: pt.fn.crossplane.io/v1beta1
      kind: Resources
      resources: [{{name: a, {SMALL}}}, {{name: b, {LARGE}}}]
"""
UNNAMED = "encountered composed resource without required"


def until(command: str, wanted: str) -> str:
    """A loop that ends when what a command prints has a text, which fails where it never does."""
    return f"for n in $(seq 60); do {command} | grep -q '{wanted}' && break; [ $n -lt 60 ]; sleep 1; done"


@pytest.mark.timeout(600)
@needs_cluster
def test_unnamed_resources_are_named_before_a_pipeline_takes_them(tmp_path: Path) -> None:
    if has_managed():
        pytest.skip("Crossplane 2 takes no Composition of mode Resources")
    texts = {"kinds": KINDS, "native": NATIVE, "named": NAMED, "pipeline": PIPELINE}
    write_folder(tmp_path, {f"{name}.yaml": text for name, text in texts.items()})
    (tmp_path / "one.yaml").write_text(f"apiVersion: {GROUP}/v1\nkind: XNest\nmetadata: {{name: one}}\nspec: {{}}\n")
    eggs = f"kubectl get eggs.{GROUP} -o jsonpath='{{.items[*].metadata.uid}}'"
    said = f"kubectl describe xnests.{GROUP} one"
    made = [until(f"{eggs} | wc -w", "2"), eggs]
    follow(["kubectl apply -f kinds.yaml", until(f"kubectl get xrd xnests.{GROUP} -o wide", "True")], tmp_path)
    before = follow(["kubectl apply -f native.yaml", until("kubectl apply -f one.yaml", "one"), *made], tmp_path)
    follow(["kubectl apply -f pipeline.yaml", until(said, UNNAMED), "kubectl apply -f native.yaml"], tmp_path)
    (change,) = (
        one
        for one in json.loads(
            run("diff", str(tmp_path / "native.yaml"), str(tmp_path / "pipeline.yaml"), "--format", "json").stdout
        )["changes"]
        if one["id"] == "CHG239"
    )
    assert UNNAMED in change["who"]
    (listed,) = (line.removeprefix("$ ") for line in change["first"] if line.startswith("$ "))
    follow(["kubectl apply -f named.yaml", until(listed, "Egg .* a$"), until(listed, "Egg .* b$")], tmp_path)
    other = "cannot .* [Ff]unction"
    after = follow(["kubectl apply -f pipeline.yaml", until(said, other), "sleep 12", eggs], tmp_path)
    assert UNNAMED not in follow([f"{said} | sed -n '/Conditions/,/Events/p'"], tmp_path)
    assert sorted(after.split()[-2:]) == sorted(before.split()[-2:])
    follow([f"kubectl delete xnests.{GROUP} one", "kubectl delete -f native.yaml -f kinds.yaml"], tmp_path)
