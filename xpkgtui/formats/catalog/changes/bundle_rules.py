"""Rules about changes of the bundles of a catalog."""

from collections.abc import Sequence

from xpkgtui.commands import spelled
from xpkgtui.formats.changes.object_rules import both_texts
from xpkgtui.rules.changes.rule import At, Words, change, shell_word


@change("CHG412", "A bundle is removed", clients="BC", stored="CA")
def bundle_removed(at: At, name: str, package: str, following: str) -> Words:
    """The new catalog does not have a bundle that the old one had.

    Why: It cannot be installed any more. Where it is installed, OLM v1 goes on only if another bundle replaces it,
    skips it, or has its version in its skipRange; if none does, OLM v1 reports an error.
    When it bites: Where the bundle is installed, or its version is pinned.
    Fix: While the old catalog is in place, upgrade to a bundle that stays.
    Source: operator-controller, catalogmetadata/filter/successors.go.
    """
    goes = f"from it OLM v1 goes to {following}" if following else "OLM v1 has no upgrade from it"
    return Words(
        message=f"the bundle {name} of {package} is gone; {goes}",
        who=f"Clusters in which {name} is installed{'' if following else ' by OLM v1'}, or that pin its version.",
        first=()
        if following
        else (
            "See where the old catalog leads, and upgrade while it is in place:",
            spelled(f"xpkgtui upgrades OLD --package {shell_word(package)} --from {shell_word(name)}"),
        ),
        level=int(bool(following)),
    )


@change("CHG413", "A bundle is added", clients="A", stored="A")
def bundle_added(at: At, name: str, version: str) -> Words:
    """The new catalog has a bundle that the old one did not have.

    Why: It can be installed.
    When it bites: Never; where upgrades lead to is reported for its channel.
    Fix: No action.
    Source: OLM, file-based catalogs, olm.bundle.
    """
    return Words(message=f"the bundle {name} is new{f': version {version}' if version else ''}")


@change("CHG414", "The image of a bundle changed", clients="C", stored="A")
def image_changed(at: At) -> Words:
    """A bundle of one name has another image.

    Why: OLM knows bundles by their names: where it is installed, the old content stays.
    When it bites: When two clusters with the same bundle behave differently; in a mirror that lacks the new image.
    Fix: Mirror the new image. Publish new content under a new name and a higher version.
    Source: OLM, file-based catalogs, olm.bundle.
    """
    return Words(
        message=f"the image {both_texts(at.before, at.after)}",
        who="Clusters in which the bundle is installed: they keep the old content.",
    )


@change("CHG415", "The APIs that a bundle provides changed", clients="CA", stored="CA")
def provided_changed(at: At, gone: Sequence[str], new: Sequence[str]) -> Words:
    """A bundle of one name has other `olm.gvk` properties.

    Why: OLM v0 resolves requirements of other operators by them.
    When it bites: When an operator requires an API that is gone.
    Fix: Find out which bundle provides the API.
    Source: OLM, file-based catalogs, olm.gvk.
    """
    clauses = [f"it does not provide {', '.join(gone)} any more"] if gone else []
    clauses += [f"it provides {', '.join(new)} now"] if new else []
    return Words(
        message="; ".join(clauses),
        who=f"Operators that require {', '.join(gone)}." if gone else "",
        level=int(not gone),
    )


@change("CHG416", "The requirements of a bundle changed", clients="CA", stored="CA")
def required_changed(at: At, gone: Sequence[str], new: Sequence[str]) -> Words:
    """A bundle of one name has other requirements: of a package, an API or a constraint.

    Why: OLM v0 installs nothing unless the catalogs of the cluster meet all requirements. OLM v1 refuses a bundle
    with requirements.
    When it bites: When the bundle is installed.
    Fix: Check that the catalogs offer what is required.
    Source: OLM, dependency resolution; operator-controller, internal/operator-controller/resolve/validation.go.
    """
    clauses = [f"it requires {', '.join(new)} now"] if new else []
    clauses += [f"it does not require {', '.join(gone)} any more"] if gone else []
    return Words(
        message="; ".join(clauses),
        who="Clusters whose catalogs do not offer it; all clusters with OLM v1, which refuses requirements."
        if new
        else "",
        level=int(not new),
    )


@change("CHG417", "The version of a bundle changed", clients="C", stored="A")
def version_changed(at: At) -> Words:
    """A bundle of one name has another version.

    Why: OLM puts bundles in order by their versions, and ranges include or exclude them.
    When it bites: When OLM looks for an upgrade.
    Fix: Give new content a new name.
    Source: OLM, file-based catalogs, olm.package property.
    """
    return Words(
        message=f"the version is {at.after or 'not given any more'}, was {at.before or 'not given'}",
        who="Clusters in which the bundle is installed.",
    )


@change("CHG418", "A property of a bundle in the catalog changed", clients="CW", stored="AW")
def property_changed(at: At, kind: str, *, is_words: bool) -> Words:
    """A bundle of one name has another property, which OLM does not resolve itself.

    Why: Platforms act on properties: `olm.maxOpenShiftVersion`, for example, limits the upgrade of the cluster.
    When it bites: When a program acts on the property.
    Fix: Check what the property means.
    Source: OLM, bundle properties.
    """
    return Words(
        message=f"the property {kind} changed",
        who="" if is_words else "Programs that act on the property.",
        level=int(is_words),
    )
