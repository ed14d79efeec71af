"""The keys that try again and that stop: what failed or is under way, and what is requested anew."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from xpkgtui.app.state.outcomes import Outcome, Reopen, Retry, Scene
from xpkgtui.app.state.replies import Replies, is_under_way
from xpkgtui.errors import Failure, FailureKind, Malformed, XpkgError
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed, Loading, Part, PartName, Ready, Waiting
from xpkgtui.inspection.messages.replies import FilesListed, Reply
from xpkgtui.inspection.messages.requests import (
    Judge,
    ListFiles,
    LookInto,
    Open,
    OpenPlatform,
    Options,
    PaneRequest,
)
from xpkgtui.oci.reference import Reference
from xpkgtui.visible import part_of

if TYPE_CHECKING:
    from xpkgtui.rules.case import Case

_AGAIN = frozenset({FailureKind.NETWORK, FailureKind.AUTHENTICATION, FailureKind.STOPPED})
"""Failures that may be over at another try."""


def may_pass(kind: FailureKind) -> bool:
    """Whether another try may end otherwise."""
    return kind in _AGAIN


def is_worth_a_try(inspection: Inspection) -> bool:
    """Whether what failed may come at another try; files that lie here do not change by themselves."""
    resolved, manifest = inspection.resolved, inspection.manifest
    if resolved.is_remote if resolved else _is_reference(inspection.source):
        return True
    of_parts = (inspection.failure, manifest.failure if isinstance(manifest, Failed) else None)
    failures = [*(failure for _, failure in inspection.failures), *filter(None, of_parts)]
    return any(may_pass(failure.kind) for failure in failures)


def _is_reference(source: str) -> bool:
    """Whether a source that could not be opened names an image of a registry."""
    try:
        Reference.parse(source.removeprefix("docker://").partition("#")[0])
    except Malformed:
        return False
    return True


def refresh(scene: Scene) -> Outcome:
    """Only what failed is requested again; where nothing did, the source is opened again."""
    inspection = scene.inspection
    is_old = inspection.resolved is None or bool(inspection.resolved.stale or inspection.outdated)
    if is_old or scene.busy:
        return Reopen()
    if requests := tuple(request for request, part in scene.replies.known.items() if _is_lacking(part)):
        return Retry(requests)
    entry = inspection.shown_entry
    if entry is not None and entry.digest and _has_failed(inspection):
        return OpenPlatform(digest=entry.digest, place=entry.place if inspection.is_index else "")
    return Reopen()


def opening(source: str, options: Options, *, platform: str, base: int | None, refresh: bool | None) -> Open:
    """Opens a platform of a source; where it is opened again (`refresh` is said), the registry is asked for tags."""
    access = replace(options.access, ask_tags=refresh is not None, refresh=refresh or options.access.refresh)
    return Open(source=source, options=replace(options, access=access, platform=platform, base=base))


def judged_for(inspection: Inspection, case: "Case") -> Judge | OpenPlatform:
    """The request for the verdict of a profile, which may have a reader, or a row among readers, of its own."""
    reading = inspection.reading
    reader = inspection.format.reader_of(case.profile, case.crossplane)
    has_row = case.profile in inspection.format.readers.own
    if case.image is not None and reading is not None and (has_row or reader != reading.reader):
        return OpenPlatform(digest="", profile=case.profile)
    return Judge(case=case)


def profile_sentence(before: str, after: str) -> str:
    """What is said after the key of the next profile; some formats have one only."""
    return f"Rule profile {after}" if after != before else f"Rule profile {after}: this format has no other."


def being_fetched(inspection: Inspection, replies: Replies) -> tuple[PaneRequest, ...]:
    """The requests of panes that are reading something now; what takes only a moment does not count."""
    return tuple(
        request
        for request, part in replies.known.items()
        if is_under_way(part) and (inspection.progress is not None or isinstance(request, LookInto))
    )


def stopped(inspection: Inspection, request: PaneRequest | None = None) -> Failure:
    """What the pane of a request says after it was stopped; without one, the panes of the image."""
    done = inspection.progress
    amount = f" at {part_of(done.done, done.total)}" if done and done.total else ""
    key = "enter" if isinstance(request, ListFiles) else "r"
    return Failure(kind=FailureKind.STOPPED, title=f"Stopped{amount}.", hint=f"{key} reads it")


def given_up(inspection: Inspection) -> Inspection:
    """The inspection after opening was stopped: each part that has not come says so."""
    failed = Failed(stopped(inspection))
    return replace(
        inspection,
        platforms=failed if _is_awaited(inspection.platforms) else inspection.platforms,
        manifest=failed if _is_awaited(inspection.manifest) else inspection.manifest,
        objects=failed if _is_awaited(inspection.objects) else inspection.objects,
        progress=None,
    )


def broken(error: BaseException | None) -> Failure:
    """What is said where a part of the screen broke."""
    if isinstance(error, XpkgError):
        return error.failure()
    hint = "r retries; after q, the path of a log is printed"
    return Failure(kind=FailureKind.BUG, title=f"This is a bug in xpkgtui: {error!r}", hint=hint)


def _is_awaited(part: Part[Any]) -> bool:
    return isinstance(part, Waiting | Loading)


def _is_lacking(part: Part[Reply | None]) -> bool:
    """Whether a reply, or some of it, may come at another try."""
    if isinstance(part, Ready) and isinstance(part.value, FilesListed):
        return any(may_pass(gap.failure) for gap in part.value.gaps)
    return isinstance(part, Failed) and may_pass(part.failure.kind)


def _has_failed(inspection: Inspection) -> bool:
    """Whether a part of the image could not be had."""
    if any(
        isinstance(part, Failed) and may_pass(part.failure.kind) for part in (inspection.manifest, inspection.objects)
    ):
        return True
    is_there = isinstance(inspection.manifest, Ready)
    return is_there and any(part is PartName.CONFIG and may_pass(why.kind) for part, why in inspection.failures)
