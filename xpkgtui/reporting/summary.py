"""What `show` prints: an inspection, and what its meta object asks for."""

from xpkgtui.formats.overview import MetaFacts
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """All that `show` prints."""

    inspection: Inspection
    profile: str
    crossplane: str
    meta: MetaFacts | None = None
    """None where there is not exactly one meta object, or it could not be read."""
