"""The document of `tags`: every tag of a repository, as Crossplane orders them."""

from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, write
from xpkgtui.reporting.repository_tags import RepositoryTags
from xpkgtui.versions.tags import companion_of

_LOOKED = ("digest", "moved", "alias_of", "signed", "size", "created", "platforms", "base", "problem")
"""What is known of a tag that was looked at."""


def tags(found: RepositoryTags) -> str:
    """The text of the document."""
    return write(
        {
            "schema": "xpkgtui.tags/v1",
            "repository": found.repository,
            "crossplane": found.crossplane,
            "error": elements.error(found.failure),
            "constraint": found.constraint.text if found.constraint else None,
            "chosen": found.chosen,
            "newest": found.newest,
            "complete": not found.is_cut and (found.failure is None or bool(found.names)),
            "tags": [_tag(found, name) for name in found.names],
            "gone": [{"tag": one.name, "digest": one.digest or None} for one in found.gone],
        }
    )


def _tag(found: RepositoryTags, name: str) -> JSON:
    tag, look, companion = found.tag(name), found.looks.get(name), companion_of(name)
    looked: dict[str, JSON] = dict.fromkeys(_LOOKED)
    if look is not None:
        looked = {
            "digest": look.digest or None,
            "moved": {"was": look.was} if look.was else None,
            "alias_of": found.alias(name),
            "signed": found.is_signed(name),
            "size": look.size,
            "created": look.created or None,
            "platforms": list(look.platforms) if look.is_known else None,
            "base": look.base,
            "problem": look.problem or None,
        }
    return {
        "tag": name,
        "kind": tag.kind.value,
        "version": str(tag.version) if tag.version else None,
        "upgrade_only": tag.is_upgrade_only and found.reading.skips_incomplete,
        "satisfies": None if found.constraint is None else name in found.satisfying,
        "companion": {"kind": companion.kind.name.casefold(), "digest": companion.digest} if companion else None,
        **looked,
    }
