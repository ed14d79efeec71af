"""The document of `rules`: the ruleset."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from xpkgtui.reporting.documents.elements import NAMED, Document, RuleId
from xpkgtui.reporting.documents.writer import Bounds, JsonObject, write
from xpkgtui.reporting.messages.matching import Lead
from xpkgtui.rules.manual_page import ManualPage
from xpkgtui.values import dataclass

_Word = Annotated[str, Bounds(enum=("error", "warning", "info", "breaks", "check", "addition", "words"))]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rule(JsonObject):
    id: Annotated[RuleId, "The ID, which never changes."]
    title: Annotated[str, "The fault, or the change, in a few words."]
    format: Annotated[str, "The format of the packages that it checks."]
    severities: Annotated[
        Mapping[str, tuple[_Word, ...]],
        "By profile, or by level for rules about changes, the worst first; empty where the rule does not apply.",
    ]
    required: Annotated[str | None, "What a good package has; null for rules about changes."]
    change: Annotated[str | None, "What changed; null for rules about packages."]
    why: Annotated[str, "Why it matters."]
    bites: Annotated[str, "When the problem shows itself."]
    fix: Annotated[str, "What to do about a finding."]
    source: Annotated[str, "Where the requirement comes from."]
    readers: Annotated[
        tuple[str, ...], "The readers that are affected, as `why --format json` names and titles them."
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Match(JsonObject):
    target: Annotated[str, "The ID of a rule, the name of a command, or `messages`, a chapter of the manual."]
    message: Annotated[str, "The known message that the error holds; … stands for what may differ."]
    command: Annotated[tuple[str, ...], "The command that says more, word by word."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rules(Document):
    schema: Annotated[Literal["xpkgtui.rules/v1"], NAMED] = "xpkgtui.rules/v1"
    rules: Annotated[tuple[_Rule, ...], "The rules, by format and ID; with --message those that the error leads to."]
    matches: Annotated[
        tuple[_Match, ...] | None,
        Bounds(maxItems=5),
        "With --message: the rules, commands and chapters that the error leads to, the likeliest first.",
    ] = None


DOCUMENT = _Rules


def rules(pages: Iterable[ManualPage]) -> str:
    """The text of the document."""
    return write(_Rules(rules=tuple(map(_rule, pages)), unread=()))


def leads(answers: Iterable[Lead], pages: Iterable[ManualPage]) -> str:
    """The text of the document about an error: the rules that it leads to, and why each."""
    found = list(answers)
    named = {page.id: page for page in pages}
    matches = tuple(
        _Match(target=one.target, message=one.message, command=tuple(one.command.split(" "))) for one in found
    )
    listed = tuple(_rule(named[one.target]) for one in found if one.target in named)
    return write(_Rules(rules=listed, matches=matches, unread=()))


def _rule(page: ManualPage) -> _Rule:
    return _Rule(
        id=page.id,
        title=page.title,
        format=page.format,
        severities=dict(page.severities),
        required=page.required or None,
        change=page.change or None,
        why=page.why,
        bites=page.bites,
        fix=page.fix,
        source=page.source,
        readers=page.readers,
    )
