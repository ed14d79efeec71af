"""Kinds of Crossplane 2: the API server's stored answers, and what installs without effect."""

from builders.cases import each_row
from builders.oracle import answers
from builders.packages.judgements import CRD, PROVIDER, Judgement, judge_stream
from formats.xpkg.rules.vectors.newer_kinds import MANAGED, NEWER_KINDS, definition
from formats.xpkg.rules.vectors.streams import CONFIGURATION, FUNCTION, changed, stream

from xpkgtui.rules.finding import Severity

_STORE = answers("newer_kinds")


def _judged(name: str, profile: str = "crossplane") -> Judgement:
    return judge_stream(stream(PROVIDER if name in MANAGED else CONFIGURATION, NEWER_KINDS[name]), profile)


@each_row("name", NEWER_KINDS)
def test_the_api_server_says_what_we_say(name: str) -> None:
    errors = [one for one in _judged(name).of("XPKG720") if one.severity is Severity.ERROR]
    assert sorted((one.says or "").partition(" is invalid: ")[2] for one in errors) == _STORE[name]


@each_row(
    ("name", "said"),
    [
        ("operation that calls nothing", "spec.pipeline[0] calls no function; it installs, but never runs"),
        ("operation without a clock", "CronOperation sweep: has no schedule; it installs, but never runs"),
        ("operation by a broken clock", 'the schedule "often" is not one of cron'),
        ("operation at a change of no kind", "WatchOperation sweep: watches no kind"),
        ("policy of broken patterns", 'the pattern "[" matches no definition'),
        ("definition without names", "spec.names.kind: required value; it installs, but is never established"),
        ("definition without a schema", "versions[0].schema.openAPIV3Schema: required value"),
        ("schema of a list", "spec.versions[0].schema.openAPIV3Schema.type is a list, expected text"),
    ],
)
def test_what_installs_without_effect_is_a_warning(name: str, said: str) -> None:
    assert any(said in one.message for one in _judged(name).of("XPKG720") if one.severity is Severity.WARNING)


@each_row("name", ["operation by a named clock", "policy", "definition", "webhook without a service"])
def test_what_works_is_not_spoken_of(name: str) -> None:
    assert _judged(name).of("XPKG720") == []


def test_a_field_that_is_refused_is_not_said_to_install_too() -> None:
    assert [one.severity for one in _judged("conversion without reviews").of("XPKG720")] == [Severity.ERROR]


def test_the_line_is_that_of_the_field() -> None:
    (found,) = _judged("operations at a time").of("XPKG720")
    assert (found.place.field, found.place.document) == ("spec.concurrencyPolicy", 2)


def test_a_definition_that_is_not_installed_is_not_judged() -> None:
    assert judge_stream(stream(CONFIGURATION, definition("state: Odd"))).of("XPKG720") == []


_FREE = "{type: object, x-kubernetes-preserve-unknown-fields: true}"


def _crd(kind: str, spec: str = _FREE) -> str:
    other = changed(changed(CRD, "kind: Thing", f"kind: {kind}"), "things", f"{kind.lower()}s")
    return changed(other, _FREE, spec)


@each_row(
    ("kind", "spec", "count"),
    [
        ("Thing", "{type: object, properties: {size: {type: string}}}", 1),
        ("Thing", "{type: object, properties: {forProvider: {type: object}}}", 0),
        ("Thing", "{type: object, properties: {providerConfigRef: {type: object}}}", 0),
        ("Thing", _FREE, 0),
        ("ProviderConfig", "{type: object}", 0),
        ("ClusterProviderConfigUsage", "{type: object}", 0),
        ("StoreConfig", "{type: object}", 1),
    ],
)
@each_row("profile", ["crossplane", "format-v2"])
def test_a_definition_of_something_else_is_told(kind: str, spec: str, count: int, profile: str) -> None:
    assert len(judge_stream(stream(PROVIDER, _crd(kind, spec)), profile).of("XPKG726")) == count


def test_a_definition_of_a_function_is_not_meant() -> None:
    assert judge_stream(stream(FUNCTION, _crd("Thing", "{type: object}"))).of("XPKG726") == []


def test_package_format_v2_means_the_definitions_of_a_configuration_too() -> None:
    text = stream(CONFIGURATION, _crd("Thing", "{type: object}"))
    assert [len(judge_stream(text, profile).of("XPKG726")) for profile in ("crossplane", "format-v2")] == [0, 1]
