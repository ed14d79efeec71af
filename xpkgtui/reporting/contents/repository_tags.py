"""What is said of the tags of a repository, the same for people, for JSON and for the screen."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from enum import Enum
from functools import cached_property

from xpkgtui.errors import Failure
from xpkgtui.inspection.messages.listing import Gone, TagLook, TagsListed, TagsLooked
from xpkgtui.reporting.answer import CommandAnswer, lack
from xpkgtui.values import dataclass
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.tags import (
    CompanionKind,
    Tag,
    TagKind,
    TagReading,
    chosen,
    companion_of,
    newest_release,
    read_tag,
    satisfying,
)
from xpkgtui.visible import plural

SHORT = 7
"""Characters of a digest in words."""
HEADINGS = {TagKind.RELEASE: "Releases", TagKind.PRERELEASE: "Prereleases", TagKind.OTHER: "Not versions"}
_ASIDES = {
    TagKind.RELEASE: "",
    TagKind.PRERELEASE: "Crossplane never chooses one by itself",
    TagKind.OTHER: "Crossplane skips them when it resolves",
}
_WORDS = {
    CompanionKind.SIGNATURE: "signature",
    CompanionKind.ATTESTATION: "attestation",
    CompanionKind.SBOM: "SBOM",
    CompanionKind.REFERRERS: "list of what refers to",
}
_SIGNING = (CompanionKind.SIGNATURE, CompanionKind.ATTESTATION)


class Tone(Enum):
    """How much a remark matters."""

    GOOD = "✓"
    WARNING = "!"
    BAD = "✗"
    PLAIN = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something worth knowing about a tag."""

    words: str
    tone: Tone = Tone.PLAIN


class TagNames(tuple[str, ...]):  # noqa: SLOT001 - what is made once is kept in it
    """The tags of a repository in their order, with what is made of them once; there may be 100,000."""

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each tag."""
        return {name: place for place, name in enumerate(self)}

    @cached_property
    def signed(self) -> frozenset[str]:
        """The digests that have a signature or an attestation among the tags; none of them is verified."""
        found = map(companion_of, self)
        return frozenset(one.digest for one in found if one is not None and one.kind in _SIGNING)


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class RepositoryTags:
    """The tags of a repository, as far as they are listed and looked at."""

    repository: str
    """Its full name, or the text that was given where it is no reference."""
    names: TagNames = TagNames()
    """Releases, prereleases, others, each from the highest down."""
    releases: int = 0
    prereleases: int = 0
    is_cut: bool = False
    gone: tuple[Gone, ...] = ()
    stale: str = ""
    looks: Mapping[str, TagLook] = field(default_factory=dict)
    crossplane: str = "2.4"
    reading: TagReading = TagReading()
    """How that version of Crossplane reads tags."""
    constraint: Constraint | None = None
    failure: Failure | None = None
    """Why nothing is listed, or not all that was asked for was looked at."""
    fetched: int = 0
    """Bytes that were received for all of it."""

    @property
    def answer(self) -> CommandAnswer:
        """How far they are known, and whether Crossplane would install none."""
        is_refused = not (self.failure or self.is_cut) and self.constraint is not None and self.chosen is None
        why = "The list was cut: there are more." if self.is_cut else ""
        lacking = lack(self.repository, "some of the tags", why, "tags")
        return CommandAnswer(source=self.repository, failure=self.failure, beyond=lacking, is_refused=is_refused)

    def with_list(self, event: TagsListed) -> "RepositoryTags":
        """The tags with a list that was read."""
        return replace(
            self,
            repository=event.repository,
            names=TagNames(event.names),
            releases=event.releases,
            prereleases=event.prereleases,
            is_cut=event.is_cut,
            gone=event.gone,
            reading=event.reading,
            stale=event.stale,
            fetched=self.fetched + event.fetched,
            failure=None,
        )

    def with_looks(self, event: TagsLooked) -> "RepositoryTags":
        """The tags with what some of them are."""
        looks = {**self.looks, **{look.name: look for look in event.looks}}
        return replace(self, looks=looks, fetched=self.fetched + sum(look.fetched for look in event.looks))

    def tag(self, name: str) -> Tag:
        """What a tag is, by its name."""
        return read_tag(name, self.reading.dialect)

    @property
    def counts(self) -> Mapping[TagKind, int]:
        """The number of tags of each kind."""
        others = len(self.names) - self.releases - self.prereleases
        return {TagKind.RELEASE: self.releases, TagKind.PRERELEASE: self.prereleases, TagKind.OTHER: others}

    def names_of(self, kind: TagKind) -> Sequence[str]:
        """The tags of one kind, in their order."""
        ends = {
            TagKind.RELEASE: (0, self.releases),
            TagKind.PRERELEASE: (self.releases, self.releases + self.prereleases),
            TagKind.OTHER: (self.releases + self.prereleases, len(self.names)),
        }
        first, behind = ends[kind]
        return self.names[first:behind]

    def aside(self, kind: TagKind) -> str:
        """What Crossplane does with the tags of one kind, in words."""
        if kind is TagKind.OTHER and not self.reading.skips_incomplete:
            return f"Crossplane {self.crossplane} skips all but v1, v1.2 and their like"
        return _ASIDES[kind]

    @cached_property
    def newest(self) -> str | None:
        """The newest release, or without one the newest prerelease."""
        return newest_release(self.names[:1])

    @cached_property
    def satisfying(self) -> frozenset[str]:
        """The tags that satisfy the constraint; also those that only an upgrade may choose."""
        if self.constraint is None:
            return frozenset()
        return frozenset(tag.name for tag in satisfying(map(self.tag, self.names), self.constraint))

    @cached_property
    def chosen(self) -> str | None:
        """The tag that Crossplane installs for the constraint."""
        if self.constraint is None:
            return None
        tags = (self.tag(name) for name in self.names if name in self.satisfying)
        found = chosen(tags, self.constraint, skips_incomplete=self.reading.skips_incomplete)
        return found.name if found else None

    @cached_property
    def moved(self) -> tuple[str, ...]:
        """The versions that were looked at and have moved since they were seen."""
        moved = (look.name for look in self.looks.values() if look.was)
        return tuple(name for name in moved if self.tag(name).kind is not TagKind.OTHER)

    def is_signed(self, name: str) -> bool | None:
        """Whether a signature of what the tag names is there; None where that is not known."""
        look = self.looks.get(name)
        if look is None or not look.is_known:
            return None
        if look.signed or look.digest in self.names.signed:
            return True
        return None if self.is_cut else look.signed

    def alias(self, name: str) -> str | None:
        """The first other tag that names the same; for the first one itself, none."""
        look = self.looks.get(name)
        first = self._first.get(look.digest) if look and look.is_known else None
        return first if first != name else None

    def subject(self, name: str) -> str | None:
        """The first tag whose signature, attestation or SBOM this one holds; None where none is known."""
        companion = companion_of(name)
        return self._first.get(companion.digest) if companion else None

    @cached_property
    def _first(self) -> Mapping[str, str]:
        """The first tag of each digest."""
        places = self.names.places if self.looks else {}
        known = [look for look in self.looks.values() if look.is_known]
        first: dict[str, str] = {}
        for look in sorted(known, key=lambda look: places.get(look.name, len(places))):
            first.setdefault(look.digest, look.name)
        return first

    def remarks(self, name: str) -> tuple[Remark, ...]:
        """What is worth knowing about a tag, the most important first."""
        tag, look = self.tag(name), self.looks.get(name)
        found: list[Remark] = []
        if look is not None and look.problem:
            found.append(Remark(look.problem.rstrip("."), Tone.BAD))
        if name == self.chosen:
            found.append(Remark(f"Crossplane {self.crossplane} chooses it", Tone.GOOD))
        elif name == self.newest and self.constraint is None:
            found.append(Remark(f"newest {tag.kind.value}", Tone.GOOD))
        if look is not None and look.was:
            tone = Tone.PLAIN if tag.kind is TagKind.OTHER else Tone.WARNING
            found.append(Remark(f"moved: was {short(look.was)} on {day(look.was_at)}", tone))
        if tag.is_upgrade_only:
            who = "an upgrade" if self.reading.skips_incomplete else f"Crossplane {self.crossplane}"
            found.append(Remark(f"{who} may choose it, as v{tag.version}", Tone.WARNING))
        if (companion := companion_of(name)) is not None:
            subject = self.subject(name) or short(companion.digest)
            of = "" if companion.kind is CompanionKind.REFERRERS else " of"
            found.append(Remark(f"{_WORDS[companion.kind]}{of} {subject}"))
        if (alias := self.alias(name)) is not None:
            found.append(Remark(f"an alias of {alias}"))
        return tuple(found)

    @property
    def sentence(self) -> str:
        """The most important in a sentence; its first clause ends with a colon or semicolon where more follows."""
        return "; ".join(self.clauses)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the sentence."""
        if self.failure is not None and not self.names:
            return (self.failure.title.rstrip("."),)
        return (*self._listed, *(("not all tags were listed",) if self.is_cut else ()))

    @property
    def _listed(self) -> tuple[str, ...]:
        if self.constraint is not None:
            return (self._satisfied,)
        if not self.names:
            return ("the repository has no tags",)
        if self.newest is None:
            return ("no tag is a version",)
        kind = self.tag(self.newest).kind
        rank = "is the newest release" if kind is TagKind.RELEASE else "is the newest prerelease; there is no release"
        return tuple(filter(None, (f"{self.newest} {rank}", self._moved, self._gone)))

    @property
    def _satisfied(self) -> str:
        assert self.constraint is not None
        sentence = f"{plural(len(self.satisfying), 'tag')} of {len(self.names):,} satisf"
        sentence += f"{'ies' if len(self.satisfying) == 1 else 'y'} {self.constraint.text}"
        if self.chosen is not None:
            return f"Crossplane {self.crossplane} chooses {self.chosen}: {sentence}"
        if self.satisfying:
            return f"Crossplane {self.crossplane} installs none: {sentence}, for an upgrade only"
        return f"no tag satisfies {self.constraint.text}"

    @property
    def _moved(self) -> str:
        count = len(self.moved)
        if not count:
            return ""
        return "one tag has moved since it was seen" if count == 1 else f"{count:,} tags have moved since seen"

    @property
    def _gone(self) -> str:
        count = len(self.gone)
        if not count:
            return ""
        return "one tag is gone" if count == 1 else f"{count:,} tags are gone"

    @property
    def counted(self) -> str:
        """`143 tags: 133 releases, 6 prereleases, 4 not versions`"""
        number = self.counts
        others = f"{number[TagKind.OTHER]:,} not {'a version' if number[TagKind.OTHER] == 1 else 'versions'}"
        parts = (
            (number[TagKind.RELEASE], plural(number[TagKind.RELEASE], "release")),
            (number[TagKind.PRERELEASE], plural(number[TagKind.PRERELEASE], "prerelease")),
            (number[TagKind.OTHER], others),
        )
        counts = ", ".join(words for count, words in parts if count)
        more = ", and more that are not listed" if self.is_cut else ""
        return f"{plural(len(self.names), 'tag')}{': ' if counts else ''}{counts}{more}"


def short(digest: str) -> str:
    """The beginning of a digest's hexadecimal part."""
    return digest.partition(":")[2][:SHORT]


def day(at: float) -> str:
    """`12 Sep 2026`; empty for no time."""
    try:
        return _day(datetime.fromtimestamp(at).astimezone()) if at > 0 else ""
    except (OverflowError, ValueError, OSError):
        return ""


def built(look: TagLook) -> str:
    """The day of a build, `14 Aug 2026`; empty where it is not known."""
    try:
        return _day(datetime.fromisoformat(look.created[:10])) if look.created else ""
    except ValueError:
        return ""


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%b} {moment.year}"
