"""The names of files in Crossplane's package cache; the vectors are those of its own tests."""

from builders.cases import each_row

from xpkgtui.formats.xpkg.sources.archived import cached_package, friendly_id

HEX = "0123456789abcdef" * 4
REPOSITORY = "xpkg.crossplane.io/crossplane-contrib/provider-aws"


@each_row(
    ("name", "digest", "label"),
    [
        ("provider-aws", "1234567", "provider-aws-1234567"),
        (
            "provider-aws-plusabunchofothernonsensethatisgoingtogetslicedoff",
            "1234567",
            "provider-aws-plusabunchofothernonsensethatisgoingt-1234567",
        ),
        ("provider-aws", "1234567891234567", "provider-aws-123456789123"),
        ("provider.aws", "1234567", "provider-aws-1234567"),
        ("provider-in-cluster", "provider-in-cluster", "provider-in-cluster-provider-in"),
    ],
)
def test_friendly_ids(name: str, digest: str, label: str) -> None:
    assert friendly_id(name, digest) == label


@each_row(
    ("version", "file"),
    [
        ("2.4", "xpkg-crossplane-io-crossplane-contrib-provider-aws-sha256-01234.gz"),
        ("2.2", "xpkg-crossplane-io-crossplane-contrib-provider-aws-sha256-01234.gz"),
        ("2.1", f"{REPOSITORY}@sha256:{HEX}.gz"),
        ("1.20", f"{REPOSITORY}@sha256:{HEX}.gz"),
    ],
)
def test_versions_look_for_different_files(version: str, file: str) -> None:
    found = cached_package(REPOSITORY, f"sha256:{HEX}", version)
    assert (found.file, dict(found.spec)) == (
        file,
        {"package": f"{REPOSITORY}@sha256:{HEX}", "packagePullPolicy": "Never"},
    )


def test_the_ending_begins_at_the_last_dot_as_in_go() -> None:
    assert cached_package("r.io/a/b.c", f"sha256:{HEX}", "2.1").file == "r.io/a/b.gz"
