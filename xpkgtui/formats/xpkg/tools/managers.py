"""One edition of the package manager at its stream: its schemes while it parses, its linter at the end."""

import re
from dataclasses import replace

from xpkgtui.documents.stream import SeparatorProblem
from xpkgtui.formats.go_decoding.mismatches import Mismatch, first_wrong
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.tools.editions import Edition
from xpkgtui.formats.xpkg.tools.linter import Contents, lint, misplaced
from xpkgtui.formats.xpkg.tools.programs import Decoded, Empty, Outcome, Shared, object_of
from xpkgtui.untyped import field

_EMBEDDED = re.compile(
    r"(?<=\.)(?:MetaSpec|ConditionedStatus|Rule|RuleWithOperations|CustomResourceDefinitionSpec)\."
)
"""The embedded structs in the path of a message."""


class Manager:
    """An edition in the middle of a stream."""

    def __init__(self, edition: Edition, shared: Shared = object_of, installed_as: str = "") -> None:
        self.edition = edition
        self._installed_as = installed_as
        self.outcome = Outcome()
        self._shared = shared
        self.contents = Contents()

    @property
    def is_stopped(self) -> bool:
        """Whether the edition has refused a document."""
        return self.outcome.refusal is not None

    def skip(self, empty: Empty) -> None:
        """Ignores a chunk without content, or reads it as a document without a kind."""
        if not self.edition.passes_over(empty.is_blank):
            self.take(empty.document)

    def take(self, document: Decoded) -> None:
        """Decodes a document with its schemes."""
        if self.outcome.limited(document):
            return None
        chunk, named = document.chunk, document.named
        if named is None:
            return self.outcome.parse_error(document.unreadable or "", chunk)
        role = self.edition.role_of(named)
        if role is None:
            return self.outcome.parse_error(self.edition.unregistered(named), chunk)
        if (mistyped := first_wrong(as_decoded_by(self.edition, document))) is not None:
            return self.outcome.parse_error(mistyped.message, chunk)
        one = self._shared(document, role)
        self.outcome.objects.append(one)
        self.contents.add(one, named, _constraint(document))
        return None

    def end(self, problem: SeparatorProblem | None) -> None:
        """Stops at a separator, or lints."""
        if self.is_stopped:
            return
        if problem is not None:
            self.outcome.separator(problem)
        is_whole = self.outcome.limit is None
        # Where something was not read, a meta object may be among it; but two are two.
        if not self.is_stopped and (is_whole or self.contents.metas):
            complaint = lint(self.contents, self.edition, self._installed_as)
            if complaint is not None:
                self.outcome.lint_error(*complaint)
            elif self.contents.metas and not self.edition.blocks:
                skipped = misplaced(self.contents, self.edition, self.contents.metas[0][1].kind)
                self.outcome.warning = skipped[0] if skipped else ""


def as_decoded_by(edition: Edition, document: Decoded) -> tuple[Mismatch, ...]:
    """The mismatches of a document as an edition's decoder meets and words them."""
    named = document.named
    if named is None or not document.mismatches or (edition.embeds and not edition.later):
        return document.mismatches
    later = {name for owner, name in edition.later if owner == named.kind}
    met = (one for one in document.mismatches if one.unknown or later.isdisjoint(one.path.parts))
    if edition.tries_twice and edition.role_of(named) is Role.META:
        # What cannot be decoded as a meta object is tried as an object, of which there is no such kind.
        return tuple(one if one.unknown else replace(one, message=edition.unregistered(named)) for one in met)
    return tuple(one if edition.embeds else replace(one, message=_EMBEDDED.sub("", one.message)) for one in met)


def _constraint(document: Decoded) -> str | None:
    """`spec.crossplane.version` as Go decodes it: absent is empty; None without `spec.crossplane`."""
    crossplane = field(document.value, "spec", "crossplane")
    if not isinstance(crossplane, dict):
        return None
    version = crossplane.get("version")
    return version if isinstance(version, str) else ""
