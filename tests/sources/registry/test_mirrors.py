"""What container tools say of a registry, and its mirrors, which are asked only where a person says so."""

import json
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.registry.faulty import FaultyRegistry, Reply
from builders.registry.sources import ADDRESS, LAYER, MANIFEST, Opened, blob_address

from xpkgtui.errors import NotFound, Unreachable
from xpkgtui.sources.registry.tool_settings import mirrors_of, said_by_tools, said_of_short_name


def settings(folder: Path, text: str) -> dict[str, str]:
    """An environment whose registries.conf has this text."""
    (folder / "registries.conf").write_text(text)
    return {"CONTAINERS_REGISTRIES_CONF": str(folder / "registries.conf"), "HOME": str(folder)}


def mirrored(folder: Path, faulty: FaultyRegistry, mirror: str, more: str = "") -> dict[str, str]:
    """An environment in which a registry has a mirror."""
    entry = f"[[registry]]\nlocation = '{faulty.host}'\n[[registry.mirror]]\nlocation = '{mirror}'\n{more}"
    return settings(folder, entry)


@pytest.fixture
def mirror(elsewhere: FaultyRegistry) -> FaultyRegistry:
    """A registry that keeps another one's images below a path."""
    elsewhere.add_manifest("proxy/acme/package", "v1", MANIFEST)
    elsewhere.routes[blob_address(LAYER).replace("/v2/", "/v2/proxy/")] = Reply(body=LAYER)
    elsewhere.routes["/v2/proxy/acme/package/tags/list"] = Reply(body=b'{"tags":["v1","v2"]}')
    return elsewhere


def test_a_mirror_answers_where_it_is_asked_for(
    faulty: FaultyRegistry, mirror: FaultyRegistry, tmp_path: Path
) -> None:
    environment = mirrored(tmp_path, faulty, f"{mirror.host}/proxy")
    opened = Opened(faulty.host, environment=environment, mirrors=True)
    root = opened.source.resolve()
    place = f"{mirror.host}/proxy/acme/package"
    assert (root.data, root.reference) == (MANIFEST, f"{faulty.host}/acme/package:v1")
    assert root.notes == (f"It was read from the mirror {place}, which Crossplane does not ask.",)
    assert root.obstacles == ()
    assert opened.source.list_tags().names == ("v1", "v2")
    assert opened.read_blob(LAYER) == LAYER
    assert faulty.asked == []


def test_without_the_option_a_mirror_is_named_and_not_asked(
    faulty: FaultyRegistry, mirror: FaultyRegistry, tmp_path: Path
) -> None:
    environment = mirrored(tmp_path, faulty, f"{mirror.host}/proxy")
    with pytest.raises(NotFound) as caught:
        Opened(faulty.host, environment=environment).source.resolve()
    said = f"has a mirror there, which Crossplane does not ask: {mirror.host}/proxy/acme/package (`--mirrors`)"
    assert caught.value.tried[-1].endswith(said)
    assert mirror.asked == []


@pytest.mark.parametrize("status", [401, 404, 500])
def test_where_the_mirror_has_it_not_the_registry_is_asked(
    faulty: FaultyRegistry, elsewhere: FaultyRegistry, tmp_path: Path, status: int
) -> None:
    faulty.add_manifest("acme/package", "v1", MANIFEST)
    elsewhere.routes[ADDRESS] = Reply(status=status)
    environment = mirrored(tmp_path, faulty, elsewhere.host)
    root = Opened(faulty.host, environment=environment, mirrors=True).source.resolve()
    assert (root.data, root.notes) == (MANIFEST, ())
    assert elsewhere.asked


def test_a_mirror_that_is_not_there_is_told_and_asked_once(faulty: FaultyRegistry, tmp_path: Path) -> None:
    environment = mirrored(tmp_path, faulty, "127.0.0.1:1")
    opened = Opened(faulty.host, environment=environment, mirrors=True)
    with pytest.raises(NotFound) as caught:
        opened.source.resolve()
    told = [one for one in caught.value.tried if one.startswith("the mirror 127.0.0.1:1/acme/package: ")]
    assert told == ["the mirror 127.0.0.1:1/acme/package: 127.0.0.1:1 cannot be reached: connection refused."]


def test_offline_no_mirror_is_asked(faulty: FaultyRegistry, mirror: FaultyRegistry, tmp_path: Path) -> None:
    environment = mirrored(tmp_path, faulty, f"{mirror.host}/proxy")
    with pytest.raises(Unreachable):
        Opened(faulty.host, environment=environment, mirrors=True, offline=True).source.resolve()
    assert mirror.asked == []


def test_the_password_of_the_registry_is_not_for_its_mirror(
    faulty: FaultyRegistry, mirror: FaultyRegistry, tmp_path: Path
) -> None:
    environment = mirrored(tmp_path, faulty, f"{mirror.host}/proxy")
    auths = {"auths": {faulty.host: {"auth": "dTpwYXNzd29yZA=="}}}
    environment["DOCKER_AUTH_CONFIG"] = json.dumps(auths)
    Opened(faulty.host, environment=environment, mirrors=True).source.resolve()
    assert [one for one in mirror.asked if "authorization" in one.headers] == []


NAME = "a.example/acme/pkg"


@each_row(
    ("entry", "mark", "found"),
    [
        ("prefix = 'a.example'\nlocation = 'b.example/x'", ":", ["b.example/x/acme/pkg"]),
        ("prefix = '*.example'\n[[registry.mirror]]\nlocation = 'm.example/y'", ":", ["m.example/y/acme/pkg"]),
        ("prefix = 'a.example/ac'\nlocation = 'b.example'", ":", []),
        ("location = 'a.example/acme/pkg'\n[[registry.mirror]]\nlocation = 'm.example/z'", "@", ["m.example/z"]),
        ("location = 'a.example'\n[[registry.mirror]]\nlocation = 'Not a host'", ":", []),
        (
            "location = 'a.example'\nmirror-by-digest-only = true\n[[registry.mirror]]\nlocation = 'm.example'",
            ":",
            [],
        ),
        (
            "location = 'a.example'\nmirror-by-digest-only = true\n[[registry.mirror]]\nlocation = 'm.example'",
            "@",
            ["m.example/acme/pkg"],
        ),
        (
            "location = 'a.example'\n[[registry.mirror]]\nlocation = 'm.example'\npull-from-mirror = 'tag-only'",
            "@",
            [],
        ),
    ],
)
def test_mirrors_are_those_of_podman(tmp_path: Path, entry: str, mark: str, found: list[str]) -> None:
    environment = settings(tmp_path, f"[[registry]]\n{entry}\n")
    assert [one.name for one in mirrors_of(NAME, mark, environment)] == found


def test_the_longest_prefix_counts_and_files_of_a_folder_come_later(tmp_path: Path) -> None:
    more = tmp_path / ".config/containers/registries.conf.d"
    more.mkdir(parents=True)
    (more / "10.conf").write_text("[[registry]]\nprefix = 'a.example/acme'\nlocation = 'later.example'\n")
    environment = settings(
        tmp_path,
        "[[registry]]\nprefix = 'a.example'\nlocation = 'short.example'\n"
        "[[registry]]\nprefix = 'a.example/acme'\nlocation = 'long.example'\n",
    )
    assert [one.name for one in mirrors_of(NAME, ":", environment)] == ["later.example/pkg"]


def test_what_container_tools_say_is_told_and_not_followed(tmp_path: Path) -> None:
    entry = {"prefix": "a.example/acme", "location": "b.example", "insecure": "yes"}
    environment = settings(
        tmp_path,
        "[[registry]]\nprefix = 'a.example/acme'\nblocked = true\ninsecure = true\n"
        "[[registry.mirror]]\nlocation = 'mirror.example'\n"
        "[[registry]]\nlocation = 'a.example.org'\nblocked = true\n",
    )
    chosen, mirror = Path(environment["CONTAINERS_REGISTRIES_CONF"]), "mirror.example/pkg"
    assert list(said_by_tools(NAME, environment)) == [
        f"{chosen}: a.example/acme is insecure there; `--insecure` or `--plain-http` says so here",
        f"{chosen}: a.example/acme is blocked there, which Crossplane does not read",
        f"{chosen}: a.example/acme has a mirror there, which Crossplane does not ask: {mirror} (`--mirrors`)",
    ]
    assert list(said_by_tools("a.example/other", environment)) == []
    for odd in (
        "",
        "[",
        json.dumps(entry),
        "registry = 7",
        "registry = [7]\n",
        "[[registry]]\nprefix = 7\nmirror = 1",
    ):
        chosen.write_text(odd)
        assert list(said_by_tools(NAME, environment)) == []


@each_row(
    ("entry", "host"),
    [("a.example:5000", "a.example:5000"), ("10.0.0.0/8", "10.1.2.3:5000"), ("10.0.0.0/8", "b.example")],
)
def test_an_insecure_registry_of_docker_is_told(tmp_path: Path, entry: str, host: str) -> None:
    file = tmp_path / ".config/docker/daemon.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"insecure-registries": [entry], "registry-mirrors": ["https://m.example"]}))
    told = list(said_by_tools(f"{host}/acme/pkg", {"HOME": str(tmp_path)}))
    is_meant = host != "b.example"
    assert told == [f"{file}: insecure there; `--insecure` or `--plain-http` says so here"] * is_meant
    hub = list(said_by_tools("docker.io/library/x", {"HOME": str(tmp_path)}))
    assert hub == [f"{file}: has a mirror there, which Crossplane does not ask: https://m.example"]


def test_where_podman_looks_for_a_short_name_is_told(tmp_path: Path) -> None:
    environment = settings(
        tmp_path,
        "unqualified-search-registries = ['one.example', 'two.example']\n[aliases]\n'acme/pkg' = 'a.example/x'\n",
    )
    conf = environment["CONTAINERS_REGISTRIES_CONF"]
    assert list(said_of_short_name("acme/pkg:v1", environment)) == [
        f"{conf}: acme/pkg stands for a.example/x there",
        f"{conf}: names without a registry are looked for in one.example, two.example there",
    ]
