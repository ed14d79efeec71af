"""Families of providers, by the names of their packages."""

from builders.cases import each_row

from xpkgtui.formats.xpkg.dependencies.families import asks_elsewhere, families_among, home

AWS = "xpkg.upbound.io/upbound/provider-family-aws"
S3 = "xpkg.upbound.io/upbound/provider-aws-s3"


@each_row(
    ("packages", "families"),
    [
        ((S3, AWS), {"provider-family-aws": [AWS, S3]}),
        ((S3,), {"provider-family-aws": [S3]}),
        (("a.io/b/provider-upjet-github", "a.io/c/provider-upjet-gcp"), {}),
        (("a.io/b/provider-oci-core",), {}),
        (
            ("a.io/b/provider-oci-core", "a.io/b/provider-family-oci"),
            {"provider-family-oci": ["a.io/b/provider-family-oci", "a.io/b/provider-oci-core"]},
        ),
        (
            ("a.io/b/provider-gcp-beta-iam", "a.io/b/provider-gcp-iam"),
            {
                "provider-family-gcp-beta": ["a.io/b/provider-gcp-beta-iam"],
                "provider-family-gcp": ["a.io/b/provider-gcp-iam"],
            },
        ),
        (("a.io/b/provider-aws", "provider-kubernetes", ""), {}),
    ],
)
def test_members_are_known_by_their_names(packages: tuple[str, ...], families: dict[str, list[str]]) -> None:
    assert families_among(packages) == families


@each_row(
    ("package", "is_elsewhere"),
    [
        (AWS, False),
        ("xpkg.crossplane.io/upbound/provider-family-aws", True),
        ("xpkg.upbound.io/other/provider-family-aws", True),
        ("xpkg.upbound.io/other/provider-family-gcp", False),
    ],
)
def test_a_member_asks_for_its_family_at_home(package: str, is_elsewhere: bool) -> None:
    assert asks_elsewhere("provider-family-aws", S3, package) is is_elsewhere


def test_the_home_of_what_is_no_reference_is_its_name() -> None:
    assert home("A B") == ("", "A B")
