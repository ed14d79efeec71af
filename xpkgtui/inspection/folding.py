"""Events folded into an Inspection: the one place that says what each event changes."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TypeVar

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages import events, judging, replies
from xpkgtui.inspection.messages.parts import Absent, Failed, Loading, Part, PartName, Ready, Waiting
from xpkgtui.inspection.rows.objects import with_fields
from xpkgtui.rules.finding import in_order

Value = TypeVar("Value")


def fold(state: Inspection, event: events.Event) -> Inspection:  # noqa: C901 - a dispatch
    """The inspection after `event`; replies to requests of panes change nothing."""
    match event:
        case events.Resolved():
            return replace(state, resolved=event, failure=None)
        case events.FormatRecognized(format=format):
            return replace(state, format=format)
        case events.PlatformsListed():
            return replace(state, platforms=Ready(event.rows), is_index=event.is_index)
        case events.ManifestRead():
            return _anew(state, Ready(event))
        case events.LayersChanged(layers=layers) if isinstance(state.manifest, Ready):
            return replace(state, manifest=Ready(replace(state.manifest.value, layers=layers)))
        case events.Progressed():
            return _progressed(state, event)
        case events.StreamRead(reading=reading, stream=stream):
            return replace(state, reading=reading, stream=stream, progress=None)
        case events.ObjectsListed(first=first):
            rows, outlines = (known[:first] + event.rows for known in (state.rows, state.outlines))
            listed = replace(state, objects=Ready(rows), outlines=outlines, progress=None)
            return replace(listed, objects_total=event.total, objects_stop=event.stop)
        case replies.ObjectsNoted() if isinstance(state.objects, Ready):
            notes = {document: {"note": note} for document, note in event.notes}
            rows, outlines = (with_fields(each, notes) for each in (state.rows, state.outlines))
            return replace(state, objects=Ready(rows), outlines=outlines)
        case events.ObjectsUnread(limits=limits) if isinstance(state.objects, Ready):
            unread = {document: {"unread": limit} for document, limit in limits}
            return replace(state, objects=Ready(with_fields(state.rows, unread)))
        case events.CaseReady(case=case):
            return replace(_read(state), case=case)
        case judging.ImageJudged() if not isinstance(state.verdict, Ready):
            return replace(state, findings=in_order(event.findings))
        case judging.Judged():
            return _judged(state, event)
        case judging.Previewed() if isinstance(state.verdict, Loading) and event.profile == state.judging:
            return replace(state, previews={**state.previews, event.document: event})
        case judging.VerdictReached(verdict=verdict):
            return replace(state, verdict=Ready(verdict), judged=event, previews={})
        case judging.ManualRead(pages=pages):
            return replace(state, manual={**state.manual, **{page.id: page for page in pages}})
        case replies.ReadersCompared(comparison=comparison):
            return replace(state, comparison=comparison, progress=None)
        case events.Fetched(exchanges=exchanges):
            return replace(state, fetched=event, exchanges=state.exchanges + exchanges)
        case events.UnreadListed(items=items):
            return replace(state, unread=items)
        case events.PartFailed():
            return _failed(state, event)
    return state


def fold_all(state: Inspection, all_events: Iterable[events.Event]) -> Inspection:
    """The inspection after all of them; neighboring slices of a judgement are folded at once."""
    for event in joined(all_events):
        state = fold(state, event)
    return state


def without_image(state: Inspection) -> Inspection:
    """The inspection of the same source before another of its images is read."""
    return replace(_anew(state, Waiting("the manifest")), failures=())


def ended(state: Inspection) -> Inspection:
    """The inspection when nothing is under way: what has not come by now does not come."""
    return replace(_read(state), verdict=_settled(state.verdict), progress=None)


def _read(state: Inspection) -> Inspection:
    """Settles the parts that are read, but not the verdict: a part that has not come is absent."""
    return replace(
        state,
        platforms=_settled(state.platforms),
        manifest=_settled(state.manifest),
        objects=_settled(state.objects),
    )


def _settled(part: Part[Value]) -> Part[Value]:
    return Absent() if isinstance(part, Waiting | Loading) else part


def _anew(state: Inspection, manifest: Part[events.ManifestRead]) -> Inspection:
    """Another image is shown: nothing that was found in the one before is true of it."""
    return replace(
        state,
        manifest=manifest,
        reading=None,
        stream=None,
        objects=Waiting(state.wording.stream_file),
        outlines=(),
        objects_total=0,
        objects_stop=None,
        findings=(),
        previews={},
        verdict=Waiting(),
        case=None,
        judged=None,
        comparison=None,
    )


def _progressed(state: Inspection, event: events.Progressed) -> Inspection:
    loading = Loading(event.what, event.done, event.total)
    changed = replace(state, progress=event)
    match event.part:
        case PartName.PLATFORMS if isinstance(state.platforms, Waiting | Loading):
            return replace(changed, platforms=loading)
        case PartName.LAYERS if isinstance(state.manifest, Waiting | Loading):
            return replace(changed, manifest=loading)
        case PartName.OBJECTS if isinstance(state.objects, Waiting | Loading):
            return replace(changed, objects=loading)
        case PartName.FINDINGS if isinstance(state.verdict, Waiting | Loading):
            return replace(changed, verdict=loading)
    return changed


def _judged(state: Inspection, event: judging.Judged) -> Inspection:
    rows = state.rows
    findings = () if event.restart else state.findings
    if event.restart:
        rows = tuple(replace(row, badge=None) for row in rows)
    if event.badges:
        rows = with_fields(rows, {document: {"badge": badge} for document, badge in event.badges})
    if event.anew or event.findings:
        findings = in_order((*(finding for finding in findings if finding.rule not in event.anew), *event.findings))
    verdict, judged = state.verdict, dict(event.badges)
    if event.restart or not isinstance(verdict, Ready):
        verdict = Loading("Judging", event.done, event.total, event.rate)
    return replace(
        state,
        findings=findings,
        previews={}
        if event.restart
        else {number: preview for number, preview in state.previews.items() if number not in judged},
        verdict=verdict,
        objects=Ready(rows) if isinstance(state.objects, Ready) else state.objects,
    )


def _failed(state: Inspection, event: events.PartFailed) -> Inspection:
    failed = Failed(event.failure)
    if event.part is None:
        return replace(state, failure=event.failure, progress=None)
    changed = replace(state, failures=(*state.failures, (event.part, event.failure)), progress=None)
    match event.part:
        case PartName.PLATFORMS:
            return replace(changed, platforms=failed)
        case PartName.LAYERS if isinstance(state.manifest, Ready):
            return _anew(changed, failed)
        case PartName.LAYERS:
            return replace(changed, manifest=failed)
        case PartName.OBJECTS:
            return replace(changed, objects=failed)
        case PartName.FINDINGS:
            return replace(changed, verdict=failed)
    return changed


def joined(all_events: Iterable[events.Event]) -> Iterator[events.Event]:
    """The events, with one for all neighboring slices of a judgement: each costs as much as the list is long."""
    for are_slices, together in groupby(all_events, key=is_slice):
        if not are_slices:
            yield from together
            continue
        slices = [event for event in together if isinstance(event, judging.Judged)]
        yield replace(
            slices[-1],
            findings=tuple(finding for event in slices for finding in event.findings),
            badges=tuple(badge for event in slices for badge in event.badges),
        )


def is_slice(event: events.Event) -> bool:
    """Whether it goes on with a judgement, and may be joined with its neighbors."""
    return isinstance(event, judging.Judged) and not event.restart and not event.anew
