"""Dependencies on packages that are checked in the same call, with the resolver's own words."""

from builders.cases import each_row
from builders.packages.judgements import Judgement, judge_stream
from formats.xpkg.rules.vectors.metas import DIGEST, depending

from xpkgtui.rules.case import KnownDependency, KnownPackage

A, B, C = (f"registry.example.org/o/{name}" for name in "abc")
OTHER_DIGEST = "sha256:" + "b" * 64


def known(repository: str, version: str = "v1.0.0", digest: str = "", **wanted: str) -> KnownPackage:
    """A package; `b` and `c` are the constraints on these packages."""
    names = {"a": A, "b": B, "c": C}
    dependencies = tuple(KnownDependency(repository=names[key], constraint=text) for key, text in wanted.items())
    return KnownPackage(
        repository=repository, version=version, digest=digest, kind="Provider", dependencies=dependencies
    )


def judged(constraint: str, *packages: KnownPackage, on: str = B, profile: str = "crossplane") -> Judgement:
    """Package a, which depends on another."""
    text = depending(f"provider: {on}, version: '{constraint}'")
    return judge_stream(text, profile, source=f"{A}:v1.0.0", is_remote=True, known=packages)


def test_a_version_that_the_constraint_excludes_is_told_in_the_words_of_the_resolver() -> None:
    (found,) = judged(">=v2.0.0", known(B)).of("XPKG912")
    assert (
        found.says
        == f"incompatible dependencies: existing package {B}@v1.0.0 is incompatible with constraint >=v2.0.0"
    )
    assert found.place.field == "spec.dependsOn[0].version"


def test_another_digest_is_told_in_the_words_of_the_resolver() -> None:
    (found,) = judged(DIGEST, known(B, version="", digest=OTHER_DIGEST)).of("XPKG912")
    assert found.says == f"existing package {B}@{OTHER_DIGEST} is incompatible with constraint {DIGEST}"


@each_row(
    ("constraint", "package"),
    [
        (">=v1.0.0", known(B)),
        (">=v2.0.0", known(C)),
        (">=v2.0.0", known(B, version="v1")),
        (">=v2.0.0", known(B, version="main")),
        ("not a constraint", known(B)),
        (DIGEST, known(B, digest=DIGEST)),
        (DIGEST, known(B)),
    ],
    ids=["satisfies", "other", "incomplete", "no version", "no constraint", "digest", "no digest"],
)
def test_a_version_that_fits_or_cannot_be_compared_says_nothing(constraint: str, package: KnownPackage) -> None:
    assert judged(constraint, package).of("XPKG912") == []


def test_one_of_several_versions_is_enough() -> None:
    assert judged(">=v2.0.0", known(B), known(B, version="v2.1.0")).of("XPKG912") == []


def test_a_cycle_through_other_packages_is_told_with_its_way() -> None:
    (found,) = judged(">=v1.0.0", known(B, c="*"), known(C, a="*")).of("XPKG914")
    assert f"{A} → {B} → {C} → {A}" in found.message
    assert found.says == f"cannot sort DAG: detected cycle on: {A}"


def test_a_cycle_among_the_others_is_not_this_packages() -> None:
    assert judged(">=v1.0.0", known(B, c="*"), known(C, b="*")).of("XPKG914") == []


@each_row(
    ("mine", "theirs", "fits"),
    [
        (">=v2.0.0", "<v2.0.0", False),
        (">=v2.0.0", "<=v2.0.0", True),
        ("v1.0.0", ">=v1.0.0, <v2.0.0", True),
        ("^v1.2.0", "~v1.1.0", False),
        (DIGEST, OTHER_DIGEST, False),
        (DIGEST, ">=v1.0.0", False),
        (DIGEST, DIGEST, True),
        (">=v2.0.0", "not a constraint", True),
        (">=v2.0.0", "", True),
    ],
)
def test_two_packages_that_want_the_same_dependency_leave_a_version(mine: str, theirs: str, fits: bool) -> None:
    text = depending(f"provider: {B}, version: '*'", f"provider: {C}, version: '{mine}'")
    packages = (known(B, c=theirs), known(A, c="<v0.0.1"))
    found = judge_stream(text, source=f"{A}:v1.0.0", is_remote=True, known=packages).of("XPKG914")
    assert [one.place.field for one in found] == ([] if fits else ["spec.dependsOn[1].version"])


@each_row("rule", ["XPKG912", "XPKG913", "XPKG914"])
def test_a_package_that_is_checked_alone_is_not_asked_about(rule: str) -> None:
    assert judged(">=v2.0.0").of(rule) == []
