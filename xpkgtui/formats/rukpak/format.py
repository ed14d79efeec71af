"""Objects of RukPak: recognized by the group of the documents of a stream."""

from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.rukpak.summary import BUNDLE, DEPLOYMENT, GROUP, RUKPAK, SUMMARY
from xpkgtui.formats.rukpak.tools import WEBHOOK


def _recognize(traces: Traces) -> Evidence | None:
    """A Bundle or a BundleDeployment among the documents."""
    reasons = tuple(
        f"document {head.number} is a {head.kind} of {head.api_version}"
        for head in traces.heads
        if head.kind in (BUNDLE, DEPLOYMENT) and (head.api_version or "").partition("/")[0] == GROUP
    )
    return Evidence(reasons=reasons[:3]) if reasons else None


RUKPAK_OBJECTS = Format(
    room=__package__,
    summary=SUMMARY,
    judges={WEBHOOK: RUKPAK},
    recognize=_recognize,
    has_overview=True,
    has_used_images=True,
)
"""Streams with Bundles or BundleDeployments."""
