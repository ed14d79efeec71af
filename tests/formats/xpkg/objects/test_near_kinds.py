"""Kinds that are similar to an unknown one."""

from builders.work import calls

from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind
from xpkgtui.formats.xpkg.objects.near_kinds import NearKinds


def test_misspelled_kind_has_a_similar_one() -> None:
    misspelled = GroupVersionKind.of("apiextensions.crossplane.io/v1", "Compositon")
    assert NearKinds().of(misspelled)[0] == "apiextensions.crossplane.io/v1, Composition"


def test_similar_kinds_are_looked_for_once_for_all_objects_of_a_kind() -> None:
    near, unknown = NearKinds(), GroupVersionKind.of("v1", "ConfigMapp")
    assert calls(lambda: [near.of(unknown) for _ in range(1_000)]) < 20_000


def test_long_name_has_no_similar_one() -> None:
    assert NearKinds().of(GroupVersionKind.of("v1", "K" * 60_000)) == ()


def test_similar_kinds_are_looked_for_a_limited_number_of_times_in_a_package() -> None:
    near = NearKinds()
    unknown = [GroupVersionKind.of("apiextensions.crossplane.io/v1", f"Comp{number}osition") for number in range(700)]
    found = [near.of(one) for one in unknown]
    assert found[0]
    assert not any(found[500:])
    assert near.of(unknown[0]) == found[0]
