"""Rules about who provides an operator: the provider and the maintainers."""

import re
from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.registry_v1.rules.by_tool import by, unsound
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools.turns import OptionalStep, met
from xpkgtui.golang.printing import quoted
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing

_ATOM = r"[^\s()<>\[\]:;@\\,.\"\x00-\x20\x7f]+"
_DOTTED = rf"{_ATOM}(?:\.{_ATOM})*"
_LOCAL = rf"(?:{_DOTTED}|\"(?:[^\"\\\r\n]|\\.)+\")"
_ADDRESS = rf"{_LOCAL}@[ \t]*(?:{_DOTTED}|\[[^\]\s]+\])"
_COMMENT = r"(?:\s*\([^()]*\))*\s*"
_MAIL = re.compile(rf"\s*(?:{_ADDRESS}|(?:(?:{_ATOM}+|\"[^\"]*+\")[\s.]*+)*+<\s*{_ADDRESS}\s*>){_COMMENT}")
_WORD = r"[^\s()<>\[\]:;@\\,\"\x00-\x20\x7f]++"
_START = re.compile(rf"\s*{_ADDRESS}(?!{_WORD})")
_PHRASE = re.compile(rf"\s*{_WORD}(?P<more>(?:[ \t]++{_WORD})*+)[ \t]*+(?![<:])")
_NOT_READ = re.compile(r"[\"(]|=\?")
"""Quoted names, comments and encoded words, about which Go has more to say."""
_LONGEST = 1000
"""Characters of an address that is looked at."""


@rule("OLM080", "a provider is given", by(hub="E"), stage=Stage.LINT, met=met(sdk=OptionalStep.PROVIDER))
def provider_is_named(item: Item) -> Iterator[Problem]:
    """spec.provider.name is set.

    Why: OperatorHub shows who provides the operator.
    When it bites: operator-sdk refuses the bundle with `--select-optional suite=operatorframework`.
    Fix: Set spec.provider.name.
    Source: operator-framework/api, operatorhubv2.go.
    """
    if item.is_csv and item.is_first and not text_of(field(item.spec, "provider", "name")).strip():
        message = "The ClusterServiceVersion names no provider"
        says = unsound(item.name, "csv.Spec.Provider.Name not specified")
        yield Problem(message=message, says=says, path=FieldPath.of("spec"))


@rule("OLM081", "maintainers can be reached", by(hub="E"), stage=Stage.LINT, met=met(sdk=OptionalStep.MAINTAINERS))
def maintainers_can_be_reached(item: Item) -> Iterator[Problem]:
    """Each maintainer has a name and an e-mail address.

    Why: OperatorHub shows them.
    When it bites: operator-sdk refuses the bundle with `--select-optional suite=operatorframework`.
    Fix: Give each maintainer a name, and an address such as `name@example.com`.
    Source: operator-framework/api, operatorhubv2.go.
    """
    if not item.is_csv or not item.is_first:
        return
    for number, one in enumerate(listing(item.spec.get("maintainers"))):
        name, email = text_of(field(one, "name")), text_of(field(one, "email"))
        path = FieldPath.of("spec", "maintainers", number)
        if not name or not email:
            says = unsound(item.name, "csv.Spec.Maintainers elements should contain both name and email")
            yield Problem(message=f"Maintainer {number + 1} lacks a name or an address", says=says, path=path)
        if email and not _MAIL.fullmatch(email[:_LONGEST]):
            words = _mail_words(email)
            lead = f"csv.Spec.Maintainers email {email} is invalid: "
            message = f"The address of maintainer {number + 1} is not one of e-mail: {email}"
            yield Problem(
                message=message, says=unsound(item.name, lead + words) if words else None, path=path.child("email")
            )


def _mail_words(email: str) -> str:
    """The words of Go's library about some wrong addresses; empty where they are not known."""
    found = _START.match(email[:_LONGEST])
    if found is not None and "(" not in email:
        return f"mail: expected single address, got {quoted(email[found.end() :].lstrip(' '))}"
    phrase = None if _NOT_READ.search(email) else _PHRASE.match(email[:_LONGEST])
    if phrase is None:
        return ""
    return "mail: no angle-addr" if phrase["more"] else "mail: missing '@' or angle-addr"
