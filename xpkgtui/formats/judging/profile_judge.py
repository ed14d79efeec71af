"""The judge of streams of a format whose readers have a profile each: it is all of `Format.judge_stream`."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.role import Role
from xpkgtui.limits import LIMITS, Limits

if TYPE_CHECKING:  # a format is loaded by every command, its rules by few
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.stream import Stream
    from xpkgtui.formats.judging.stream_verdict import StreamVerdict
    from xpkgtui.rules.case import Case
    from xpkgtui.rules.catalogue import Catalogue


class ProfileJudge:
    """Called as `judge_stream`, it judges by the rules of the profile that speaks for each reader."""

    def __init__(
        self,
        profiles: Mapping[str, str],
        *,
        format: str,
        catalogue: "Callable[[], Catalogue[Any, Any, Any]]",
        role_of: "Callable[[Chunk], Role]",
        measured: frozenset[str] = frozenset(),
    ) -> None:
        self._profiles = profiles
        """By reader."""
        self._format = format
        self._catalogue = catalogue
        self._role_of = role_of
        self._measured = measured
        """Readers that were compared with the programs themselves."""

    def __call__(
        self,
        data: "StreamBytes",
        readers: Sequence[str],
        *,
        stream: "Stream | None" = None,  # noqa: ARG002 - rules split it
        pieces: Sequence[tuple[int, int]] | None = None,  # noqa: ARG002 - every reader takes the stream
        case: "Case | None" = None,
        limits: Limits = LIMITS,  # noqa: ARG002 - the case has them
        stop: Callable[[], bool],
    ) -> "Mapping[str, StreamVerdict]":
        """The verdict of each reader that the format knows; raises `Cancelled` soon after `stop` is True."""
        from xpkgtui.formats.judging.profile_verdicts import judge_by_profiles
        from xpkgtui.rules.case import Case, SourceFacts

        case = case or Case(source=SourceFacts(name=""), format=self._format)
        profiles = {name: self._profiles[name] for name in readers if name in self._profiles}
        return judge_by_profiles(
            case, data, self._catalogue(), profiles, role_of=self._role_of, measured=self._measured, stop=stop
        )
