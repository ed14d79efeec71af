"""What a package holds."""

import pytest
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors.newer_kinds import MANAGED
from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, FUNCTION, PLATFORM, XRD, stream


def test_a_provider_without_definitions_is_told() -> None:
    said = "Provider provider-nop holds no CustomResourceDefinition and no ManagedResourceDefinition"
    assert judge_stream(PROVIDER).said("XPKG724") == said


def test_a_configuration_of_dependencies_is_told_as_one() -> None:
    assert judge_stream(CONFIGURATION).said("XPKG724").endswith(", only dependencies")
    assert not judge_stream(PLATFORM).said("XPKG724").endswith("dependencies")


@pytest.mark.parametrize(
    "objects", [(CONFIGURATION, XRD), (CONFIGURATION, COMPOSITION), (PROVIDER, CRD), (FUNCTION,)]
)
def test_a_package_that_holds_something_is_not_told(objects: tuple[str, ...]) -> None:
    assert judge_stream(stream(*objects)).of("XPKG724") == []


@pytest.mark.parametrize(("meta", "behind"), [(PROVIDER, CRD), (CONFIGURATION, XRD)])
def test_what_a_package_holds_is_not_told_where_reading_stops(meta: str, behind: str) -> None:
    told = judge_stream(f"{stream(meta, CRD)}---x\n{behind}")
    assert (len(told.of("XPKG502")), told.of("XPKG724")) == (1, [])


def test_a_provider_with_managed_resource_definitions_holds_something() -> None:
    assert judge_stream(stream(PROVIDER, MANAGED["definition"])).of("XPKG724") == []
