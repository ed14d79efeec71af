"""Permissions that lead to more than they name: to secrets, to other identities, to every node."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from xpkgtui.visible import few

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
