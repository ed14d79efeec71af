"""The permissions of an operator in words."""

from collections.abc import Iterator

from xpkgtui.formats.fact import Fact, brief, rest
from xpkgtui.untyped import field, listing, text

_READS = frozenset({"get", "list", "watch"})
_SHOWN = 12
_SCOPES = (("clusterPermissions", "everywhere"), ("permissions", "its namespace"))


def permissions(value: object) -> Iterator[Fact]:
    """What the operator may do, by where and by how much."""
    for part, label in _SCOPES:
        doing: dict[str, dict[str, None]] = {}
        for account in listing(field(value, "spec", "install", "spec", part)):
            for one in listing(field(account, "rules")):
                verb = _verb(set(map(text, listing(field(one, "verbs")))))
                for name in _resources(one):
                    doing.setdefault(verb, {}).setdefault(name)
        if doing:
            yield label, "\n".join(f"{verb} {_names(list(found))}" for verb, found in sorted(doing.items()))


def _verb(verbs: set[str]) -> str:
    if "*" in verbs:
        return "do everything with"
    if verbs <= _READS:
        return "read"
    return (
        "manage"
        if verbs & {"create", "update", "patch", "delete"} and verbs & _READS
        else f"{' and '.join(sorted(verbs))}"
    )


def _resources(rule: object) -> Iterator[str]:
    groups = list(map(text, listing(field(rule, "apiGroups"))))
    suffix = (
        "" if groups in ([], [""]) else f" of {'every group' if '*' in groups else ', '.join(filter(None, groups))}"
    )
    for name in map(text, listing(field(rule, "resources"))):
        yield brief(f"{'everything' if name == '*' else name}{suffix}")
    for url in map(text, listing(field(rule, "nonResourceURLs"))):
        yield brief(f"the URL {url}")


def _names(names: list[str]) -> str:
    return ", ".join(names[:_SHOWN]) + rest(len(names) - _SHOWN)
