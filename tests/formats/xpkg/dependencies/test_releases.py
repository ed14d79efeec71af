"""What the releases of Crossplane do otherwise with one lock."""

from builders.cases import each_row

from xpkgtui.formats.xpkg.dependencies.lock import LockDependency, LockPackage, PackageObject
from xpkgtui.formats.xpkg.dependencies.reconciler import Flags, KnownAnswers, Reconciler, ResolutionStep
from xpkgtui.formats.xpkg.dependencies.revisions import Revisions
from xpkgtui.versions.version import Dialect

HOST = "reg.test/orchard"
TAGS = KnownAnswers(tags={f"{HOST}/{name}": ("v1.0.0", "v2.0.0", "v3.0.0") for name in ("apple", "core")})


def locked(name: str, version: str, *needs: tuple[str, str], host: str = HOST) -> LockPackage:
    """A Provider in the lock, and the constraints by which it asks for others."""
    asked = tuple(LockDependency(package=f"{HOST}/{to}", constraints=each, kind="Provider") for to, each in needs)
    return LockPackage(name=name, source=f"{host}/{name}", version=version, kind="Provider", dependencies=asked)


def upgraded(minor: str, objects: tuple[PackageObject, ...], *packages: LockPackage) -> ResolutionStep:
    """A turn of the resolver with upgrades."""
    lock = Revisions(packages, Dialect.V1, minor)
    return Reconciler(lock, objects, TAGS.tags_of, Flags(upgrades=True, crossplane=minor)).step()


@each_row(("minor", "kept"), [("1.20", "v1.0.0"), ("2.1", "v1.0.0"), ("2.2", "v2.0.0"), ("2.4", "v2.0.0")])
def test_the_second_tag_of_one_image_is_in_the_lock_since_2_2(minor: str, kept: str) -> None:
    lock = Revisions((locked("apple", "v1.0.0"),), Dialect.V1, minor)
    lock.resolve(locked("apple", "v2.0.0"))
    assert [one.version for one in lock.packages] == [kept]


@each_row(("minor", "error"), [("1.20", ""), ("2.0", "could not parse reference: orchard/apple:v1.0.0")])
def test_a_package_without_a_registry_joins_the_lock_of_1_20(minor: str, error: str) -> None:
    verdict = Revisions((), Dialect.V1, minor).resolve(locked("apple", "v1.0.0", host="orchard"))
    assert verdict.error == error


@each_row(("minor", "missing"), [("2.1", ["apple", "core"]), ("2.2", ["apple"])])
def test_what_satisfies_nobody_asks_for_nothing_in_upgrades_since_2_2(minor: str, missing: list[str]) -> None:
    old = locked("apple", "v1.0.0", ("core", "<v1.0.0"))
    stand = locked("stand", "v1.0.0", ("apple", ">=v2.0.0"), ("core", ">=v1.0.0"))
    found = upgraded(minor, (), stand, old, locked("core", "v1.0.0"))
    assert [one.package.rpartition("/")[2] for one in found.missing] == missing


@each_row(
    ("minor", "made", "version"),
    [("2.0", "fruit", "v2.0.0"), ("2.1", "orchard-apple", "v3.0.0"), ("2.3", "fruit", "v3.0.0")],
)
def test_upgrades_find_a_rewritten_package_by_what_that_release_looks_at(minor: str, made: str, version: str) -> None:
    moved = PackageObject(kind="Provider", name="fruit", package=f"{HOST}/apple:v1.0.0", resolved="m.test/ap:v3.0.0")
    stand, apple = locked("stand", "v1.0.0", ("apple", "!=v1.0.0")), locked("apple", "v1.0.0")
    found = upgraded(minor, (moved,), stand, apple).made
    assert found is not None
    assert (found.name, found.package) == (made, f"{HOST}/apple:{version}")
