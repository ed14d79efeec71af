"""The first line of the screen as a value: which package is shown."""

from dataclasses import replace

from xpkgtui import visible
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.reporting.words import without_folder, without_host
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageIdentity:
    """The package that is shown."""

    reference: str = ""
    short: str = ""
    """The reference without its registry; empty where it has none."""
    kind: str = ""
    digest: str = ""
    notes: tuple[str, ...] = ()
    """That this is what the source held before, in fewer and fewer words; empty where it is what it holds."""

    def marked(self, is_marked: bool) -> "PackageIdentity":
        """Adds the word that it is the old package of the next comparison."""
        kind = f"{self.kind} · marked" if self.kind else "marked"
        return replace(self, kind=kind) if is_marked else self


def identity(inspection: Inspection) -> PackageIdentity:
    """Reference, kind and pinned digest, as far as they are known."""
    resolved = inspection.resolved
    meta = inspection.meta
    kind = inspection.wording.package or (visible.clip(meta.kind or "", 24) if meta else "")
    if not kind and isinstance(inspection.verdict, Ready):
        kind = "kind unknown"
    if inspection.what_if is not None:
        kind = f"what if layer {inspection.what_if} were base"
    digest = resolved.digest or "" if resolved else ""
    # The digest stands at the other end of the line.
    reference = (resolved.reference if resolved else inspection.source).removesuffix(f"@{digest}")
    short = without_host(reference, reference)
    return PackageIdentity(
        reference=reference,
        short=short if short != reference else "",
        kind=kind,
        digest=digest,
        notes=_notes(inspection),
    )


def _notes(inspection: Inspection) -> tuple[str, ...]:
    if not inspection.outdated:
        return ()
    why = visible.line(inspection.outdated)
    shorter = (why, *without_folder(why, visible.line(inspection.source)))
    return (f"earlier content; reload failed: {why}", *(f"earlier content: {one}" for one in shorter))
