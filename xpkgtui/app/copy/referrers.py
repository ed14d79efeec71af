"""What can be copied of the things that belong to an image, and the command that lists them."""

from collections.abc import Iterator

from xpkgtui.app.copy import headless, source_names
from xpkgtui.app.copy.offer import Offer, Offers, lines, value
from xpkgtui.app.state.referrers import ReferrerRow
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.referrers.referrer import Referrer
from xpkgtui.reporting.as_text.referrers import referrers as as_text
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.contents.referrer_list import ListedReferrers
from xpkgtui.reporting.documents.referrers import referrers as as_json
from xpkgtui.sources.source import SourceForm


def source_of(inspection: Inspection, one: Referrer) -> str:
    """What opens a thing as a source; empty where nothing does."""
    if not one.digest:
        return ""
    pinned = source_names.pinned(inspection, one.digest)
    if pinned is None and source_names.form(inspection) is SourceForm.OCI_LAYOUT:
        folder = source_names.folder(inspection)
        return f"{folder}@{one.digest}" if folder else ""
    return pinned or ""


def offers(inspection: Inspection, found: ListedReferrers, row: ReferrerRow | None) -> Offers:
    """The offers of the row under the cursor, and of the list."""
    return Offers(title="what belongs to the image", items=tuple(_offers(inspection, found, row)))


def _offers(inspection: Inspection, found: ListedReferrers, row: ReferrerRow | None) -> Iterator[Offer]:
    if row is not None and (one := row.referrer) is not None:
        yield from value("r", "reference", source_of(inspection, one))
        yield from value("d", "digest", one.digest)
        yield from value("s", "signer", one.signer.name if one.signer is not None else "")
        yield from value("p", "predicate type", one.predicate)
    if found.decision is not None:
        yield from lines("m", "message of the policy", found.decision.says)
        for letter, each in zip("23c", found.decision.voices, strict=False):
            yield from value(letter, f"command, {each.program}", each.command)
    yield from lines("t", "list", as_text(found, Paint(), is_verbose=True))
    yield from lines("J", "JSON", as_json(found))
    yield from headless.referrers(inspection)
