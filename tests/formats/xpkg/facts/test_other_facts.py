"""Webhooks, and objects of unknown kinds."""

import itertools
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from builders.packages.objects import COMPOSITION, CRD, CRON, NATIVE, POLICY, WEBHOOKS, XRD
from hypothesis import given, settings
from hypothesis import strategies as st

from xpkgtui.documents.document import build
from xpkgtui.formats.fact import brief, listed
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.xpkg.facts import FAMILIES, of_object
from xpkgtui.inspection.objects.describe import bounded
from xpkgtui.inspection.rows.objects import ObjectRow

Describe = Callable[..., dict[str, str]]
Path = tuple[Any, ...]
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(14_000, 20_000).map(lambda bits: 1 << bits)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["Webhook", "Pipeline", "XDB", "v1", "a.b/c"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
"""Values of any type, whole numbers among them that Python refuses to write out."""
VERSIONS = ("v1", "v2", "v1beta1")
NAMED = sorted(itertools.product(FAMILIES, VERSIONS))
ROWS = tuple(
    ObjectRow(
        document=number, line=1, start=0, end=1, first_line=1, api_version=f"{group}/{version}", kind=kind, name="n"
    )
    for number, ((group, kind), version) in enumerate(NAMED, 1)
)


SAMPLES = {
    "CustomResourceDefinition": CRD,
    "ManagedResourceDefinition": CRD,
    "CompositeResourceDefinition": XRD,
    "Composition": COMPOSITION,
    "CompositionRevision": NATIVE,
    "Operation": COMPOSITION,
    "CronOperation": CRON,
    "WatchOperation": CRON,
    "ManagedResourceActivationPolicy": POLICY,
    "ValidatingWebhookConfiguration": WEBHOOKS,
    "MutatingWebhookConfiguration": WEBHOOKS,
}
"""An object of each family with all its facts, to be broken at any place."""


def paths(value: object, path: Path = ()) -> Iterator[Path]:
    """The way to every value inside."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from paths(item, (*path, key))


def broken(value: Any, path: Path, junk: object) -> Any:
    """`value` with something else at that place."""
    if not path:
        return junk
    copy = value.copy()
    copy[path[0]] = broken(value[path[0]], path[1:], junk)
    return copy


@cache
def sample(kind: str) -> Any:
    """The object of a kind; what breaks it copies what it changes."""
    return build(SAMPLES[kind]).tree.value


@st.composite
def objects(draw: st.DrawFn, kind: str) -> Any:
    """An object of this kind, some of whose values are of another type."""
    value = sample(kind)
    for _ in range(draw(st.integers(0, 3))):
        path = draw(st.sampled_from(list(paths(value))[1:] or [("spec",)]))
        value = broken(value, path, draw(JUNK))
    return value


@settings(max_examples=10, deadline=None)
@pytest.mark.parametrize("family", sorted(FAMILIES))
@given(data=st.data())
def test_no_shape_whatever_breaks_the_facts(family: tuple[str, str], data: st.DataObject) -> None:
    group, kind = family
    version = data.draw(st.sampled_from(VERSIONS))
    value = {**data.draw(objects(kind)), "apiVersion": f"{group}/{version}", "kind": kind}
    other = data.draw(JUNK | objects("Composition"))
    facts = list(of_object(value, PackageObjects(heads=ROWS, read=lambda _: other)))
    assert facts[0][0] == "object"
    assert all(isinstance(part, str) for fact in facts for part in fact)


@settings(deadline=None)
@given(JUNK)
def test_anything_at_all_has_facts(value: object) -> None:
    assert list(of_object(value, PackageObjects()))


def test_webhook_is_described_in_words(describe: Describe) -> None:
    found = describe(WEBHOOKS)
    assert found["called on"] == "CREATE, UPDATE of pods in the core group, apps, v1, in namespaces only"
    assert found["in namespaces"] == "with a=b, c In (d)"
    assert found["calls"] == "service system/s, with a CA bundle"
    assert found["on failure"].startswith("Ignore: without an answer")
    assert (found["waits"], found["side effects"]) == ("5 s", "None")
    assert found["conditions"] == "1, all of which must hold"


def test_webhook_without_anything_shows_its_defaults(describe: Describe) -> None:
    found = describe(WEBHOOKS[: WEBHOOKS.index("webhooks:")] + "webhooks: [{}]\n")
    assert (found["webhook"], found["waits"]) == ("(no name)", "10 s")
    assert found["on failure"].endswith("its default")


def test_object_of_an_unknown_kind_is_described_by_its_parts(describe: Describe) -> None:
    head = "apiVersion: example.org/v1\nkind: Thing\nmetadata: {name: t, labels: {a: b}}\n"
    found = describe(head + "data: {x: y}\nspec: {size: 3}\n")
    assert (found["object"], found["label"]) == ("Thing t  example.org/v1", "a: b")
    assert found["part"] == "data: 1 field\nspec: 1 field"
    assert found["spec"] == "size: 3"


@pytest.mark.parametrize(("text", "what"), [("[1, 2]\n", "2 items"), ("word\n", "word")])
def test_document_that_is_not_a_mapping_is_described(describe: Describe, text: str, what: str) -> None:
    assert describe(text)["holds"] == what


def test_long_values_are_cut_and_say_so() -> None:
    assert brief("x" * 1000) == "x" * 300 + "… (1,000 characters)"


def test_long_lists_say_how_many_more_there_are() -> None:
    assert listed(range(140)).endswith("18, 19 and 120 more")


def test_facts_stay_within_what_an_event_may_carry() -> None:
    facts = list(bounded(("label", "x" * 1000) for _ in range(100_000)))
    assert sum(len(said) for _, said in facts) < 64_000
    assert facts[-1][0] == "and more"
