"""What is said of what a package may do, the same for people and for programs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from xpkgtui.errors import Failure
from xpkgtui.formats.permissions.granted import (
    AccessObject,
    Granter,
    PackagePermissions,
    PolicyRule,
    RoleGrant,
    as_objects,
)
from xpkgtui.formats.permissions.in_words import in_words
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.answer import CommandAnswer, answer_of, lack
from xpkgtui.values import dataclass
from xpkgtui.visible import few, plural

WORDS = {
    Granter.RBAC_MANAGER: "by Crossplane's RBAC manager",
    Granter.OLM_V1: "by OLM v1",
    Granter.OLM_V0: "by OLM v0",
    Granter.INSTALLER: "to be made before OLM v1 up to 1.10 installs it",
    Granter.PACKAGE_MANAGER: "by the package manager of Crossplane 0.12",
    Granter.COMPOSITIONS: "to be made for what its Compositions compose",
    Granter.MANIFESTS: "by the objects of the package",
}
"""Who makes roles and bindings, in words."""
_FEW = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantGroup:
    """All roles that one of them gets, everywhere or in a namespace; makers that give the same share it."""

    to: str
    by: tuple[Granter, ...]
    is_cluster_wide: bool
    grants: tuple[RoleGrant, ...]

    @property
    def wide(self) -> tuple[str, ...]:
        """Why the roles reach further than they should, each reason once."""
        return tuple(dict.fromkeys(reason for grant in self.grants for reason in grant.wide))

    @property
    def notes(self) -> tuple[str, ...]:
        """The sentences about the roles, each once."""
        return tuple(dict.fromkeys(grant.note for grant in self.grants if grant.note))

    def allows(self, own: frozenset[str]) -> Iterator[str]:
        """What the roles allow in words, but for what is wide."""
        rules = [rule for grant in self.grants for rule in grant.role.rules]
        return (word for word in in_words(as_objects(rules), own) if not word.startswith("! "))


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class FoundPermissions:
    """What a package may do, and how the source was opened."""

    inspection: Inspection
    permissions: PackagePermissions = PackagePermissions()
    by: Granter | None = None
    """Whose roles are shown; all if None."""
    failure: Failure | None = None
    """Why nothing is known."""

    @property
    def answer(self) -> CommandAnswer:
        """How far it is known."""
        lacking = lack(self.inspection.source, "some of the permissions", self.permissions.unread)
        return answer_of(self.inspection, self.failure, lacking)

    @cached_property
    def shown(self) -> PackagePermissions:
        """The permissions that are shown."""
        if self.by is None:
            return self.permissions
        grants = tuple(grant for grant in self.permissions.grants if grant.role.by is self.by)
        return replace(
            self.permissions, grants=grants, others=tuple(one for one in self.permissions.others if one.by is self.by)
        )

    @cached_property
    def groups(self) -> Sequence[GrantGroup]:
        """Who gets what, the widest first."""
        found: dict[tuple[Granter, str, bool], list[RoleGrant]] = {}
        for grant in self.shown.grants:
            found.setdefault((grant.role.by, grant.to, grant.is_cluster_wide), []).append(grant)
        alike: dict[tuple[str, bool, frozenset[PolicyRule]], GrantGroup] = {}
        for (by, to, is_wide), grants in found.items():
            key = to, is_wide, frozenset(rule for grant in grants for rule in grant.role.rules)
            before = alike.get(key)
            if before is None:
                alike[key] = GrantGroup(to=to, by=(by,), is_cluster_wide=is_wide, grants=tuple(grants))
            else:
                alike[key] = replace(before, by=(*before.by, by), grants=(*before.grants, *grants))
        return list(alike.values())

    @cached_property
    def objects(self) -> Sequence[AccessObject]:
        """ServiceAccounts, roles and bindings, by who makes them."""
        makers, kinds = list(Granter), ("ServiceAccount", "ClusterRole", "Role")

        def rank(one: AccessObject) -> tuple[int, int]:
            return makers.index(one.by), kinds.index(one.kind) if one.kind in kinds else len(kinds)

        return sorted(self.shown.objects, key=rank)

    @property
    def sentence(self) -> str:
        """The most important in a sentence."""
        if self.failure is not None:
            return self.failure.title.rstrip(".")
        lacking = [grant for grant in self.shown.grants if grant.role.by is Granter.COMPOSITIONS]
        grants = [grant for grant in self.shown.grants if grant not in lacking]
        wide, lacks = sum(bool(grant.wide) for grant in grants), _lacks(lacking)
        if not grants:
            words = "whether it gets a role is not known" if self.answer.doubt else "it gets no role"
            return lacks if lacks and self.by else f"{words}{lacks and f'; {lacks}'}"
        words = f"{plural(len(grants), 'role')} come{'s' if len(grants) == 1 else ''} with it"
        words += f", {wide:,} of them wide" if wide else ""
        return f"{words}; {lacks}" if lacks else words


def _lacks(grants: Sequence[RoleGrant]) -> str:
    """`Crossplane may not compose cronjobs yet`, or empty."""
    names = [name for grant in grants for rule in grant.role.rules for name in rule.resources]
    return f"Crossplane may not compose {few(names, _FEW)} yet" if names else ""
