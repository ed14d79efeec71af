"""The names, readers and editions of the format, and what each version of Crossplane does: `goldens/tables.txt`."""

from collections.abc import Iterator

from builders.goldens import Golden, by_outcome

from xpkgtui.formats.xpkg.summary import PROFILES
from xpkgtui.formats.xpkg.tools import crossplane_versions as versions
from xpkgtui.formats.xpkg.tools.crossplane_versions import target_of
from xpkgtui.formats.xpkg.tools.facts import MAJOR_2

VERSIONS = ("0.9", "1.0", "1.2.1", "1.6", "1.7", "1.17", "1.18.0", "1.19", "1.20", "1.20.1", "2.0", "2.0.2", "2.0.3")
_LATER = ("2.1", "2.2", "2.3.0-rc.1", "2.3", "2.4.0", "2.4", "2", "2.9", "main")
CONSTRAINTS = ("", ">=v1.20.0", ">=v1.20.19", ">v1.20.19", "=2.0.3", ">=v2.3.0-0", "^2", "~1.19, !=1.19.0", "newest")


def of_versions() -> Iterator[tuple[str, str]]:
    for version in (*VERSIONS, *_LATER):
        for profile in PROFILES:
            one = target_of(profile, version)
            facts = [
                one.version,
                one.way.name,
                one.edition.reader,
                one.edition.first,
                "V1" if one.lacks(MAJOR_2) else "V2",
            ]
            flags = {"measured": one.measured, "1": one.lacks(MAJOR_2), "one base": one.takes_one_base}
            named = ", ".join([*facts, *(name for name, is_so in flags.items() if is_so), str(one.installs_as)])
            yield f"{profile} {version}", named
        yield version, f"{versions.dialect_of(version)}, {versions.tag_reading(version)}"
        for constraint in CONSTRAINTS:
            yield f"{version} {constraint}", str(versions.admits(constraint, version))
            said = versions.incompatible(constraint, version)
            yield f"{version} {constraint}", str(said).replace(version, "VERSION")


def test_versions_do_what_was_agreed(golden: Golden) -> None:
    golden("versions", "\n".join(by_outcome(of_versions())) + "\n")
