"""Situations that people asked about in public, each with its right answer; what they wrote is written anew here."""

import json
from pathlib import Path

from builders.cases import failing
from builders.oci.images import config_bytes, image, write_layout
from builders.oci.layers import BuiltLayer, file, layer
from builders.oci.programs import elf
from builders.packages.folders import write_folder
from builders.packages.judgements import PROVIDER
from builders.program.headless import run

EXTENSIONS = "apiextensions.crossplane.io"


def meta(kind: str, spec: str = "{}") -> str:
    return f"apiVersion: meta.pkg.crossplane.io/v1\nkind: {kind}\nmetadata: {{name: sea}}\nspec: {spec}\n"


def crd(tags: str, more: str = "") -> str:
    return f"""\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: gates.sea.example.org}}
spec:
  group: sea.example.org
  scope: Cluster
  names: {{kind: Gate, plural: gates}}
{more}  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{tags: {tags}}}}}}}}}
"""


def xrd(version: str, kind: str, schema: str = "{type: object}", more: str = "") -> str:
    plural = f"{kind.lower()}s"
    return f"""\
apiVersion: {EXTENSIONS}/{version}
kind: CompositeResourceDefinition
metadata: {{name: {plural}.sea.example.org}}
spec:
  group: sea.example.org
  names: {{kind: {kind}, plural: {plural}}}
{more}  versions: [{{name: v1, served: true, referenceable: true, schema: {{openAPIV3Schema: {schema}}}}}]
"""


def composition(spec: str) -> str:
    type_ref = "{apiVersion: sea.example.org/v1, kind: Boat}"
    head = f"apiVersion: {EXTENSIONS}/v1\nkind: Composition\nmetadata: {{name: boats}}\n"
    return f"{head}spec:\n  compositeTypeRef: {type_ref}\n{spec}"


def transformed(resources: str, more: str = "") -> str:
    given = f"{{apiVersion: pt.fn.crossplane.io/v1beta1, kind: Resources, resources: [{resources}]{more}}}"
    return composition(
        f"  mode: Pipeline\n  pipeline: [{{step: a, functionRef: {{name: function-pt}}, input: {given}}}]\n"
    )


TAGS = "{type: array, items: {type: string}, x-kubernetes-validations: [{rule: '%s'}]}"
UNIQUE = "self.all(x, self.exists_one(y, x == y))"
WEBHOOK = (
    "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], "
    "clientConfig: {service: {name: a, namespace: b}}}}\n"
)
ROOT_RULE = "{type: object, x-kubernetes-validations: [{rule: 'has(self.spec)'}], properties: {spec: {type: object}}}"
TAGGED = f"{{type: object, properties: {{spec: {{type: object, properties: {{tags: {TAGS % UNIQUE}}}}}}}}}"
BOAT = xrd("v2", "Boat", more="  scope: Namespaced\n")
JOB = "{name: a, base: {apiVersion: batch/v1, kind: CronJob}}"
NATIVE = composition("  resources: [{base: {apiVersion: batch/v1, kind: Job}}]\n")
ENVIRONMENT = composition("  environment: {environmentConfigs: [{type: Reference, ref: {name: e}}]}\n")
ENVIRONMENT += "  mode: Pipeline\n  pipeline: [{step: a, functionRef: {name: f}}]\n"
PATCHES = (
    "{type: FromComposite, toFieldPath: a}, {type: PatchSet, patchSetName: nowhere}, "
    "{type: FromCompositeFieldPath, toFieldPath: a}, "
    "{fromFieldPath: spec.a, toFieldPath: a, policy: {toFieldPath: MergeAll}}"
)
READY = "readinessChecks: [{type: MatchStrings}]"
FAULTY = f"{{name: a, base: {{apiVersion: v1, kind: Pod}}, {READY}, patches: [{PATCHES}]}}"
FROM_ENVIRONMENT = ", environment: {patches: [{type: CombineFromEnvironment, toFieldPath: spec.a}]}"
CONFIGURATION, SINCE_1_13 = meta("Configuration"), meta("Configuration", "{crossplane: {version: '>=v1.13'}}")

CASES: dict[str, tuple[tuple[str, ...], str, tuple[str, ...]]] = {
    "cel-cost-crd": (
        (meta("Provider"), crd(TAGS % UNIQUE)),
        "check",
        ("XPKG708 error", "estimated rule cost exceeds budget by factor of", "Crossplane 2.4 refuses it"),
    ),
    "cel-cost-xrd": (
        (CONFIGURATION, xrd("v2", "Boat", TAGGED, "  scope: Namespaced\n")),
        "check",
        ("XPKG714 warning", "estimated rule cost exceeds budget by factor of", "is never established"),
    ),
    "cel-does-not-compile": (
        (meta("Provider"), crd(TAGS % "self.foo.bar == 1")),
        "check",
        ("XPKG708 error", "compilation failed: ERROR: <input>:1:5: type 'list(string)' does not support field selec"),
    ),
    "composed-kind-without-permission": (
        (CONFIGURATION, BOAT, transformed(JOB)),
        "rbac --by compositions --format yaml",
        ('rbac.crossplane.io/aggregate-to-crossplane: "true"', "batch", "cronjobs"),
    ),
    "composition-environment": (
        (CONFIGURATION, BOAT, ENVIRONMENT),
        "check",
        ("XPKG613 warning", "Crossplane 1.18 and later no longer know spec.environment"),
    ),
    "composition-environment at 1.17": (
        (CONFIGURATION, xrd("v1", "Boat"), ENVIRONMENT),
        "check --crossplane 1.17",
        ("-XPKG613",),
    ),
    "function-with-xrd-folder": (
        (meta("Function"), BOAT),
        "check",
        ("XPKG701 error", "crossplane xpkg build refuses it"),
    ),
    "native-composition-way-out": (
        (CONFIGURATION, BOAT, NATIVE),
        "check --format json",
        ("XPKG716", "`crossplane beta convert pipeline-composition` of a CLI from 1.15 to 1.20", "No CLI of 2.0"),
    ),
    "patch-and-transform-input": (
        (CONFIGURATION, BOAT, transformed(FAULTY, FROM_ENVIRONMENT)),
        "check",
        (
            *("unknown patch type FromComposite", "unknown toFieldPathPolicy MergeAll", "check type MatchStrings"),
            *("cannot find PatchSet by name nowhere", "fromFieldPath must be set", "CombineFromEnvironment"),
        ),
    ),
    "pipeline-needs-1.14": (
        (SINCE_1_13, xrd("v1", "Boat"), composition("  mode: Pipeline\n  pipeline: [{step: a}]\n")),
        "check",
        ("XPKG721 warning", "spec.mode needs Crossplane 1.14 or later"),
    ),
    "single-version-conversion": (
        (meta("Provider"), crd("{type: string}", WEBHOOK)),
        "check",
        ("XPKG709 info", "a conversion webhook, but a single version"),
    ),
    "two-xrds-one-crd": (
        (CONFIGURATION, xrd("v1", "XShip", more="  claimNames: {kind: Boat, plural: boats}\n"), BOAT),
        "check",
        ("XPKG730 warning", "both make the CustomResourceDefinition boats.sea.example.org"),
    ),
    "xrd-root-cel": (
        (CONFIGURATION, xrd("v1", "Boat", ROOT_RULE)),
        "check --crossplane 2.1",
        ("XPKG731 warning", "drops spec.versions[0].schema.openAPIV3Schema.x-kubernetes-validations; 2.2 and later"),
    ),
    "xrd-root-cel at 2.2": ((CONFIGURATION, xrd("v1", "Boat", ROOT_RULE)), "check --crossplane 2.2", ("-XPKG731",)),
}
"""The documents, the command, and what it says; what begins with a dash it does not say."""


def test_each_case_has_its_right_answer(tmp_path: Path) -> None:
    def check(name: str) -> None:
        texts, words, wanted = CASES[name]
        files = {f"{number}.yaml": text for number, text in enumerate(texts[1:])}
        folder = write_folder(tmp_path / name.replace(" ", "-"), {"crossplane.yaml": texts[0], **files})
        command, *options = words.split(" ")
        options = options if "--format" in options else [*options, "--format", "concise"]
        said = run(command, str(folder), *options, "--no-cache").stdout
        assert [one for one in wanted if (one.lstrip("-") in said) is one.startswith("-")] == []

    assert not failing(CASES, check)


AZURE = file("usr/local/bin/azure-provider", elf("amd64"), mode=0o755)
IMAGES: dict[str, tuple[BuiltLayer, dict[str, list[str]], str]] = {
    "entry-not-in-path": (
        layer(AZURE),
        {"Entrypoint": ["gcp-provider"], "Env": ["PATH=/usr/local/bin:/bin"]},
        "gcp-provider",
    ),
    "entry-absent": (layer(AZURE), {"Entrypoint": ["/usr/local/bin/provider"]}, "/usr/local/bin/provider"),
}


def test_a_program_that_is_not_where_the_image_says_is_told(tmp_path: Path) -> None:
    def check(name: str) -> None:
        program, config, words = IMAGES[name]
        layers = (program, layer(file("package.yaml", PROVIDER), base=True))
        whole = json.loads(config_bytes(layers, "linux/amd64", None, ())) | {"config": config}
        path = write_layout(tmp_path / name, image(*layers, config=json.dumps(whole).encode()))
        said = run("check", str(path), "--format", "concise", "--all-layers", "--no-cache").stdout
        assert "XPKG310 warning" in said
        assert words in said

    assert not failing(IMAGES, check)


UNNAMED = composition("  resources: [{base: {apiVersion: v1, kind: Pod}}]\n")
NAMED = transformed("{name: resource-0, base: {apiVersion: v1, kind: Pod}}")
MOON = (
    "{schema: olm.package, name: moon, defaultChannel: new}\n---\n"
    "{schema: olm.channel, package: moon, name: new, entries: [{name: moon.v2.0.0}]}\n---\n"
    "schema: olm.bundle\nname: moon.v2.0.0\npackage: moon\nimage: example.org/moon:v2\nproperties:\n"
    "- {type: olm.package, value: {packageName: moon, version: 2.0.0}}\n"
    "- {type: olm.gvk, value: {group: sky.example.org, kind: Moon, version: v1}}\n"
)
SKY = "apiVersion: operators.coreos.com/v1alpha1\nkind: "
INSTALLED = (
    f"{SKY}ClusterServiceVersion\nmetadata: {{name: moon.v2.0.0, namespace: sky}}\nspec:\n  version: 2.0.0\n"
    "  customresourcedefinitions: {owned: [{name: moons.sky.example.org, kind: Moon, version: v1}]}\n---\n"
    f"{SKY}Subscription\nmetadata: {{name: moon, namespace: sky}}\n"
    "spec: {name: moon, channel: new, source: index, sourceNamespace: there}\n"
)


def test_a_composition_that_becomes_a_pipeline_needs_names_first(tmp_path: Path) -> None:
    """Case unnamed-resources-to-pipeline."""
    sides = {"old": UNNAMED, "new": NAMED}
    paths = [
        str(write_folder(tmp_path / side, {"crossplane.yaml": CONFIGURATION, "a.yaml": text}))
        for side, text in sides.items()
    ]
    said = run("diff", *paths, "--no-cache").stdout
    assert "CHG239" in said
    assert "Name them in the old Composition" in said


def test_a_csv_that_no_subscription_refers_to_is_in_the_way(tmp_path: Path) -> None:
    """Case o05-existing; with the status of a subscription that refers to it nothing is wrong."""
    catalog, there = write_folder(tmp_path / "c", {"catalog.yaml": MOON}), tmp_path / "installed.yaml"
    said = []
    for status in ("", "status: {installedCSV: moon.v2.0.0}\n"):
        there.write_text(INSTALLED + status)
        done = run("deps", str(catalog), "--package", "moon", "--installed", str(there), "--no-cache")
        said.append((done.exit_code, "is installed without a subscription" in done.stdout))
    assert said == [(1, True), (0, False)]
