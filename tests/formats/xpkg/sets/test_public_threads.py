"""Sets of public threads, rebuilt with packages of the orchard: what `plan` says is what happened to their authors.

Each row names the thread. Where a thread tells of several clusters, each has a row.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from builders.cases import each_row
from builders.manifests import (
    CROSSPLANE_ACCOUNT,
    composing,
    composition,
    config,
    crossplane_runs,
    definition,
    images,
    in_cluster,
    locked,
    many,
    package,
    policy,
    revision,
)
from builders.orchard import HOST, tree
from builders.planned import opened, planned
from builders.random_sets import random_set

from xpkgtui.formats.dependencies.needed import ImageFacts
from xpkgtui.formats.dependencies.questions import PackageOpened
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.formats.xpkg.sets.contents import BroughtObject, brought
from xpkgtui.rules.finding import Severity
from xpkgtui.values import dataclass

IAM = opened("Provider", tree("iam"), needs=(("Provider", "family", ">=v0.0.0"),))
SAFE = opened("Provider", tree("safe"), tree("other"), capabilities=("safe-start",))
AUTO = ("Function", "function-auto", ">=v0.6.0")
POLICY = BroughtObject(
    kind="ManagedResourceActivationPolicy", name="own", names=("trees.safe.example.org",), group="none"
)
PACKAGES: Mapping[str, Mapping[str, PackageOpened]] = {
    "family": {tag: opened("Provider", tree("family")) for tag in ("v2.6.0", "v2.6.1", "v2.7.0")},
    "iam": dict.fromkeys(("v2.6.0", "v2.6.1", "v2.7.0"), IAM),
    "github": {"v0.19.1": opened("Provider", tree("github"))},
    "safe": {"v1.0.0": SAFE},
    "function-auto": {tag: opened("Function") for tag in ("v0.6.0", "v0.7.0")},
    "configuration": {"v0.5.0": opened("Configuration", needs=(AUTO,)), "v0.6.0": opened("Configuration")},
    "with-policy": {"v1.0.0": opened("Configuration", POLICY, needs=(("Provider", "safe", ">=v1.0.0"),))},
    "bucket": {"v1.0.0": opened("Configuration", needs=(("Provider", "family", ">=v2.6.0"),))},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A set, with what is told of it."""

    manifests: str
    rules: tuple[str, ...] = ()
    """The rules of its warnings and errors, each once."""
    said: str = ""
    """What stands in one of them: in its message, in what is printed, in what follows, in the way out."""
    bad: tuple[str, ...] = ()
    """The packages that do not install."""
    installed: tuple[str, ...] = ()
    options: PlanOptions = PlanOptions()
    packages: Mapping[str, Mapping[str, PackageOpened]] | None = None


FAMILY = package("Provider", "provider-family-aws", "family:v2.6.1")
MEMBER = package("Provider", "provider-aws-iam", "iam:v2.6.1")
GITHUB = package("Provider", "provider-github", "github:v0.19.1")
DERIVED = package("Provider", "orchard-family", "family:v2.6.1")
RUNNING = (
    locked(("provider-family-aws", "family", "v2.6.1"), ("provider-aws-iam", "iam", "v2.6.1", "family")),
    FAMILY,
    MEMBER,
    revision("Provider", "provider-family-aws", "family:v2.6.1", "trees.family.example.org"),
    revision("Provider", "provider-aws-iam", "iam:v2.6.1", "trees.iam.example.org"),
)
AUTOMATIC = tuple(one.replace("provider-family-aws", "orchard-family") for one in RUNNING)
DOUBLED = (
    locked(
        ("provider-family-aws", "family", "v2.6.1"),
        ("provider-aws-iam", "iam", "v2.6.1", "family"),
        ("orchard-family", "family", "v2.7.0"),
    ),
    *RUNNING[1:],
    DERIVED,
    revision("Provider", "orchard-family", "family:v2.6.1"),
)
NEWER = PlanOptions(crossplane="2.4")
FUNCTION = package("Function", "function-auto", "function-auto:v0.6.0")
STACK = many(definition(), package("Function", "auto", "function-auto:v0.6.0"))
ROLE = (
    "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: own\n  labels: {{{labels}}}\n"
    "rules:\n- apiGroups: [{group}]\n  resources: [{plural}]\n  verbs: [get, list, create, update, patch, delete]\n"
)
JOBS = {"group": "batch", "plural": "cronjobs"}
AGGREGATED = 'rbac.crossplane.io/aggregate-to-crossplane: "true"'
POD = "deploymentTemplate: {spec: {selector: {}, template: {spec: {containers: [], serviceAccountName: own}}}}"
CONFIGURED = package("Provider", "provider-github", "github:v0.19.1", "runtimeConfigRef: {name: own}")
SHARED = many(CONFIGURED, package("Provider", "family", "family:v2.6.1", "runtimeConfigRef: {name: own}"))
CONTROLLED = (
    "conditions: [{type: RevisionHealthy, status: 'False', message: 'cannot establish control of object: "
    "repos.github.example.org is already controlled by ProviderRevision provider-github-0 (UID 1)'}]"
)
THREADS = {
    "crossplane#6779: a mirror by its own name": Thread(
        manifests=many(
            package("Provider", "provider", "family:v2.6.1").replace(HOST, "my.private.mirror/orchard"),
            package("Configuration", "bucket", "bucket:v1.0.0"),
        ),
        packages={**PACKAGES, "my.private.mirror/orchard/family": PACKAGES["family"]},
        rules=("SET104",),
        said="xpkg.example.org/orchard/family",
        bad=("orchard-family",),
    ),
    "devantler-tech/platform#3454: Crossplane 2.4 replaces 2.3": Thread(
        manifests=many(FAMILY, MEMBER),
        installed=(*RUNNING, crossplane_runs("2.3.4")),
        options=NEWER,
        rules=("SET102",),
        said="kubectl delete provider.pkg.crossplane.io orchard-family",
    ),
    "devantler-tech/platform#3454: the same cluster, looked at without manifests": Thread(
        manifests="",
        installed=(*RUNNING, crossplane_runs("2.3.4")),
        options=NEWER,
        rules=("SET102",),
        said="Crossplane 2.4 makes a new revision of each package",
    ),
    "devantler-tech/platform#3454: nothing changes within 2.4": Thread(
        manifests=many(FAMILY, MEMBER), installed=(*RUNNING, crossplane_runs("2.4.0"))
    ),
    "devantler-tech/platform#3454: after it": Thread(
        manifests="",
        installed=DOUBLED,
        rules=("SET101",),
        said="kubectl delete provider.pkg.crossplane.io orchard-family",
        bad=("orchard-family", "provider-aws-iam", "provider-family-aws"),
    ),
    "devantler-tech/platform#3454: after it, where one revision is not known": Thread(
        manifests="",
        installed=(*RUNNING, DERIVED),
        rules=("SET101",),
        said="Remove one of them []",
        bad=("orchard-family", "provider-aws-iam", "provider-family-aws"),
    ),
    "devantler-tech/platform#3455: the derived name": Thread(manifests=many(DERIVED, MEMBER)),
    "devantler-tech/platform#3454: a person activates, and Crossplane 2.4 comes": Thread(
        manifests=GITHUB + "  revisionActivationPolicy: Manual\n",
        installed=(
            GITHUB + "  revisionActivationPolicy: Manual\n",
            revision("Provider", "provider-github", "github:v0.19.1", "trees.github.example.org"),
            crossplane_runs("2.3.4"),
        ),
        options=NEWER,
        rules=("SET205",),
        said="v0.19.1 stops when Crossplane is upgraded",
    ),
    "crossplane#7454: a family and its member, upgraded at once": Thread(
        manifests=many(FAMILY, MEMBER).replace("v2.6.1", "v2.7.0"),
        installed=RUNNING,
        rules=("SET102",),
        said="Upgrade provider-aws-iam in a later sync",
    ),
    "provider-upjet-aws#1452: an object for what Crossplane has added": Thread(
        manifests=many(FAMILY, MEMBER),
        installed=AUTOMATIC,
        rules=("SET101",),
        said="Call it orchard-family in the set",
        bad=("orchard-family", "provider-aws-iam", "provider-family-aws"),
    ),
    "provider-upjet-aws#1452: the way out": Thread(manifests=many(DERIVED, MEMBER), installed=AUTOMATIC),
    "Smana/cloud-native-ref#1971: Functions in git, and dependencies": Thread(
        manifests=many(FUNCTION, package("Configuration", "aws", "configuration:v0.5.0")),
        rules=("SET102",),
        said="Name this object orchard-function-auto",
    ),
    "Smana/cloud-native-ref#1974: the next version needs none": Thread(
        manifests=many(FUNCTION, package("Configuration", "aws", "configuration:v0.6.0"))
    ),
    "crossplane#6866: a step names the Function by its own name": Thread(
        manifests=many(
            package("Configuration", "aws", "configuration:v0.5.0"), composition("function-auto"), definition()
        ),
        rules=("SET601",),
        said="orchard-function-auto",
    ),
    "crossplane#6895: a CronJob": Thread(
        manifests=many(composing("batch/v1", "CronJob"), STACK), rules=("SET604",), said="cronjobs.batch is forbidden"
    ),
    "crossplane#6895: a role that nothing binds": Thread(
        manifests=many(composing("batch/v1", "CronJob"), STACK, ROLE.format(labels="", **JOBS)), rules=("SET604",)
    ),
    "crossplane#6895: the author's role and binding": Thread(
        manifests=many(
            composing("batch/v1", "CronJob"), STACK, ROLE.format(labels="", **JOBS), CROSSPLANE_ACCOUNT.format("own")
        )
    ),
    "crossplane/docs#911, #915, jkroepke/okf-crossplane-v2#30: a role that is aggregated": Thread(
        manifests=many(composing("batch/v1", "CronJob"), STACK, ROLE.format(labels=AGGREGATED, **JOBS))
    ),
    "crossplane/docs#872: no RBAC manager, a role of Kubernetes": Thread(
        manifests=many(composing("batch/v1", "CronJob"), STACK, CROSSPLANE_ACCOUNT.format("cluster-admin"))
    ),
    "crossplane#6307: a role that reads alone": Thread(
        manifests=many(composing("batch/v1", "CronJob"), STACK, CROSSPLANE_ACCOUNT.format("view")), rules=("SET604",)
    ),
    "crossplane#6895: the role is in the cluster": Thread(
        manifests=many(composing("batch/v1", "CronJob"), STACK),
        installed=(ROLE.format(labels=AGGREGATED, **JOBS),),
    ),
    "crossplane#6895: what the cluster allows is not known": Thread(
        manifests=many(composing("batch/v1", "CronJob"), STACK),
        installed=(GITHUB, revision("Provider", "provider-github", "github:v0.19.1", "trees.github.example.org")),
        rules=("SET604",),
        said="unless a ClusterRole of the cluster allows it",
    ),
    "crossplane/docs#982: the singular": Thread(
        manifests=many(package("Provider", "safe", "safe:v1.0.0"), policy("tree.safe.example.org")),
        rules=("SET501", "SET505"),
        said="Did you mean trees.safe.example.org?",
    ),
    "modelplaneai/modelplane#351: the policy comes in a Configuration": Thread(
        manifests=package("Configuration", "platform", "with-policy:v1.0.0"), options=PlanOptions(activations=())
    ),
    "modelplaneai/modelplane#429: a policy is composed": Thread(
        manifests=many(
            package("Provider", "safe", "safe:v1.0.0"),
            composing("apiextensions.crossplane.io/v1alpha1", "ManagedResourceActivationPolicy"),
            STACK,
        ),
        options=PlanOptions(activations=()),
    ),
    "crossplane#7822, #7833: an object of a kind that a policy of the same set activates": Thread(
        manifests=many(
            package("Provider", "safe", "safe:v1.0.0"),
            policy("trees.safe.example.org"),
            "apiVersion: safe.example.org/v1alpha1\nkind: Tree\nmetadata:\n  name: first\n",
        ),
        rules=("SET007",),
    ),
    "crossplane#6984: the default policy is narrowed": Thread(
        manifests=many(package("Provider", "safe", "safe:v1.0.0"), policy("trees.safe.example.org")),
        installed=(
            package("Provider", "safe", "safe:v1.0.0"),
            revision("Provider", "safe", "safe:v1.0.0", "trees.safe.example.org"),
            policy("*"),
        ),
        said="default names * no more, and 1 kind of it stays active",
    ),
    "crossplane#7838, #4552, #5458: one ServiceAccount for two": Thread(
        manifests=many(SHARED, config("serviceAccountTemplate: {metadata: {name: own}}")), rules=("SET402",)
    ),
    "crossplane#4908: an account of one's own": Thread(
        manifests=many(
            SHARED,
            config(POD),
            "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: own, namespace: crossplane-system}\n",
        )
    ),
    "crossplane#7656: an old revision keeps a definition": Thread(
        manifests="",
        installed=(
            GITHUB,
            revision("Provider", "provider-github", "github:v0.19.1").replace("objectRefs: []", CONTROLLED),
            revision("Provider", "provider-github", "github:v0.19.1")
            .replace("provider-github-1", "provider-github-0")
            .replace("Active", "Inactive"),
        ),
        rules=("SET807",),
        said="kubectl delete providerrevision.pkg.crossplane.io provider-github-0",
        bad=("provider-github",),
    ),
    "crossplane/docs#946: selector and containers are required": Thread(
        manifests=many(
            CONFIGURED,
            config("deploymentTemplate: {spec: {template: {spec: {serviceAccountName: own}}}}"),
        ),
        rules=("SET404", "SET408", "SET401"),
        said="selector",
        bad=("provider-github",),
    ),
    "crossplane#7210: a Deployment that gets another name": Thread(
        manifests=many(CONFIGURED, config("deploymentTemplate: {metadata: {name: provider-aws-route53}}")),
        installed=(
            CONFIGURED,
            config("deploymentTemplate: {}"),
            revision("Provider", "provider-github", "github:v0.19.1", "trees.github.example.org"),
        ),
        rules=("SET410",),
        said="kubectl delete deployment provider-github-1 -n crossplane-system",
    ),
    "crossplane#7348, #7451: ready for 2?": Thread(
        manifests=many(
            GITHUB.replace(f"{HOST}/", "orchard/") + "  controllerConfigRef: {name: own}\n",
            "apiVersion: pkg.crossplane.io/v1alpha1\nkind: ControllerConfig\nmetadata: {name: own}\nspec: {}\n",
            "apiVersion: secrets.crossplane.io/v1alpha1\nkind: StoreConfig\nmetadata: {name: own}\nspec: {}\n",
        ),
        options=NEWER,
        rules=("SET108", "SET702", "SET701", "SET703"),
        bad=("provider-github",),
    ),
    "crossplane#7348, #7451: the cluster that runs 1.20": Thread(
        manifests="",
        installed=(
            GITHUB.replace(f"{HOST}/", "orchard/") + "  controllerConfigRef: {name: own}\n",
            revision("Provider", "provider-github", "github:v0.19.1", "trees.github.example.org").replace(
                HOST, "orchard"
            ),
            "apiVersion: pkg.crossplane.io/v1alpha1\nkind: ControllerConfig\nmetadata:\n  name: own\nspec: {}\n",
            crossplane_runs("1.20.0"),
        ),
        options=NEWER,
        rules=("SET108", "SET701", "SET702"),
        said="cannot resolve orchard/github:v0.19.1 to digest: not found Crossplane looks for it at index.docker.io",
        bad=("provider-github",),
    ),
    "crossplane#7348, #7451: the same set in 1.20": Thread(
        manifests=many(
            GITHUB + "  controllerConfigRef: {name: own}\n",
            "apiVersion: pkg.crossplane.io/v1alpha1\nkind: ControllerConfig\nmetadata: {name: own}\nspec: {}\n",
        ),
        options=PlanOptions(crossplane="1.20"),
    ),
    "provider-upjet-azure#1226: a family by its digest": Thread(
        manifests=many(DERIVED.replace(":v2.6.1", f"@sha256:{'0' * 64}"), MEMBER),
        packages={**PACKAGES, "family@sha256": {"0" * 64: opened("Provider", tree("family"))}},
        rules=("SET109",),
        said="installs a digest, and provider-aws-iam asks for >=v0.0.0 cannot resolve package dependencies: invalid",
        bad=("provider-aws-iam",),
    ),
    "provider-upjet-azure#1226: by a tag and its digest": Thread(
        manifests=many(DERIVED.replace(":v2.6.1", f":v2.6.1@sha256:{'0' * 64}"), MEMBER),
        packages={**PACKAGES, "family@sha256": {"0" * 64: opened("Provider", tree("family"))}},
        rules=("SET109",),
        said="installs the tag v2.6.1 and a digest, and provider-aws-iam asks for >=v0.0.0 cannot resolve package "
        'dependencies: missing dependencies: "xpkg.example.org/orchard/family" (>=v0.0.0)',
        bad=("provider-aws-iam",),
    ),
    "crossplane#6764: a dependency on the name to which another one is rewritten": Thread(
        manifests=many(
            GITHUB.replace(HOST, "old.test/orchard"),
            images("old.test/orchard/", "rewriteImage: {prefix: xpkg.example.org/orchard/}"),
        ),
    ),
}


@each_row(("thread", "case"), list(THREADS.items()))
def test_what_a_thread_tells_is_what_plan_says(thread: str, case: Thread) -> None:
    options = replace(case.options, installed=in_cluster(*case.installed)) if case.installed else case.options
    found = planned(case.manifests, case.packages or PACKAGES, options)
    loud = [one for one in found.findings if one.severity > Severity.INFO]
    assert sorted({one.rule for one in loud}) == sorted(case.rules)
    told = [
        f"{one.message} {one.says} {one.then} {one.fix} {[each.line for each in one.commands]}"
        for one in found.findings
    ]
    assert case.said in "".join(told)
    bad = [one.name for one in found.members if one.outcome.value in ("refused", "conflict", "unknown")]
    assert sorted(bad) == sorted(case.bad)


def from_random(seed: int) -> tuple[str, dict[str, dict[str, PackageOpened]], PlanOptions]:
    """A random set: its manifests, what registries hold, and how it is planned."""
    question = random_set(Random(seed), str(seed))
    held = {
        name: {
            tag: PackageOpened(
                kind=one["documents"][0]["kind"],
                meta=one["documents"][0],
                image=ImageFacts(digest="sha256:0"),
                holds=tuple(map(brought, one["documents"][1:])),
            )
            for tag, one in tags.items()
        }
        for name, tags in question["registry"].items()
    }
    flags = {name: question.get(name, False) for name in ("upgrades", "downgrades")}
    return "---\n".join(f"{json.dumps(one)}\n" for one in question["objects"]), held, PlanOptions(**flags)


def test_what_does_not_install_is_told_in_a_finding() -> None:
    bad = 0
    for seed in range(30):
        found = planned(*from_random(seed))
        errors = [one for one in found.findings if one.severity > Severity.INFO]
        told = {name for one in errors for name in one.packages} | {one.says for one in errors}
        is_stopped = any("No package in the cluster" in one.then for one in errors)
        for one in found.members:
            if one.outcome.value in ("refused", "conflict"):
                bad += 1
                assert is_stopped or one.name in told or one.prints in told, (seed, one)
    assert bad > 15
