"""How other programs name what is shown: a repository of a registry, a layout's folder, an archive."""

import os

from xpkgtui.errors import parsed
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.oci.descriptor import Digest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.demos import is_demo
from xpkgtui.sources.source import Prefix, SourceForm

_LOCAL_PREFIXES = tuple(prefix for prefix in Prefix if prefix is not Prefix.REGISTRY)


def reference(inspection: Inspection) -> Reference | None:
    """The reference with its tag, where it came from a registry."""
    resolved = inspection.resolved
    return parsed(Reference.parse, resolved.reference) if resolved is not None and resolved.is_remote else None


def pinned(inspection: Inspection, digest: str | None, *, tagged: bool = False) -> str | None:
    """`host/repository@digest`, of anything in the repository."""
    found = reference(inspection)
    if found is None or not digest or (tagged and not found.tag):
        return None
    tag = found.tag if tagged else None
    return str(Reference(registry=found.registry, repository=found.repository, tag=tag, digest=Digest.parse(digest)))


def form(inspection: Inspection) -> SourceForm | None:
    """The form of the source; None for a built-in package, which exists nowhere else."""
    resolved = inspection.resolved
    return resolved.form if resolved and not is_demo(inspection.source) else None


def folder(inspection: Inspection) -> str | None:
    """The folder of a layout, without the image that was chosen in it."""
    for text in (inspection.source, path(inspection)):
        for name in (text, text.rpartition("@")[0], text.rpartition(":")[0]):
            if name and os.path.isdir(name):
                return name
    return None


def path(inspection: Inspection) -> str:
    """The source without a prefix that settled doubt."""
    source = inspection.source
    if os.path.exists(source):
        return source
    return next((source.removeprefix(prefix) for prefix in _LOCAL_PREFIXES if source.startswith(prefix)), source)


def image_digest(inspection: Inspection) -> str | None:
    """The digest of the manifest that is looked at."""
    return inspection.manifest.value.digest if isinstance(inspection.manifest, Ready) else None


def source(inspection: Inspection) -> str | None:
    """What opens the same image again; None where no name does, as of a pipe."""
    if inspection.source in ("", "-") or inspection.failure:
        return None
    if inspection.is_index and any(row.selected and not row.chosen for row in inspection.entries):
        return pinned(inspection, image_digest(inspection))
    return inspection.source
