"""Events folded into an Inspection: the one place that says what each event changes."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType
from typing import Any, TypeVar, get_args

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages import events, judging, replies
from xpkgtui.inspection.messages.parts import Absent, Failed, Loading, Part, PartName, Ready, Waiting
from xpkgtui.inspection.rows.objects import ObjectRow, with_fields
from xpkgtui.rules.finding import Badge, Verdict, in_order

Value = TypeVar("Value")


def fold(state: Inspection, event: events.Event) -> Inspection:
    """The inspection after `event`."""
    return _FOLDS[type(event)](state, event)


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


def _resolved(state: Inspection, event: events.Resolved) -> Inspection:
    return replace(state, resolved=event, failure=None)


def _format(state: Inspection, event: events.FormatRecognised) -> Inspection:
    return replace(state, format=event.format)


def _platforms(state: Inspection, event: events.PlatformsListed) -> Inspection:
    return replace(state, platforms=Ready(event.rows), is_index=event.is_index)


def _manifest(state: Inspection, event: events.ManifestRead) -> Inspection:
    return _anew(state, Ready(event))


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
        glimpses={},
        verdict=Waiting(),
        case=None,
        judged=None,
        comparison=None,
    )


def _layers(state: Inspection, event: events.LayersChanged) -> Inspection:
    if not isinstance(state.manifest, Ready):
        return state
    return replace(state, manifest=Ready(replace(state.manifest.value, layers=event.layers)))


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


def _stream(state: Inspection, event: events.StreamRead) -> Inspection:
    return replace(state, reading=event.reading, stream=event.stream, progress=None)


def _objects(state: Inspection, event: events.ObjectsListed) -> Inspection:
    rows, outlines = state.rows[: event.first] + event.rows, state.outlines[: event.first] + event.rows
    listed = replace(state, objects=Ready(rows), outlines=outlines, progress=None)
    return replace(listed, objects_total=event.total, objects_stop=event.stop)


def _noted(state: Inspection, event: replies.ObjectsNoted) -> Inspection:
    if not isinstance(state.objects, Ready):
        return state
    notes = {document: {"note": note} for document, note in event.notes}
    rows, outlines = (with_fields(each, notes) for each in (state.rows, state.outlines))
    return replace(state, objects=Ready(rows), outlines=outlines)


def _case(state: Inspection, event: events.CaseReady) -> Inspection:
    return replace(_read(state), case=event.case)


def _judged(state: Inspection, event: judging.Judged) -> Inspection:
    rows = state.rows
    findings = () if event.restart else state.findings
    if event.restart:
        rows = tuple(replace(row, badge=None) for row in rows)
    if event.badges:
        rows = _with_badges(rows, dict(event.badges))
    if event.anew or event.findings:
        findings = in_order((*(one for one in findings if one.rule not in event.anew), *event.findings))
    verdict: Part[Verdict] = state.verdict
    if event.restart or not isinstance(verdict, Ready):
        verdict = Loading("Judging", event.done, event.total, event.rate)
    return replace(
        state,
        findings=findings,
        glimpses={} if event.restart else _without(state.glimpses, dict(event.badges)),
        verdict=verdict,
        objects=Ready(rows) if isinstance(state.objects, Ready) else state.objects,
    )


def _glimpsed(state: Inspection, event: judging.Glimpsed) -> Inspection:
    """What comes after its judgement is void."""
    if not isinstance(state.verdict, Loading) or state.case is None or state.case.profile != event.profile:
        return state
    return replace(state, glimpses={**state.glimpses, event.document: event})


def _without(glimpses: Mapping[int, judging.Glimpsed], judged: Mapping[int, Badge]) -> Mapping[int, judging.Glimpsed]:
    return {number: said for number, said in glimpses.items() if number not in judged} if glimpses else glimpses


def _with_badges(rows: tuple[ObjectRow, ...], badges: dict[int, Badge]) -> tuple[ObjectRow, ...]:
    return with_fields(rows, {document: {"badge": badge} for document, badge in badges.items()})


def _form(state: Inspection, event: judging.FormJudged) -> Inspection:
    return state if isinstance(state.verdict, Ready) else replace(state, findings=in_order(event.findings))


def _verdict(state: Inspection, event: judging.VerdictReached) -> Inspection:
    return replace(state, verdict=Ready(event.verdict), judged=event, glimpses={})


def _manual(state: Inspection, event: judging.ManualRead) -> Inspection:
    return replace(state, manual={**state.manual, **{page.id: page for page in event.pages}})


def _compared(state: Inspection, event: replies.ReadersCompared) -> Inspection:
    return replace(state, comparison=event.comparison, progress=None)


def _fetched(state: Inspection, event: events.Fetched) -> Inspection:
    return replace(state, fetched=event, exchanges=state.exchanges + event.exchanges)


def _unread(state: Inspection, event: events.UnreadListed) -> Inspection:
    return replace(state, unread=event.items)


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


def _unchanged(state: Inspection, _event: events.Event) -> Inspection:
    return state


_FOLDS: MappingProxyType[type, Callable[[Inspection, Any], Inspection]] = MappingProxyType(
    {
        **dict.fromkeys(get_args(replies.Reply), _unchanged),
        events.Resolved: _resolved,
        events.FormatRecognised: _format,
        events.PlatformsListed: _platforms,
        events.ManifestRead: _manifest,
        events.LayersChanged: _layers,
        events.Progressed: _progressed,
        events.StreamRead: _stream,
        events.ObjectsListed: _objects,
        replies.ObjectsNoted: _noted,
        events.CaseReady: _case,
        judging.FormJudged: _form,
        judging.Judged: _judged,
        judging.Glimpsed: _glimpsed,
        judging.VerdictReached: _verdict,
        judging.ManualRead: _manual,
        replies.ReadersCompared: _compared,
        events.Fetched: _fetched,
        events.UnreadListed: _unread,
        events.PartFailed: _failed,
    }
)


def joined(all_events: Iterable[events.Event]) -> Iterator[events.Event]:
    """The events, with one for all neighboring slices of a judgement: each costs as much as the list is long."""
    for are_slices, together in groupby(all_events, key=is_slice):
        if not are_slices:
            yield from together
            continue
        slices = [event for event in together if isinstance(event, judging.Judged)]
        yield replace(
            slices[-1],
            findings=tuple(one for event in slices for one in event.findings),
            badges=tuple(one for event in slices for one in event.badges),
        )


def is_slice(event: events.Event) -> bool:
    """Whether it goes on with a judgement, and may be joined with its neighbors."""
    return isinstance(event, judging.Judged) and not event.restart and not event.anew
