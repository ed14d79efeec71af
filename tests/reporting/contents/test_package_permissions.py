"""The sentence about permissions, and who gets what."""

from builders.cases import each_row

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.permissions.granted import (
    AccessKind,
    AccessObject,
    Granter,
    PackagePermissions,
    PolicyRule,
    RoleGrant,
)
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.contents.package_permissions import FoundPermissions

READS = PolicyRule(verbs=("get",), api_groups=("",), resources=("pods",))


def given(by: Granter, name: str = "r", *rules: PolicyRule, wide: tuple[str, ...] = ()) -> RoleGrant:
    role = AccessObject(kind=AccessKind.CLUSTER_ROLE, name=name, rules=rules or (READS,), by=by)
    return RoleGrant(to="tides", role=role, wide=wide)


def found(*grants: RoleGrant, **more: object) -> FoundPermissions:
    permissions = PackagePermissions(grants=grants)
    return FoundPermissions(inspection=Inspection(source="s"), permissions=permissions, **more)  # type: ignore[arg-type]


@each_row(
    ("one", "sentence"),
    [
        (found(), "it gets no role"),
        (found(given(Granter.OLM_V1)), "1 role comes with it"),
        (found(given(Granter.OLM_V1), given(Granter.OLM_V0, wide=("a",))), "2 roles come with it, 1 of them wide"),
        (found(failure=Failure(kind=FailureKind.NOT_FOUND, title="There is no s.")), "There is no s"),
    ],
)
def test_the_most_important_comes_in_a_sentence(one: FoundPermissions, sentence: str) -> None:
    assert one.sentence == sentence


def test_makers_that_give_the_same_are_shown_together() -> None:
    (group,) = found(given(Granter.OLM_V1, "a"), given(Granter.OLM_V0, "b")).groups
    assert (group.by, [one.role.name for one in group.grants]) == ((Granter.OLM_V1, Granter.OLM_V0), ["a", "b"])


def test_makers_that_give_other_rules_are_not() -> None:
    other = PolicyRule(verbs=("list",), api_groups=("",), resources=("pods",))
    assert len(found(given(Granter.OLM_V1, "a"), given(Granter.OLM_V0, "b", other)).groups) == 2


def test_only_one_maker_is_shown() -> None:
    one = found(given(Granter.OLM_V1, "a"), given(Granter.OLM_V0, "b"), by=Granter.OLM_V0)
    assert [each.name for each in one.objects] == ["b"]
