"""Packages of Crossplane (xpkg): providers, configurations and functions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from xpkgtui.formats.format import Evidence, Format, Outline, SourceKnowledge, Traces
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.annotations import layers
from xpkgtui.formats.xpkg.images import XpkgImages
from xpkgtui.formats.xpkg.objects import identity
from xpkgtui.formats.xpkg.objects.kinds import META_GROUPS
from xpkgtui.formats.xpkg.objects.outline import outline
from xpkgtui.formats.xpkg.profiles import Profile
from xpkgtui.formats.xpkg.sources.knowledge import XpkgSources
from xpkgtui.formats.xpkg.summary import SUMMARY
from xpkgtui.limits import LIMITS, Limits

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.stream import Stream
    from xpkgtui.documents.yaml.effort import Effort
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.judging.stream_verdict import StreamVerdict
    from xpkgtui.formats.overview import MetaFacts, Overview
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.readers.folder import FolderReader, SourceFolder
    from xpkgtui.rules.case import Case
    from xpkgtui.rules.catalogue import Catalogue

_MOST_REASONS = 3
_HEAD = 1 << 20
"""Bytes of package.yaml in which its meta object is looked for."""


class Xpkg:
    """The format of Crossplane packages."""

    summary = SUMMARY
    images: ImageConventions | None = XpkgImages()
    sources: SourceKnowledge | None = XpkgSources()
    forms = None

    @property
    def folder(self) -> "FolderReader":
        """As a build puts a stream together."""
        from xpkgtui.formats.xpkg.sources.build import Build

        return Build()

    def recognise(self, traces: Traces) -> Evidence | None:
        """The meta objects, and the annotated or labeled layers."""
        reasons = [
            f"document {chunk.number} is a {chunk.kind} of {chunk.api_version}"
            for chunk in traces.heads
            if (chunk.api_version or "").partition("/")[0] in META_GROUPS
        ][:_MOST_REASONS]
        labels = layers.labels_of(traces.config)
        for number, layer in enumerate(traces.manifest.layers if traces.manifest else ()):
            if (value := layers.annotation_of(layer)) is not None:
                reasons.append(f"layer {number} has {layers.ANNOTATION}: {value}")
            elif (label := labels.get(str(layer.digest))) is not None:
                reasons.append(f"the config labels layer {number} as {label}")
        # A tar of a folder has no config, and is not an image that Crossplane could read.
        is_image = traces.manifest is None or traces.config is not None
        if traces.folder is not None and is_image and (kind := _meta_kind(traces.folder)):
            reasons.append(f"its {SUMMARY.wording.stream_file} has a {kind}")
        return Evidence(reasons=tuple(reasons)) if reasons else None

    def role_of(self, head: "Chunk") -> Role:
        """The role, by the kinds that Crossplane's parser knows, and those of IBM's fork: rules refuse them."""
        return identity.role_of(head, with_forks=True)

    def outline(self, data: "StreamBytes", chunk: "Chunk", effort: "Effort | None" = None) -> Outline | None:
        """The outline of a definition of Kubernetes or Crossplane."""
        return outline(data, chunk, effort)

    def catalogue(self) -> "Catalogue[Any, Any, Any]":
        """The XPKG rules."""
        from xpkgtui.formats.xpkg.rules.catalogue import CATALOGUE

        return CATALOGUE

    def judge_stream(
        self,
        data: "StreamBytes",
        readers: Sequence[str],
        *,
        stream: "Stream | None" = None,
        pieces: Sequence[tuple[int, int]] | None = None,
        case: "Case | None" = None,
        limits: Limits = LIMITS,
        stop: Callable[[], bool],
    ) -> "Mapping[str, StreamVerdict]":
        """By the schemes and linters of every edition of Crossplane, in one pass; documents by the rules of each."""
        from xpkgtui.documents.yaml.repeats import Repeats
        from xpkgtui.formats.judging.profile_verdicts import judge_by_profiles
        from xpkgtui.formats.judging.stream_verdict import StreamVerdict
        from xpkgtui.formats.xpkg.verdicts.installation import refusing
        from xpkgtui.formats.xpkg.verdicts.stream import judge_stream
        from xpkgtui.rules.case import Case

        case = case or Case(source="", format=SUMMARY.name, limits=limits)
        repeats = Repeats()
        judged: dict[str, StreamVerdict] = {}
        judged |= judge_stream(data, readers, stream=stream, pieces=pieces, case=case, repeats=repeats, stop=stop)
        for name in (str(Profile.SPEC), *SUMMARY.own_readers):
            if name in readers:
                rules = refusing(name, repeats)
                judged |= judge_by_profiles(case, data, rules, {name: name}, role_of=self.role_of, stop=stop)
        return {name: judged[name] for name in readers if name in judged}

    def overview(self, value: object, target: str, package: "PackageObjects") -> "Overview":
        """The Overview of a Provider, Configuration or Function."""
        from xpkgtui.formats.xpkg.overview.meta import of_meta

        return of_meta(value, target, package)

    def meta_facts(self, value: object) -> "MetaFacts":
        """Its dependencies and its constraint on Crossplane."""
        from xpkgtui.formats.xpkg.overview.spec_fields import meta_facts

        return meta_facts(value)

    def facts(self, value: object, package: "PackageObjects") -> "Iterator[Fact]":
        """The facts, by the object's family of kinds."""
        from xpkgtui.formats.xpkg.facts.objects import of_object

        return of_object(value, package)


def _meta_kind(folder: "SourceFolder") -> str:
    """The kind of the meta object in the first documents of package.yaml; empty where there is none."""
    from xpkgtui.documents.stream import split
    from xpkgtui.errors import XpkgError
    from xpkgtui.readers.folder import SourceFile

    name = SUMMARY.wording.stream_file
    if not folder.has_file(name):
        return ""
    try:
        chunks = split(folder.read(SourceFile(name=name), _HEAD)).chunks
    except XpkgError:
        return ""
    metas = (chunk.kind for chunk in chunks if (chunk.api_version or "").partition("/")[0] in META_GROUPS)
    return next(filter(None, metas), "")


XPKG: Format = Xpkg()
