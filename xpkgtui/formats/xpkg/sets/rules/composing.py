"""Rules about what Compositions compose: its kinds are there, active, and Crossplane may make them."""

import json
from collections.abc import Iterable, Iterator

from xpkgtui.formats.permissions.granted import PolicyRule
from xpkgtui.formats.xpkg.compositions.composed_kinds import ComposedKind
from xpkgtui.formats.xpkg.permissions.composing import (
    GROUPS_OF_PROVIDERS,
    VERBS,
    is_granted,
    is_of_kubernetes,
    plural_of,
)
from xpkgtui.formats.xpkg.permissions.roles import AGGREGATE
from xpkgtui.formats.xpkg.sets.case import EXTENSIONS, SetCase
from xpkgtui.formats.xpkg.sets.contents import CRD, MRD, POLICY, XRD, brought
from xpkgtui.formats.xpkg.sets.manifests import PACKAGE_KINDS
from xpkgtui.formats.xpkg.sets.rules.activation import Composing, by_kind, policy
from xpkgtui.formats.xpkg.sets.rules.wording import kind_meant, together
from xpkgtui.rules.finding import Place
from xpkgtui.rules.set_rule import SetProblem, set_rule
from xpkgtui.untyped import field, listing, mapping, text, texts
from xpkgtui.visible import few

_RBAC = "rbac.authorization.k8s.io"
_CROSSPLANE = ("crossplane", "system:serviceaccounts", "system:serviceaccounts:crossplane-system")
"""The ServiceAccount of Crossplane itself, and the groups that it is in."""
_ALL = {"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}
_NEEDED = {"get", "create", "patch", "delete"}
_FEW = 4


def _composers(found: Iterable[Composing]) -> str:
    names = dict.fromkeys(one.name for one in found if one.name)
    return f"{together(names)} {'composes' if len(names) == 1 else 'compose'}"


def _rest(found: Iterable[Composing]) -> tuple[tuple[Place, str], ...]:
    return tuple(
        (one.place, f"{one.name} composes it too" if one.name else f"{one.object} is of it")
        for one in found
        if one.place.file
    )


@set_rule("SET502", "A kind that is used stays inactive", "W", absent=(POLICY,))
def inactive(case: SetCase) -> Iterator[SetProblem]:
    """An activation policy names each kind of a provider that starts safely which the set has, or composes.

    Why: Of such a provider the API server knows only the kinds that a policy names.
    When it bites: When an object of the kind is applied, or composed: it is not made.
    Fix: Name the kind in an activation policy.
    Source: Crossplane, ManagedResourceActivationPolicy.
    """
    if (EXTENSIONS, POLICY) in by_kind(case):  # a policy comes with what is composed
        return
    managed = {(one.brought.group, one.brought.defines): one for one in case.best.cluster.definitions_of(MRD)}
    packages = {one.title: one.package for one in case.best.cluster.revisions.values()}
    lacking = {key: one for key, one in managed.items() if not one.is_active}
    used = {key: found for key, found in by_kind(case).items() if key in lacking}
    for one in case.manifests.objects:
        if (key := (one.group, one.name.kind)) in lacking:
            kind = ComposedKind(group=one.group, kind=one.name.kind)
            used.setdefault(key, []).append(Composing(kind, "", one.name, one.place))
    names = sorted(lacking[key].brought.name for key in used)
    for key, found in used.items():
        first = found[0]
        yield SetProblem(
            message=f"{_composers(found)} {key[1]} of {key[0]}, which no policy activates"
            if first.name
            else f"{first.object} is of {key[0]}, and no policy activates its kind",
            says=f'no matches for kind "{key[1]}" in version "{key[0]}/{_version(lacking[key].brought.versions)}"',
            then=f"No {key[1]} is made.",
            fix=f"Name {lacking[key].brought.name} in an activation policy",
            object=first.object,
            place=first.place,
            packages=tuple(filter(None, (packages.get(lacking[key].controller),))),
            also=_rest(found[1 : 1 + _FEW]),
            manifest=policy(case, names),
        )


def _version(versions: tuple[str, ...]) -> str:
    return versions[-1] if versions else "…"


@set_rule("SET603", "A composed kind is defined by no package", "W", absent=(XRD, CRD, *PACKAGE_KINDS))
def undefined(case: SetCase) -> Iterator[SetProblem]:
    """The kinds of the bases of Compositions are those of Kubernetes, of packages, or of definitions of the set.

    Why: The API server knows a kind by its definition. What is installed by other means is not known here.
    When it bites: When a composite resource is made.
    Fix: Add the provider that has the kind, or correct it.
    Source: Kubernetes, no matches for kind.
    """
    if not case.is_all_known:
        return
    defined = _defined(case) | _opened(case)
    for key, found in by_kind(case).items():
        sure = [one for one in found if not one.kind.is_guessed]
        if not sure or key in defined or is_of_kubernetes(*key) or case.admission.versions_of(*key):
            continue
        yield SetProblem(
            message=f"{_composers(sure)} {key[1]} of {key[0]}, which no package of the set defines",
            says=f'no matches for kind "{key[1]}"',
            then="It is made only where something else defines it.",
            fix=kind_meant(case.guesses, key, defined, "Add the provider that has it"),
            object=sure[0].object,
            place=sure[0].place,
            also=_rest(sure[1:]),
        )


def _opened(case: SetCase) -> set[tuple[str, str]]:
    """Groups and kinds of all packages that were opened, also of those that do not get in."""
    objects = (each for one in case.known.values() for each in one.objects if each.kind in (CRD, MRD, XRD))
    return {key for one in objects for key in ((one.group, one.defines), (one.group, one.claim_kind))}


def _defined(case: SetCase) -> set[tuple[str, str]]:
    """Groups and kinds that packages and the set define."""
    found: set[tuple[str, str]] = set()
    for kind in (CRD, MRD, XRD):
        for one in (each.brought for each in case.best.cluster.definitions_of(kind)):
            found |= {(one.group, one.defines), (one.group, one.claim_kind)}
    for each in (brought(one.value) for one in case.of(EXTENSIONS, XRD)):
        found |= {(each.group, each.defines), (each.group, each.claim_kind)}
    return {one for one in found if one[1]}


@set_rule("SET604", "Crossplane lacks permission for a composed kind", "W", absent=("ClusterRole", *PACKAGE_KINDS))
def forbidden(case: SetCase) -> Iterator[SetProblem]:
    """Crossplane may make all that Compositions compose.

    Why: Its chart and its RBAC manager give it the kinds of packages, and a few of Kubernetes.
    When it bites: When a composite resource is made.
    Fix: Apply the ClusterRole.
    Source: Crossplane, cluster/charts/crossplane/templates/clusterrole.yaml; `xpkgtui rbac --by compositions`.
    """
    lacking = lacking_kinds(case)
    found = {key: each for key, each in by_kind(case).items() if key in lacking}
    if not found:
        return
    first = next(iter(found.values()))[0]
    names = [f"{kind} of {group}" if group else kind for group, kind in found]
    is_known = not case.installed.names or any(kind == "ClusterRole" for kind, _ in case.installed.names)
    (group, _), plural = next(iter(lacking.items()))
    composers = _composers(one for each in found.values() for one in each)
    yield SetProblem(
        message=f"Crossplane may not make {few(names, _FEW)}, which {composers}",
        says=f"{plural}{f'.{group}' if group else ''} is forbidden: User "
        f'"system:serviceaccount:crossplane-system:crossplane" cannot patch resource "{plural}" in API group '
        f'"{group}"',
        then="It is not made." if is_known else "It is not made, unless a ClusterRole of the cluster allows it.",
        fix="Apply the ClusterRole",
        object=first.object,
        place=first.place,
        also=tuple((each[0].place, f"{each[0].name} composes {key[1]}") for key, each in [*found.items()][1:]),
        manifest=_role(permissions(case)),
    )


def lacking_kinds(case: SetCase) -> dict[tuple[str, str], str]:
    """Groups and kinds that are composed and that Crossplane may not make, each with its plural."""
    defined, granted, found = _of_packages(case) | _opened(case), list(_granted(case)), {}
    is_all_known, groups = case.is_all_known, {group for group, _ in defined}
    plurals = {
        (one.brought.group, one.brought.defines): one.brought.plural
        for one in case.best.cluster.definitions_of(CRD)
        if one.is_of_user
    }
    for key in by_kind(case):
        plural = plurals.get(key) or plural_of(key[1])
        if key in defined or is_granted(key[0], plural, case.minor):
            continue
        # A kind that is not known of a group that is known is misspelled, as SET603 says; a provider brings its own.
        is_of_provider = key[0] in groups or key[0].endswith(GROUPS_OF_PROVIDERS)
        if not is_of_kubernetes(*key) and (not is_all_known or is_of_provider):
            continue
        if not any(_covers(rule, key[0], plural) for rule in granted):
            found[key] = plural
    return found


def permissions(case: SetCase) -> tuple[PolicyRule, ...]:
    """What Crossplane lacks, by groups."""
    groups: dict[str, list[str]] = {}
    for (group, _), plural in lacking_kinds(case).items():
        groups.setdefault(group, []).append(plural)
    return tuple(
        PolicyRule(verbs=VERBS, api_groups=(group,), resources=tuple(sorted(set(groups[group]))))
        for group in sorted(groups)
    )


def _of_packages(case: SetCase) -> set[tuple[str, str]]:
    """Kinds whose permissions Crossplane's RBAC manager gives."""
    found = set()
    for kind in (CRD, MRD, XRD):
        for one in case.best.cluster.definitions_of(kind):
            if kind == XRD or one.controller:
                found |= {(one.brought.group, one.brought.defines), (one.brought.group, one.brought.claim_kind)}
    return found


def _granted(case: SetCase) -> Iterator[object]:
    """The rules of ClusterRoles, of the set and of the cluster, that are Crossplane's."""
    own = (one.value for one in case.of(_RBAC, "ClusterRole", "ClusterRoleBinding"))
    roles, bindings = {}, []
    for one in (*case.installed.others, *own):
        if field(one, "kind") == "ClusterRole":
            roles[text(field(one, "metadata", "name"))] = one
        elif field(one, "kind") == "ClusterRoleBinding":
            bindings.append(one)
    for one in bindings:
        if any(text(field(each, "name")) in _CROSSPLANE for each in listing(field(one, "subjects"))):
            role = text(field(one, "roleRef", "name"))
            # What a role has that is not in the set is not known, but for those of Kubernetes that only read.
            yield from listing(field(roles[role], "rules")) if role in roles else [] if role == "view" else [_ALL]
    for one in roles.values():
        if mapping(field(one, "metadata", "labels")).get(f"{AGGREGATE}crossplane") == "true":
            yield from listing(field(one, "rules"))


def _covers(rule: object, group: str, plural: str) -> bool:
    groups, resources = texts(field(rule, "apiGroups")), texts(field(rule, "resources"))
    verbs = set(texts(field(rule, "verbs")))
    is_enough = "*" in verbs or verbs >= _NEEDED
    return is_enough and bool({group, "*"} & set(groups)) and bool({plural, "*"} & set(resources))


def _role(rules: Iterable[PolicyRule]) -> str:
    lines = "".join(
        f"- apiGroups: {json.dumps(one.api_groups)}\n  resources: {json.dumps(one.resources)}\n"
        f"  verbs: {json.dumps(one.verbs)}\n"
        for one in rules
    )
    return (
        f"apiVersion: {_RBAC}/v1\nkind: ClusterRole\nmetadata:\n"
        f'  name: platform:compositions:aggregate-to-crossplane\n  labels:\n    {AGGREGATE}crossplane: "true"\n'
        f"rules:\n{lines}"
    )
