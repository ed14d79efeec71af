"""What every program makes of the same bytes: the editions of Crossplane, and the profiles that have readers."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from xpkgtui.documents.chunk import StreamBytes
from xpkgtui.documents.stream import Stream
from xpkgtui.documents.yaml.repeats import Repeats
from xpkgtui.formats.judging.profile_verdicts import judge_by_profiles
from xpkgtui.formats.judging.stream_verdict import StreamVerdict
from xpkgtui.formats.xpkg.objects import identity
from xpkgtui.formats.xpkg.summary import SUMMARY, Profile
from xpkgtui.formats.xpkg.verdicts import stream as editions
from xpkgtui.formats.xpkg.verdicts.installation import refusing
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.rules.case import Case

_ROLE_OF = partial(identity.role_of, with_forks=True)


def judge_stream(
    data: StreamBytes,
    readers: Sequence[str],
    *,
    stream: Stream | None = None,
    pieces: Sequence[tuple[int, int]] | None = None,
    case: Case | None = None,
    limits: Limits = LIMITS,
    stop: Callable[[], bool],
) -> Mapping[str, StreamVerdict]:
    """By the schemes and linters of every edition of Crossplane, in one pass; documents by the rules of each."""
    case = case or Case(source="", format=SUMMARY.name, limits=limits)
    repeats = Repeats()
    judged: dict[str, StreamVerdict] = {}
    judged |= editions.judge_stream(
        data, readers, stream=stream, pieces=pieces, case=case, repeats=repeats, stop=stop
    )
    for name in (str(Profile.SPEC), *SUMMARY.own_readers):
        if name in readers:
            rules = refusing(name, repeats)
            judged |= judge_by_profiles(case, data, rules, {name: name}, role_of=_ROLE_OF, stop=stop)
    return {name: judged[name] for name in readers if name in judged}
