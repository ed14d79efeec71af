"""The summary of a format: what a screen and a report need of it, as a value that is sent to the screen."""

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from xpkgtui.formats.forms import Form
from xpkgtui.rules.wording import Wording, is_older
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # the first frame is drawn before readers are loaded
    from xpkgtui.readers.known_reader import KnownReader

LATE_TYPES = {"KnownReader": "xpkgtui.readers.known_reader"}
"""Where `codec` finds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatReaders:
    """The programs that read packages of a format, as JSON spells them, and which of them speaks when."""

    deciding: str = ""
    """The reader whose reading is shown."""
    of_profile: Mapping[str, str] = field(default_factory=dict)
    """The reader of each profile; else it is that of the version that is judged for, or the deciding one."""
    judging: Mapping[str, str] = field(default_factory=dict)
    """The reader that Why begins with under each profile; where none is named, it is the deciding one."""
    measured: frozenset[str] = frozenset()
    """The readers whose verdicts were compared with those of the programs; others follow a source or a text."""
    own: tuple[str, ...] = ()
    """The profiles that have a row of their own in the matrix where they are chosen."""
    of_streams: "tuple[KnownReader, ...]" = ()
    """The programs that read its streams, where no image holds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentNaming:
    """How documents of a format are named and listed, and what commands say of them."""

    named_by_file: bool = False
    """Whether documents without a kind are named by their files."""
    named_by_schema: bool = False
    """Whether documents have a schema, a package and a name instead of apiVersion, kind and metadata."""
    listing: tuple[str, ...] = ()
    """The kinds of documents in the order in which they are listed, of each the newest version first; empty where
    documents are listed as they stand."""
    tells_facts: bool = True
    """Whether commands print the facts of the meta object, which is read for them; else they print its fields."""
    compares_definitions: bool = False
    """Whether two packages that have a definition of one name do not fit beside each other."""
    fixed_kinds: frozenset[str] = frozenset()
    """The kinds of objects with fields that nothing may change once they are created (`MetaFacts.fixed`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractCommands:
    """The commands of the format's own tool that write the stream; `{source}` stands for the name of the source."""

    of_image: tuple[str, ...] = ()
    of_archive: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatSummary:
    """A format by its names."""

    name: str
    """The name as JSON spells it: `xpkg`."""
    wording: Wording
    profiles: tuple[str, ...]
    """The consumers that packages are judged for, the default first."""
    own_profiles: Mapping[str, str] = field(default_factory=dict)
    """The default profile of packages whose meta object has an API group, by that group; for all others the first."""
    readers: FormatReaders = FormatReaders()
    documents: DocumentNaming = DocumentNaming()
    extract: ExtractCommands = ExtractCommands()
    rule_prefix: str = ""
    """The letters that the names of its rules begin with: `XPKG`."""
    annotation: str = ""
    """The key of the annotation that says what a layer is for; empty where the format has none."""
    forms: tuple[Form, ...] = ()
    """Drawings and texts that are made of several documents."""
    reasons: tuple[str, ...] = ()
    """The evidence for this format, the strongest first; empty where the format is assumed."""
    also: tuple[str, ...] = ()
    """What the source looks like as well, or instead where the format is assumed; a clause each."""

    def forms_of(self, kind: str | None) -> tuple[Form, ...]:
        """The forms of a document of this kind."""
        return tuple(one for one in self.forms if kind in one.kinds)

    def profile_of(self, name: str) -> str:
        """The profile of that name; the default where the format has none."""
        return name if name in self.profiles else self.profiles[0]

    def reader_of(self, profile: str, version: str) -> str:
        """The reader of a profile where the program is asked for in a version."""
        era = self.wording.era_of(self.wording.version_of(profile, version))
        return self.readers.of_profile.get(profile) or (era.reader if era else self.readers.deciding)

    def is_measured(self, profile: str, version: str, *, is_unread: bool = False) -> bool:
        """Whether the verdict of a profile was compared with its program, where that is asked for in a version.

        `is_unread` says that the program found nothing to parse; how each era reads images was compared.
        """
        asked = self.wording.version_of(profile, version)
        era = None if profile in self.readers.of_profile else self.wording.era_of(asked)
        is_newer = era is not None and is_older(era.last, asked)
        reader = self.readers.judging.get(profile) or self.reader_of(profile, version)
        return (reader in self.readers.measured or (is_unread and era is not None)) and not is_newer

    def own_profile(self, api_version: str | None) -> str:
        """The default profile of a package whose meta object has this apiVersion."""
        return self.own_profiles.get((api_version or "").partition("/")[0], self.profiles[0])

    def profile_after(self, name: str) -> str:
        """The next profile; the first one after the last or an unknown one."""
        following = dict(zip(self.profiles, (*self.profiles[1:], self.profiles[0]), strict=True))
        return following.get(name, self.profiles[0])
