"""`check --dependencies`: what Compositions compose, by the definitions of packages in a real registry."""

from pathlib import Path

import pytest
from builders.packages.folders import write_folder
from builders.program.headless import Answer, headless, run
from builders.registry.packages import meta, push
from builders.registry.registries import DebianRegistry
from builders.screens.opened import open_screen

DEFINITION = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {plural}.{group}}}
spec:
  group: {group}
  names: {{kind: {kind}, plural: {plural}, singular: {singular}, listKind: {kind}List}}
  scope: {scope}
  versions:
    - name: v1beta1
      served: true
      storage: true
      schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {schema}, source: {{type: string}}}}}}}}
"""
BUCKETS = DEFINITION.format(
    plural="buckets",
    singular="bucket",
    kind="Bucket",
    group="s3.example.org",
    scope="Namespaced",
    schema="{type: object, required: [region], properties: {region: {type: string}, size: {type: integer}}}",
)
ZONES = DEFINITION.format(
    plural="zones", singular="zone", kind="Zone", group="s3.example.org", scope="Cluster", schema="{type: object}"
)
TEMPLATES = DEFINITION.format(
    plural="gotemplates",
    singular="gotemplate",
    kind="GoTemplate",
    group="gotemplating.fn.example.org",
    scope="Namespaced",
    schema="{type: object}",
)
XRD = """\
apiVersion: apiextensions.crossplane.io/v2
kind: CompositeResourceDefinition
metadata: {name: stores.example.org}
spec:
  group: example.org
  names: {kind: Store, plural: stores}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      referenceable: true
      schema:
        openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}
"""
COMPOSITION = """\
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {name: stores.example.org}
spec:
  compositeTypeRef: {apiVersion: example.org/v1, kind: Store}
  mode: Pipeline
  pipeline:
    - step: resources
      functionRef: {name: pt}
      input:
        apiVersion: pt.fn.crossplane.io/v1beta1
        kind: Resources
        resources:
          - name: bucket
            base:
              apiVersion: s3.example.org/v1beta1
              kind: Bucket
              spec: {SPEC}
            patches: [{fromFieldPath: spec.size, toFieldPath: spec.PATCHED}]
          - name: config
            base: {apiVersion: v1, kind: ConfigMap}
    - step: templates
      functionRef: {name: function-auto-ready}
      input: {apiVersion: gotemplating.fn.example.org/v1beta1, kind: GoTemplate, INPUT: inline}
"""


def folder(
    at: Path,
    registry: DebianRegistry,
    root: str,
    *,
    spec: str = "region: a",
    patched: str = "size",
    given: str = "source",
) -> Path:
    """A Configuration that depends on a provider and a function of that folder of the registry."""
    asked = [
        (kind, f"{registry.host}/{root}/{name}", ">=v1") for kind, name in (("Provider", "s3"), ("Function", "go"))
    ]
    text = COMPOSITION.replace("SPEC", spec).replace("PATCHED", patched).replace("INPUT", given)
    return write_folder(
        at / "p",
        {
            "crossplane.yaml": meta("Configuration", "stores", *asked),
            "definition.yaml": XRD,
            "composition.yaml": text,
        },
    )


@pytest.fixture(scope="module")
def root(registry: DebianRegistry) -> str:
    """Where both packages are: two versions of the provider, of which the older one lacks the definition."""
    push(registry, "composed/s3", "v1.0.0", meta("Provider", "s3"))
    push(registry, "composed/s3", "v1.1.0", f"{meta('Provider', 's3')}---\n{BUCKETS}---\n{ZONES}")
    push(registry, "composed/go", "v1.0.0", f"{meta('Function', 'go')}---\n{TEMPLATES}")
    return "composed"


def found(answer: Answer) -> list[tuple[str, str, int]]:
    """Rule, words behind the title, and line of what is said of the composition."""
    return [
        (one["rule"], one["message"].partition(": ")[2].replace("localhost", "127.0.0.1"), one["location"]["line"])
        for one in answer.result["findings"]
        if one["location"]["file"] == "composition.yaml" and one["rule"] != "XPKG719"
    ]


def test_bases_patches_and_inputs_are_judged_by_the_packages_that_are_installed(
    tmp_path: Path, registry: DebianRegistry, root: str
) -> None:
    source = folder(tmp_path, registry, root, spec="regoin: a", patched="siez", given="sauce")
    answer = headless("check", source, "--dependencies")
    by = f"{registry.host}/{root}"
    lacking = "spec.siez, but spec of Bucket has no field siez; did you mean spec.size?"
    assert found(answer) == [
        ("XPKG734", f"the base of resource bucket (Bucket of {by}/s3): spec.region: Required value", 18),
        ("XPKG734", f'the base of resource bucket (Bucket of {by}/s3): unknown field "spec.regoin"', 18),
        ("XPKG728", f"a patch of resource bucket writes {lacking}", 19),
        ("XPKG735", f'the input of step templates (GoTemplate of {by}/go): unknown field "sauce"', 24),
    ]
    assert answer.code == 0
    assert "not judged (built in): ConfigMap" in answer.said


def test_scopes_are_those_of_the_packages_that_are_installed(
    tmp_path: Path, registry: DebianRegistry, root: str
) -> None:
    source = folder(tmp_path, registry, root)
    composition = source / "composition.yaml"
    composition.write_text(composition.read_text().replace("kind: Bucket", "kind: Zone"))
    told = [one for one in found(headless("check", source, "--dependencies")) if one[0] == "XPKG739"]
    words = (
        "the base of resource bucket (Zone) is cluster-scoped; Store is namespaced, and composes nothing that is not"
    )
    assert told == [("XPKG739", words, 17)]
    assert "XPKG739" not in {one["rule"] for one in headless("check", source).result["findings"]}


def test_what_fits_has_no_findings_and_without_the_option_nothing_is_asked(
    tmp_path: Path, registry: DebianRegistry, root: str
) -> None:
    assert found(headless("check", folder(tmp_path, registry, root), "--dependencies")) == []
    wrong = folder(tmp_path / "wrong", registry, root, spec="regoin: a")
    assert found(headless("check", wrong)) == []


def test_a_package_that_is_not_there_leaves_it_undecided_by_name(
    tmp_path: Path, registry: DebianRegistry, root: str
) -> None:
    answer = headless("check", folder(tmp_path, registry, "composed/nowhere"), "--dependencies")
    assert answer.code == 3
    (unread,) = [one for one in answer.result["unread"] if "composes" in str(one)]
    assert "Bucket of s3.example.org" in str(unread)
    assert f"{registry.host}/composed/nowhere/s3" in str(unread)
    assert f"nowhere/go (Crossplane stops before it, at {registry.host}/composed/nowhere/s3) were not read" in str(
        unread
    )
    assert "(unknown)" not in str(unread)


def test_a_package_without_compositions_asks_nobody(tmp_path: Path) -> None:
    asked = meta("Configuration", "stores", ("Provider", "127.0.0.1:9/nowhere", ">=v1"))
    source = write_folder(tmp_path / "p", {"crossplane.yaml": asked, "definition.yaml": XRD})
    assert run("check", "--no-cache", "--dependencies", str(source)).exit_code == 0


def test_a_refusal_goes_before_what_is_not_known(tmp_path: Path, registry: DebianRegistry) -> None:
    source = folder(tmp_path, registry, "composed/nowhere")
    (source / "broken.yaml").write_text("apiVersion: example.org/v1\nkind: Unknown\n")
    answer = headless("check", source, "--dependencies")
    assert (answer.code, answer.result["verdict"]) == (1, "refused")
    assert answer.result["unread"]


async def test_the_screen_says_the_same_once_it_is_resolved(
    tmp_path: Path, registry: DebianRegistry, root: str
) -> None:
    wrong = folder(tmp_path / "wrong", registry, root, spec="regoin: a", patched="siez", given="sauce")
    async with open_screen(wrong, size=(120, 60)) as shown:
        await shown.press("P")
        assert "Composes 4" not in shown.text
        await shown.press("j", "c")
        assert "Composes 4" in shown.text
        assert "XPKG734" in shown.text
        await shown.press("0", "G")
        assert all(f"composition.yaml:{line} " in shown.text for line in (19, 24))
        await shown.press("c")
        assert "What would be installed" in shown.text
    away = folder(tmp_path / "away", registry, "composed/nowhere")
    for source, said in (
        (folder(tmp_path, registry, root), "✓ Nothing that it composes is refused"),
        (away, "◌ not all that it composes is judged"),
    ):
        async with open_screen(source) as shown:
            await shown.press("ctrl+p", *"what it composes", "enter")
            assert said in shown.text
