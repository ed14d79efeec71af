"""Permissions in words: those that lead to more than they name first, then what is managed, done and read."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import chain

from xpkgtui.formats.fact import brief
from xpkgtui.untyped import field as value_of
from xpkgtui.untyped import listing, text
from xpkgtui.values import dataclass
from xpkgtui.visible import all_of, few, more

Resource = tuple[str, str]
"""A group and a resource."""
Verbs = Mapping[Resource, set[str]]
Danger = tuple[str, Mapping[Resource, set[str]]]
"""What it is in words, and the verbs that it speaks for."""

READS = frozenset({"get", "list", "watch"})
WRITES = frozenset({"create", "update", "patch", "delete", "deletecollection"})
_SHOWN = 12
"""Resources of one sort that are named."""
_RBAC, _ADMISSION = "rbac.authorization.k8s.io", "admissionregistration.k8s.io"
_WHOLE = {
    "*": "every resource of every group",
    "": "every resource of the core group, Secrets among them",
    _RBAC: "every role and binding",
}
"""Groups of which all resources together are dangerous."""
_ROLES = ("clusterroles", "clusterrolebindings", "roles", "rolebindings")
_HOOKS = ("mutatingwebhookconfigurations", "validatingwebhookconfigurations")
_SINGLE: tuple[tuple[str, str, frozenset[str], str], ...] = (
    ("", "pods/exec", frozenset({"create", "get"}), "runs commands in Pods"),
    ("", "pods/attach", frozenset({"create", "get"}), "attaches to Pods"),
    ("", "nodes/proxy", frozenset({"create", "get"}), "reaches the kubelet of every Node"),
    ("", "serviceaccounts/token", frozenset({"create"}), "makes tokens of ServiceAccounts"),
    (
        "certificates.k8s.io",
        "certificatesigningrequests/approval",
        frozenset({"update", "patch"}),
        "approves certificates",
    ),
    ("apiextensions.k8s.io", "customresourcedefinitions", WRITES, "writes CustomResourceDefinitions"),
)


def dangers(verbs: Verbs, own: frozenset[str] | None = None) -> Iterator[Danger]:
    """The dangerous ones, the worst first; `*` is one of them where it reaches beyond the groups `own`, if given."""
    named: set[Resource] = set()
    for one in _named(verbs):
        named.update(one[1])
        yield one
    if own is not None:
        yield from _stars({one: each for one, each in verbs.items() if one not in named and one[0] not in own})


def _named(verbs: Verbs) -> Iterator[Danger]:
    for find in (_everything, _escalation, _impersonation, _secrets, _roles, _hooks):
        yield from find(verbs)
    for group, resource, wanted, words in _SINGLE:
        if found := _with(verbs, group, (resource,), wanted):
            yield words, found


def _stars(verbs: Verbs) -> Iterator[Danger]:
    """`*` as a verb, a resource or a group, which also allows what is added later."""
    alike: dict[tuple[str, str], dict[Resource, set[str]]] = {}
    for (group, resource), each in verbs.items():
        if "*" in (*each, resource, group):
            does = "does everything (*) with" if "*" in each else f"may {', '.join(sorted(each))}"
            of = " of every group" if group == "*" else f" of {group}" if group else ""
            alike.setdefault((does, of), {})[group, resource] = each
    for (does, of), found in alike.items():
        names = ["every resource" if name == "*" else name for _, name in found]
        yield f"{does} {few(names, _SHOWN)}{of}", found


def _everything(verbs: Verbs) -> Iterator[Danger]:
    for (group, resource), each in verbs.items():
        if resource != "*" or group not in _WHOLE:
            continue
        does = (
            "does everything with" if "*" in each else "reads" if each <= READS else f"may {', '.join(sorted(each))}"
        )
        yield f"{does} {_WHOLE[group]}", {(group, resource): each}


def _escalation(verbs: Verbs) -> Iterator[Danger]:
    """`bind` and `escalate` give what the operator itself does not have."""
    if found := _with(verbs, _RBAC, _ROLES, frozenset({"bind", "escalate"})):
        yield "gives itself any permission, by bind or escalate", found


def _impersonation(verbs: Verbs) -> Iterator[Danger]:
    names = ("users", "groups", "serviceaccounts", "userextras")
    found = dict(
        chain.from_iterable(
            _with(verbs, group, names, frozenset({"impersonate"}), is_any=False).items()
            for group in ("", "authentication.k8s.io")
        )
    )
    if found:
        yield f"acts as other {', '.join(sorted({name for _, name in found}))}", found


def _secrets(verbs: Verbs) -> Iterator[Danger]:
    found = _with(verbs, "", ("secrets",), READS | WRITES)
    each = set(chain.from_iterable(verbs[one] for one in found))
    reads, writes = (bool(each & (wanted | {"*"})) for wanted in (READS, WRITES))
    if reads or writes:
        yield (
            f"{' and '.join(word for word, does in (('reads', reads), ('writes', writes)) if does)} every Secret",
            found,
        )


def _roles(verbs: Verbs) -> Iterator[Danger]:
    if found := _with(verbs, _RBAC, _ROLES, WRITES):
        yield f"writes {', '.join(name for _, name in found)}", found


def _hooks(verbs: Verbs) -> Iterator[Danger]:
    if found := _with(verbs, _ADMISSION, _HOOKS, WRITES):
        yield "writes the webhooks through which requests to the API server go", found


def _with(
    verbs: Verbs, group: str, names: tuple[str, ...], wanted: frozenset[str], *, is_any: bool = True
) -> dict[Resource, set[str]]:
    """The resources of a group for which one of the `wanted` verbs is allowed, with all their verbs.

    With `is_any`, `*` counts as each of them.
    """
    holds: Callable[[set[str]], bool] = lambda each: bool(each & wanted) or (is_any and "*" in each)  # noqa: E731
    return {
        (of, name): each for (of, name), each in verbs.items() if of in (group, "*") and name in names and holds(each)
    }


_SHOWN, _GROUPS, _NAMED = 12, 10, 8
_USUAL = frozenset(
    {
        *("", "apps", "batch", "policy", "coordination.k8s.io", "networking.k8s.io", "rbac.authorization.k8s.io"),
        *("apiextensions.k8s.io", "admissionregistration.k8s.io", "storage.k8s.io", "authentication.k8s.io"),
        "authorization.k8s.io",
    }
)
"""Groups whose resources are known by their names alone."""
_ABSENT = frozenset(
    {("", "leases"), *(("coordination.k8s.io", name) for name in ("secrets", "configmaps", "events"))}
)
"""Resources that Kubernetes does not have: a rule of several groups speaks of each resource in each group."""
_PARTS = ("/status", "/finalizers", "/scale")
"""Parts of a resource that who manages it is expected to write."""
_EVERYTHING, _MANAGES, _DOES, _READS = range(4)


@dataclass(slots=True)
class _Allowed:
    """What rules allow, by resource."""

    verbs: dict[Resource, set[str]] = field(default_factory=dict)
    named: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    """Verbs by resource and the objects to which they are limited."""
    urls: dict[str, set[str]] = field(default_factory=dict)


def in_words(rules: Iterable[object], own: frozenset[str] | None = None) -> Iterator[str]:
    """RBAC rules as lines, the dangerous ones first with a `!`.

    With the API groups that a package defines itself as `own`, `*` in rules about any other group is dangerous too.
    """
    allowed = _allowed(rules)
    dangerous: dict[Resource, set[str]] = {}
    for words, resources in dangers(allowed.verbs, own):
        yield f"! {words}"
        for resource, verbs in resources.items():
            dangerous.setdefault(resource, set()).update(verbs)
    left = {one: verbs - dangerous.get(one, set()) for one, verbs in allowed.verbs.items()}
    yield from _classes({one: verbs for one, verbs in left.items() if verbs})
    for (name, objects), verbs in list(allowed.named.items())[:_NAMED]:
        yield f"may {all_of(sorted(verbs))} {brief(name, 80)} named {brief(objects, 120)}"
    if others := more(len(allowed.named) - _NAMED):
        yield f"{others.strip()} of single objects"
    for url, verbs in list(allowed.urls.items())[:_NAMED]:
        yield f"may {all_of(sorted(verbs))} the URL {brief(url, 120)}"


def wide(rules: Iterable[object], own: frozenset[str]) -> tuple[str, ...]:
    """Why RBAC rules reach further than they should, in words; `own` are the API groups of the package."""
    return tuple(words for words, _ in dangers(_allowed(rules).verbs, own))


def _allowed(rules: Iterable[object]) -> _Allowed:
    allowed = _Allowed()
    for one in rules:
        groups, resources, verbs, names = (
            list(map(text, listing(value_of(one, key))))
            for key in ("apiGroups", "resources", "verbs", "resourceNames")
        )
        if not verbs:
            continue
        for resource in filter(None, resources):
            if names:
                allowed.named.setdefault((resource, ", ".join(names)), set()).update(verbs)
                continue
            for group in groups or [""]:
                if len(groups) > 1 and (group, resource) in _ABSENT:
                    continue
                allowed.verbs.setdefault((group, resource), set()).update(verbs)
        for url in map(text, listing(value_of(one, "nonResourceURLs"))):
            allowed.urls.setdefault(url, set()).update(verbs)
    return allowed


def _classes(left: Mapping[Resource, set[str]]) -> Iterator[str]:
    """Lines for each sort of access, one for a group: `manages configmaps`, `  berths of tides.example.com`."""
    lines: dict[tuple[int, str], dict[str, dict[str, None]]] = {}
    managed = {group for (group, _), verbs in left.items() if _class_of(verbs)[0] in (_EVERYTHING, _MANAGES)}
    for (group, resource), verbs in left.items():
        if _is_expected(group, resource, left) or (resource == "*/finalizers" and group in managed):
            continue
        shown = "" if group in _USUAL else group
        lines.setdefault(_class_of(verbs), {}).setdefault(shown, {}).setdefault(resource)
    for (_, verb), groups in sorted(lines.items()):
        first, *others = (_of_group(group, list(names)) for group, names in sorted(groups.items()))
        yield f"{verb} {first}"
        most = _GROUPS + (len(others) == _GROUPS + 1)  # a line that says of one that it is left out is as long
        yield from (f"  {one}" for one in others[:most])
        if unsaid := others[most:]:
            yield f"  and those of {len(unsaid):,} more groups"


def _is_expected(group: str, resource: str, left: Mapping[Resource, set[str]]) -> bool:
    """Whether it is a part of a resource that is managed, or is only read like the whole."""
    name = next((resource.removesuffix(part) for part in _PARTS if resource.endswith(part)), "")
    whole = _class_of(left.get((group, name), set()))[0]
    is_read = whole == _READS and _class_of(left[group, resource])[0] == _READS
    return bool(name) and (is_read or whole in (_EVERYTHING, _MANAGES))


def _class_of(verbs: set[str]) -> tuple[int, str]:
    if "*" in verbs:
        return _EVERYTHING, "does everything with"
    if verbs and verbs <= READS:
        return _READS, "reads"
    if verbs & WRITES and verbs & READS:
        return _MANAGES, "manages"
    return _DOES, f"may {all_of([brief(verb, 40) for verb in sorted(verbs)])}"


def _of_group(group: str, names: Sequence[str]) -> str:
    words = [brief("everything" if name == "*" else name, 80) for name in names[:_SHOWN]]
    of = "" if not group else " of every group" if group == "*" else f" of {brief(group, 120)}"
    return ", ".join(words) + more(len(names) - _SHOWN) + of
