"""Composite resources, compositions and operations in words, with what the package has of each other."""

from collections.abc import Callable

import pytest
from builders.cases import each_row
from builders.packages.objects import COMPOSITION, NATIVE, XRD

from xpkgtui.formats.xpkg.dependencies.entries import Dependency
from xpkgtui.formats.xpkg.facts.compositions import installed_as

Describe = Callable[..., dict[str, str]]
META = """apiVersion: meta.pkg.crossplane.io/v1
kind: Configuration
metadata: {name: c}
spec:
  dependsOn:
  - {function: xpkg.example.org/org/function-pt, version: v1}
  - {apiVersion: pkg.crossplane.io/v1, kind: Function, package: xpkg.example.org/org/function-ready, version: v1}
"""
PIPELINE = "pipeline: [{step: one, functionRef: {name: f}}]"


def test_composite_says_which_compositions_of_the_package_compose_it(describe: Describe) -> None:
    found = describe(XRD, COMPOSITION)
    assert found["composed by"] == "db (document 2, line 14)"
    assert found["by default"] == "composed by db, in this package"
    assert found["always"] == "composed by elsewhere, which is not in this package"
    assert (found["claims"], found["secret keys"]) == ("DB (dbs)", "host, password")


def test_composition_of_a_version_that_is_not_defined_is_described(describe: Describe) -> None:
    found = describe(XRD, COMPOSITION.replace("example.org/v1", "example.org/v2"))
    assert found["composed by"].endswith("as v2, which is not defined here")


def test_composite_without_compositions_says_so(describe: Describe) -> None:
    assert describe(XRD)["composed by"] == "no composition of this package"


def test_more_compositions_than_are_read_are_counted(describe: Describe) -> None:
    others = [COMPOSITION.replace("name: db", f"name: db{number}") for number in range(70)]
    assert "6 more compositions were not read" in describe(XRD, *others)["composed by"]


@pytest.mark.parametrize(("version", "scope"), [("v1", "LegacyCluster"), ("v2", "Namespaced")])
def test_scope_of_a_composite_depends_on_the_version_of_its_definition(
    describe: Describe, version: str, scope: str
) -> None:
    assert describe(XRD.replace("crossplane.io/v1", f"crossplane.io/{version}"))["scope"].startswith(scope)


def test_steps_show_function_input_credentials_and_requirements(describe: Describe) -> None:
    found = describe(COMPOSITION)
    assert found["step 1"].splitlines() == [
        "compose: org-function-pt",
        "input Resources (pt.fn.crossplane.io/v1beta1): 2 resources: 1 Bucket, 1 Role; 2 patches",
    ]
    assert found["step 2"].splitlines() == [
        "ready: function-ready",
        "requires 1 resource: ConfigMap map",
        "credentials key from Secret ns/secret",
    ]
    assert found["step 3"].endswith("input Script (x/v1), with source, script")


def test_functions_are_looked_up_among_the_dependencies(describe: Describe) -> None:
    assert describe(COMPOSITION, META)["uses"].splitlines() == [
        "org-function-pt: from dependency xpkg.example.org/org/function-pt",
        "function-ready: dependency xpkg.example.org/org/function-ready is installed as org-function-ready",
        "function-unknown: not among the dependencies",
    ]


def test_composition_names_the_definition_of_the_package(describe: Describe) -> None:
    assert describe(COMPOSITION, XRD)["defined by"].startswith("xdbs.example.org of this package (document 2")
    assert describe(COMPOSITION)["defined by"] == "no definition of this package"


def test_native_composition_counts_resources_and_patches(describe: Describe) -> None:
    found = describe(NATIVE)
    assert found["mode"] == "Resources, by default"
    assert found["resources"] == "1 resource: 1 A; 1 patch"


@pytest.mark.parametrize(
    ("kind", "spec", "runs"),
    [
        ("Operation", f"spec: {{mode: Pipeline, {PIPELINE}}}", "once"),
        (
            "CronOperation",
            f'spec: {{schedule: "0 * * * *", operationTemplate: {{spec: {{{PIPELINE}}}}}}}',
            "0 * * * *",
        ),
        (
            "WatchOperation",
            f"spec: {{watch: {{apiVersion: v1, kind: Pod}}, operationTemplate: {{spec: {{{PIPELINE}}}}}}}",
            "Pod",
        ),
    ],
)
def test_operation_says_when_it_runs_and_what(describe: Describe, kind: str, spec: str, runs: str) -> None:
    found = describe(f"apiVersion: ops.crossplane.io/v1alpha1\nkind: {kind}\nmetadata: {{name: o}}\n{spec}\n")
    assert runs in found["runs"]
    assert found["step 1"] == "one: f"


@each_row(
    ("package", "name"),
    [
        ("xpkg.example.org/org/function-pt:v1", "org-function-pt"),
        ("org/Function.pt", "org-function-pt"),
        ("localhost/a", "a"),
        ("host:5000/a/b@sha256:00", "a-b"),
    ],
)
def test_dependency_is_installed_under_its_repository(package: str, name: str) -> None:
    assert installed_as(Dependency(number=0, forms=("function",), package=package)) == name


@pytest.mark.parametrize(
    ("ref", "said"),
    [
        ("{apiVersion: a.io/v1, kind: Boat}", "Boat (a.io/v1)"),
        ("{kind: Boat}", "Boat (no apiVersion)"),
        ("{apiVersion: a.io/v1}", "(no kind) (a.io/v1)"),
        ("{}", "(no kind) (no apiVersion)"),
    ],
)
def test_a_composition_says_what_it_composes(describe: Describe, ref: str, said: str) -> None:
    text = f"apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nspec: {{compositeTypeRef: {ref}}}\n"
    assert describe(text)["composes"] == said


def test_the_namespace_of_secrets_is_said(describe: Describe) -> None:
    text = "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nspec: "
    assert describe(f"{text}{{writeConnectionSecretsToNamespace: ns}}\n")["secrets"] == "go to namespace ns"
    assert "secrets" not in describe(f"{text}{{}}\n")
