"""Two packages compared for the screen: the old one is opened, the new one is what is shown, the judge compares."""

from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App

from xpkgtui.app.port.background import AppState, ShownPackage, WorkerOwner
from xpkgtui.app.state.changes import ChangeText, ComparedPackages, FindingsCheck
from xpkgtui.app.state.lists import platforms
from xpkgtui.app.state.outcomes import CheckBoth, CompareSource, ForComparison, MarkSource, ReadChange
from xpkgtui.app.toast import notify
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.comparing import BothRead, ChangesFound, Compare, ComparisonEnded, ReadBoth
from xpkgtui.inspection.messages.events import CaseReady, PartFailed, Progressed
from xpkgtui.inspection.messages.judging import Judged, VerdictReached
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Judge, Open, OpenPlatform, Options
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.reporting.contents.differences import Differences, failure_of
from xpkgtui.rules.changes.change import Change, ComparedObject
from xpkgtui.rules.finding import Finding, in_order
from xpkgtui.service.port import Port
from xpkgtui.visible import clip, line
from xpkgtui.visible import size as visible_size

if TYPE_CHECKING:  # the screen hands on what it was sent
    from xpkgtui.rules.case import Case

_FRAME = 0.25
"""Seconds for which changes may wait for the next ones: all rows are made anew for each batch."""
_GROUP = "compare"
_TEXTS, _CHECKS = "both texts", "both checks"
_TURNS = 3
"""Times that a check is begun."""
_CUT_OFF = "the comparison did not end"


class ComparingState(AppState, Protocol):
    """What is known of the package that is shown, and of the comparison."""

    compared: ComparedPackages
    both: ChangeText
    checks: FindingsCheck
    marked: str
    marked_entry: PlatformRow | None


class Comparing(WorkerOwner):
    """Keeps the mark, and compares with it what is shown."""

    def __init__(
        self,
        port: Port,
        app: App[Any],
        known: ComparingState,
        *,
        browse: Callable[[str, str, int | None], None],
        send: Callable[[OpenPlatform], None],
        show: Callable[[Callable[[], None]], None],
    ) -> None:
        """`browse` opens a source and shows it, `send` another entry of its index.

        `show` shows the comparison, and calls back as it is closed.
        """
        self._port, self._app, self._known = port, app, known
        self._browse, self._send, self._show = browse, send, show
        self._asked = CompareSource("")
        """The comparison that is shown."""
        self._marked: Inspection | None = None
        """The marked package as it was shown; None where it was not."""
        self._agreed = ""
        """The source whose price was shown; asking again agrees to it."""
        self._package = ShownPackage(app, known)

    def take(self, request: ForComparison, options: Options) -> None:
        """Marks a source, compares one with it, reads the texts of a change, or checks both packages."""
        match request:
            case ReadChange(number=number):
                self._work(partial(self._read, number), _TEXTS)
            case CheckBoth():
                self._work(self._check, _CHECKS)
            case MarkSource():
                self._mark(request)
            case CompareSource():
                self._begin(request, options)

    def _begin(self, request: CompareSource, options: Options) -> None:
        if request.is_again:
            request = replace(self._asked, is_again=True)
        new, marked, shown = request.source, self._known.marked, self._known.inspection
        request = self._asked = replace(request, entry=request.entry or platforms.entry_of(shown, new))
        before, entry = self._known.marked_entry, request.entry
        is_same = marked == new and platforms.identity(before) == platforms.identity(entry)
        is_here = _is_readable(self._marked)
        if refusal := platforms.refusal(entry) or _refusal(marked, new, is_same=is_same, is_here=is_here):
            notify(self._app, refusal)
            return
        if shown.source == new and shown.case is None and not request.is_again and shown.resolved:
            notify(self._app, "The package is not read yet.")
            return
        names = platforms.called(marked, before), platforms.called(new, entry)
        self._known.compared = ComparedPackages(old=names[0], new=names[1], doing="Opening")
        self._known.both, self._known.checks = ChangeText(), FindingsCheck()
        self._app.workers.cancel_group(self._app, _CHECKS)
        if not request.is_again:
            if shown.source != new:
                self._known.inspection = Inspection(source=new)
            self._show(self._stop)
        self._work(partial(self._run, new, entry, options), _GROUP)

    async def _read(self, number: int) -> None:
        """The texts of a change; of one that is about no document, none."""
        found = self._known.compared.found
        change = found.changes[number]
        old, new = change.old, change.new
        if found.old.case is None or found.new.case is None or not (old or new):
            self._known.both = ChangeText(number=number)
            return
        asked = ReadBoth(
            old=found.old.case,
            new=found.new.case,
            old_document=(old.document if old else None) or self._counterpart(number, is_old=True),
            new_document=(new.document if new else None) or self._counterpart(number, is_old=False),
            old_line=old.line if old else None,
            new_line=new.line if new else None,
        )
        text = ChangeText(number=number)
        async with aclosing(self._port.ask(asked)) as events:
            async for event in events:
                if isinstance(event, BothRead):
                    text = replace(text, rows=event.rows, focus=event.focus)
                elif isinstance(event, PartFailed):
                    text = replace(text, problem=event.failure.title)
        self._known.both = text

    async def _check(self) -> None:
        """What the check of each package finds; that of the new one may be under way, and is waited for."""
        from xpkgtui.rules.changes.change import compare_findings

        old = self._known.compared.found.old.case
        new = await self._package.until(lambda: not self._known.busy)
        if old is None or new.case is None:
            self._known.checks = FindingsCheck(problem="One of the packages was not read.")
            return
        after = new.findings if isinstance(new.verdict, Ready) else await self._judged(new.case)
        # By the profile of the new one, which may have been switched since the old one was marked.
        like_new = replace(old, profile=new.case.profile, crossplane=new.case.crossplane)
        before = None if after is None else await self._judged(like_new)
        if before is None or after is None:
            self._known.checks = FindingsCheck(problem="A check did not end. r compares again.")
        else:
            self._known.checks = FindingsCheck(found=compare_findings(before, after))

    async def _judged(self, case: "Case") -> tuple[Finding, ...] | None:
        """The findings of a package; None where its check fails."""
        for _ in range(_TURNS):  # what is shown may be judged anew meanwhile, which ends this one
            found: list[Finding] = []
            async with aclosing(self._port.ask(Judge(case=case))) as events:
                async for event in events:
                    if isinstance(event, Judged):
                        found.extend(event.findings)
                    elif isinstance(event, VerdictReached):
                        return in_order(found)
        return None

    def _counterpart(self, number: int, *, is_old: bool) -> int | None:
        """The document of the other side, as other changes of the same object name it."""
        changes = self._known.compared.found.changes
        name = changes[number].object
        same = (one for one in changes if one.object == name and name is not None)
        places = (one.old if is_old else one.new for one in same)
        return next((place.document for place in places if place is not None and place.document), None)

    def _mark(self, request: MarkSource) -> None:
        """Marks it; what is shown of it by now need not be opened again."""
        source, shown = request.source, self._known.inspection
        entry = request.entry or platforms.entry_of(shown, source)
        if refusal := platforms.refusal(entry) or platforms.nameless(shown, entry):
            notify(self._app, refusal)
            return
        self._known.marked, self._known.marked_entry = source, entry
        is_shown = shown.source == source and shown.case is not None and platforms.shows(shown, entry)
        self._marked = shown if is_shown else None
        name = clip(line(platforms.called(source, entry)), 60)
        notify(self._app, f"Marked {name}: D on another one compares.", timeout=5)

    def _stop(self) -> None:
        """Stops what is under way."""
        for group in (_GROUP, _CHECKS):
            self._app.workers.cancel_group(self._app, group)

    async def _run(self, new: str, entry: PlatformRow | None, options: Options) -> None:
        try:
            old = self._marked if _is_readable(self._marked) else None
            shown = self._known.inspection
            is_shown = shown.source == new and shown.resolved is not None and platforms.shows(shown, entry)
            replaced = None
            if old is None:
                try:
                    old = await self._opened(self._known.marked, options)
                finally:
                    # The port knows one open source: what is shown has to be that.
                    if self._app.is_running:
                        self._show_again(new, shown if is_shown else None, entry)
                replaced = shown.case  # as it is opened again, which would end a comparison that has begun
            elif not is_shown and shown.source == new and shown.resolved and entry is not None:
                self._send(OpenPlatform(digest=entry.digest or "", place=entry.place))
            elif not is_shown:
                self._show_again(new, None, entry)
            if replaced is not None or not is_shown or not _is_readable(shown):
                shown = await self._until_read(new, entry, replaced)
            if not platforms.shows(shown, entry) and entry is not None:  # another one has the same name
                self._send(OpenPlatform(digest=entry.digest or "", place=entry.place))
                shown = await self._until_read(new, entry)
            await self._compare(old, shown)
        except Exception as error:
            failure = Failure(kind=FailureKind.BUG, title=f"the comparison broke: {error}")
            self._tell(found=replace(self._known.compared.found, failure=failure), doing="")
            raise

    def _show_again(self, source: str, shown: Inspection | None, entry: PlatformRow | None) -> None:
        """Opens what was shown as it was: of that platform, and with that layer as the base."""
        self._browse(source, platforms.name_of(entry), shown.what_if if shown else None)

    async def _opened(self, source: str, options: Options) -> Inspection:
        """The old package, as far as it is needed."""
        name = clip(line(source), 60)
        self._tell(doing=f"Opening {name}")
        state = Inspection(source=source)
        before = self._marked  # as it was shown when it was marked
        price = -1 if source == self._agreed else options.price
        platform = platforms.name_of(self._known.marked_entry)
        base = before.what_if if before is not None else None
        options = replace(options, platform=platform, base=base, image_first=False, price=price)
        asked = Open(source=source, options=options)
        async with aclosing(self._port.ask(asked)) as events:
            async for event in events:
                if isinstance(event, Judged):
                    break
                state = fold(state, event)
                if isinstance(event, Progressed) and event.what:
                    self._tell(doing=f"Opening {name}: {line(event.what)}")
                if isinstance(event, CaseReady) and not event.image_only:
                    break
        return state

    async def _until_read(self, source: str, entry: PlatformRow | None, replaced: "Case | None" = None) -> Inspection:
        """The package that is shown, once it is read, anew where a case is replaced, or cannot be."""
        self._tell(doing=f"Opening {clip(line(platforms.called(source, entry)), 60)}")

        def is_wanted(state: Inspection) -> bool:
            return state.case is not replaced and platforms.shows(state, entry)

        return await self._package.until_read(source, is_wanted)

    async def _compare(self, old: Inspection, new: Inspection) -> None:
        found = Differences(old=old, new=new, uncompared=_CUT_OFF)
        if (failure := _price(old)) is not None:
            self._agreed = old.source
            self._tell(found=replace(found, failure=failure), doing="")
            return
        if (failed := failure_of(old, new)) is not None:
            self._tell(found=replace(found, failure=failed[1]), failed=failed[0].source, doing="")
            return
        assert old.case is not None
        assert new.case is not None
        if old.format.name != new.format.name:
            names = f"{old.format.name} and {new.format.name}"
            failure = Failure(kind=FailureKind.NOT_A_PACKAGE, title=f"of two formats: {names}")
            self._tell(found=replace(found, failure=failure), doing="")
            return
        changes: list[Change] = []
        objects: list[ComparedObject] = []
        shown = float("-inf")
        self._tell(found=found, doing="Comparing")
        async with aclosing(self._port.ask(Compare(old=old.case, new=new.case))) as events:
            async for event in events:
                if isinstance(event, ChangesFound):
                    changes.extend(event.changes)
                    objects.extend(event.objects)
                    found = replace(found, equal=event.equal, total=event.total)
                    if monotonic() - shown > _FRAME:
                        doing = f"Comparing {event.done:,} of {event.total:,} objects" if event.total else "Comparing"
                        self._tell(found=replace(found, changes=tuple(changes)), doing=doing)
                        shown = monotonic()
                elif isinstance(event, ComparisonEnded):
                    found = replace(found, uncompared=event.unread, limit=event.limit)
                elif isinstance(event, PartFailed):
                    found = replace(found, failure=event.failure)
        self._tell(found=replace(found, changes=tuple(changes), objects=tuple(objects)), doing="")

    def _tell(self, **changed: Any) -> None:
        self._known.compared = replace(self._known.compared, **changed)


def _refusal(marked: str, new: str, *, is_same: bool, is_here: bool) -> str:
    """Why the two cannot be compared, and what to do; empty where they can."""
    if not marked:
        return "Nothing is marked: m marks the old package, then D on the new one compares."
    if is_same:
        return "This one is marked itself: D on another package or platform compares."
    if "-" in (marked, new) and not is_here:
        return "Standard input cannot be read twice."
    return ""


def _price(old: Inspection) -> Failure | None:
    """What fetching the rest of the old package costs; None where it is read."""
    unread = old.reading.unread if old.reading else None
    if unread is None:
        return None
    size = next((row.size for row in old.layers if row.index == unread), 0)
    title = f"layer {unread} of {old.source} is not read: {visible_size(size)} must be fetched"
    return Failure(kind=FailureKind.PRICE, title=title, hint="r fetches it and compares")


def _is_readable(state: Inspection | None) -> bool:
    """Whether the stream of a package that was opened before is still there."""
    if state is None or state.case is None:
        return False
    stream = state.case.stream
    return stream is None or Path(stream.path).exists()
