"""The image that runs: its program is for the platform of the image."""

from typing import Any

from builders.cases import each_row
from builders.oci.images import package
from builders.packages.judgements import PROVIDER
from formats.xpkg.rules.vectors.images import indexed, on, starting, with_layer_facts

from xpkgtui.rules.case import StartFault
from xpkgtui.rules.finding import Severity

AMD, ARM = on("linux/amd64"), on("linux/arm64")


@each_row(
    ("facts", "words"),
    [
        ({"mismatch": "it is short"}, "is damaged: it is short"),
        ({"inflate_error": "unexpected EOF"}, "does not decompress: unexpected EOF"),
        ({"tar_error": "invalid header"}, "is damaged: invalid header"),
        ({"actual_diff_id": "sha256:0"}, "has another diff_id than the config says"),
        ({}, ""),
    ],
)
def test_a_layer_that_no_runtime_takes_is_told(facts: dict[str, Any], words: str) -> None:
    judged = with_layer_facts(package(PROVIDER), **facts)
    said = "The Provider installs, but its image cannot be pulled to run: layer 0 (annotated base) "
    assert [one.message for one in judged.of("XPKG308")] == ([said + words] if words else [])


@each_row(
    ("kind", "platform", "is_told"),
    [
        ("linux/amd64", "linux/arm64", True),
        ("linux/arm64", "linux/amd64", True),
        ("darwin/arm64", "linux/arm64", True),
        ("darwin/", "linux/arm64", True),
        ("windows/amd64", "linux/amd64", True),
        *(
            ("linux/amd64", f"linux/{one}", True)
            for one in ("386", "ppc64", "ppc64le", "s390x", "riscv64", "loong64")
        ),
        *(("linux/amd64", f"{one}/amd64", True) for one in ("windows", "darwin", "freebsd")),
        ("linux/386", "linux/amd64", False),
        ("linux/arm", "linux/arm64", False),
        ("linux/arm64", "linux/arm", True),
        ("linux/amd64", "plan9/amd64", False),
        ("linux/amd64", "linux/something", False),
        ("#!/bin/sh", "linux/arm64", False),
        ("", "linux/arm64", False),
    ],
)
def test_a_program_for_another_platform_is_told(kind: str, platform: str, is_told: bool) -> None:
    judged = indexed(AMD, ARM, programs=(starting(kind, platform),))
    assert ("XPKG309" in judged.rules) is is_told


def test_the_message_names_both_platforms() -> None:
    named: dict[str, object] = {"platform": {"os": "linux", "architecture": "arm64", "variant": "v8"}}
    (found,) = indexed(AMD, named, programs=(starting("linux/amd64"),)).of("XPKG309")
    assert found.place.platform == "linux/arm64/v8"
    assert found.message == (
        "The image for linux/arm64 starts /bin/provider, a program for linux/amd64; it ends with `exec format error`"
    )


def test_it_is_a_fact_for_versions_that_run_other_images() -> None:
    (found,) = indexed(AMD, ARM, programs=(starting("linux/amd64"),), profile="crossplane-1").of("XPKG309")
    assert found.severity is Severity.INFO


@each_row(
    ("fault", "message"),
    [
        (StartFault.ABSENT, "which no layer has; it ends with `no such file or directory`"),
        (StartFault.NOT_IN_PATH, "which is in no folder of PATH; it ends with `executable file not found in $PATH`"),
        (StartFault.NOT_EXECUTABLE, "which user 2000 of the pod may not execute; it ends with `permission denied`"),
        (
            StartFault.NO_LOADER,
            "which needs /lib/ld.so, which no layer has; it ends with `no such file or directory`",
        ),
        (StartFault.CLOSED, "but user 2000 of the pod may not enter /lib/ld.so; it ends with `permission denied`"),
    ],
)
def test_what_keeps_the_program_from_starting_is_told_with_its_place(fault: StartFault, message: str) -> None:
    program = starting("linux/arm64", fault=fault, cause="/lib/ld.so")
    (found,) = indexed(AMD, ARM, programs=(program,)).of("XPKG310")
    assert found.message == f"The image for linux/arm64 starts /bin/provider, {message}"
    path = "lib/ld.so" if fault is StartFault.CLOSED else "bin/provider"
    assert (found.place.platform, found.place.layer, found.place.path) == ("linux/arm64", 2, path)
    (fact,) = indexed(AMD, ARM, programs=(program,), profile="crossplane-1").of("XPKG310")
    assert fact.severity is Severity.INFO
