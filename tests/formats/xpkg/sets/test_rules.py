"""The rules about sets: each speaks of a faulty set at the right line, and is silent about the healthy one."""

import json
from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.manifests import (
    composing,
    composition,
    config,
    definition,
    images,
    in_cluster,
    many,
    package,
    policy,
    revision,
)
from builders.orchard import HOST, tree
from builders.planned import opened, planned

from xpkgtui.errors import Usage
from xpkgtui.formats.dependencies.questions import PackageOpened
from xpkgtui.formats.sets.plan import MemberOutcome
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.formats.xpkg.sets.case import Guesses
from xpkgtui.formats.xpkg.sets.contents import BroughtObject
from xpkgtui.formats.xpkg.sets.rules import EXAMINED_RULES, SET_RULES
from xpkgtui.formats.xpkg.sets.rules.wording import kind_meant, together
from xpkgtui.reporting.contents.set_plan import happens
from xpkgtui.rules.finding import Severity

APPLE, PLUM = opened("Provider", replace(tree("apple"), calls=True)), opened("Provider", tree("plum"))
XRD = BroughtObject(kind="CompositeResourceDefinition", name="boxes.example.org", defines="Box", group="example.org")
FAMILY = ("Provider", "xpkg.example.org/meadow/provider-family", ">=v1.0.0")
PACKAGES = {
    "provider-apple": {"v1.0.0": APPLE, "v1.1.0": APPLE, "v2.0.0": APPLE},
    "provider-plum": {"v1.0.0": PLUM, "main": PLUM},
    "provider-crab": {"v1.0.0": opened("Provider", tree("crab"), tree("apple"))},
    "provider-safe": {"v1.0.0": opened("Provider", tree("safe"), capabilities=("safe-start",))},
    "provider-old": {"v1.0.0": opened("Provider", tree("old"), crossplane="<v2.0.0")},
    "function-auto": {"v1.0.0": opened("Function")},
    "provider-member": {"v1.0.0": opened("Provider", needs=(FAMILY,), family="provider-family")},
    "basket": {"v1.0.0": opened("Configuration", needs=(("Provider", "provider-apple", ">=v1.0.0"),))},
    "cellar": {"v1.0.0": opened("Configuration", needs=(("Provider", "provider-apple", "<v2.0.0"),))},
    "stall": {"v1.0.0": opened("Configuration", needs=(("Provider", "provider-apple", ">=v9.0.0"),))},
    "loop": {"v1.0.0": opened("Configuration", needs=(("Configuration", "loop", ">=v1.0.0"),))},
    "branch": {"v1.0.0": opened("Configuration", needs=(("Provider", "provider-plum", ">=v1.0.0"),))},
}


ROLE = (
    "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: own\n  labels:\n"
    '    rbac.crossplane.io/aggregate-to-crossplane: "true"\nrules:\n'
    '- apiGroups: [batch]\n  resources: [jobs]\n  verbs: ["*"]\n'
)

DOCKER = (
    "apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {{name: {name}}}\nspec:\n  package: {host}/o/p:v1\n"
)
SAFE = package("Provider", "safe", "provider-safe:v1.0.0")
APPLE_V1 = package("Provider", "apple", "provider-apple:v1.0.0")
DERIVED = package("Provider", "orchard-provider-apple", "provider-apple:v1.0.0")
BASKET = package("Configuration", "basket", "basket:v1.0.0")
TREE = "apiVersion: apple.example.org/v1alpha1\nkind: Tree\nmetadata:\n  name: first\n"
LATER = "  annotations:\n    argocd.argoproj.io/sync-wave: '1'\n    argocd.argoproj.io/sync-options: "
LATE = TREE + LATER + "SkipDryRunOnMissingResource=true\n"
CONTAINERS = "deploymentTemplate: {spec: {selector: {}, template: {spec: {containers: [{name: package-runtime}]}}}}"
OTHER = CONTAINERS.replace("package-runtime", "manager")
ACCOUNT = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: pear, namespace: crossplane-system}\n"
POD = "deploymentTemplate: {spec: {selector: {}, template: {spec: {containers: [], serviceAccountName: pear}}}}"
OWN = "runtimeConfigRef: {name: own}"
RUNNING = package("Provider", "apple", "provider-apple:v1.0.0", OWN)
TWO = many(RUNNING, package("Provider", "plum", "provider-plum:v1.0.0", OWN))
SECRET = "apiVersion: v1\nkind: Secret\nmetadata: {name: login, namespace: crossplane-system}\ndata: {a: c2VjcmV0}\n"
LOGIN = "registry: {authentication: {pullSecretRef: {name: login}}}"
MIRRORED = "apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: mine\nspec:\n  package: "
PAIRS = {
    "SET001": ("kind: Provider\napiVersion: [\n# crossplane.io\n", APPLE_V1),
    "SET002": ("kind: {{ .Values.kind }}\n# pkg.crossplane.io\n", APPLE_V1 + "# {{ not a template }}\n"),
    "SET004": (many(APPLE_V1, APPLE_V1.replace("v1.0.0", "v1.1.0")), APPLE_V1),
    "SET006": (
        APPLE_V1.replace("/v1\n", "/v1beta2\n"),
        APPLE_V1,
    ),
    "SET007": (many(APPLE_V1, TREE), many(APPLE_V1, LATE)),
    "SET101": (many(APPLE_V1, DERIVED), APPLE_V1),
    "SET102": (many(BASKET, APPLE_V1), many(BASKET, DERIVED)),
    "SET103": (many(BASKET, DERIVED.replace("-apple:", "-plum:")), many(BASKET, DERIVED)),
    "SET104": (many(BASKET, MIRRORED + "mirror.test/orchard/provider-apple:v1.0.0\n"), many(BASKET, DERIVED)),
    "SET105": (many(APPLE_V1, package("Provider", "crab", "provider-crab:v1.0.0")), APPLE_V1),
    "SET108": (APPLE_V1.replace(f"{HOST}/", "orchard/"), APPLE_V1),
    "SET109": (
        package("Provider", "plum", "provider-plum:main"),
        package("Provider", "plum", "provider-plum:v1.0.0"),
    ),
    "SET110": (package("Provider", "old", "provider-old:v1.0.0"), APPLE_V1),
    "SET111": (package("Provider", "apple", "provider-apple:v1.0.9"), APPLE_V1),
    "SET112": (package("Function", "apple", "provider-apple:v1.0.0"), APPLE_V1),
    "SET113": (package("Provider", "apple", "Provider-Apple:v1.0.0"), APPLE_V1),
    "SET201": (
        many(package("Configuration", "cellar", "cellar:v1.0.0"), DERIVED.replace("v1.0.0", "v2.0.0")),
        many(package("Configuration", "cellar", "cellar:v1.0.0"), DERIVED),
    ),
    "SET202": (package("Configuration", "stall", "stall:v1.0.0"), BASKET),
    "SET203": (package("Configuration", "loop", "loop:v1.0.0"), BASKET),
    "SET204": (many(BASKET, DERIVED + "  skipDependencyResolution: true\n"), many(BASKET, DERIVED)),
    "SET205": (
        APPLE_V1 + "  revisionActivationPolicy: automatic\n",
        APPLE_V1 + "  revisionActivationPolicy: Automatic\n",
    ),
    "SET206": (
        package("Provider", "old", "provider-old:v1.0.0", "ignoreCrossplaneConstraints: true"),
        APPLE_V1 + "  ignoreCrossplaneConstraints: true\n",
    ),
    "SET207": (APPLE_V1 + "  packagePullPolicy: Never\n", APPLE_V1),
    "SET208": (APPLE_V1 + "  packagePullPolicy: Always\n", APPLE_V1 + "  packagePullPolicy: IfNotPresent\n"),
    "SET301": (many(APPLE_V1, images(HOST, LOGIN)), many(APPLE_V1, images(HOST, LOGIN), SECRET)),
    "SET303": (many(APPLE_V1, images("other.test/", LOGIN), SECRET), many(APPLE_V1, images(HOST, LOGIN), SECRET)),
    "SET304": (
        many(RUNNING, config(CONTAINERS).replace("  name: own\n", "  name: own\n" + LATER + "a\n")),
        many(RUNNING, config(CONTAINERS)),
    ),
    "SET401": (RUNNING, many(RUNNING, config(CONTAINERS))),
    "SET402": (
        many(TWO, config("serviceAccountTemplate: {metadata: {name: pear}}")),
        many(RUNNING, config("serviceAccountTemplate: {metadata: {name: pear}}")),
    ),
    "SET403": (many(RUNNING, config(OTHER)), many(RUNNING, config(CONTAINERS))),
    "SET404": (many(RUNNING, config(CONTAINERS.replace("selector: {}, ", ""))), many(RUNNING, config(CONTAINERS))),
    "SET405": (
        many(RUNNING, config(CONTAINERS.replace("selector: {}", "selector: {matchLabels: {a: b}}"))),
        many(RUNNING, config(CONTAINERS)),
    ),
    "SET406": (
        many(TWO, config("deploymentTemplate: {metadata: {name: one}}")),
        many(RUNNING, config("deploymentTemplate: {metadata: {name: one}}")),
    ),
    "SET407": (
        many(RUNNING, config(CONTAINERS.replace("{selector", "{replicas: 0, selector"))),
        many(RUNNING, config(CONTAINERS.replace("{selector", "{replicas: 1, selector"))),
    ),
    "SET408": (many(RUNNING, config(POD)), many(RUNNING, config(POD), ACCOUNT)),
    "SET409": (
        many(RUNNING, config("serviceTemplate: {metadata: {name: other}}")),
        many(RUNNING.replace("apple", "plum"), config("serviceTemplate: {metadata: {name: other}}")),
    ),
    "SET501": (many(APPLE_V1, policy("tree.apple.example.org")), many(RUNNING, policy("trees.apple.example.org"))),
    "SET503": (many(APPLE_V1, policy("trees.apple.example.org", name="narrow")), many(APPLE_V1, policy("*"))),
    "SET504": (many(APPLE_V1, policy("*.apple.example.org")), many(APPLE_V1, policy("*"))),
    "SET505": (
        many(SAFE, policy("none.example.org")),
        many(SAFE, policy("trees.safe.example.org")),
    ),
    "SET106": (
        many(*(DOCKER.format(host=host, name=name) for host, name in (("docker.io", "a"), ("index.docker.io", "b")))),
        many(*(DOCKER.format(host=host, name=name) for host, name in (("docker.io", "a"), ("ghcr.io", "b")))),
    ),
    "SET107": (package("Provider", "member", "provider-member:v1.0.0"), APPLE_V1),
    "SET302": (
        many(APPLE_V1, images(HOST, "verification: {provider: Cosign, cosign: {authorities: [{name: a}]}}")),
        many(APPLE_V1, images("a.io", "verification: {provider: Cosign, cosign: {authorities: [{name: a}]}}")),
    ),
    "SET502": (
        many(SAFE, policy("none.example.org"), composing("safe.example.org/v1alpha1", "Tree")),
        many(SAFE, policy("trees.safe.example.org"), composing("safe.example.org/v1alpha1", "Tree")),
    ),
    "SET601": (
        composition("auto"),
        many(composition("auto"), package("Function", "auto", "function-auto:v1.0.0")),
    ),
    "SET603": (composing("a.example.org/v1", "Aple"), composing("apps/v1", "Deployment")),
    "SET604": (composing("batch/v1", "Job"), many(composing("batch/v1", "Job"), ROLE)),
    "SET602": (
        composition("auto", "Crate"),
        many(composition("auto", "Box"), definition(), package("Function", "auto", "function-auto:v1.0.0")),
    ),
    "SET605": (many(definition("boxes"), definition("crates", claim="boxes")), definition("boxes", claim="claims")),
    "SET606": (package("Provider", "1apple", "provider-apple:v1.0.0"), APPLE_V1),
    "SET607": (
        package("Provider", "apple", "provider-apple:v1.0.0", notes='crossplane.io/paused: "true"'),
        package("Provider", "apple", "provider-apple:v1.0.0", notes='crossplane.io/paused: "false"'),
    ),
    "SET608": (
        many(APPLE_V1, package("Function", "apple", "function-auto:v1.0.0")),
        many(APPLE_V1, package("Function", "auto", "function-auto:v1.0.0")),
    ),
    "SET609": (
        package("Provider", "kubernetes", "provider-apple:v1.0.0"),
        package("Function", "kubernetes", "function-auto:v1.0.0"),
    ),
    "SET701": (
        "apiVersion: pkg.crossplane.io/v1alpha1\nkind: ControllerConfig\nmetadata: {name: own}\nspec: {}\n",
        APPLE_V1,
    ),
    "SET702": (APPLE_V1 + "  controllerConfigRef: {name: own}\n", APPLE_V1),
}
OF_FILES = {"SET003", "SET005"}
"""Rules about folders, and about what the API server says beside other rules."""
OF_CLUSTERS = {
    *("SET209", "SET410", "SET305", "SET506", "SET703", "SET704", "SET803", "SET804", "SET805", "SET806", "SET807"),
}
"""Rules about what is installed, and about other versions."""


@each_row("rule", sorted(PAIRS))
def test_a_rule_speaks_of_the_faulty_set_alone(rule: str) -> None:
    faulty, healthy = PAIRS[rule]
    spoken = {one.rule: one for one in planned(faulty, PACKAGES).findings}
    assert rule in spoken
    assert spoken[rule].place.line is not None
    assert rule not in {one.rule for one in planned(healthy, PACKAGES).findings}


ABSENCES = [one for one in SET_RULES if one.absent and one.id in PAIRS]
"""Rules that say that something is not there."""
AMONG = {"SET303", "SET501"}
"""Those that compare with the names of packages, and speak all the same where one of them is near."""


@each_row("rule", [*sorted(one.id for one in ABSENCES), *sorted(AMONG)])
def test_what_may_be_in_what_is_not_read_is_not_said_to_be_absent(rule: str) -> None:
    kinds = next((one.absent for one in ABSENCES if one.id == rule), ("Provider",))
    title = next(one.title for one in SET_RULES if one.id == rule)
    faulty = PAIRS[rule][0].replace("tree.apple.example.org", "pear.other.test")
    is_error = rule in {one.rule for one in planned(faulty, PACKAGES).findings if one.severity is Severity.ERROR}
    for text in (
        "kind: {kind}\n\tbroken: [",
        "kind: {kind}\nname: {{{{ .name }}}}\n",
        "kind: {{{{ .kind }}}}\n# crossplane.io\n",
        "\0k\0i\0n\0d\0:\0 {kind}\n: [",
    ):
        for kind in kinds:
            found = planned({"set.yaml": faulty, "other.yaml": text.format(kind=kind)}, PACKAGES)
            assert rule not in {one.rule for one in found.findings}
            assert (title in {one.what for one in found.unread}) is is_error
        harmless = ["kind: Pod\nname: {{ .name }}\n"]
        if not {"Secret", "ServiceAccount", "ClusterRole"} & set(kinds):  # as charts have it that are for others
            harmless.append("kind: {{ if .a }}Role{{ end }}\n")
        for one in harmless:
            beside = planned({"set.yaml": faulty, "other.yaml": one}, PACKAGES)
            assert rule in {each.rule for each in beside.findings}


@each_row("rule", ["SET303", "SET501", "SET505", "SET601", "SET602", "SET603", "SET604"])
def test_what_a_package_may_bring_that_is_not_known_is_not_said_to_be_absent(rule: str) -> None:
    manifests = many(PAIRS[rule][0], package("Configuration", "basket", "basket:v1.0.0"))
    assert rule in {one.rule for one in planned(manifests, PACKAGES).findings}
    found = planned(manifests, PACKAGES, dead=[f"{HOST}/basket"])
    assert rule not in {one.rule for one in found.findings}
    assert found.unread


def test_what_a_package_brings_that_the_api_server_refuses_is_not_said_to_be_absent() -> None:
    manifests = many(PAIRS["SET603"][0], APPLE_V1 + "  controllerConfigRef: {name: own}\n")
    assert {"SET603", "SET702"} & {one.rule for one in planned(manifests, PACKAGES).findings} == {"SET702"}


def test_a_package_whose_runtime_config_may_be_in_what_is_not_read_is_not_known() -> None:
    broken = "kind: DeploymentRuntimeConfig\n\tbroken: ["
    (one,) = planned({"set.yaml": RUNNING, "other.yaml": broken}, PACKAGES).members
    assert (one.outcome, one.why) == (
        MemberOutcome.UNKNOWN,
        "its runtime config may be in what was not read of the set",
    )


def test_what_may_be_in_what_is_not_read_is_not_known_to_be_removed() -> None:
    broken = "kind: Provider\n\tbroken: ["
    options = PlanOptions(installed=LOCK, prune=True)
    found = planned({"set.yaml": BASKET, "other.yaml": broken}, PACKAGES, options)
    (apple,) = [one for one in found.members if one.name == "apple"]
    assert (apple.change, apple.outcome) == (None, MemberOutcome.UNKNOWN)
    assert ("SET804", "apple is installed and not in what was read of the set") in {
        (one.rule, one.message) for one in found.findings
    }


def test_steps_that_name_the_same_function_are_one_fault() -> None:
    several = many(*(composition("auto").replace("name: box", f"name: {name}") for name in ("box", "crate", "bin")))
    (said,) = [one for one in planned(several, PACKAGES).findings if one.rule == "SET601"]
    assert said.message.startswith("The step one of Composition box and 2 others name the Function auto")
    assert (said.place.line, [at.line for at, _ in said.also]) == (13, [27, 41])


def test_a_file_without_objects_is_no_manifest() -> None:
    beside = {"score.yaml": "apiVersion: score.dev/v1b1\nname: a\n", "mapping.json": "[{}]\n", "own.yaml": "- a\n"}
    found = planned({"set.yaml": APPLE_V1, **beside}, PACKAGES)
    assert (found.findings, {one.path for one in found.read.skipped}) == ((), set(beside))
    within = planned({"set.yaml": many(APPLE_V1, "apiVersion: v1\nname: a\n")}, PACKAGES)
    assert [(one.rule, one.place.line) for one in within.findings] == [("SET001", 8)]


def test_a_file_with_a_meta_object_is_a_package_and_no_manifest() -> None:
    needs = "  dependsOn: [{apiVersion: pkg.crossplane.io/v1, kind: Provider, package: r.io/a/b, version: v1}]\n"
    meta = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: a}\nspec:\n" + needs
    files = {
        "block.yaml": many(meta, composition("auto")),
        "flow.yaml": many("{apiVersion: meta.pkg.crossplane.io/v1, kind: Function, metadata: {name: a}}\n"),
        "set.yaml": many(meta, APPLE_V1),
    }
    found = planned(files, PACKAGES)
    assert [one.name for one in found.members] == ["apple"]
    assert {one.path: one.why.value for one in found.read.skipped} == {
        "block.yaml": "package",
        "flow.yaml": "package",
    }


def test_the_provider_of_a_kind_brings_its_permission() -> None:
    kinds = {"s3.aws.upbound.io/v1": "Bucket", "cert-manager.io/v1": "Certificate"}
    spoken = [
        "SET604" in {one.rule for one in planned(composing(group, kind), PACKAGES).findings}
        for group, kind in kinds.items()
    ]
    assert spoken == [False, True]


def test_every_rule_has_a_pair() -> None:
    assert {one.id for one in SET_RULES} == {*PAIRS, *OF_FILES, *OF_CLUSTERS}
    # Those about packages that were examined have theirs in test_examined.
    assert {one.id for one in EXAMINED_RULES} == {"SET801", "SET802"}


def test_a_secret_is_kept_without_its_values() -> None:
    found = planned(many(APPLE_V1, images(HOST, LOGIN), SECRET), PACKAGES)
    assert "c2VjcmV0" not in repr(found)


@pytest.mark.parametrize("name", ["kustomization.yaml", "values-of-trees.yaml", "Chart.yaml"])
def test_a_file_hides_no_object_by_its_name(name: str) -> None:
    of_flux = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\n"
    found = planned({name: many(of_flux, APPLE_V1), "values.yaml": "kind: DaemonSet\nargs: []\n"}, PACKAGES)
    assert ([one.name for one in found.members], [one.path for one in found.read.skipped]) == (
        ["apple"],
        ["values.yaml"],
    )


def test_a_patch_is_no_object_and_a_kustomization_that_changes_something_says_so() -> None:
    files = {
        "a/kustomization.yaml": "resources: [set.yaml]\npatches:\n- path: patch.yaml\n",
        "a/patch.yaml": APPLE_V1.replace("v1.0.0", "v9.0.0"),
        "a/set.yaml": APPLE_V1,
    }
    found = planned(files, PACKAGES)
    assert [(one.rule, one.place.line) for one in found.findings] == [("SET003", 2)]
    assert [(one.path, one.why.value) for one in found.read.skipped] == [
        ("a/kustomization.yaml", "kustomization"),
        ("a/patch.yaml", "patch"),
    ]


JSON, PLUM_JSON = (
    json.dumps(
        {
            "apiVersion": "pkg.crossplane.io/v1",
            "kind": "Provider",
            "metadata": {"name": name},
            "spec": {"package": f"{HOST}/provider-{name}:v1.0.0"},
        }
    )
    for name in ("apple", "plum")
)
LIST = "apiVersion: v1\nkind: List\nitems:\n"
TYPED = f"- metadata: {{name: apple}}\n  spec: {{package: '{HOST}/provider-apple:v1.0.0'}}\n"
INLINE = (
    composition("one")
    + "    input:\n      apiVersion: a.b/v1\n      kind: C\n      inline: |\n        {{ range .all }}\n        a: b\n"
)
OF_SERVER = "  name: apple\n  resourceVersion: '7'\n  managedFields: [{manager: kubectl}]\n"
READ: list[tuple[str, set[str], set[str], int | None]] = [
    # A set; its packages, the rules that speak, and the line of the first finding.
    (f"{JSON}\n{PLUM_JSON}", {"apple", "plum"}, set(), None),
    (f"{LIST}- {{apiVersion: v1, kind: List, items: [{JSON}]}}\n", {"apple"}, set(), None),
    (f"apiVersion: pkg.crossplane.io/v1\nkind: ProviderList\nitems:\n{TYPED}", {"apple"}, set(), None),
    (many(APPLE_V1, LIST + "- null\n"), {"apple"}, {"SET001"}, 11),
    (many(APPLE_V1, f"- {JSON}\n"), {"apple"}, {"SET001"}, 8),
    (APPLE_V1 + f"  package: {HOST}/provider-apple:v1.1.0\n", {"apple"}, {"SET001"}, 7),
    (many(APPLE_V1, INLINE), {"apple"}, {"SET601", "SET602"}, 20),
    (many(APPLE_V1, INLINE + "    other: {{ .x }}\n"), set(), {"SET002"}, 27),
    (
        many(APPLE_V1, "apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nspec:\n  a: b-{{c}}\n"),
        {"apple"},
        set(),
        None,
    ),
    (APPLE_V1.replace(HOST, "'{{ .host }}").replace("v1.0.0", "v1.0.0'"), set(), {"SET002"}, 1),
    (APPLE_V1.replace("  name: apple\n", "  generateName: apple-\n"), {""}, {"SET005"}, 4),
    (
        many(TREE, TREE.replace("t\n", "t\nspec: {a: 1}\n")).replace("name: first", "generateName: t-"),
        set(),
        set(),
        None,
    ),
    (many(APPLE_V1, APPLE_V1.replace("apple:v1.0.0", "${NAME}:v1.0.0")), {"apple"}, {"SET002"}, 8),
    (many(APPLE_V1, TREE.replace("name: first", "name: tree-${region}")), {"apple"}, {"SET002"}, 8),
    (APPLE_V1.replace("  name: apple\n", OF_SERVER), {"apple"}, set(), None),
    (APPLE_V1.replace(f"{HOST}/provider-apple:v1.0.0", "12"), {"apple"}, {"SET005"}, 6),
]


@each_row(("manifests", "names", "rules", "line"), READ)
def test_a_set_is_read_as_kubectl_reads_it(
    manifests: str, names: set[str], rules: set[str], line: int | None
) -> None:
    found = planned(manifests, PACKAGES)
    assert {one.name for one in found.members} == names
    assert {one.rule for one in found.findings if one.severity > Severity.INFO} == rules
    assert next((one.place.line for one in found.findings if one.severity > Severity.INFO), None) == line
    assert not found.unread or rules & {"SET001", "SET002"}


def test_what_a_name_lacks_is_said() -> None:
    said = {
        "provider-apple": "names no tag",
        "x@sha256:12": "cannot read",
        "X:v1": "Write",
    }
    for image, words in said.items():
        (one,) = planned(package("Provider", "apple", image), PACKAGES).findings
        assert words in f"{one.message} {one.fix}"


def test_a_registry_that_does_not_answer_leaves_its_packages_unknown() -> None:
    found = planned(many(APPLE_V1, BASKET), PACKAGES, dead=[f"{HOST}/provider-apple"])
    outcomes = {one.name: one.outcome for one in found.members}
    assert outcomes["apple"] is MemberOutcome.UNKNOWN
    assert found.unread


LOCK = f"""\
apiVersion: v1
kind: List
items:
- apiVersion: pkg.crossplane.io/v1beta1
  kind: Lock
  metadata: {{name: lock}}
  packages:
  - {{name: apple-0123456789ab, apiVersion: pkg.crossplane.io/v1, kind: Provider,
     source: {HOST}/provider-apple, version: v1.0.0, dependencies: []}}
- apiVersion: pkg.crossplane.io/v1
  kind: Provider
  metadata: {{name: apple}}
  spec: {{package: "{HOST}/provider-apple:v1.0.0"}}
- apiVersion: pkg.crossplane.io/v1
  kind: ProviderRevision
  metadata: {{name: apple-0123456789ab, labels: {{pkg.crossplane.io/package: apple}}}}
  spec: {{desiredState: Active, image: "{HOST}/provider-apple:v1.0.0", revision: 1}}
"""


@each_row(
    ("manifests", "prune", "expected", "rules"),
    [
        (APPLE_V1, False, ("same", "installs"), {"SET803"}),
        (APPLE_V1.replace("v1.0.0", "v2.0.0"), False, ("upgrade", "installs"), set()),
        (BASKET, False, ("not-in-git", "installs"), {"SET803"}),
        (BASKET, True, ("removed", "installs"), {"SET804", "SET805", "SET803"}),
        (
            APPLE_V1.replace("v1.0.0", "v1.1.0") + "  revisionActivationPolicy: Manual\n",
            False,
            ("upgrade", "waits"),
            {"SET205"},
        ),
        (APPLE_V1.replace(HOST, "mirror.test/orchard"), False, (None, "refused"), {"SET111", "SET806"}),
        (APPLE_V1.replace(HOST, "mirror.test"), False, (None, "refused"), {"SET111", "SET806"}),
    ],
    ids=["same", "upgrade", "not in git", "pruned", "manual", "moved", "moved elsewhere"],
)
def test_what_is_installed_stands_beside_what_git_asks_for(
    manifests: str, prune: bool, expected: tuple[str | None, str], rules: set[str]
) -> None:
    found = planned(manifests, PACKAGES, PlanOptions(installed=LOCK, prune=prune))
    (apple,) = [one for one in found.members if one.name == "apple"]
    assert apple.before is not None
    assert apple.before.version == "v1.0.0"
    assert {one.rule for one in found.findings} == rules
    assert apple.outcome.value == expected[1]


def spoken(manifests: str, options: PlanOptions) -> set[str]:
    """The rules that speak of a set."""
    return {one.rule for one in planned(manifests, PACKAGES, options).findings}


def test_an_upgrade_of_what_is_no_version_crashes_crossplane() -> None:
    digest = f"sha256:{'0' * 64}"
    lock = LOCK.replace("version: v1.0.0", f"version: {digest}").replace("apple:v1.0.0", f"apple@{digest}")
    kept = many(BASKET, APPLE_V1.replace(":v1.0.0", f"@{digest}"))
    assert "SET209" in spoken(kept, PlanOptions(installed=lock, upgrades=True))
    assert "SET209" not in spoken(kept, PlanOptions(installed=lock))


def test_a_service_account_to_be_made_keeps_what_its_template_says() -> None:
    template = "serviceAccountTemplate: {metadata: {name: pear, annotations: {role: a}}}"
    (said,) = [one for one in planned(many(TWO, config(template)), PACKAGES).findings if one.rule == "SET402"]
    assert said.manifest.endswith('  name: "pear"\n  namespace: "crossplane-system"\n  annotations: {"role": "a"}\n')


def test_groups_of_real_providers_end_like_those_of_crossplane() -> None:
    pear = opened("Provider", replace(tree("pear"), group="pear.crossplane.io"))
    manifests = many(
        package("Provider", "pear", "pear:v1.0.0"), TREE.replace("apple.example.org", "pear.crossplane.io")
    )
    assert "SET007" in {one.rule for one in planned(manifests, {"pear": {"v1.0.0": pear}}).findings}


def test_a_config_that_is_refused_is_not_looked_for() -> None:
    faulty = many(RUNNING, config("unknown: 1"))
    (said,) = [one for one in planned(faulty, PACKAGES).findings if one.rule == "SET401"]
    assert said.fix == "Correct DeploymentRuntimeConfig own, which the API server refuses"


def test_an_object_of_an_inactive_kind_is_not_applied() -> None:
    safe = TREE.replace("apple.", "safe.")
    (said,) = [
        one
        for one in planned(many(SAFE, policy("none.example.org"), safe), PACKAGES).findings
        if one.rule == "SET502"
    ]
    assert (str(said.object), said.message) == (
        "Tree first",
        "Tree first is of safe.example.org, and no policy activates its kind",
    )
    assert "trees.safe.example.org" in said.manifest
    active = planned(many(SAFE, policy("trees.safe.example.org"), safe), PACKAGES)
    assert "SET502" not in {one.rule for one in active.findings}


def test_of_many_objects_that_come_too_early_one_speaks_for_its_kind() -> None:
    trees = [TREE.replace("first", f"tree-{number}") for number in range(9)]
    (said,) = [one for one in planned(many(APPLE_V1, *trees), PACKAGES).findings if one.rule == "SET007"]
    assert said.message == "Tree tree-0 and 8 others are applied with the package that brings their kind"
    assert [what for _, what in said.also] == [f"Tree tree-{number} too" for number in range(1, 6)]


def test_two_revisions_of_one_package_are_not_two_objects() -> None:
    newer = APPLE_V1.replace("v1.0.0", "v1.1.0") + "  revisionActivationPolicy: Manual\n"
    rules = spoken(newer, PlanOptions(installed=LOCK.replace("desiredState: Active, ", "")))
    assert "SET205" in rules
    assert "SET101" not in rules


def test_what_a_policy_names_no_more_stays_active() -> None:
    item = "".join(f"  {line}\n" for line in policy("*.safe.example.org").splitlines()).replace("  api", "- api", 1)
    options = PlanOptions(installed=LOCK + item)
    assert "SET506" in spoken(many(SAFE, policy("none.example.org")), options)
    assert "SET506" not in spoken(many(SAFE, policy("*.safe.example.org", "a.b.io")), options)


RUNNING_1_20 = """\
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: crossplane, namespace: upbound-system}
  spec: {template: {spec: {containers: [{name: crossplane, image: "x.test/crossplane/crossplane:v1.20.3@sha256:0"}]}}}
"""


def test_a_plan_is_for_the_crossplane_that_runs_unless_another_is_named() -> None:
    policies = many(APPLE_V1, policy("trees.apple.example.org"))
    here = planned(policies, PACKAGES, PlanOptions(installed=LOCK + RUNNING_1_20))
    assert (here.crossplane, here.installed_crossplane) == ("1.20.3", "1.20.3")
    assert "SET006" in {one.rule for one in here.findings}
    assert planned(policies, PACKAGES, PlanOptions(installed=LOCK)).crossplane == "2.4"
    assert (
        planned(policies, PACKAGES, PlanOptions(installed=LOCK + RUNNING_1_20, crossplane="2.4")).crossplane == "2.4"
    )


def test_what_the_crossplane_that_runs_does_not_take_comes_after_its_upgrade() -> None:
    newer = PlanOptions(installed=LOCK + RUNNING_1_20, crossplane="2.4")
    policies = many(APPLE_V1, policy("trees.apple.example.org"))
    (said,) = [one for one in planned(policies, PACKAGES, newer).findings if one.rule == "SET704"]
    assert said.message.startswith("Crossplane 1.20 runs in the cluster, and does not take ManagedResource")
    assert said.fix == "Upgrade Crossplane to 2.4, then apply the set"
    both = many(policies, "apiVersion: pkg.crossplane.io/v1alpha1\nkind: ControllerConfig\nmetadata: {name: own}\n")
    (said,) = [one for one in planned(both, PACKAGES, newer).findings if one.rule == "SET704"]
    assert said.fix.startswith("Change ControllerConfig")
    needs = package("Provider", "new", "provider-new:v1.0.0")
    wants = {"provider-new": {"v1.0.0": opened("Provider", crossplane=">=2.0.0")}}
    (said,) = [one for one in planned(needs, {**PACKAGES, **wants}, newer).findings if one.rule == "SET704"]
    assert (said.packages, said.says[:34]) == (("new",), "incompatible Crossplane version: p")
    assert "SET704" not in spoken(APPLE_V1, newer)
    assert "SET704" not in spoken(policies, PlanOptions(installed=LOCK, crossplane="2.4"))


def test_a_patch_release_has_the_kinds_of_its_minor() -> None:
    field = APPLE_V1 + "  controllerConfigRef: {name: own}\n"
    assert "SET702" not in spoken(field, PlanOptions(crossplane="1.20.3"))
    assert planned(field, PACKAGES, PlanOptions(crossplane="1.20.3")).members[0].outcome is MemberOutcome.INSTALLS
    assert "SET702" in spoken(field, PlanOptions(crossplane="2.4.1"))


def test_what_another_version_has_is_said_by_its_facts() -> None:
    native = composition("auto").replace(
        "pipeline:\n  - step: one\n    functionRef:\n      name: auto", "resources: []"
    )
    newest, oldest = planned(native, PACKAGES), planned(native, PACKAGES, PlanOptions(crossplane="1.20"))
    assert [one.message for one in newest.findings if one.rule == "XPKG716"] == ["Composition box has no pipeline"]
    assert "XPKG716" not in {one.rule for one in oldest.findings}
    runtime = many(APPLE_V1, images(HOST, "runtime: {configRef: {name: default}}"))
    assert "SET305" in {one.rule for one in planned(runtime, PACKAGES, PlanOptions(crossplane="2.1")).findings}
    assert "SET305" not in {one.rule for one in planned(runtime, PACKAGES).findings}


def test_image_configs_are_judged_as_policies_of_packages_are() -> None:
    verifies = "verification: {provider: Cosign, cosign: {authorities: []}}"
    first, second = (images(f"{HOST}/", f"rewriteImage: {{prefix: {one}.test/}}") for one in "ab")
    twice = many(first, second.replace("mirror", "other"))
    for manifests, wanted in (
        (images(HOST, LOGIN), ("XPKG222", 8)),
        (images(f"{HOST}/", verifies), ("XPKG220", 9)),
        (twice, ("XPKG226", 18)),
        (images(f"{HOST}/", LOGIN), None),
    ):
        said = [one for one in planned(many(APPLE_V1, manifests), PACKAGES).findings if one.rule.startswith("XPKG")]
        lines = len(APPLE_V1.splitlines()) + 1
        assert [(one.rule, (one.place.line or 0) - lines) for one in said] == ([wanted] if wanted else [])
        assert all(one.fix and one.title for one in said)
        assert all("so let it end alike" in one.fix for one in said if one.rule == "XPKG222")


def test_who_waits_for_what_is_missing_in_another_order_is_told() -> None:
    branch = package("Configuration", "branch", "branch:v1.0.0")
    for manifests, after in (
        (many(branch, PAIRS["SET202"][0]), " If Crossplane looks for it first, branch waits for it too."),
        (many(PAIRS["SET202"][0], branch), " branch waits for that."),
    ):
        (said,) = (one for one in planned(manifests, PACKAGES).findings if one.rule == "SET202")
        assert said.then.endswith(f"missing after it.{after}")


def test_a_kind_is_there_where_a_revision_does_not_say_of_which_kind_its_objects_are() -> None:
    """Crossplane 2.4 forgets it where it updates what it has established."""
    there = revision("Provider", "apple", "provider-apple:v1.0.0", "trees.apple.example.org")
    for one in (there, there.replace("apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, ", "")):
        options = PlanOptions(installed=in_cluster(APPLE_V1, one))
        assert "SET007" not in {each.rule for each in planned(many(APPLE_V1, TREE), PACKAGES, options).findings}


def test_findings_about_image_configs_are_listed_up_to_a_thousand_of_a_rule() -> None:
    rewrite = "spec: {{matchImages: {}, rewriteImage: {{prefix: mirror.test}}}}\n"
    head = "apiVersion: pkg.crossplane.io/v1beta1\nkind: ImageConfig\nmetadata: {{name: a{}}}\n"
    prefixes = [[{"prefix": f"{HOST}/{name}{one}"} for one in range(500)] for name in "abc"]
    configs = [head.format(number) + rewrite.format(json.dumps(each)) for number, each in enumerate(prefixes)]
    said = [one for one in planned(many(APPLE_V1, *configs), PACKAGES).findings if one.rule == "XPKG222"]
    assert [len(said), said[-1].message] == [1_001, "500 more findings of this rule are not listed"]


@each_row(
    ("rule", "documents"),
    [
        ("SET101", (APPLE_V1, DERIVED)),
        ("SET401", (RUNNING,)),
        ("SET607", (package("Provider", "apple", "provider-apple:v1.0.0", notes='crossplane.io/paused: "true"'),)),
        ("SET501", (APPLE_V1, policy("tree.apple.example.org"))),
        ("SET601", (composition("auto"),)),
        ("SET701", (PAIRS["SET701"][0].replace("metadata: {name: own}", "metadata:\n  name: own"),)),
    ],
)
def test_what_is_wrong_in_a_cluster_alone_is_found(rule: str, documents: tuple[str, ...]) -> None:
    found = planned({}, PACKAGES, PlanOptions(installed=in_cluster(*documents)))
    (said,) = [one for one in found.findings if one.rule == rule]
    assert said.place.file is None
    assert not set(said.packages) - {one.name for one in found.members}
    assert {one.origin.value for one in found.members} <= {"installed"}


def test_examples_of_one_object_are_told_once_and_of_a_strange_kind_refuse_nothing() -> None:
    strange = {
        f"catalog/{one}.yaml": f"apiVersion: b.io/v1\nkind: Tool\nmetadata: {{name: a}}\nspec: {one}\n"
        for one in range(9)
    }
    (said,) = planned(strange, PACKAGES).findings
    assert (said.rule, said.severity.word, said.message.split(",")[0]) == (
        "SET004",
        "warning",
        "Tool a is in catalog/0.yaml",
    )
    own = {f"all/{one}.yaml": APPLE_V1.replace("v1.0.0", f"v{one}.0.0") for one in range(9)}
    assert [one.severity.word for one in planned(own, PACKAGES).findings if one.rule == "SET004"] == ["error"]


def test_nothing_is_said_of_pairs_while_a_package_is_not_known() -> None:
    for dead, rules in (((), ["SET602"]), ((HOST.partition("/")[0],), [])):
        found = planned(
            many(composition("auto"), package("Function", "auto", "function-auto:v1.0.0")), PACKAGES, dead=dead
        )
        assert [one.rule for one in found.findings] == rules


def test_the_kind_that_was_meant_is_found_by_its_own_name() -> None:
    known = [("s3.example.org/v1", "Bucket"), ("config.example.org/v1", "VaultAuth")]
    wanted = ("s3.example.org/v1", "Buckets")
    assert kind_meant(Guesses(), ("resources.example.org/v1", "Machine"), known, "Add it") == "Add it"
    assert kind_meant(Guesses(), wanted, known, "Add it") == "Did you mean Bucket of s3.example.org/v1?"


def test_names_that_were_meant_are_looked_for_until_it_takes_too_long() -> None:
    names, guesses = [f"name-{number}" for number in range(20_000)], Guesses()
    assert [guesses.nearest("name-7x", names) != "" for _ in range(5)] == [True, True, True, False, False]


def test_a_template_is_rendered_by_helm_where_a_chart_is() -> None:
    template = {"own/templates/a.yaml": "kind: {{ a }}\n# pkg.crossplane.io\n"}
    for more, commands in (({}, []), ({"own/Chart.yaml": "name: own\n"}, ["helm template own | xpkgtui plan -"])):
        (said,) = planned({**template, **more}, PACKAGES).findings
        assert [one.line for one in said.commands] == commands


def failing_revision(name: str, says: str, image: str = "provider-apple:v1.0.0") -> str:
    """The revision of a Provider with what it says of its runtime."""
    head = f"apiVersion: pkg.crossplane.io/v1\nkind: ProviderRevision\nmetadata:\n  name: {name}-1\n"
    spec = f"spec: {{desiredState: Active, image: '{HOST}/{image}', revision: 1}}\n"
    condition = f"status: {{conditions: [{{type: RuntimeHealthy, status: 'False', message: '{says}'}}]}}\n"
    return f"{head}  labels: {{pkg.crossplane.io/package: {name}}}\n{spec}{condition}"


@each_row(
    ("rules", "object_of", "says", "image"),
    [
        (["SET401"], RUNNING, 'deploymentruntimeconfigs "own" not found', "provider-apple:v1.0.0"),
        ([], RUNNING, "", "provider-apple:v1.0.0"),
        (["SET111"], package("Provider", "apple", "provider-apple:v1.0.9"), "", "provider-apple:v1.0.0"),
        (["SET112"], package("Provider", "apple", "function-auto:v1.0.0"), "", "provider-apple:v1.0.0"),
    ],
)
def test_what_an_unhealthy_package_of_a_cluster_lacks_is_found(
    rules: list[str], object_of: str, says: str, image: str
) -> None:
    installed = in_cluster(object_of, failing_revision("apple", says, image))
    found = planned({}, PACKAGES, PlanOptions(installed=installed))
    assert [one.rule for one in found.findings] == rules


def test_the_versions_that_are_there_are_named_where_none_satisfies() -> None:
    (said,) = planned(PAIRS["SET202"][0], PACKAGES).findings
    assert "provider-apple has no version that satisfies >=v9.0.0, for which stall asks" in said.message
    assert said.fix == "There are v2.0.0, v1.1.0, v1.0.0"


def test_a_digest_that_all_ask_for_is_the_way_out_and_what_is_blocked_is_told() -> None:
    digest, asks = (
        f"sha256:{'1' * 64}",
        opened("Configuration", needs=(("Provider", "provider-apple", f"sha256:{'1' * 64}"),)),
    )
    objects = many(package("Configuration", "stand", "stand:v1.0.0"), DERIVED)
    (said,) = (
        one for one in planned(objects, {**PACKAGES, "stand": {"v1.0.0": asks}}).findings if one.rule == "SET201"
    )
    assert said.fix.startswith(f"Write {digest} at ")
    wrong = opened("Configuration", needs=(("Function", "provider-apple", "*"),))
    objects = package("Configuration", "stand", "stand:v1.0.0")
    (said,) = (
        one for one in planned(objects, {**PACKAGES, "stand": {"v1.0.0": wrong}}).findings if one.rule == "SET112"
    )
    assert said.then.endswith("stand asks for it. Crossplane installs nothing that is missing after it.")


def test_a_version_that_no_definition_serves_is_told_with_those_that_are() -> None:
    for version, rules in (("v2", ["SET006"]), ("v1alpha1", ["SET007"])):
        found = planned(many(APPLE_V1, TREE.replace("v1alpha1", version)), PACKAGES).findings
        assert [one.rule for one in found] == rules
    assert (
        "and its definition serves v1alpha1"
        in planned(many(APPLE_V1, TREE.replace("v1alpha1", "v2")), PACKAGES).findings[0].message
    )
    grown = opened("Provider", replace(tree("apple"), versions=("v1", "v1beta1", "v1alpha1")))
    packages = {**PACKAGES, "provider-apple": {"v1.0.0": grown}}
    assert planned(many(APPLE_V1, TREE.replace("v1alpha1", "v2")), packages).findings[0].fix.endswith("/v1")


def test_what_is_converted_is_the_object_in_its_file() -> None:
    old = PAIRS["SET701"][0]
    for file, text, command in (
        ("a.yaml", old, "crossplane beta convert deployment-runtime a.yaml"),
        ("a.yaml", many(APPLE_V1, old), "sed -n 8,11p a.yaml | crossplane beta convert deployment-runtime -"),
        ("-", old, "crossplane beta convert deployment-runtime FILE"),
    ):
        (said,) = (one for one in planned({file: text}, PACKAGES).findings if one.rule == "SET701")
        assert [one.line for one in said.commands] == [command]


def test_who_asks_for_a_paused_package_is_told() -> None:
    held = package(
        "Provider", "orchard-provider-apple", "provider-apple:v1.0.0", notes='crossplane.io/paused: "true"'
    )
    (said,) = planned(many(BASKET, held), PACKAGES).findings
    assert said.then == "It stays as it is. basket asks for it: unhealthy until then."


def test_patterns_without_a_provider_are_told_once() -> None:
    several = policy("a.example.org", "b.example.org")
    (said,) = (one for one in planned(many(APPLE_V1, several), PACKAGES).findings if one.rule == "SET501")
    assert "names a.example.org, b.example.org, and no provider" in said.message


def test_a_name_that_the_api_server_refuses_is_no_fault_of_a_service() -> None:
    assert [one.rule for one in planned(package("Function", "Up", "function-auto:v1.0.0"), PACKAGES).findings] == [
        "SET005"
    ]


def test_the_worst_order_takes_what_is_replaced_out_of_the_lock_first() -> None:
    apple = ("Provider", "provider-apple", ">=v1.0.0")
    bad = {"provider-apple": PACKAGES["provider-old"]["v1.0.0"]}
    bad["basket"] = opened("Configuration", needs=(apple,), crossplane="<v2.0.0")
    packages = {**PACKAGES, **{name: {**PACKAGES[name], "v9.0.0": one} for name, one in bad.items()}}
    asked = f"[{{apiVersion: pkg.crossplane.io/v1, kind: Provider, package: {HOST}/{apple[1]}, constraints: '*'}}]"
    lock = "apiVersion: pkg.crossplane.io/v1beta1\nkind: Lock\nmetadata: {name: lock}\npackages:\n"
    revisions = []
    for kind, name, repository, needs in (
        ("Configuration", "basket", "basket", asked),
        ("Provider", "apple", apple[1], "[]"),
    ):
        head = f"apiVersion: pkg.crossplane.io/v1\nkind: {kind}Revision\nmetadata:\n  name: {name}-1\n"
        of = f"  labels: {{pkg.crossplane.io/package: {name}}}\n"
        state = f"spec: {{desiredState: Active, image: '{HOST}/{repository}:v1.0.0', revision: 1}}\n"
        revisions.append(head + of + state)
        lock += f"- {{name: {name}-1, apiVersion: pkg.crossplane.io/v1, kind: {kind}, version: v1.0.0, "
        lock += f"source: {HOST}/{repository}, dependencies: {needs}}}\n"
    options = PlanOptions(installed=in_cluster(lock, BASKET, APPLE_V1, *revisions))
    found = planned(many(BASKET, APPLE_V1).replace("v1.0.0", "v9.0.0"), packages, options)
    assert {one.name: one.order_matters for one in found.members} == {"basket": True, "apple": False}


def test_what_is_removed_with_all_that_asks_for_it_is_not_asked_for() -> None:
    options = PlanOptions(installed=in_cluster(DERIVED, BASKET), prune=True)
    assert "SET805" not in spoken(package("Provider", "plum", "provider-plum:v1.0.0"), options)
    assert "SET805" in spoken(BASKET, options)


@pytest.mark.parametrize(
    ("manifests", "rules"),
    [
        (package("Configuration", "odd", "odd:v1.0.0"), {"SET202"}),
        (package("Configuration", "strange", "strange:v1.0.0"), {"SET202"}),
        (many(RUNNING, images(HOST + "/", "runtime: {configRef: {name: none}}")), {"SET401"}),
        (many(APPLE_V1, images(HOST + "/", LOGIN), SECRET.replace("crossplane-system", "default")), {"SET301"}),
        (many(RUNNING, config(POD), ACCOUNT.replace(", namespace: crossplane-system", "")), set()),
    ],
)
def test_what_stops_a_package_has_a_finding_at_its_line(manifests: str, rules: set[str]) -> None:
    needs = {"odd": ("Provider", "provider-apple", "newest"), "strange": ("Provided", "provider-apple", "*")}
    odd = {name: {"v1.0.0": opened("Configuration", needs=(one,))} for name, one in needs.items()}
    found = planned(manifests, {**PACKAGES, **odd})
    assert {one.rule for one in found.findings if one.severity > Severity.INFO} == rules
    assert all(one.place.line for one in found.findings)


def test_a_healthy_cluster_has_no_findings() -> None:
    alone = planned({}, PACKAGES, PlanOptions(installed=in_cluster(RUNNING, config(CONTAINERS), policy("*"))))
    assert alone.findings == ()


def test_a_wave_that_puts_the_object_later_makes_the_second_one_certain() -> None:
    late = package("Provider", "apple", "provider-apple:v1.0.0", notes='argocd.argoproj.io/sync-wave: "1"')
    found = planned(many(BASKET, late), PACKAGES)
    assert [(one.rule, one.severity.word) for one in found.findings] == [("SET102", "error")]
    assert all(one.outcome is MemberOutcome.CONFLICT for one in found.members)


def test_who_asks_comes_first_in_the_worst_order_whatever_it_is_called() -> None:
    stand = opened(
        "Configuration", needs=(("Provider", "provider-plum", ">=v1.0.0"), ("Provider", "provider-apple", ">=v1.0.0"))
    )
    plum = package("Provider", "orchard-provider-plum", "provider-plum:v1.0.0")
    objects = many(plum, APPLE_V1, package("Configuration", "own", "stand:v1.0.0"))
    found = planned(objects, {**PACKAGES, "stand": {"v1.0.0": stand}})
    assert [one.rule for one in found.findings] == ["SET102"]


def test_the_worst_order_waits_until_all_that_ask_are_at_rest() -> None:
    stand = opened("Configuration", needs=(("Provider", "basket", "*"), ("Provider", "provider-apple", "*")))
    objects = many(package("Configuration", "stand", "stand:v1.0.0"), APPLE_V1)
    found = planned(objects, {**PACKAGES, "stand": {"v1.0.0": stand}, "basket": {"v1.0.0": PLUM}})
    assert [one.rule for one in found.findings] == ["SET102"]


def test_overlays_of_one_base_are_told_once_with_the_way_out() -> None:
    base = {"base/all.yaml": BASKET, "overlays/dev/kustomization.yaml": "resources: [apple.yaml]\n"}
    stages = {f"overlays/{one}/apple.yaml": many(APPLE_V1, DERIVED) for one in ("dev", "prod", "test")}
    for more, way in (({}, "xpkgtui plan"), ({"overlays/prod/kustomization.yaml": "a: b\n"}, "kustomize build")):
        (said,) = (one for one in planned({**base, **stages, **more}, PACKAGES).findings if one.rule == "SET004")
        assert said.message == "2 objects are in several of overlays/dev, overlays/prod, overlays/test"
        assert said.commands[0].line.startswith(f"{way} overlays/prod")
        assert (said.severity.word, set(said.packages)) == ("warning", {"apple", "orchard-provider-apple"})


def test_what_is_added_in_another_order_alone_is_no_certain_end() -> None:
    twice = many(APPLE_V1, package("Provider", "again", "provider-apple:v1.0.0"))
    found = planned(many(package("Configuration", "branch", "branch:v1.0.0"), twice), PACKAGES)
    assert {one.name: one.order_matters for one in found.members}["branch"]
    assert {one.name: happens(found, one) for one in found.members}["branch"].endswith(", maybe otherwise")


def test_a_step_of_a_package_names_a_function_by_its_derived_name() -> None:
    line = BroughtObject(kind="Composition", name="line", names=("orchard-function-auto",) * 2)
    mill = {"mill": {"v1.0.0": opened("Configuration", line, needs=(("Function", "function-auto", "*"),))}}
    first = package("Configuration", "mill", "mill:v1.0.0", notes='argocd.argoproj.io/sync-wave: "1"')
    for name, rules in (("auto", ["SET601"]), ("orchard-function-auto", [])):
        objects = many(first, package("Function", name, "function-auto:v1.0.0"))
        assert [one.rule for one in planned(objects, {**PACKAGES, **mill}).findings] == rules


OLDER = (
    (
        package("Provider", "apple", "provider-apple:v1.0.9"),
        "cannot unpack package: failed to fetch package digest fr",
    ),
    (APPLE_V1 + "  packagePullPolicy: Never\n", "failed to get pre-cached package with pull policy Never"),
    (
        many(RUNNING, config(OTHER)),
        "post establish runtime hook failed for package: cannot apply provider package de",
    ),
    (package("Provider", "x", "").replace(f"{HOST}/", "a/b:v1"), "cannot unpack package: failed to fetch package"),
)


@pytest.mark.parametrize(("manifests", "says"), OLDER)
def test_an_older_crossplane_says_it_in_its_own_words(manifests: str, says: str) -> None:
    (found,) = planned(manifests, PACKAGES, PlanOptions(crossplane="1.20")).members
    assert found.prints.startswith(says)
    assert "cannot create object: Deployment.apps" in found.prints or "Deployment" not in found.prints
    assert found.pulled == "" or found.pulled.startswith((HOST, "xpkg.crossplane.io/a"))


@pytest.mark.parametrize(
    ("version", "says"),
    [
        ("2.4", f"cannot unpack package: cannot parse package {HOST}/odd:v1.0.0: "),
        ("2.1", "cannot parse package contents: "),
    ],
)
def test_a_kind_that_no_parser_knows_keeps_a_package_and_its_dependencies_out(version: str, says: str) -> None:
    odd = BroughtObject(kind="ConfigMap", name="notes", api_version="v1")
    needs = (("Provider", "provider-apple", ">=v1.0.0"),)
    found = planned(
        package("Configuration", "odd", "odd:v1.0.0"),
        {**PACKAGES, "odd": {"v1.0.0": opened("Configuration", odd, needs=needs)}},
        PlanOptions(crossplane=version),
    )
    assert [(one.name, one.outcome) for one in found.members] == [("odd", MemberOutcome.REFUSED)]
    (said,) = [one.says for one in found.findings if one.rule == "SET110"]
    assert said.startswith(f'{says}no kind "ConfigMap" is registered for version "v1" in scheme ')


def test_up_to_1_20_a_revision_stays_unhealthy_that_drops_a_version_of_what_is_stored() -> None:
    def defining(*versions: str) -> PackageOpened:
        box = BroughtObject(kind="CustomResourceDefinition", name="boxes.example.org", defines="Box", plural="boxes")
        return opened("Provider", replace(box, group="example.org", versions=versions, stored=versions[0]))

    packages = {"provider-apple": {"v1.0.0": defining("v1alpha1", "v1"), "v2.0.0": defining("v1")}}
    options = PlanOptions(installed=LOCK, crossplane="1.20")
    (apple,) = planned(APPLE_V1.replace("v1.0.0", "v2.0.0"), packages, options).members
    assert apple.outcome is MemberOutcome.REFUSED
    assert apple.prints.startswith(
        'cannot establish control of object: CustomResourceDefinition.apiextensions.k8s.io "boxes.example.org" is '
        'invalid: status.storedVersions[0]: Invalid value: "v1alpha1": missing from spec.versions'
    )


@pytest.mark.parametrize("text", ["[1, 2]", "kind: Lock", "a: b"])
def test_a_file_without_objects_does_not_say_that_nothing_is_installed(text: str) -> None:
    with pytest.raises(Usage, match="no object"):
        planned(APPLE_V1, PACKAGES, PlanOptions(installed=text))
    empty = "apiVersion: v1\nkind: List\nitems: []\n"
    assert [one.outcome for one in planned(APPLE_V1, PACKAGES, PlanOptions(installed=empty)).members] == [
        MemberOutcome.INSTALLS
    ]


NAMED = "deploymentTemplate: {metadata: {name: %s}}"
REFERRING = 'v1.0.0", runtimeConfigRef: {name: own}}'


@each_row(
    ("before", "after", "crossplane", "left"),
    [
        ("{}", NAMED % "pear", "2.4", "apple-000000000000"),
        (NAMED % "pear", NAMED % "plum", "2.4", "pear"),
        (NAMED % "pear", "{}", "1.20", "pear"),
        (NAMED % "pear", NAMED % "pear", "2.4", ""),
        ("", NAMED % "pear", "2.4", ""),
        (None, NAMED % "pear", "1.20", "apple-000000000000"),
        (None, NAMED % "pear", "2.4", ""),
    ],
    ids=["named", "renamed", "unnamed", "the same", "not saved", "in place", "of a new revision"],
)
def test_a_deployment_that_gets_another_name_leaves_the_old_one(
    before: str | None, after: str, crossplane: str, left: str
) -> None:
    lock = LOCK.replace("0123456789ab", "000000000000")  # the digest that the registry has
    lock = lock if before is None else lock.replace('v1.0.0"}\n- ', f"{REFERRING}\n- ")
    saved = f"{lock}---\n{config(before)}" if before else lock
    options = PlanOptions(installed=saved, crossplane=crossplane)
    found = planned(many(RUNNING, config(after)), PACKAGES, options).findings
    commands = [str(one) for each in found if each.rule == "SET410" for one in each.commands]
    assert commands == ([f"$ kubectl delete deployment {left} -n crossplane-system"] if left else [])


@pytest.mark.parametrize(
    ("names", "words"), [("a", "a"), ("ab", "a and b"), ("abcda", "a, b, c and d"), ("abcdef", "a, b, c and 3 more")]
)
def test_names_in_a_sentence_are_all_there_or_counted(names: str, words: str) -> None:
    assert together(names) == words
