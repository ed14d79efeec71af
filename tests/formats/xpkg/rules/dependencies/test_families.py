"""Dependencies on providers of one family: from one place, and of one version."""

from builders.cases import each_row
from builders.packages.judgements import PROVIDER, Judgement, judge_stream
from formats.xpkg.rules.vectors.metas import DIGEST, FAMILY, depending, labeled

FROM = "xpkg.crossplane.io/org"
AWS, S3, EC2 = (f"{FROM}/provider-{name}" for name in ("family-aws", "aws-s3", "aws-ec2"))


def judged(*entries: tuple[str, str]) -> Judgement:
    return judge_stream(depending(*(f"provider: {name}, version: '{version}'" for name, version in entries)))


@each_row(
    ("entries", "count"),
    [
        ((AWS, S3, EC2), 0),
        ((S3, "a.io/org/provider-aws-ec2"), 1),
        ((S3, "xpkg.crossplane.io/other/provider-aws-ec2", "a.io/b/provider-aws-iam"), 2),
        ((S3, "a.io/org/provider-gcp-iam"), 0),
        ((S3, "a.io/org/provider-aws"), 0),
    ],
)
def test_members_are_from_where_the_first_one_is(entries: tuple[str, ...], count: int) -> None:
    assert len(judged(*((one, "v1.0.0") for one in entries)).of("XPKG917")) == count


def test_both_places_are_named() -> None:
    said = judged((AWS, "v1.0.0"), ("a.io/b/provider-aws-s3", "v1.0.0")).said("XPKG917")
    assert "a.io/b/provider-aws-s3" in said
    assert AWS in said


@each_row(("place", "count"), [(FROM, 0), ("a.io/org", 1), ("xpkg.crossplane.io/b", 1)])
def test_a_member_that_was_opened_from_a_registry_has_a_place_of_its_own(place: str, count: int) -> None:
    meta = depending(f"provider: {AWS}, version: v1.0.0", meta=labeled(FAMILY, "provider-family-aws", PROVIDER))
    found = judge_stream(meta, source=f"{place}/provider-aws-s3:v1.0.0", is_remote=True)
    assert len(found.of("XPKG917")) == count
    assert not judge_stream(meta, source=f"{place}/provider-aws-s3:v1.0.0").of("XPKG917")


@each_row(
    ("versions", "count"),
    [
        (("v1.0.0", "v1.0.0"), 0),
        (("v1.0.0", "v1.0.1"), 1),
        ((">=v1.0.0", ">=v0.9.0, <v1.1.0"), 0),
        ((">=v1.0.0", "<v1.0.0"), 1),
        (("v1.0.0", DIGEST), 0),
        (("v1.0.0", "latest"), 0),
        (("latest", "v1.0.0", "v2.0.0"), 1),
        (("v1.0.0", "v2.0.0", "v3.0.0"), 1),
    ],
)
def test_one_version_is_left_for_all(versions: tuple[str, ...], count: int) -> None:
    found = judged(*zip((AWS, S3, EC2), versions, strict=False))
    assert len(found.of("XPKG918")) == count


def test_the_two_that_exclude_each_other_are_named() -> None:
    said = judged((S3, "v1.0.0"), (EC2, ">=v2.0.0")).said("XPKG918")
    assert f"the dependency on {EC2} needs >=v2.0.0, and {S3} of the same family v1.0.0" in said


def test_constraints_beyond_those_that_are_compared_are_counted() -> None:
    members = [(f"{FROM}/provider-aws-s{n}", f">=v1.0.{min(n, 64)}") for n in range(70)]
    assert (
        judged((AWS, ">=v1.0.0"), *members).said("XPKG918").endswith("1 more constraint on one family not compared")
    )
