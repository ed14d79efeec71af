"""The document of `deps`: the packages that one needs, who asks for them, and what becomes of each."""

from xpkgtui.formats.dependencies.needed import NeededPackage
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, write
from xpkgtui.reporting.needed_packages import NeededPackages


def deps(found: NeededPackages) -> str:
    """The text of the document."""
    tree = found.tree
    return write(
        {
            "schema": "xpkgtui.deps/v1",
            "source": found.inspection.source,
            "digest": found.inspection.digest,
            "error": elements.error_of(found),
            "resolver": tree.resolver or None,
            "resolved": tree.is_resolved,
            "met": found.is_met,
            "sentence": found.sentence,
            "unread": tree.unread or None,
            "packages": [_package(one) for one in tree.packages],
            "edges": [
                {"from": one.source, "to": one.target, "constraint": one.constraint, "met": one.is_met}
                for one in tree.edges
            ],
            "steps": [{"title": one.title, "evidence": one.evidence} for one in tree.steps],
            "clashes": [
                {"definition": one.definition, "packages": list(one.packages), "says": one.says or None}
                for one in tree.clashes
            ],
            "remarks": [
                {"message": one.message, "fix": one.fix or None, "packages": list(one.packages)}
                for one in tree.remarks
            ],
        }
    )


def _package(one: NeededPackage) -> JSON:
    image = one.image
    return {
        "package": one.package,
        "kind": one.kind or None,
        "version": one.version or None,
        "reference": one.reference or None,
        "digest": image.digest or None if image else None,
        "size": image.size if image else None,
        "platforms": list(image.platforms) if image else None,
        "definitions": image.definitions if image else None,
        "state": str(one.state),
        "asked_by": [{"package": by.package, "constraint": by.constraint} for by in one.asked_by],
        "says": one.says or None,
        "outcome": one.outcome or None,
        "serves": list(one.serves),
    }
