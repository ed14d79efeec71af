"""Names of revisions and resources; the differential run compares the roles themselves with Crossplane's."""

from builders.cases import each_row

from xpkgtui.formats.xpkg.permissions.roles import DefinedResource, provider_roles, resource_of, revision_name

DIGEST = "sha256:" + "0123456789abcdef" * 4


@each_row(
    ("name", "digest", "crossplane", "revision"),
    [
        ("provider-sql", DIGEST, "2.3", "provider-sql-0123456789ab"),
        ("provider-sql", DIGEST, "1.20", "provider-sql-0123456789ab"),
        # printf '0123…cdef|1' | sha256sum
        ("provider-sql", DIGEST, "2.4", "provider-sql-cd2c7ea14b2c"),
        ("p" * 60, DIGEST, "2.3", f"{'p' * 50}-0123456789ab"),
        ("provider-sql", "<DIGEST>", "2.4", "provider-sql-<DIGEST>"),
    ],
)
def test_the_name_of_a_first_revision(name: str, digest: str, crossplane: str, revision: str) -> None:
    assert revision_name(name, digest, crossplane) == revision


def test_a_resource_is_cut_at_the_first_dot() -> None:
    assert resource_of("berths.tides.example.org") == DefinedResource(group="tides.example.org", plural="berths")
    assert resource_of("berths") is None


def test_a_name_of_half_a_character_has_roles() -> None:
    assert provider_roles("a", [DefinedResource(group="b.example", plural="\ud800")]) is not None
