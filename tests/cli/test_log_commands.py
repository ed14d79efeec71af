"""No text of a package is a command to a CI server: every command and form, read as GitHub's runner reads a log."""

import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import click
import pytest
from builders.cases import each_row
from builders.gate import IS_WHOLE
from builders.oci.images import package, write_layout
from builders.program.headless import DOCUMENTED, run
from click.testing import Result

from xpkgtui.cli.calls import COMMANDS
from xpkgtui.cli.output import Grammar, unarmed

TIME = re.compile(r' time="[0-9.]+"')

SEEN = "##[add-mask]x ##vso[task.setvariable variable=PATH]x ##teamcity[buildNumber '1'] ###[error]x"
HOSTILE = "H".join(
    (
        *("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\n::error::PWN\n::add-mask::x\n"),
        *(
            "%0A::set-output name=x::y",
            "]]><x/>",
            "[l](javascript:alert(1))",
            "=cmd|' /C calc'!A0",
            '"]; evil [label="',
        ),
        *("@everyone #1 `x` |", "\r\n\r\n \t::stop-commands::pwned\n", "</style><script>", "&#27;[31m", "{{7*7}}"),
        *("\x1b]52;c;RVZJTA==\x07\x9b31m\u202eRLO\u2066\u200b\u2028", "\n\u00a0::error file=x::forged", SEEN),
    )
)
Q = json.dumps(HOSTILE)
META = f"""\
apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata:
  name: {Q}
  annotations: {{meta.crossplane.io/description: {Q}, meta.crossplane.io/readme: {Q}, {Q}: {Q}}}
spec:
  package: {Q}
  controller: {{image: {Q}, permissionRequests: [{{apiGroups: [{Q}], resources: [{Q}], verbs: [{Q}]}}]}}
  crossplane: {{version: {Q}}}
  capabilities: [{Q}]
  dependsOn:
  - {{provider: {Q}, version: {Q}}}
  - {{provider: "x.test/a/b", version: {Q}}}
  - {{apiVersion: {Q}, kind: {Q}, package: {Q}, version: ">=v1.0.0"}}
"""
CRD = f"""\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: buckets.e.test, annotations: {{a: {Q}}}}}
spec:
  group: e.test
  names: {{kind: Bucket, plural: buckets, singular: bucket, listKind: BucketList, categories: [{Q}]}}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns: [{{name: {Q}, type: string, jsonPath: .spec.a, description: {Q}}}]
    schema:
      openAPIV3Schema:
        type: object
        description: {Q}
        properties:
          spec:
            type: object
            description: {Q}
            properties:
              {Q}:
                type: string
                description: {Q}
                enum: [{Q}, a]
                default: {Q}
                x-kubernetes-validations:
                - {{rule: "self != 'a'.x", message: {Q}}}
                - {{rule: "self == 'x'", message: {Q}}}
              a: {{type: string, description: {Q}, enum: [{Q}], maxLength: 5}}
"""
OTHERS = f"""\
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {{name: {Q}}}
spec:
  mode: Pipeline
  compositeTypeRef: {{apiVersion: e.test/v1, kind: {Q}}}
  pipeline:
  - {{step: {Q}, functionRef: {{name: {Q}}}}}
---
apiVersion: v1
kind: {Q}
metadata: {{name: {Q}}}
"""
EXAMPLE = f"""\
apiVersion: e.test/v1
kind: Bucket
metadata: {{name: {Q}, labels: {{{Q}: {Q}}}}}
spec: {{a: {Q}, {Q}: {Q}}}
---
apiVersion: {Q}
kind: {Q}
"""
CATALOG = f"""\
{{schema: olm.package, name: {Q}, defaultChannel: {Q}, description: {Q}}}
---
schema: olm.channel
package: {Q}
name: {Q}
entries: [{{name: {Q}, replaces: {Q}, skipRange: {Q}}}, {{name: a.v1}}]
---
{{schema: olm.bundle, package: {Q}, name: {Q}, image: {Q}, properties: [{{type: {Q}, value: {Q}}}]}}
"""
SET = f"""\
apiVersion: pkg.crossplane.io/v1
kind: Provider
metadata: {{name: {Q}}}
spec: {{package: {Q}, runtimeConfigRef: {{name: {Q}}}}}
---
apiVersion: apiextensions.crossplane.io/v1alpha1
kind: ManagedResourceActivationPolicy
metadata: {{name: {Q}}}
spec: {{activate: [{Q}]}}
---
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {{name: {Q}}}
spec: {{compositeTypeRef: {{apiVersion: {Q}, kind: {Q}}}, pipeline: [{{step: {Q}, functionRef: {{name: {Q}}}}}]}}
"""
FOR_PROGRAMS = {
    *("yaml", "sample", "lines", "mapping", "commands", "idms", "imageconfig", "dot", "mermaid"),
}
"""Forms that other programs read; they hold what the package says as it is, quoted as their own grammar asks."""
CALLS = {
    "check": ["check {}", "check a.yaml folder --format jsonl", "check a.yaml folder --format html --jobs 1"],
    "why": ["why {}", "why a.yaml folder"],
    "diff": ["diff a.yaml b.yaml", "diff layout other --level strict", "diff folder a.yaml"],
    "show": ["show {}", "show {} --verbose"],
    "ls": ["ls {}", "ls {} --hidden"],
    "explain": ["explain {}", "explain {} bucket.spec", "explain {} bucket", "explain {} bucket --recursive"],
    "examples": ["examples {} example.yaml --verbose"],
    "upgrades": ["upgrades catalog.yaml"],
    "deps": ["deps {} --verbose", "deps catalog.yaml"],
    "outdated": ["outdated set.yaml --offline"],
    "plan": ["plan set.yaml --offline", "plan set.yaml --offline --verbose --installed set.yaml"],
    "images": ["images {} --to m.test", "images catalog.yaml --to m.test"],
    "rbac": ["rbac {}", "rbac {} --verbose"],
    "tags": ["tags x.test/a/b --offline"],
    "referrers": ["referrers {}"],
    "report": ["report {}", "report a.yaml folder"],
    "rules": ["rules XPKG401"],
    "manual": ["manual", "manual ci", "manual security"],
    "schema": ["schema", "schema check"],
    "config": ["config show", "config path"],
    "cache": ["cache info"],
}
AS_THEY_ARE = {"cat", "save", "completion"}
"""Commands whose output is a file, or a script."""
SCREENS = {"demo"}
SHOWING = {"check", "why", "diff", "show", "explain", "examples", "deps", "images", "report"}
"""Commands that certainly print the text of these packages."""
SOURCES = ("a.yaml", "layout", "folder")


def obeyed(text: str, names: str = r"[\w-]+") -> list[str]:
    """What a server takes for commands, by the parsers of the runner, Azure's agent and TeamCity; any name counts.

    A line ends where `StreamReader.ReadLine` ends it. `TryParseV2` asks for `::` at the start of what `TrimStart`
    leaves, and for another; `TryParse` takes the first `##[` and the next `]`, wherever they are.
    """
    found = []
    for row in re.split(r"\r\n|\r|\n", text):
        if (trimmed := row.lstrip()).startswith("::") and "::" in trimmed[2:]:
            name = trimmed[2 : trimmed.index("::", 2)].partition(" ")[0]
            found += [f"::{name}"] if re.fullmatch(names, name) else []
        found += re.findall(r"##\[|##vso\[|##teamcity\[", row, re.IGNORECASE)
    return found


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    stream = f"{META}---\n{CRD}---\n{OTHERS}"
    (folder / "a.yaml").write_text(stream)
    (folder / "b.yaml").write_text(stream.replace("maxLength: 5", "maxLength: 4").replace("RLO", "z"))
    (folder / "example.yaml").write_text(EXAMPLE)
    (folder / "catalog.yaml").write_text(CATALOG)
    (folder / "set.yaml").write_text(SET)
    inside = folder / "folder" / "a\n::error::PWN ##[error]<b>"
    inside.mkdir(parents=True)
    (folder / "folder" / "crossplane.yaml").write_text(META)
    (inside / "x\n::warning::z ##vso[x]y.yaml").write_text(CRD)
    write_layout(folder / "layout", package(stream, labels={HOSTILE: HOSTILE}, annotations={HOSTILE: HOSTILE}))
    write_layout(folder / "other", package(stream.replace("maxLength: 5", "maxLength: 4")))
    return folder


def outputs(command: str) -> Iterator[tuple[list[str], str, str, Result]]:
    """Each call of a command, what it wrote in a form, and how it ended; `check` and `diff` write many at once."""
    declared = importlib.import_module(f"xpkgtui.cli.commands.{command}").command
    option = next((one for one in declared.params if "--format" in one.opts), None)
    context = click.Context(declared)
    forms = [item.value for item in option.type.shell_complete(context, option, "")] if option else []
    for row in CALLS[command]:
        places = SOURCES if "{}" in row else SOURCES[:1]
        for number, source in enumerate(places):
            words = row.format(source).split()
            if "--format" in words or not forms:
                ended = run(*words, XPKGTUI_NO_CACHE="1")
                yield words, ended.stdout, "", ended
            elif option and option.multiple:
                files = {form: f"written.{form}" for form in forms if form != "jsonl"}
                ended = run(
                    *words, *(f"--format={form}={file}" for form, file in files.items()), XPKGTUI_NO_CACHE="1"
                )
                yield from ((words, Path(file).read_text("utf-8"), form, ended) for form, file in files.items())
            else:
                # In the gate each form is written of one of the sources.
                for form in forms if IS_WHOLE else forms[number :: len(places)]:
                    ended = run(*words, "--format", form, XPKGTUI_NO_CACHE="1")
                    yield words, ended.stdout, form, ended


def test_every_command_is_walked() -> None:
    assert set(COMMANDS) == {*CALLS, *AS_THEY_ARE, *SCREENS}


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("command", CALLS)
def test_no_text_of_a_package_is_obeyed(command: str, hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(hostile)
    seen = 0
    for words, text, form, ended in outputs(command):
        assert ended.exit_code in DOCUMENTED, words
        assert not obeyed(ended.stderr), words
        if form not in FOR_PROGRAMS:
            ours = {"::error", "::warning", "::notice"} if form == "github" else set()
            assert not set(obeyed(text)) - ours, (words, form)
            assert not re.search(r"(?m)^\s*::error( file=x)?::(PWN|forged)", text), (words, form)
        seen += text.count(r"\u0023[add-mask]") + text.count("&#35;[add-mask]")
    assert seen or command not in SHOWING


@each_row("name", ["##[error]x", "a\n::error::x", "##vso[a]b", "\n \t::add-mask::x", "##teamcity[a]"])
@each_row("command", [*CALLS, "cat", "save", "completion"])
def test_no_word_of_a_call_is_obeyed(command: str, name: str) -> None:
    ended = run(command, name, name, XPKGTUI_NO_CACHE="1")
    assert ended.exit_code in DOCUMENTED
    assert not obeyed(ended.stdout + ended.stderr)


def test_json_has_the_same_values(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(hostile)
    text = run("explain", "a.yaml", "bucket.spec.a", "--format", "openapi", XPKGTUI_NO_CACHE="1").stdout
    assert json.loads(text)["enum"] == [HOSTILE]
    assert r"\u0023[add-mask]x" in text


def test_xml_has_the_same_values() -> None:
    root = ET.Element("a", b=SEEN)
    root.text = f"a\n  ::error::x\n{SEEN}"
    text = unarmed(ET.tostring(root, encoding="unicode"), Grammar.MARKUP)
    assert not obeyed(text)
    assert (ET.fromstring(text).text, ET.fromstring(text).get("b")) == (root.text, SEEN)


def test_a_file_and_standard_output_have_the_same_bytes(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(hostile)
    for form in ("text", "junit", "github", "markdown", "sarif", "html"):
        printed = run("check", "a.yaml", "--format", form, XPKGTUI_NO_CACHE="1").stdout
        run("check", "a.yaml", "--format", f"{form}=written", XPKGTUI_NO_CACHE="1")
        written = (hostile / "written").read_text(encoding="utf-8")
        assert TIME.sub("", written) == TIME.sub("", printed), form


@each_row(
    ("text", "shown"),
    [
        ("a ##[add-mask]x", r"a #\u0023[add-mask]x"),
        ("###[x] ##VSO[a]", r"##\u0023[x] #\u0023VSO[a]"),
        ("##teamcity[a]", r"#\u0023teamcity[a]"),
        ("a\n  ::error::x", "a\n  \\u003a:error::x"),
        ("::x\r::y", "\\u003a:x\r\\u003a:y"),
        ("\u00a0\t::x::", "\u00a0\t\\u003a:x::"),
    ],
)
def test_a_reader_sees_what_was_there(text: str, shown: str) -> None:
    assert unarmed(text, Grammar.PLAIN) == shown
    assert not obeyed(shown)


@each_row("text", ["## Title", "a ::b", "x ##", "a::error::", "std::vector", "# # [x]", "[##]"])
def test_what_no_server_obeys_stays_as_it_is(text: str) -> None:
    assert unarmed(text, Grammar.PLAIN) == text


def test_the_runner_is_read_as_it_is() -> None:
    assert obeyed(" \t::error::x\r##[group]y\na ##vso[x]\n::no command") == ["::error", "##[", "##vso["]
