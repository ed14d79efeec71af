"""What the answer of a command lacks: its exit code, its sentence and `unread` of its JSON are made of this alone."""

from collections.abc import Iterable, Iterator
from itertools import chain

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.rows.layers import Unread, UnreadReason
from xpkgtui.limits import NotRead, named_in
from xpkgtui.reporting.sentence import trouble
from xpkgtui.values import dataclass
from xpkgtui.visible import plural

_UNASKED = (UnreadReason.PLATFORM, UnreadReason.PROGRAM, UnreadReason.IGNORED)
"""Why layers are not read that no answer lacks: `--all-layers` alone asks for them, or the reader ignores them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAnswer:
    """How far a command found out what it was asked."""

    source: str
    failure: Failure | None = None
    """Why nothing is known, or what kept the source from being read whole."""
    inside: tuple[NotRead, ...] = ()
    """The layers and documents of the source that were not read; the failure says so, where there is one."""
    beyond: tuple[NotRead, ...] = ()
    """What else was asked for and is not known."""
    advice: str = ""
    """What to do about that; empty where no error says it."""
    is_refused: bool = False
    """Whether what was asked for is certainly not so: this goes before what is not known."""

    @property
    def unread(self) -> tuple[NotRead, ...]:
        """All that the answer lacks; where only the failure says it, what that says."""
        known, failure = (*self.inside, *self.beyond), self.failure
        if known or failure is None or failure.kind is not FailureKind.UNDECIDED:
            return known
        return lack(self.source, "the rest", failure.title.rstrip("."), failure.limit or named_in(failure.hint))

    @property
    def doubt(self) -> str:
        """The first reason why not all is known, in a clause; empty where all is."""
        return next((one.why for one in self.unread), "")

    @property
    def failures(self) -> tuple[Failure, ...]:
        """What is said about it; the answer is whole only where there is nothing."""
        inside = () if self.failure else self.inside
        return (*((self.failure,) if self.failure else ()), *_doubts(inside), *_doubts(self.beyond, self.advice))


def answer_of(
    inspection: Inspection,
    failure: Failure | None = None,
    beyond: Iterable[NotRead] = (),
    *,
    advice: str = "",
    is_refused: bool = False,
    has_layers: bool = False,
) -> CommandAnswer:
    """The answer about the objects of a package; with `has_layers` about its image too."""
    documents = unread_documents(inspection)
    return CommandAnswer(
        source=inspection.source,
        failure=failure or trouble(inspection),
        inside=tuple(chain(unread_layers(inspection), documents) if has_layers else documents),
        beyond=tuple(beyond),
        advice=advice or next((one.hint for part, one in inspection.failures if part in _ASKED_BESIDE), ""),
        is_refused=is_refused,
    )


def lack(where: str, what: str, why: str, limit: str = "") -> tuple[NotRead, ...]:
    """What an answer lacks for the reason in a clause; nothing for an empty one."""
    return (NotRead(where=where, what=what, why=why, limit=limit),) if why else ()


def unread_documents(inspection: Inspection) -> Iterator[NotRead]:
    """Each document whose kind, or what it defines, a limit kept from being read; and those behind the last."""
    for row in inspection.rows:
        if row.unread is not None:
            where, what = f"{row.file or 'package.yaml'}:{row.line}", f"document {row.document}"
            why, size = row.unread.sentence, row.end - row.start
            yield NotRead(where=where, what=what, why=why, limit=row.unread.name, size=size)
    stop = inspection.objects_stop
    if stop is not None and stop.limit is not None:
        where = f"{stop.file or 'package.yaml'}:{stop.line}"
        yield from lack(where, "the documents behind it", stop.limit.sentence, stop.limit.name)


_ASKED_BESIDE = {PartName.EXAMPLES: "the examples", PartName.DEPENDENCIES: "what the package composes"}
"""What is asked for beside the package, and decides nothing of it."""


def unread_beside(inspection: Inspection) -> Iterator[NotRead]:
    """What was asked for beside the package and is not known, or not whole."""
    for part, failure in inspection.failures:
        if part in _ASKED_BESIDE:
            yield from lack(inspection.source, _ASKED_BESIDE[part], failure.title.rstrip("."))


def is_beside(inspection: Inspection) -> bool:
    """Whether all that failed was asked for beside the package, so that a refusal of it is certain."""
    return bool(inspection.failures) and all(part in _ASKED_BESIDE for part, _ in inspection.failures)


def unread_layers(inspection: Inspection) -> Iterator[NotRead]:
    """Each layer that was to be read and was not."""
    return (_layer(one, inspection) for one in inspection.unread if one.reason not in _UNASKED)


def _layer(one: Unread, inspection: Inspection) -> NotRead:
    from xpkgtui.reporting.words import unread_sentence  # of few packages a layer was not read

    return NotRead(
        where=f"layer {one.layer}{f' of {one.platform}' if one.platform else ''}",
        what="the layer",
        why=unread_sentence(one, inspection.wording),
        digest=one.digest,
        size=one.size,
    )


def _doubts(found: tuple[NotRead, ...], advice: str = "") -> Iterator[Failure]:
    """What is said of them: the first reason, that which the advice is about, and how many others there are."""
    if found:
        others = len({one.why for one in found}) - 1
        more = f", and {plural(others, 'other reason')}" if others else ""
        first = next((one for one in found if advice and not one.limit), found[0])
        why = first.why.removesuffix(".") if more else first.why
        yield Failure(kind=FailureKind.UNDECIDED, title=f"incomplete: {why}{more}", hint=advice)
