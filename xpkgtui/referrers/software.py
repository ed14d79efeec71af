"""SBOMs in SPDX or CycloneDX: how many components they list, and under which licences."""

from collections import Counter
from collections.abc import Iterable, Iterator

from xpkgtui.referrers.referrer import Software
from xpkgtui.untyped import field, listing, mapping, text

_MOST = 500_000
"""Components that are counted."""
_SHOWN = 10
_LONGEST = 80
_NOTHING = ("", "NOASSERTION", "NONE")


def software_of(value: object) -> Software | None:
    """What an SBOM in JSON lists; None where it is of neither format."""
    document = mapping(value)
    if "spdxVersion" in document:
        packages = listing(document.get("packages"))[:_MOST]
        version = text(document["spdxVersion"]).removeprefix("SPDX-")[:20]
        return _counted(f"SPDX {version}".strip(), len(packages), _of_spdx(packages))
    if document.get("bomFormat") == "CycloneDX":
        components = listing(document.get("components"))[:_MOST]
        version = text(document.get("specVersion"))[:20]
        return _counted(f"CycloneDX {version}".strip(), len(components), _of_cyclonedx(components))
    return None


def _counted(format: str, components: int, licences: Iterable[str]) -> Software:
    counts = Counter(licences)
    first = tuple((name[:_LONGEST], count) for name, count in counts.most_common(_SHOWN))
    return Software(format=format, components=components, licences=first, more_licences=max(0, len(counts) - _SHOWN))


def _of_spdx(packages: Iterable[object]) -> Iterator[str]:
    for one in packages:
        found = text(field(one, "licenseConcluded"))
        if found in _NOTHING:
            found = text(field(one, "licenseDeclared"))
        if found not in _NOTHING:
            yield found


def _of_cyclonedx(components: Iterable[object]) -> Iterator[str]:
    for one in components:
        for licence in listing(field(one, "licenses"))[:100]:
            licensed = field(licence, "license")
            name = text(field(licence, "expression")) or text(field(licensed, "id")) or text(field(licensed, "name"))
            if name:
                yield name
