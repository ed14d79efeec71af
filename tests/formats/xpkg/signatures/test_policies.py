"""ImageConfigs that do something else than they look like; each beside a near one that is in order."""

import json
from contextlib import suppress
from typing import Any

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Usage
from xpkgtui.formats.xpkg.dependencies.lock import read_image_configs
from xpkgtui.formats.xpkg.signatures.deciding import ADMISSION

KEY = {"name": "us", "key": {"secretRef": {"name": "keys", "key": "a"}}}


def config(name: str = "one", *prefixes: str, **spec: Any) -> dict[str, Any]:
    matches = [{"prefix": one} for one in prefixes or ("example.org/acme/",)]
    return {"kind": "ImageConfig", "metadata": {"name": name}, "spec": {"matchImages": matches, **spec}}


def verifying(*authorities: Any, provider: str = "Cosign") -> dict[str, Any]:
    return {"provider": provider, "cosign": {"authorities": list(authorities)}}


def matching(issuer: str, subject: str) -> dict[str, Any]:
    return {"name": "us", "keyless": {"identities": [{"issuerRegExp": issuer, "subjectRegExp": subject}]}}


def rules(*configs: Any) -> list[str]:
    return [one.rule for one in ADMISSION.faults([json.dumps(one) for one in configs])]


GOOD = config(verification=verifying(KEY))
MIRROR = config("mirror", "example.org/", rewriteImage={"prefix": "mirror.local/"})


@each_row(
    ("rule", "configs"),
    [
        ("XPKG220", [config(verification=verifying())]),
        ("XPKG221", [config(verification=verifying({**KEY, "attestations": [{"name": "a", "predicateType": "x"}]}))]),
        ("XPKG222", [config("one", "example.org/acme", verification=verifying(KEY))]),
        ("XPKG222", [config("one", "example.org/acme-", verification=verifying(KEY))]),
        ("XPKG222", [config("one", "example.org", rewriteImage={"prefix": "x/"})]),
        ("XPKG223", [GOOD, MIRROR]),
        ("XPKG224", [config(rewriteImage={})]),
        ("XPKG224", [config(verification={"provider": "Cosign"})]),
        ("XPKG224", [config(verification=verifying(KEY, provider="Other"))]),
        ("XPKG224", [config("one", "", verification=verifying(KEY))]),
        ("XPKG225", [config(verification=verifying({"name": "us"}))]),
        ("XPKG225", [config(verification=verifying({"name": "us", "keyless": {}}))]),
        ("XPKG225", [config(verification=verifying(matching(".*", ".*")))]),
        ("XPKG225", [config(verification=verifying(matching("https://", "^.+$")))]),
        ("XPKG226", [GOOD, config("two", verification=verifying(KEY))]),
    ],
)
def test_an_odd_policy_is_a_fault(rule: str, configs: list[Any]) -> None:
    assert rules(*configs) == [rule]


@each_row(
    "configs",
    [
        [GOOD],
        [GOOD, MIRROR, config("two", "mirror.local/", verification=verifying(KEY))],
        [config("one", "example.org/acme/p:v1", "example.org/acme/p@", verification=verifying(KEY))],
        [config("one", "example.org/acme/provider-aws-", verification=verifying(KEY))],
        [config(verification=verifying({"name": "us", "keyless": {"identities": [{"issuer": "i"}]}}))],
        [config(verification=verifying(matching("^https://example[.]org$", ".*")))],
        [GOOD, config("two", rewriteImage={"prefix": "example.org/acme/"})],
    ],
)
def test_a_policy_in_order_is_none(configs: list[Any]) -> None:
    assert rules(*configs) == []


def test_a_text_without_an_image_config_is_refused() -> None:
    with pytest.raises(Usage, match="no ImageConfig"):
        ADMISSION.faults(["kind: ConfigMap"])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "prefix", "cosign", "key"]), inner)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["matchImages", "verification", "rewriteImage", "registry"]), VALUES))
def test_no_shape_of_a_config_raises(spec: dict[str, Any]) -> None:
    text = json.dumps({"kind": "ImageConfig", "metadata": {"name": "x"}, "spec": spec}, ensure_ascii=False)
    with suppress(Usage):
        assert isinstance(ADMISSION.faults([text]), tuple)
        assert ADMISSION.plan("example.org/acme/p:v1", [text]).steps


MANY = [{"name": f"a{number}", "issuer": "x"} for number in range(101)]
TOO_MUCH = {
    "ImageConfigs": ([config(f"c{number}") for number in range(1_001)], "The policy has 1,001 ImageConfigs"),
    "prefixes": ([config("c", *map(str, range(1_001)))], "The ImageConfig c has 1,001 prefixes"),
    "authorities": ([config("c", verification=verifying(*[KEY] * 101))], "The ImageConfig c has 101 authorities"),
    "identities": (
        [config("c", verification=verifying({"name": "us", "keyless": {"identities": MANY}}))],
        "The ImageConfig c has 101 identities in an authority",
    ),
    "attestations": (
        [config("c", verification=verifying({**KEY, "attestations": MANY}))],
        "The ImageConfig c has 101 attestations in an authority",
    ),
}


@each_row(("configs", "message"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_a_policy_is_never_cut(configs: list[Any], message: str) -> None:
    texts = [json.dumps({"items": configs})]
    with pytest.raises(Usage, match=message):
        ADMISSION.plan("example.org/acme/a:v1", texts)
    if message.count("prefixes") or message.count("ImageConfigs"):
        with pytest.raises(Usage, match=message):
            read_image_configs(texts)


def test_as_many_as_are_read() -> None:
    authorities = [{**KEY, "attestations": MANY[:100]}, {"name": "b", "keyless": {"identities": MANY[:100]}}]
    few = config("c", *map(str, range(1_000)), verification=verifying(*authorities, *[KEY] * 98))
    plan = ADMISSION.plan("0/a:v1", [json.dumps({"items": [few, *[config(f"c{one}") for one in range(999)]]})])
    assert plan.config == "c"


def test_one_of_several_policies_may_hold_nothing_but_secrets() -> None:
    texts = ["kind: Secret\nmetadata: {name: a}\n", json.dumps(GOOD)]
    assert [one.name for one in read_image_configs(texts)] == ["one"]
    assert read_image_configs([]) == ()
