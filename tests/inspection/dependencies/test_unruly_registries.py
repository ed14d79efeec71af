"""Registries that do not hold still while dependencies are resolved: busy ones, and tags that move."""

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from builders.gate import pairs
from builders.program.headless import Answer, headless, run
from builders.registry.faulty import Asked, FaultyRegistry, Reply, faulty, sequence
from builders.registry.packages import meta, serve
from ruamel.yaml import YAML

__all__ = ["faulty"]

SOON = Reply(status=429, headers={"Retry-After": "0"})
LATER = Reply(status=429, headers={"Retry-After": "3600"})
TAGS, MANIFEST = "/v2/acme/nop/tags/list", "/v2/acme/nop/manifests/v1.0.0"


@pytest.fixture
def registry(faulty: FaultyRegistry) -> FaultyRegistry:
    """`all`, which needs `some`, which needs `nop`."""
    serve(faulty, "acme/nop", "v1.0.0", meta("Provider", "nop"))
    serve(faulty, "acme/some", "v1.0.0", meta("Configuration", "some", asks(faulty, "Provider", "nop")))
    serve(faulty, "acme/all", "v1.0.0", meta("Configuration", "all", asks(faulty, "Configuration", "some")))
    return faulty


def asks(registry: FaultyRegistry, kind: str, name: str) -> tuple[str, str, str]:
    return kind, f"{registry.host}/acme/{name}", ">=v1.0.0"


def resolved(registry: FaultyRegistry, command: str = "deps") -> Answer:
    return headless(command, f"{registry.host}/acme/all:v1.0.0", "--resolve")


def states(found: Answer) -> dict[str, str]:
    return {one["package"].rpartition("/")[2]: one["state"] for one in found.document["packages"][1:]}


@pytest.mark.parametrize("path", [TAGS, MANIFEST])
def test_a_busy_registry_is_asked_again_and_the_resolution_goes_on(registry: FaultyRegistry, path: str) -> None:
    reply = registry.routes[path]
    assert isinstance(reply, Reply)
    registry.routes[path] = sequence(SOON, SOON, reply)
    found = resolved(registry)
    assert (found.code, states(found)) == (0, {"some": "met", "nop": "met"})


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (SOON, "received too many requests"),
        (LATER, "asks to wait 3600 seconds"),
        (Reply(body=b"x", headers={"Content-Encoding": "br"}), "sent a document as br, which was not requested"),
    ],
)
@pytest.mark.parametrize("path", [TAGS, MANIFEST])
def test_a_registry_that_stays_busy_or_is_not_understood_leaves_it_undecided(
    registry: FaultyRegistry, path: str, reply: Reply, says: str
) -> None:
    registry.routes[path] = reply
    found = resolved(registry)
    assert (found.code, found.document["met"]) == (3, None)
    assert states(found) == {"some": "met", "nop": "unknown"}
    assert says in found.document["unread"][0]["why"]


@pytest.mark.parametrize(("status", "asked"), [(405, "?n=1000"), (400, "?n=1000"), (403, "")])
def test_a_registry_that_lists_tags_to_no_client_is_crossplanes_error(
    registry: FaultyRegistry, status: int, asked: str
) -> None:
    registry.routes[TAGS] = Reply(status=status)
    found = resolved(registry)
    # With another login a refusal may be another.
    assert found.code == (1 if asked else 3)
    assert (f"{TAGS}{asked}: unexpected status code {status}" in found.printed) is bool(asked)


def test_of_a_list_of_tags_that_is_cut_no_version_is_chosen(registry: FaultyRegistry) -> None:
    tags = [f"v1.0.{number}" for number in range(100_001)]
    registry.routes[TAGS] = Reply(body=json.dumps({"tags": tags}).encode())
    found = resolved(registry)
    assert (found.code, states(found)) == (3, {"some": "met", "nop": "unknown"})
    assert "more tags than the 100,000 that xpkgtui reads" in found.document["unread"][0]["why"]


def test_a_tag_that_goes_between_list_and_package_is_missing(registry: FaultyRegistry) -> None:
    registry.routes[MANIFEST] = Reply(status=404)
    found = resolved(registry)
    assert (found.code, found.document["met"]) == (1, False)
    assert states(found) == {"some": "met", "nop": "missing"}


@pytest.mark.parametrize("style", ["block", "flow"])
def test_what_a_limit_keeps_unread_of_a_dependency_is_not_known(registry: FaultyRegistry, style: str) -> None:
    asked = meta("Configuration", "some", asks(registry, "Provider", "nop"))
    text = asked if style == "block" else json.dumps(YAML(typ="safe").load(asked))
    serve(registry, "acme/some", "v1.0.0", text + "\n" + "# a\n" * 1_000)
    found = headless("deps", f"{registry.host}/acme/all:v1.0.0", "--resolve", "--limit=document=2KiB")
    assert (found.code, found.document["met"]) == (3, None)
    assert "xpkgtui reads at most 2 KiB of a document" in found.document["unread"][0]["why"]


def moving(registry: FaultyRegistry, name: str) -> Callable[[Asked], Reply]:
    """A tag that names another package from the second time on that it is asked for; both of them are there."""
    path = f"/v2/acme/{name}/manifests/v1.0.0"
    before = registry.routes[path]
    kind = "Provider" if name == "nop" else "Configuration"
    serve(registry, f"acme/{name}", "v1.0.0", meta(kind, name, spec="  extra: true\n"))
    after = registry.routes[path]
    assert isinstance(before, Reply)
    assert isinstance(after, Reply)
    return sequence(before, after)


@pytest.mark.parametrize("name", ["all", "some", "nop"])
def test_a_tag_that_moves_before_its_image_is_asked_for_is_told(registry: FaultyRegistry, name: str) -> None:
    registry.routes[f"/v2/acme/{name}/manifests/v1.0.0"] = moving(registry, name)
    found = resolved(registry, "images")
    problems = {one["reference"].rpartition("/")[2]: one["problem"] for one in found.document["images"]}
    told = problems.pop(f"{name}:v1.0.0")
    assert "moved" in (told or "")
    assert set(problems.values()) == {None}
    assert found.code == 1


def test_several_spellings_are_asked_for_once_behind_a_rewrite(registry: FaultyRegistry, tmp_path: Path) -> None:
    """Docker Hub by three names, of which Crossplane installs the first and stops at the second."""
    names = ("docker.io/acme/nop", "index.docker.io/acme/nop", "acme/nop")
    serve(registry, "acme/all", "v1.0.0", meta("Configuration", "all", *(("Provider", one, "*") for one in names)))
    policy = tmp_path / "policy.yaml"
    policy.write_text(
        "apiVersion: pkg.crossplane.io/v1beta1\nkind: ImageConfig\nmetadata: {name: mirror}\nspec:\n"
        f"  matchImages: [{', '.join(f'{{prefix: {one}}}' for one in names)}]\n"
        f"  rewriteImage: {{prefix: {registry.host}/acme/nop}}\n"
    )
    found = headless("deps", f"{registry.host}/acme/all:v1.0.0", "--resolve", "--policy", str(policy))
    states = [(one["package"], one["state"]) for one in found.document["packages"][1:]]
    assert (found.code, states) == (1, list(zip(names, ("met", "missing", "unknown"), strict=True)))
    asked = [path.partition("?")[0] for path in registry.paths() if "/nop/" in path and "/blobs/" not in path]
    assert asked == [f"GET {TAGS}", f"GET {MANIFEST}"]
    assert ["are one repository" in one["message"] for one in found.document["remarks"]] == [True, False]
    assert " all become the Provider acme-nop" in found.document["remarks"][1]["message"]


def test_a_plan_asks_the_mirror_alone(registry: FaultyRegistry, tmp_path: Path) -> None:
    """What the set's own Composition composes is looked for in dependencies of dependencies, too."""
    serve(registry, "acme/all", "v1.0.0", meta("Configuration", "all", ("Provider", "away.invalid/acme/nop", "*")))
    head = "\n---\napiVersion: pkg.crossplane.io/v1"
    base = "{name: a, base: {apiVersion: nop.crossplane.io/v1, kind: Other}}"
    (tmp_path / "set.yaml").write_text(
        f"{head}\nkind: Configuration\nmetadata: {{name: all}}\nspec: {{package: '{registry.host}/acme/all:v1.0.0'}}"
        f"{head}beta1\nkind: ImageConfig\nmetadata: {{name: mirror}}\nspec:\n"
        "  matchImages: [{prefix: away.invalid/}]\n"
        f"  rewriteImage: {{prefix: {registry.host}/}}\n---\n"
        "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nmetadata: {name: one}\nspec:\n"
        "  compositeTypeRef: {apiVersion: a.example.org/v1, kind: A}\n  mode: Pipeline\n  pipeline:\n"
        "  - step: one\n    functionRef: {name: one}\n    input:\n      apiVersion: pt.fn.crossplane.io/v1beta1\n"
        f"      kind: Resources\n      resources: [{base}]\n"
    )
    ended = run("plan", str(tmp_path), "--verbose", XPKGTUI_NO_CACHE="1")
    assert "Crossplane adds 1 package" in ended.stdout
    assert "away.invalid" not in ended.stderr


def test_the_layer_of_a_package_is_asked_for_before_its_config_has_come(registry: FaultyRegistry) -> None:
    config, layer = registry_blobs(registry, "acme/nop")
    was_asked, is_in_time = threading.Event(), list[bool]()
    package, described = registry.routes[layer], registry.routes[config]
    assert isinstance(package, Reply)
    assert isinstance(described, Reply)

    def noticed(_: Asked) -> Reply:
        was_asked.set()
        return package

    def late(_: Asked) -> Reply:
        is_in_time.append(was_asked.wait(5))
        return described

    registry.routes[layer], registry.routes[config] = noticed, late
    found = resolved(registry)
    assert (found.code, states(found)) == (0, {"some": "met", "nop": "met"})
    assert is_in_time == [True]


def registry_blobs(registry: FaultyRegistry, repository: str) -> tuple[str, str]:
    """The paths of the config and of the layer of a package."""
    reply = registry.routes[f"/v2/{repository}/manifests/v1.0.0"]
    assert isinstance(reply, Reply)
    manifest = json.loads(reply.body)
    named = (manifest["config"], *manifest["layers"])
    config, layer = (f"/v2/{repository}/blobs/{one['digest']}" for one in named)
    return config, layer


@pytest.mark.parametrize(("status", "command"), pairs([401, 403, 500], ["deps", "images"]))
def test_a_layer_that_a_registry_does_not_give_leaves_it_undecided(
    registry: FaultyRegistry, status: int, command: str
) -> None:
    for path in registry_blobs(registry, "acme/nop"):
        registry.routes[path] = Reply(status=status, headers={"Retry-After": "0"})
    found = resolved(registry, command)
    assert (found.code, found.document["met"]) == (3, None)
    assert registry.host in found.document["unread"][0]["why"]


def test_a_layer_that_is_gone_is_missing(registry: FaultyRegistry) -> None:
    del registry.routes[registry_blobs(registry, "acme/nop")[1]]
    found = resolved(registry)
    assert (found.code, states(found)) == (1, {"some": "met", "nop": "missing"})


def test_a_package_that_depends_on_itself_is_refused_and_says_who_asks(registry: FaultyRegistry) -> None:
    serve(registry, "acme/all", "v1.0.0", meta("Configuration", "all", asks(registry, "Configuration", "all")))
    found = resolved(registry)
    assert (found.code, found.document["sentence"]) == (1, "its dependencies cannot all be met: all:v1.0.0")
    shown = run("deps", f"{registry.host}/acme/all:v1.0.0", "--resolve", "--why", "all").stdout
    assert shown.startswith("1 package asks for it\n")
    assert "✗ cycle" in shown


def test_an_entry_without_a_name_leaves_the_list_whole(registry: FaultyRegistry) -> None:
    text = meta("Configuration", "all", ("Provider", "", "*"), asks(registry, "Provider", "nop"))
    serve(registry, "acme/all", "v1.0.0", text)
    listed, needed = resolved(registry, "images"), resolved(registry)
    assert (listed.code, needed.code) == (1, 1)
    assert listed.document["unread"] == []
    assert "P (no name)" in run("deps", f"{registry.host}/acme/all:v1.0.0").stdout


def altered(fault: str, usual: Reply) -> Reply:
    """What a registry at fault replies."""
    match fault:
        case "is busy":
            return SOON
        case "is busy for long":
            return LATER
        case "is away":
            return Reply(status=503)
        case "sends another digest":
            return replace(usual, body=usual.body[:-1] + b" ")
        case "ends early":
            return replace(usual, length=len(usual.body) + 9)
        case "sends half":
            return replace(usual, body=usual.body[: len(usual.body) // 2])
        case "sends more":
            return replace(usual, body=usual.body + b" " * 9)
        case _:
            return replace(usual, body=b"<html>", headers={"Content-Type": "text/html"})


FAULTS = ["is busy", "is busy for long", "is away", "ends early", "sends a page"]
OTHER_BYTES = ["sends another digest", "sends half", "sends more"]
COMMANDS = ["deps", "images", "plan", "outdated"]


PARTS = list(product([*FAULTS, *OTHER_BYTES], ["tags", "manifest", "layer"]))


@pytest.mark.parametrize(("command", "at"), pairs(COMMANDS, PARTS))
def test_of_a_registry_at_fault_nothing_is_known(
    registry: FaultyRegistry, tmp_path: Path, command: str, at: tuple[str, str]
) -> None:
    fault, part = at
    path = {"tags": TAGS, "manifest": MANIFEST, "layer": registry_blobs(registry, "acme/nop")[1]}[part]
    usual = registry.routes[path]
    assert isinstance(usual, Reply)
    registry.routes[path] = altered(fault, usual)
    spec = f"spec: {{package: '{registry.host}/acme/some:v1.0.0'}}"
    (tmp_path / "some.yaml").write_text(
        f"apiVersion: pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {{name: some}}\n{spec}\n"
    )
    is_package = command in ("deps", "images")
    words = ("--resolve", f"{registry.host}/acme/all:v1.0.0") if is_package else (str(tmp_path),)
    found = headless(command, *words)
    # Crossplane refuses bytes that have another digest; blanks behind JSON are none of its concern.
    is_refused = part == "layer" and fault in OTHER_BYTES
    code = int(command != "outdated") if is_refused else 0 if fault == "sends more" else 3
    assert (found.code, bool(found.document["unread"])) == (code, code == 3)


@pytest.mark.parametrize("command", ["deps", "images", "plan", "outdated"])
def test_what_is_not_known_comes_with_the_way_out(registry: FaultyRegistry, tmp_path: Path, command: str) -> None:
    registry.routes[MANIFEST] = registry.routes[TAGS] = Reply(status=401)
    manifest = tmp_path / "nop.yaml"
    spec = f"spec: {{package: '{registry.host}/acme/nop:v1.0.0'}}"
    manifest.write_text(f"apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {{name: nop}}\n{spec}\n")
    is_package = command in ("deps", "images")
    words = ("--resolve", f"{registry.host}/acme/all:v1.0.0") if is_package else (str(manifest),)
    found = headless(command, *words)
    said = run(command, *words).stderr
    assert found.code == 3
    assert (registry.host in said, "\n  hint   Log in with" in said) == (True, True)
    # What stands there is Crossplane's alone.
    assert not any(one.get("prints") for one in found.document.get("packages", ()))
    assert "Error occurred during dependency resolution" not in json.dumps(found.document)


def test_a_host_that_cannot_be_reached_is_given_up_but_for_what_is_cached(
    registry: FaultyRegistry, tmp_path: Path
) -> None:
    names = ("zz-nop", *(f"a{number:02}" for number in range(30)))
    (folder := tmp_path / "set").mkdir()
    for name in names:
        spec = f"spec: {{package: '{registry.host}/acme/{name[-3:]}:v1.0.0'}}"
        text = f"apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {{name: {name}}}\n{spec}\n"
        (folder / f"{name}.yaml").write_text(text)
    cache = {"XPKGTUI_CACHE_DIR": str(tmp_path / "cache"), "XPKGTUI_NO_CACHE": ""}
    headless("plan", folder / "zz-nop.yaml", environment=cache)
    registry.stop()
    found = headless("plan", folder, environment=cache)
    why = {one["where"].rpartition("/")[2].partition(":")[0]: one["why"] for one in found.document["unread"]}
    given_up = [one for one in why.values() if "is not asked any more: it gave no answer to 6 questions" in one]
    assert (found.code, "nop" in why) == (3, False)
    assert len(given_up) > 15
