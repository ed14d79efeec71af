"""What commands say, and how they end: mistakes in a call, what is not there, what is noted beside the output."""

import shlex
from pathlib import Path

import pytest
from builders.goldens import Golden, once
from builders.packages.shelf import shelf
from builders.program.headless import helps, run

__all__ = ["shelf"]
CALLS = [
    *("check --all-layers --no-layers good.xpkg", "check damaged --fail-on never", "check damaged gone.yaml"),
    *("check refused.yaml --fail-on never --select XPKG5", "check good.xpkg --fail-on warning --ignore XPKG213"),
    *("check good.xpkg --fail-on warning --select XPKG213", "check arm64-alone --platform all --select XPKG103"),
    *("cat good.xpkg x --object A/b", "cat good.xpkg --object A", "cat good.xpkg --object /A", "cat good.xpkg gone"),
    *("cat good.xpkg --object provider/provider-nop", "cat good.xpkg --object Provider.meta.pkg.crossplane.io/x"),
    *("cat good.xpkg --object crd/things", "cat platforms --platform all", "cat gone.yaml", "cat damaged"),
    *("cat catalog.yaml --object olm.bundle/a.v1", "cat store.yaml x", "cat two-bases package.yaml --layer 1"),
    *("cat good.xpkg package.yaml --limit file=9", "explain store.yaml bucket --version v9"),
    *("cat sources package/store.yaml", "cat twice.yaml --object customresourcedefinition/bukkets.s3.example.org"),
    *("save good.xpkg out --objects --as cache", "save good.xpkg out x --objects", "save good.xpkg out --package a"),
    *("save good.xpkg out --as cache --layer 0", "save good.xpkg out --as cache", "save gone.yaml out"),
    *("save good.xpkg out --as cache --package host.example/a/b", "save good.xpkg out --as cache --package a:b:c"),
    *("save tides out --as cache --package host.example/a/b", "save good.xpkg out --objects", "save good.xpkg out"),
    *("save good.xpkg out", "save good.xpkg out --force", "save good.xpkg out/new gone", "save sources out/sources"),
    *("save store.yaml out/store", "save damaged out/damaged", "save labels-alone out/x --view base"),
    *(
        "diff - -",
        "diff store.yaml other.yaml --exit-code --select CHG101",
        "diff store.yaml other.yaml --select CHG0",
    ),
    *("diff other.yaml store.yaml --exit-code --ignore CHG132", "diff broken.yaml good --exit-code --select CHG0"),
    *("explain", "explain x.yaml --recursive", "explain x.yaml --format sample", "explain store.yaml --version v1"),
    *("explain store.yaml bucket --search x", "explain store.yaml bucket.spec --format sample", "explain --search x"),
    *(
        "explain store.yaml bucket.spec.region --format openapi",
        "explain store.yaml bucket.spec.tags --format openapi",
    ),
    *("explain store.yaml bucket.spec.tags --format json-schema", "explain broken.yaml thing --format sample"),
    *("explain store.yaml --search spec --all", "explain store.yaml xstore --format sample"),
    *("images good.xpkg --format lines", "images tides --format lines", "images tides --format mapping"),
    *(f"images tides --to m.example/x --format {form}" for form in ("mapping", "commands", "idms", "imageconfig")),
    *("images good.xpkg --to m.example --format imageconfig", "images good.xpkg --version 1", "images damaged"),
    *("ls good.xpkg --hidden --layer 0", "ls two-bases --hidden", "ls platforms --platform all", "ls good.xpkg gone"),
    *("ls good.xpkg package.yaml", "ls sources package", "ls sources gone", "ls damaged", "ls store.yaml", "ls gone"),
    *(
        "ls sources examples/a.yaml",
        "ls damaged --view layer --layer 1",
        "ls damaged --layer 0",
        "ls damaged --view base",
        "ls two-bases gone --view flattened",
    ),
    *("rbac tides --format yaml --by installer", "rbac tides --by olm-v0 --namespace x", "rbac broken.yaml"),
    *("rbac good.xpkg --member store.yaml --by rbac-manager", "rbac good.xpkg --member gone.yaml", "rbac gone.yaml"),
    *(
        "referrers good",
        "referrers good.xpkg",
        "referrers store.yaml",
        "referrers gone",
        "referrers good --policy gone",
    ),
    *("report - -", "report good.xpkg x.jsonl", "report gone.yaml -o page.html", "report x.jsonl -o page.html"),
    *("rules XPKG401 --message x", "rules --message 'nothing of it'", "rules zzz", "rules 40", "rules chg1"),
    *(
        "rules --message 'invalid Yaml document separator: x'",
        "rules --message 'invalid Yaml document separator: x' --format json",
        "rules 101 --format json",
        "rules -1",
    ),
    *("show good.xpkg --no-check", "show damaged --no-check", "show platforms --platform linux/s390x"),
    *("tags a/b --satisfies newest", f"tags a/b --satisfies sha256:{'1' * 64}", "tags a/b --offline", "tags x:y:z"),
    *(
        "upgrades store.yaml",
        "upgrades catalog.yaml --package b",
        "upgrades catalog.yaml --channel x",
        "upgrades gone",
    ),
    *("upgrades catalog.yaml --format mermaid", "upgrades catalog.yaml --from x", "upgrades tides --format json"),
    *("why - -", "why good --base 9", "why good --base x", "why store.yaml --base 0", "why gone.yaml good.xpkg"),
    *("deps good.xpkg --why x", "deps store.yaml", "deps tides", "deps catalog.yaml --package a", "deps gone.yaml"),
    *("deps catalog.yaml --package a --version 9", "deps tides --catalog catalog.yaml", "deps tides --format dot"),
    *("browse a b", "browse chek b", "chek a", "show a b", "browse ''", "browse", "--at layer/1", "--at nowhere x"),
    *(
        "browse --policy store.yaml x",
        "browse good.xpkg",
        "demo --format plain",
        "browse gone.yaml",
        "browse damaged",
    ),
    *("examples good.xpkg gone.yaml", "examples fine", "examples sources", "examples gone.yaml", "examples damaged"),
    *("cache info --cache-dir none", "cache prune --keep x", "cache prune --cache-dir none --keep 1", "cache clear"),
    *("config path", "config validate store.yaml", "config show", "completion", "completion tcsh"),
]


@pytest.fixture
def folder(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The packages, and a file of results."""
    monkeypatch.chdir(shelf)
    (shelf / "x.yaml").write_text("a: b\n")
    (shelf / "x.jsonl").write_text("")
    return shelf


def test_every_call_is_answered_as_was_agreed(folder: Path, golden: Golden) -> None:
    texts = []
    for words in CALLS:
        asked = shlex.split(words)
        done = run(*asked, XPKGTUI_NO_CACHE="1", XDG_CONFIG_HOME="/config", XDG_CACHE_HOME="/cache")
        said = (done.stdout + done.stderr).replace(str(folder), "FOLDER")
        rows = said.splitlines(keepends=True)
        short = "".join(rows if len(rows) < 40 else [*rows[:15], f"… {len(rows)} lines\n", *rows[-4:]])
        texts.append(f"$ {words}\n{short}ended with {done.exit_code}\n")
    golden("said", once("\n".join(texts)))


def test_every_command_says_what_it_takes_as_was_agreed(golden: Golden) -> None:
    golden("help", helps())
