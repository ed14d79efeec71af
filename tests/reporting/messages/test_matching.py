"""Errors as people paste them: each leads to its rule or command, and what no rule is about to none."""

import json
from pathlib import Path

import messages
import pytest
from builders.cases import each_row
from builders.messages.observed import of_crossplane, of_sets, of_streams

from xpkgtui.cli.calls import COMMANDS as CALLS
from xpkgtui.formats.known import FORMATS, change_rules, set_rules
from xpkgtui.reporting.manual import pages
from xpkgtui.reporting.messages.matching import CHAPTER, Lead, answers, known_messages, listed_messages, plain

PAGES = pages()
THREADS: list[tuple[str, str, str]] = [
    tuple(one) for one in json.loads(Path(__file__).with_name("threads.json").read_text())
]
"""Where it was asked, the error, and the beginnings of what may be answered first."""
LEADS = (
    ("improper constraint: 1.x.y", "XPKG609 XPKG620 XPKG903 XPKG904 XPKG911 XPKG912 XPKG918"),
    ("constraint parser error", "XPKG609 XPKG620 XPKG903 XPKG904 XPKG911 XPKG912 XPKG918"),
    ("too many constraint groups (max 32)", "XPKG609 XPKG620 XPKG903 XPKG904 XPKG911 XPKG912 XPKG918"),
    ('Could not parse Range "1.x.y"', "FBC027 FBC030 FBC049 OLM022 OLM041"),
    ('Could not get version from string: "<"', "FBC027 FBC030 FBC049 OLM022 OLM041"),
    ("Invalid character(s) found in prerelease", "FBC046 FBC047 OLM035 OLM036 OLM064"),
    ("illegal base64 data at input byte 4", "FBC048 OLM061"),
    ("must have exactly one version marked as storage version", "OLM054 XPKG708"),
)
"""Messages of functions that several rules call, and all rules that know them."""
PULL = 'Failed to pull image "reg.io/p:v1": rpc error: code = Unknown desc = '
RESOLVE = PULL + 'failed to pull and unpack image "reg.io/p:v1": failed to resolve reference "reg.io/p:v1": '
CAUSES = (
    (RESOLVE + "reg.io/p:v1: not found", "tags"),
    (RESOLVE + 'failed to do request: Head "https://reg.io/v2/p": dial tcp: lookup reg.io: no such host', "check"),
    (RESOLVE + "unexpected status from HEAD request to https://reg.io/v2/p/manifests/v1: 403 Forbidden", "check"),
    (PULL + 'failed to extract layer sha256:1: wrong diff id calculated on extraction "sha256:2"', "show"),
    (PULL + "initializing source docker://reg.io/p:v1: reading manifest v1 in reg.io/p: manifest unknown", "tags"),
    (PULL + 'choosing image instance: no image found in manifest list for architecture "arm64"', "show"),
    ('Failed to apply default image tag "A/P": couldn\'t parse image name "A/P": invalid reference format', "check"),
    ('Container image "reg.io/p:v1" is not present with pull policy of Never', "images"),
    ("Error: ErrImagePull", "check"),
    ("panic: runtime error: invalid memory address or nil pointer dereference", "check"),
    ('oras: failed to perform "FetchReference" on source: reg.io/p:v1: not found', "tags"),
    ("copying image 1/2 from manifest list: writing blob: initiating layer upload to /v2/p/blobs/ in r", "images"),
    ("cannot unpack package: failed to fetch package from remote: MANIFEST_UNKNOWN: manifest unknown", "tags"),
    ("cannot compose resources: cannot apply composed resource: Bucket is invalid: spec.a: Required", CHAPTER),
    ('cannot compose resources: cannot run Composition pipeline step "a": cannot run Function "b": EOF', "show"),
    (PULL + 'failed to pull and unpack image "reg.io/p:v1": no match for platform in manifest: not found', "show"),
    ("cannot select Composition: no compatible Compositions found", "XPKG718"),
    ("Error: no matching signatures: signature not found in transparency log", "referrers"),
    ('cannot find image: error verifying bundle: getting Fulcio roots: initializing tuf: "x"', "referrers"),
    ("source catalog content: error creating image source: pinging container registry quay.io: EOF", "check"),
    ('cache for catalog "operatorhubio" not found', "check"),
    ("image and address unset: at least one must be set for sourcetype: grpc", "check"),
    ("multiple name matches for status.installedCSV of subscription a/b: [c d]", "deps"),
    ("CRD exists and cannot be imported into the current release: invalid ownership metadata", "show"),
    ('opm: more than one potential channel head for [a b]: unable to verify bundles for package "a"', "upgrades"),
    ('render: bundle reference "x" resulted in 0 bundles, expected 1', "check"),
    ("yaml: line 6: mapping values are not allowed in this context", "XPKG501"),
    ("failed to build package: failed to parse package: error converting YAML to JSON: yaml: line 3", "XPKG501"),
    ('installing: waiting for deployment x to become ready: deployment "x" not available', "images"),
    ("CSV version requirement not met: minKubeVersion (1.40.0) > server version (1.34.1)", "OLM036"),
    ("Bundle unpacking failed - DeadlineExceeded: Job was active longer than specified deadline", "check"),
    ("targeted catalogsource olm/community-operators unhealthy", "check"),
    ("error creating clusterrolebinding x-1: clusterrolebindings.rbac is forbidden", "check"),
    ("failed to resolve bundle, retrying: no catalogs", "upgrades"),
    ("failed to commit snapshot sha256:1: failed to stat active key during commit", "show"),
    ("Error: container has runAsNonRoot and image will run as root", "rbac"),
    ("Unready resources: bucket and queue", "XPKG738"),
    ('cannot create composed resource "cm" in namespace "a", using XR namespace "b" instead', "XPKG739"),
    ("crossplane: error: failed to get credentials", CHAPTER),
)
"""Errors as `kubectl describe` and programs show them, one in another, and what their cause leads to."""
UNRELATED = (
    'Back-off pulling image "nginx:latest"',
    "0/3 nodes are available: 3 Insufficient cpu.",
    "Error: INSTALLATION FAILED: cannot re-use a name that is still in use",
    "Liveness probe failed: HTTP probe failed with statuscode: 500",
    "terraform plan failed: Error acquiring the state lock",
    'pods is forbidden: User "a" cannot list resource "pods" in API group "" at the cluster scope',
    "error: failed to push some refs to origin",
    "dial tcp 10.0.0.1:8080: connect: connection refused",
    "Traceback (most recent call last): ModuleNotFoundError: No module named foo",
    "open /etc/config.yaml: no such file or directory",
    "The quick brown fox jumps over the lazy dog",
    "existing package lodash@4.17 is extraneous",
    "SyntaxError: invalid character in identifier: Developer Tools",
    "",
)


def first(error: str) -> Lead | None:
    return next(iter(answers(error, PAGES)), None)


@each_row(("thread", "error", "wanted"), THREADS, ids=[thread for thread, _, _ in THREADS])
def test_an_error_of_a_thread_leads_to_its_rule(thread: str, error: str, wanted: str) -> None:
    found = first(error)
    assert found is not None, thread
    assert found.target.startswith(tuple(wanted.split()))


@each_row(("error", "wanted"), CAUSES)
def test_the_cause_leads_before_what_wraps_it(error: str, wanted: str) -> None:
    assert [one.target for one in answers(error, PAGES)][:1] == [wanted]


@each_row("error", UNRELATED)
def test_other_errors_lead_nowhere(error: str) -> None:
    assert answers(error, PAGES) == ()


def test_what_crossplane_says_of_a_package_leads_to_the_rule_that_it_trips() -> None:
    said = (*of_crossplane(), *of_sets())
    found = {(rule, says): [one.target for one in answers(says, PAGES)] for rule, says in said}
    assert [case for case, targets in found.items() if case[0] not in targets] == []


@each_row(("error", "rules"), LEADS)
def test_a_message_of_a_shared_function_leads_to_every_rule_that_calls_it(error: str, rules: str) -> None:
    text = plain(error)
    known = [one for one in known_messages() if one.pieces and all(piece in text for piece in one.pieces)]
    assert set(rules.split()) - {target for one in known for target in one.targets} == set()


def test_a_function_that_is_inlined_loses_no_rule() -> None:
    message = "the same words of a function"
    assert set(
        messages.rows({message: {"XPKG911": 1, "XPKG912": 4, "why": 2}}, messages.COMMANDS)[message].split()
    ) == {
        "XPKG911",
        "XPKG912",
        "why",
    }


def test_rules_that_are_far_from_a_message_are_left_out_where_they_have_no_room() -> None:
    far = {f"XPKG90{number}": 2 for number in range(9)}
    assert messages.rows({"the same words of a function": {"XPKG911": 1} | far}, messages.COMMANDS) == {
        "the same words of a function": "XPKG911"
    }


def test_some_messages_lead_to_commands() -> None:
    needed = "No version satisfies all: another version of a package that asks is needed."
    found = [first(text) for text in (needed, "x has no colon before a digest")]
    assert [one and one.command for one in found] == ["xpkgtui deps SOURCE --resolve", "xpkgtui why SOURCE"]


def test_every_known_message_leads_to_rules_that_exist() -> None:
    rules = {rule.id for known in FORMATS for rule in known.ruleset().rules} | {
        one.id for one in (*change_rules(), *set_rules())
    }
    assert {target for one in known_messages() for target in one.targets} <= rules | {*CALLS, CHAPTER}


def test_what_is_stored_is_what_the_source_says() -> None:
    rows = messages.rows(messages.written_messages(), messages.COMMANDS)
    assert rows == messages.stored("written"), "run tests/messages.py"


def test_what_is_seen_of_crossplane_and_quoted_is_stored() -> None:
    """What other programs say takes opening their packages; `tests/messages.py` writes that too."""
    seen = messages.rows(messages.observed_messages([*of_crossplane(), *of_streams(), *of_sets()]), {})
    assert sorted(seen.keys() - messages.stored("observed").keys()) == [], "run tests/messages.py"


def test_an_error_leads_to_a_few() -> None:
    every = "\n".join(error for _, error, _ in THREADS)
    assert len(answers(every, PAGES)) == 5


def test_a_long_error_is_read_as_far_as_the_limit() -> None:
    assert answers("x" * 65_536 + THREADS[0][1], PAGES) == ()


def test_signs_that_json_escapes_are_read() -> None:
    assert (
        first(r"no kind \"Provider\" is registered for version \"meta.pkg.crossplane.io/v2\" in scheme") is not None
    )


@pytest.mark.parametrize(("length", "is_known"), [(396, True), (397, False)])
def test_a_name_in_a_message_has_as_many_letters_as_names_have(length: int, is_known: bool) -> None:
    error = f'no kind "{"x" * length}" is registered for version "meta.pkg.crossplane.io/v2" in scheme'
    assert (first(error) is not None) is is_known


@each_row(("before", "is_known"), [("", True), ("x", False), (".", True), ("x ", True), ("a.x", False)])
def test_a_message_begins_with_a_whole_word(before: str, is_known: bool) -> None:
    assert (first(f"{before}not exactly one package meta type") is not None) is is_known


def test_each_message_that_the_manual_lists_leads_where_it_says() -> None:
    for listed in listed_messages():
        leads = [one.target for one in answers(listed.text.replace("…", "acme"), PAGES)]
        wanted = listed.rules or (listed.command.split(" ")[1] if listed.command else CHAPTER,)
        assert set(wanted) & set(leads), listed.text


def test_what_a_listed_message_leads_to_can_be_called() -> None:
    named = [listed.command for listed in listed_messages() if listed.command]
    assert all(command.split(" ")[:1] == ["xpkgtui"] and command.split(" ")[1] in CALLS for command in named)


@pytest.mark.parametrize(
    ("error", "command"),
    [
        ("cannot apply package revision: no", "xpkgtui manual messages"),
        ("x509: certificate signed by unknown authority", "xpkgtui check SOURCE --ca-file FILE"),
    ],
)
def test_a_message_without_a_rule_leads_to_a_command_or_its_chapter(error: str, command: str) -> None:
    assert [one.command for one in answers(error, PAGES)] == [command]
