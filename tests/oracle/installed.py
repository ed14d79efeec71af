"""Compares a real Crossplane with xpkgtui about packages: `python tests/oracle/installed.py HOST VERSION`.

kubectl and KUBECONFIG lead to a cluster on loopback with that VERSION of Crossplane (2.4, 1.20), which nothing else
uses; HOST is a registry on loopback that takes packages by plain http (`127.0.0.1:5000`), skopeo pushes them. Shows
where verdict or message are not ours. Dependencies of the packages exist nowhere, so that none has any. Crossplane 2
calls a provider healthy whose definition the API server refuses (its ManagedResourceDefinition is not established, an
event says why): such a package is shown as `half`, and counts as refused. One of which Crossplane says nothing at the
end is `not settled`: no difference, and counted apart.
"""

import itertools
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

from builders.oci.images import image, write_layout  # noqa: E402
from builders.oci.layers import file, layer  # noqa: E402
from builders.program.headless import headless  # noqa: E402

_LONGEST = 900.0
"""Seconds until what Crossplane says counts."""
_STEADY, _SILENT = 12.0, 240.0
"""Seconds in which nothing changes, after which it counts too; those where nothing is said of some package."""
_PENDING = re.compile(r'"Unknown"| yet\b')
_SCHEME = re.compile(r' in scheme "[^"]*"')
_SPACES = re.compile(r"\s+")
_STATES = {True: "healthy", False: "refused", None: "not settled"}
_PARTS = re.compile(r" is invalid: |(?<=lid value: |ted value: )")
Node = dict[str, Any]


def meta(kind: str, spec: str = "{}") -> str:
    return f"apiVersion: meta.pkg.crossplane.io/v1\nkind: {kind}\nmetadata: {{name: it}}\nspec: {spec}\n"


def crd(group: str, tags: str = "{type: string}", *, storage: str = "true", name: str = "") -> str:
    return f"""\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: {name or f"gates.{group}"}}}
spec:
  group: {group}
  scope: Cluster
  names: {{kind: Gate, plural: gates, singular: gate, listKind: GateList}}
  versions:
  - name: v1
    served: true
    storage: {storage}
    schema:
      openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{tags: {tags}}}}}}}}}
"""


def xrd(group: str, version: str = "v1", tags: str = "{type: string}") -> str:
    return f"""\
apiVersion: apiextensions.crossplane.io/{version}
kind: CompositeResourceDefinition
metadata: {{name: boats.{group}}}
spec:
  group: {group}
  names: {{kind: Boat, plural: boats}}
  versions:
  - name: v1
    served: true
    referenceable: true
    schema:
      openAPIV3Schema: {{type: object, properties: {{spec: {{type: object, properties: {{tags: {tags}}}}}}}}}
"""


def with_metadata(text: str, fields: str) -> str:
    return text.replace("metadata: {", f"metadata: {{{fields}, ", 1)


def composition(group: str, spec: str) -> str:
    head = f"apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\nmetadata: {{name: boats.{group}}}\n"
    return f"{head}spec:\n  compositeTypeRef: {{apiVersion: {group}/v1, kind: Boat}}\n{spec}"


def pipeline(*steps: str) -> str:
    return f"  mode: Pipeline\n  pipeline: [{', '.join(steps)}]\n"


STEP = "{step: a, functionRef: {name: f}%s}"
SECRET = "{name: %s, source: Secret, secretRef: {namespace: a, name: b}}"
COSTLY = (
    "{type: array, items: {type: string}, x-kubernetes-validations: [{rule: 'self.all(x, self.all(y, x == y))'}]}"
)
BROKEN_RULE = "{type: string, x-kubernetes-validations: [{rule: 'self.a.b == 1'}]}"

OWNER = "apiVersion: a/v1, kind: B, name: c"
METADATA = (
    "uid: abc",
    "deletionTimestamp: 2024-01-01T00:00:00Z",
    "deletionGracePeriodSeconds: 5",
    "creationTimestamp: 2024-01-01T00:00:00Z",
    "generation: 7",
    "generation: -1",
    "selfLink: a",
    "generateName: a_b",
    "generateName: abc-",
    "resourceVersion: '5'",
    "resourceVersion: abc",
    "labels: {a: 5}",
    "labels: {a: b c}",
    "annotations: {a b: c}",
    "finalizers: [a b]",
    "finalizers: [orphan, foregroundDeletion]",
    f"ownerReferences: [{{{OWNER}}}]",
    f"ownerReferences: [{{{OWNER}, uid: d}}]",
    f"ownerReferences: [{{{OWNER}, uid: d, controller: true}}]",
    "ownerReferences: [{apiVersion: v1, kind: Event, name: a, uid: b}]",
    "managedFields: [{operation: Take}]",
    "managedFields: [{manager: a, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {'f:a': {}}}]",
    "namespace: a",
    "namespace: A_b",
    "unknown: 1",
)
"""Fields of the metadata of an object."""
_WEBHOOK = "conversion: {strategy: Webhook, webhook: {%s}}"
EDITS = (
    ("  scope: Cluster\n", ""),
    ("scope: Cluster", "scope: Some"),
    ("plural: gates", "plural: Gates"),
    ("singular: gate", "singular: Gate"),
    ("kind: Gate, ", ""),
    ("plural: gates, ", ""),
    ("  scope:", "  conversion: {strategy: Some}\n  scope:"),
    ("  scope:", f"  {_WEBHOOK % 'conversionReviewVersions: [v1]'}\n  scope:"),
    ("  scope:", f"  {_WEBHOOK % 'clientConfig: {url: https://a.example.org}'}\n  scope:"),
    ("  scope:", f"  {_WEBHOOK % 'conversionReviewVersions: [v1], clientConfig: {service: {name: a}}'}\n  scope:"),
    ("    storage: true", "    storage: true\n    additionalPrinterColumns: [{name: a, type: string}]"),
    ("    storage: true", "    storage: true\n    selectableFields: [{}]"),
    ("    schema:", "    other:"),
    ("group: z", "group: Z"),
)
"""What is replaced in a definition, with what."""


def packages() -> dict[str, tuple[str, str]]:
    """The kind of the object and the stream of each package; none has a definition of another."""
    made: dict[str, tuple[str, str]] = {}

    def add(name: str, kind: str, *objects: str, spec: str = "{}") -> None:
        made[name] = (kind, "---\n".join((meta(kind, spec), *objects)))

    add("good-provider", "Provider", crd("a.example.org"))
    add("two-metas", "Provider", meta("Provider"), crd("b.example.org"))
    made["no-meta"] = ("Provider", crd("c.example.org"))
    made["broken-yaml"] = ("Provider", f"{meta('Provider')}---\na: [\n")
    add("config-map", "Provider", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
    add("number-for-text", "Provider", crd("d.example.org").replace("kind: Gate,", "kind: 1,"))
    add("no-storage", "Provider", crd("e.example.org", storage="false"))
    add("costly-rule", "Provider", crd("f.example.org", COSTLY))
    add("broken-rule", "Provider", crd("g.example.org", BROKEN_RULE))
    add("other-name", "Provider", crd("h.example.org", name="bars.h.example.org"))
    add("composite-in-provider", "Provider", crd("i.example.org"), xrd("i2.example.org"))
    add("excluded", "Provider", crd("j.example.org"), spec="{crossplane: {version: '>=v9.0.0'}}")
    add("no-constraint", "Provider", crd("k.example.org"), spec="{crossplane: {version: newest}}")
    add(
        "good-configuration", "Configuration", xrd("l.example.org"), composition("l.example.org", pipeline(STEP % ""))
    )
    native = "  resources: [{name: a, base: {apiVersion: v1, kind: Pod}}]\n"
    add("native", "Configuration", xrd("m.example.org"), composition("m.example.org", native))
    add("costly-composite", "Configuration", xrd("n.example.org", tags=COSTLY))
    add("composite-of-v2", "Configuration", xrd("o.example.org", "v2"))
    add("step-twice", "Configuration", composition("p.example.org", pipeline(STEP % "", STEP % "")))
    twice = f", credentials: [{SECRET % 'c'}, {SECRET % 'c'}]"
    add("credential-twice", "Configuration", composition("q.example.org", pipeline(STEP % twice)))
    add(
        "no-secret",
        "Configuration",
        composition("r.example.org", pipeline(STEP % ", credentials: [{name: c, source: Secret}]")),
    )
    add("input-without-kind", "Configuration", composition("s.example.org", pipeline(STEP % ", input: {a: 1}")))
    add("good-function", "Function", crd("t.example.org"))
    add("composite-in-function", "Function", xrd("u.example.org"))
    dated = "{type: string, format: date, default: x}"
    add("default-of-no-format", "Provider", crd("v.example.org", dated))
    add("default-of-a-composite", "Configuration", xrd("w.example.org", tags=dated))
    for number, (old, new) in enumerate(EDITS):
        add(f"definition-edited-{number}", "Provider", crd(f"z{number}.example.org").replace(old, new))
    for number, fields in enumerate(METADATA):
        group = f"x{number}.example.org"
        add(f"definition-with-{number}", "Provider", with_metadata(crd(group), fields))
        add(f"composite-with-{number}", "Configuration", with_metadata(xrd(group), fields))
        given = f", input: {{apiVersion: a/v1, kind: I, metadata: {{{fields}}}}}"
        add(f"input-with-{number}", "Configuration", composition(f"y{group}", pipeline(STEP % given)))
    for kind, other in itertools.permutations(("Provider", "Configuration", "Function"), 2):
        made[f"{kind}-under-{other}".lower()] = (other, meta(kind))
    return made


def kubectl(*arguments: str, text: str | None = None) -> str:
    done = subprocess.run(("kubectl", *arguments), input=text, capture_output=True, text=True, check=True)
    return done.stdout


def install(host: str, folder: Path) -> None:
    """Pushes all packages and makes their objects."""
    objects = []
    for name, (kind, text) in packages().items():
        write_layout(folder / name, image(layer(file("package.yaml", text), base=True)))
        target = f"docker://{host}/acme/{name}:v1.0.0"
        push = (
            "skopeo",
            "copy",
            "-q",
            "--preserve-digests",
            "--dest-tls-verify=false",
            f"oci:{folder / name}",
            target,
        )
        subprocess.run(push, check=True, stdout=subprocess.DEVNULL)
        spec = {"package": f"{host}/acme/{name}:v1.0.0"}
        objects.append({"apiVersion": "pkg.crossplane.io/v1", "kind": kind, "metadata": {"name": name}, "spec": spec})
    kubectl("apply", "-f", "-", text=json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))


def said() -> dict[str, tuple[bool | None, str]]:
    """Of each package whether its revision is healthy, None where nothing is said yet, and all messages."""
    found: dict[str, tuple[bool | None, str]] = dict.fromkeys(packages(), (None, ""))
    for suffix in ("s", "revisions"):
        named = ",".join(f"{one}{suffix}.pkg.crossplane.io" for one in ("provider", "configuration", "function"))
        for one in json.loads(kubectl("get", named, "-o", "json"))["items"]:
            name = one["metadata"].get("labels", {}).get("pkg.crossplane.io/package", one["metadata"]["name"])
            conditions = one.get("status", {}).get("conditions", ())
            text = f"{found[name][1]} {' '.join(each.get('message', '') for each in conditions)}".strip()
            healthy = {each["type"] for each in conditions if suffix == "revisions" and each["status"] == "True"}
            if healthy & {"RevisionHealthy", "Healthy"}:
                found[name] = (True, text)
            else:
                refusing = (each.get("message", "") for each in conditions if each["status"] == "False")
                is_refused = any(one and not _PENDING.search(one) for one in refusing)
                found[name] = (False if is_refused else found[name][0], text)
    return found


def not_made() -> dict[str, str]:
    """Of each provider with a definition that is not established what the events about it say."""
    if "managedresourcedefinitions" not in kubectl("api-resources", "-o", "name"):
        return {}
    events: dict[str, str] = {}
    for one in json.loads(kubectl("get", "events", "-n", "default", "-o", "json"))["items"]:
        about = one["involvedObject"]["name"]
        events[about] = f"{events.get(about, '')} {one['message']}"
    found: dict[str, str] = {}
    for one in json.loads(kubectl("get", "managedresourcedefinitions", "-o", "json"))["items"]:
        conditions = one.get("status", {}).get("conditions", ())
        owners = [each["name"] for each in one["metadata"]["ownerReferences"] if each["kind"] == "Provider"]
        if any(each["type"] == "Established" and each["status"] == "False" for each in conditions):
            found |= dict.fromkeys(owners, events.get(one["metadata"]["name"], ""))
    return found


def settled() -> dict[str, tuple[bool | None, str]]:
    """What is said once nothing changes any more."""
    began = changed = time.monotonic()
    before: dict[str, tuple[bool | None, str]] = {}
    while True:
        now = said()
        if now != before:
            before, changed = now, time.monotonic()
        steady = _SILENT if any(is_healthy is None for is_healthy, _ in now.values()) else _STEADY
        if time.monotonic() - changed > steady or time.monotonic() - began > _LONGEST:
            return now
        time.sleep(1)


def plain(text: str) -> str:
    return _SPACES.sub(" ", _SCHEME.sub("", text)).strip()


def told(ours: str, text: str) -> bool:
    """Whether all that we quote is there; several errors stand in one list, and values are not quoted."""
    return all(part in text for part in _PARTS.split(ours))


def main(host: str, version: str) -> int:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        install(host, folder)
        real, half = settled(), not_made()
        began = time.monotonic()
        while not all(half.values()) and time.monotonic() - began < _SILENT:  # events come late
            time.sleep(5)
            half = not_made()
        marks: Counter[str] = Counter()
        for name, (kind, _) in packages().items():
            result = headless("check", folder / name, "--crossplane", version, "--kind", kind).result
            errors = [one for one in result["findings"] if one["severity"] == "error"]
            ours = [plain(one["crossplane_says"]) for one in errors if one["crossplane_says"]]
            is_healthy, text = (False, half[name]) if name in half else real[name]
            state = "half" if name in half else _STATES[is_healthy]
            is_told = is_healthy or any(told(one, plain(text)) for one in ours)
            is_same = (result["verdict"] == "accepted") is is_healthy
            mark = "silent" if is_healthy is None else "verdict" if not is_same else "=" if is_told else "words"
            marks[mark] += 1
            print(f"{mark:8}{name:24}{state}")
            if mark != "=":
                print(f"  real  {plain(text)[:700]}\n  ours  {result['verdict']} {' | '.join(ours)[:700]}")
        differing = marks["verdict"] + marks["words"]
        silent = marks["silent"]
        print(f"{len(real)} packages, Crossplane {version}: {differing} differ, {silent} are not settled")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
