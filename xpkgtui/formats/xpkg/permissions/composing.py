"""What Crossplane itself lacks to compose what a package's Compositions compose, and the role that gives it."""

import re
from collections.abc import Iterable, Iterator, Sequence

from xpkgtui.formats.examples.example import ExampleVerdict, owner
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.granted import (
    READS,
    AccessKind,
    AccessObject,
    Granter,
    PackageInstallation,
    PolicyRule,
    RoleGrant,
)
from xpkgtui.formats.permissions.manifests import DocumentReader, grant, own_groups
from xpkgtui.formats.xpkg.compositions.composed_kinds import ComposedKind, composed_kinds
from xpkgtui.formats.xpkg.dependencies.entries import dependencies_of
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.formats.xpkg.permissions.roles import AGGREGATE
from xpkgtui.formats.xpkg.tools.facts import OPERATES_AND_PROTECTS
from xpkgtui.untyped import field
from xpkgtui.values import dataclass
from xpkgtui.visible import all_of, few

VERBS = (*READS, "create", "update", "patch", "delete")
"""What Crossplane does with composed resources."""
_RBAC = "rbac.authorization.k8s.io"
GROUPS_OF_PROVIDERS = (".crossplane.io", ".upbound.io")
"""Domains whose kinds come with packages."""
_SYLLABLES = re.compile("[a-z0-9]+")
_NO_WORDS = frozenset({"provider", "configuration", "family", "crossplane", "upjet", "jet", "platform", "io", "m"})
_FEW = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Lack:
    """What Crossplane may not do with what a package's Compositions compose."""

    resources: tuple[tuple[str, str], ...] = ()
    """Group and plural of each."""
    kinds: tuple[ComposedKind, ...] = ()
    remarks: tuple[str, ...] = ()


def composing(
    package: PackageObjects,
    reader: DocumentReader,
    meta: object,
    installation: PackageInstallation,
    name: str,
    claims: frozenset[tuple[str, str]],
) -> tuple[tuple[RoleGrant, ...], tuple[str, ...]]:
    """The role that Crossplane lacks, if it lacks one, and sentences about what is not known of it.

    `claims` are the groups and kinds of claims that the package defines.
    """
    found: dict[ComposedKind, None] = {}
    functions: dict[str, None] = {}
    for head in package.of_kind("Composition", EXTENSIONS):
        composed = composed_kinds(reader.read(head))
        found |= dict.fromkeys(composed.kinds)
        functions |= dict.fromkeys(composed.functions)
    lack = _lack(tuple(found), package, meta, installation, claims)
    remarks = list(lack.remarks)
    if functions:
        their = "its code" if len(functions) == 1 else "their code"
        remarks.append(f"What {few(list(functions), _FEW)} composes more is in {their}, and not known here.")
    if not lack.resources:
        return (), tuple(remarks)
    to = "Crossplane itself, which lacks it: apply it before the first composite resource"
    return (grant(_role(name, lack.resources), to, own_groups(package), note=" ".join(_notes(lack, found))),), tuple(
        remarks
    )


def _role(name: str, resources: Iterable[tuple[str, str]]) -> AccessObject:
    groups: dict[str, list[str]] = {}
    for group, plural in resources:
        groups.setdefault(group, []).append(plural)
    rules = tuple(
        PolicyRule(verbs=VERBS, api_groups=(group,), resources=tuple(sorted(groups[group])))
        for group in sorted(groups)
    )
    return AccessObject(
        kind=AccessKind.CLUSTER_ROLE,
        name=f"{name}:compositions:aggregate-to-crossplane",
        labels=((f"{AGGREGATE}crossplane", "true"),),
        rules=rules,
        by=Granter.COMPOSITIONS,
    )


def _notes(lack: Lack, kinds: Iterable[ComposedKind]) -> Iterator[str]:
    if guessed := [one.kind for one in lack.kinds if one.is_guessed]:
        yield f"By the text of templates: {few(sorted(set(guessed)), _FEW)}."
    if any(one.group == _RBAC for one in kinds):
        yield "To make a Role or a binding, Crossplane has to hold all that it gives, or the verbs escalate and bind."


def _lack(
    kinds: Sequence[ComposedKind],
    package: PackageObjects,
    meta: object,
    installation: PackageInstallation,
    claims: frozenset[tuple[str, str]],
) -> Lack:
    """The resources that neither the chart, nor the package, nor one that is named as installed brings."""
    defined = {(one.group or "", one.defines) for one in package.heads if one.defines}
    installed = {one.name for each in installation.members for one in each.definitions}
    dependencies = [one for one in dependencies_of(field(meta, "spec")) if one.kind != "Function"]
    given = {one.reference for one in installation.members}
    others = [one.repository for one in dependencies if not any(one.repository in name for name in given)]
    lacking: dict[tuple[str, str], ComposedKind] = {}
    left, open_ = [], []
    for one in kinds:
        plural = plural_of(one.kind)
        if is_granted(one.group, plural, installation.target) or f"{plural}.{one.group}" in installed:
            continue
        if (one.group, one.kind) in defined | claims:
            continue
        if others and not is_of_kubernetes(one.group, one.kind):
            if _may_be_of(one.group, others):
                left.append(one)
                continue
            open_.append(one)
        lacking.setdefault((one.group, plural), one)
    return Lack(resources=tuple(lacking), kinds=tuple(lacking.values()), remarks=tuple(_open(left, open_)))


def _open(left: Sequence[ComposedKind], open_: Sequence[ComposedKind]) -> Iterator[str]:
    """What a dependency may bring, since dependencies are not fetched."""
    if left:
        yield (
            f"A dependency seems to define {_names(left)}: then Crossplane's RBAC manager gives what composing it "
            "takes, and no role here has it. --member SOURCE says what a package defines."
        )
    if open_:
        yield f"If a dependency defines {_names(open_)}, Crossplane has these permissions already."


def _names(kinds: Iterable[ComposedKind]) -> str:
    groups: dict[str, list[str]] = {}
    for one in kinds:
        groups.setdefault(one.group, []).append(one.kind)
    return all_of([f"{few(sorted(set(each)), _FEW)} of {group}" for group, each in list(groups.items())[:_FEW]])


def _may_be_of(group: str, repositories: Iterable[str]) -> bool:
    """Whether the name of a group is like that of a package, or is in a domain whose kinds come with packages."""
    if group.endswith(GROUPS_OF_PROVIDERS):
        return True
    words = set(_SYLLABLES.findall(group.lower()))
    return any(words & (set(_SYLLABLES.findall(one.rpartition("/")[2])) - _NO_WORDS) for one in repositories)


_CORE, _WEBHOOKS = ("configmaps", "secrets", "serviceaccounts", "services"), "admissionregistration.k8s.io"
_GRANTED = frozenset(
    {
        *(("", name) for name in _CORE),
        *((group, "deployments") for group in ("apps", "extensions")),
        ("coordination.k8s.io", "leases"),
        ("apiextensions.k8s.io", "customresourcedefinitions"),
        *((_WEBHOOKS, f"{name}webhookconfigurations") for name in ("validating", "mutating")),
    }
)
"""Resources that a ClusterRole of Crossplane's chart has, of groups of which it has not all; since 1.14."""
_OWN = ("apiextensions.crossplane.io", "pkg.crossplane.io")
_YOUNG, _OLD = ("ops.crossplane.io", "protection.crossplane.io"), ("secrets.crossplane.io",)


def plural_of(kind: str) -> str:
    """The plural that Kubernetes guesses of a kind, as for all kinds of its own."""
    name = kind.lower()
    if name.endswith("endpoints"):
        return name
    return f"{name}es" if name.endswith("s") else f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"


def is_granted(group: str, plural: str, target: str) -> bool:
    """Whether Crossplane's chart gives Crossplane everything with a resource."""
    own = _YOUNG if OPERATES_AND_PROTECTS.holds(target) else _OLD
    return group in (*_OWN, *own) or (group, plural) in _GRANTED


def is_of_kubernetes(group: str, kind: str) -> bool:
    """Whether Kubernetes itself defines a kind, so that no package brings it."""
    return owner(group, kind)[0] is ExampleVerdict.BUILT_IN
