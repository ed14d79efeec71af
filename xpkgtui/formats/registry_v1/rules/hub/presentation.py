"""Rules about what OperatorHub shows of an operator: provider, maintainers, links, icon, level and categories."""

import re
from collections.abc import Iterator
from itertools import islice

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.registry_v1.rules.by_tool import by, unsound, warned
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools.turns import OptionalStep, SdkTurn, met
from xpkgtui.golang.printing import quoted
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing

_LEVELS = ("Basic Install", "Seamless Upgrades", "Full Lifecycle", "Deep Insights", "Auto Pilot")
_CATEGORIES = frozenset(
    {"AI/Machine Learning", "Application Runtime", "Big Data", "Cloud Provider", "Developer Tools", "Database"}
    | {"Integration & Delivery", "Logging & Tracing", "Monitoring", "Modernization & Migration", "Networking"}
    | {"OpenShift Optional", "Security", "Storage", "Streaming & Messaging", "Observability"}
)
_ANNOTATIONS = FieldPath.of("metadata", "annotations")
_MOST = 100
"""Categories that are listed."""


@rule("OLM084", "an unknown capability level", by(hub="E"), stage=Stage.LINT, met=met(sdk=OptionalStep.LEVEL))
def level_is_known(item: Item) -> Iterator[Problem]:
    """The annotation capabilities, where it is given, is one of the five levels.

    Why: OperatorHub filters by it.
    When it bites: operator-sdk refuses the bundle with `--select-optional suite=operatorframework`.
    Fix: Write Basic Install, Seamless Upgrades, Full Lifecycle, Deep Insights or Auto Pilot.
    Source: operator-framework/api, standardcapabilities.go.
    """
    found = item.annotations.get("capabilities") if item.is_csv and item.is_first else None
    if isinstance(found, str) and found not in _LEVELS:
        words = f"csv.Metadata.Annotations.Capabilities {quoted(found)} is not a valid capabilities level"
        message = f"The capability level is not one that there is: {found or '(empty)'}"
        yield Problem(message=message, says=unsound(item.name, words), path=_ANNOTATIONS.child("capabilities"))


@rule("OLM085", "an unknown category", by(hub="E"), stage=Stage.LINT, met=met(sdk=OptionalStep.CATEGORIES))
def categories_are_known(item: Item) -> Iterator[Problem]:
    """The annotation categories, where it is given, lists categories of OperatorHub, with commas between them.

    Why: OperatorHub sorts operators by them.
    When it bites: operator-sdk refuses the bundle with `--select-optional suite=operatorframework`.
    Fix: Write categories such as `Database, Storage`.
    Source: operator-framework/api, standardcategories.go.
    """
    found = item.annotations.get("categories") if item.is_csv and item.is_first else None
    wrong = (one for one in found.split(",") if one.strip() not in _CATEGORIES) if isinstance(found, str) else ()
    for one in islice(wrong, _MOST):
        words = f'csv.Metadata.Annotations["categories"] value {quoted(one)} is not in the set of standard categories'
        message = f"The category is none of OperatorHub: {one.strip() or '(empty)'}"
        yield Problem(message=message, says=unsound(item.name, words), path=_ANNOTATIONS.child("categories"))


_TYPES = frozenset({"image/gif", "image/jpeg", "image/png", "image/svg+xml"})
_PATH = FieldPath.of("spec", "icon")


@rule(
    "OLM083", "the icon is missing or of a wrong type", by(hub="EW"), stage=Stage.LINT, met=met(sdk=OptionalStep.ICON)
)
def one_icon(item: Item) -> Iterator[Problem]:
    """The ClusterServiceVersion has one icon, with data and the media type of a GIF, JPEG, PNG or SVG.

    Why: OperatorHub shows it.
    When it bites: operator-sdk refuses the bundle with `--select-optional suite=operatorframework`; without an icon
    it warns, and crashes where the list is empty.
    Fix: Write one item with base64data and mediatype.
    Source: operator-framework/api, operatorhub.go.
    """
    if not item.is_csv or not item.is_first:
        return
    icons = item.spec.get("icon")
    if icons is None:
        words = warned(f"Value : ({item.name}) csv.Spec.Icon not specified")
        yield Problem(message="The operator has no icon", says=words, level=1, path=FieldPath.of("spec"))
    elif icons == []:
        panic = "panic: runtime error: index out of range [0] with length 0"
        yield Problem(message="The list of icons is empty", says=panic, met=met(sdk=SdkTurn.CHECKED), path=_PATH)
    elif isinstance(icons, list):
        if len(icons) > 1:
            says = unsound(item.name, "csv.Spec.Icon should only have one element")
            yield Problem(message=f"The operator has {len(icons)} icons", says=says, path=_PATH)
        data, media = (text_of(field(icons[0], key)) for key in ("base64data", "mediatype"))
        if not data or not media:
            says = unsound(item.name, "csv.Spec.Icon elements should contain both data and mediatype")
            yield Problem(message="The icon lacks its data or its media type", says=says, path=_PATH.child(0))
        if media and media not in _TYPES:
            says = unsound(item.name, f"csv.Spec.Icon {media} does not have a valid mediatype")
            message = f"The icon is of a type that OperatorHub does not show: {media}"
            yield Problem(message=message, says=says, path=_PATH.child(0).child("mediatype"))


_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2}).{0,2}", re.DOTALL)
_ODD = re.compile(r"%.{0,2}|[^A-Za-z0-9\-_.~!$&'()*+,;=:\[\]<>\"\x80-\U0010ffff]", re.DOTALL)
_USER = re.compile(r"[A-Za-z0-9\-._:~!$&'()*+,;=%@]*")
_PORT = re.compile(r"(?::[0-9]*)?")
_IP4 = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_STRICT = ("http", "https")
"""Schemes whose hosts have one colon at most."""
_ASCII = 8
"""The first digit of an escape that a host may have: it is of no character of ASCII."""


@rule("OLM082", "a link lacks its name or URL", by(hub="E"), stage=Stage.LINT, met=met(sdk=OptionalStep.LINKS))
def links_lead_somewhere(item: Item) -> Iterator[Problem]:
    """Each link has a name and a URL.

    Why: OperatorHub shows them.
    When it bites: operator-sdk refuses the bundle with `--select-optional suite=operatorframework`.
    Fix: Give each link a name, and a URL with its scheme, such as `https://example.com`.
    Source: operator-framework/api, operatorhubv2.go.
    """
    if not item.is_csv or not item.is_first:
        return
    for number, one in enumerate(listing(item.spec.get("links"))):
        name, url = text_of(field(one, "name")), text_of(field(one, "url"))
        path = FieldPath.of("spec", "links", number)
        if not name or not url:
            says = unsound(item.name, "csv.Spec.Links elements should contain both name and url")
            yield Problem(message=f"Link {number + 1} lacks a name or a URL", says=says, path=path)
        if url and (fault := _fault(url)):
            says = unsound(item.name, f"csv.Spec.Links url {url} is invalid: parse {quoted(url)}: {fault}")
            yield Problem(message=f"Link {number + 1} is not a URL: {url}", says=says, path=path.child("url"))


def _fault(url: str) -> str:
    """What is wrong with a URL, in Go's words; empty for a good one."""
    if any(character < " " or character == "\x7f" for character in url):
        return "net/url: invalid control character in URL"
    if url == "*":
        return ""
    if url.startswith(":"):
        return "missing protocol scheme"
    found = _SCHEME.match(url)
    rest = (url[found.end() :] if found else url).partition("?")[0]
    if not rest.startswith("/"):
        return "" if found else "invalid URI for request"
    if rest.startswith("//") and (found or not rest.startswith("///")):
        authority, slash, path = rest[2:].partition("/")
        scheme = found[1].lower() if found else ""
        return _authority_fault(authority, is_strict=scheme in _STRICT) or _escape_fault(slash + path)
    return _escape_fault(rest)


def _authority_fault(authority: str, *, is_strict: bool) -> str:
    user, _, host = authority.rpartition("@")
    if fault := _named_fault(host, is_strict=is_strict):
        return fault
    return _escape_fault(user) if _USER.fullmatch(user) else "net/url: invalid userinfo"


def _named_fault(host: str, *, is_strict: bool) -> str:
    if "[" in host[1:]:
        return "invalid IP-literal"
    if host.startswith("["):
        inside, closed, port = host[1:].rpartition("]")
        if not closed:
            return "missing ']' in host"
        fault = _port_fault(port) or _host_fault(inside)
        return fault or ("invalid IP-literal" if _IP4.fullmatch(inside) else "")
    colon = host.find(":") if is_strict else host.rfind(":")
    return _port_fault(host[colon:] if colon >= 0 else "") or _host_fault(host)


def _port_fault(port: str) -> str:
    return "" if _PORT.fullmatch(port) else f"invalid port {quoted(port)} after host"


def _host_fault(host: str) -> str:
    """The first character that may not be there, or escape that is none."""
    for found in _ODD.finditer(host):
        odd = found[0]
        if odd[0] != "%":
            return f"invalid character {quoted(odd)} in host name"
        if _ESCAPE.match(odd) or (odd != "%25" and int(odd[1], 16) < _ASCII):
            return f"invalid URL escape {quoted(odd)}"
    return ""


def _escape_fault(text: str) -> str:
    found = _ESCAPE.search(text)
    return f"invalid URL escape {quoted(found[0])}" if found else ""


_ATOM = r"[^\s()<>\[\]:;@\\,.\"\x00-\x20\x7f]+"
_DOTTED = rf"{_ATOM}(?:\.{_ATOM})*"
_LOCAL = rf"(?:{_DOTTED}|\"(?:[^\"\\\r\n]|\\.)+\")"
_ADDRESS = rf"{_LOCAL}@[ \t]*(?:{_DOTTED}|\[[^\]\s]+\])"
_COMMENT = r"(?:\s*\([^()]*\))*\s*"
_MAIL = re.compile(rf"\s*(?:{_ADDRESS}|(?:(?:{_ATOM}+|\"[^\"]*+\")[\s.]*+|(?!))*+<\s*{_ADDRESS}\s*>){_COMMENT}")
_WORD = r"[^\s()<>\[\]:;@\\,\"\x00-\x20\x7f]++"
_START = re.compile(rf"\s*{_ADDRESS}(?!{_WORD})")
_PHRASE = re.compile(rf"\s*{_WORD}(?P<more>(?:[ \t]++{_WORD}|(?!))*+)[ \t]*+(?![<:])")
_NOT_READ = re.compile(r"[\"(]|=\?")
"""Quoted names, comments and encoded words, about which Go has more to say."""
_LONGEST = 1000
"""Characters of an address that is looked at."""


@rule("OLM080", "the provider is missing", by(hub="E"), stage=Stage.LINT, met=met(sdk=OptionalStep.PROVIDER))
def provider_is_named(item: Item) -> Iterator[Problem]:
    """spec.provider.name is set.

    Why: OperatorHub shows who provides the operator.
    When it bites: operator-sdk refuses the bundle with `--select-optional suite=operatorframework`.
    Fix: Set spec.provider.name.
    Source: operator-framework/api, operatorhubv2.go.
    """
    if item.is_csv and item.is_first and not text_of(field(item.spec, "provider", "name")).strip():
        says = unsound(item.name, "csv.Spec.Provider.Name not specified")
        yield Problem(message="The ClusterServiceVersion names no provider", says=says, path=FieldPath.of("spec"))


@rule(
    "OLM081", "a maintainer cannot be reached", by(hub="E"), stage=Stage.LINT, met=met(sdk=OptionalStep.MAINTAINERS)
)
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
