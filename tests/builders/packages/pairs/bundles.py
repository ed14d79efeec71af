"""The pairs of the rules about operator bundles: they differ in one value, at the border of what is allowed."""

from base64 import b64encode
from collections.abc import Mapping
from random import Random

from builders.packages.bundles import (
    ANNOTATIONS,
    ANNOTATIONS_FILE,
    CRD,
    CRD_FILE,
    CSV,
    CSV_FILE,
    DEPENDENCIES_FILE,
    LABELS,
    PROPERTIES_FILE,
    ROLE,
    SERVICE,
    SOUND,
)
from builders.packages.faulty_bundles import faulty_bundles
from builders.packages.pairs.pair import Packed, Pair, of_files

_MORE = "manifests/m.yaml"
_EXAMPLE = '{"apiVersion": "tides.example.com/v1", "kind": "Berth"}'
_MODES = CSV[CSV.index("  - {type: OwnNamespace") : CSV.index("  customresourcedefinitions")]
_OTHER = CRD.replace("berths", "moorings").replace("berth", "mooring").replace("kind: Berth", "kind: Mooring")
_RELEASED = CSV.replace("tides.v1.2.0", "tides-v1.2.0-1").replace("  version:", "  release: '1'\n  version:")
_TYPES = "type: ValidatingAdmissionWebhook", "type: MutatingAdmissionWebhook"


def bundle_pairs() -> Mapping[str, Pair]:
    """All of them, by rule."""
    found = {**_layouts(), **_annotations(), **_dependencies(), **_service_versions(), **_examples()}
    return {**found, **_definitions(), **_objects(), **_webhooks(), **_presentation(), **_made()}


def asked_pairs() -> Mapping[str, Mapping[str, str]]:
    """Their folders by rule and side, `OLM031 trips`, as tools are asked: without those of a megabyte or a link."""
    sides = ((f"{rule} {side}", packed) for rule, pair in bundle_pairs().items() for side, packed in pair.sides)
    return {
        name: packed.files
        for name, packed in sides
        if packed.labels is None and name.partition(" ")[0] not in ("OLM016", "OLM026")
    }


def _at(name: str, text: str, old: str, trips: str, spares: str, base: Mapping[str, str] = SOUND) -> Pair:
    """A file of a bundle, with one text in place of `old`, or another."""
    assert old in text, old
    return of_files(*({**base, name: text.replace(old, new)} for new in (trips, spares)))


def _csv(old: str, trips: str, spares: str, csv: str = CSV) -> Pair:
    return _at(CSV_FILE, csv, old, trips, spares)


def _named(case: str, old: str, trips: str, spares: str) -> Pair:
    """The ClusterServiceVersion of a bundle that is known by its name."""
    files = faulty_bundles()[case]
    return _at(CSV_FILE, files[CSV_FILE], old, trips, spares, files)


def _more(trips: str, spares: str, name: str = _MORE) -> Pair:
    """One more file."""
    return of_files({**SOUND, name: trips}, {**SOUND, name: spares})


def _layouts() -> dict[str, Pair]:
    metadata = {ANNOTATIONS_FILE: ANNOTATIONS}
    without = {name: text for name, text in SOUND.items() if name != ANNOTATIONS_FILE}
    return {
        "OLM001": Pair(
            Packed(files=metadata, labels=LABELS), Packed(files={**metadata, "manifests/a": ""}, labels=LABELS)
        ),
        "OLM002": of_files(without, {**without, "metadata/": ""}),
        "OLM012": of_files({**SOUND, "manifests/deep/a.yaml": SERVICE}, {**SOUND, "deep/a.yaml": SERVICE}),
        "OLM013": of_files({**SOUND, "manifests/.a.yaml": SERVICE}, {**SOUND, "manifests/_.a.yaml": SERVICE}),
        "OLM027": _more("# nothing\n---\na: b\n", "# nothing\n\na: b\n", "metadata/notes.yaml"),
        "OLM026": Pair(Packed(files=SOUND, links={_MORE: "gone.yaml"}), Packed(files=SOUND)),
        "OLM014": _more("apiVersion: v1\nKind: Secret\n", "apiVersion: v1\nkind: Secret\n"),
        "OLM015": _more(f"{SERVICE}---\n{ROLE}", f"{SERVICE}---\n# {ROLE.replace(chr(10), ' ')}\n"),
        "OLM016": _more(_noise(690_000), _noise(650_000)),
        "OLM018": _more(f"# a\n---\n{SERVICE}", f"---\n# a\n{SERVICE}"),
        "OLM019": _more("apiVersion: v2\nname: a\n", "apiVersion: v2\nname: ''\n", "manifests/Chart.yaml"),
        "OLM030": _more(f"{SERVICE}---\n{CSV}", f"{CSV}---\n{SERVICE}", CSV_FILE),
    }


def _noise(count: int) -> str:
    noise = b64encode(Random(1).randbytes(count)).decode()
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: large}}\ndata: {{noise: {noise}}}\n"


def _annotations() -> dict[str, Pair]:
    def at(old: str, trips: str, spares: str) -> Pair:
        return _at(ANNOTATIONS_FILE, ANNOTATIONS, old, trips, spares)

    labels = {**LABELS, "operators.operatorframework.io.bundle.package.v1": "tide"}
    return {
        "OLM003": _more("annotations: [a]\n", "annotations: {a: 5}\n", ANNOTATIONS_FILE),
        "OLM004": _more(ANNOTATIONS, ANNOTATIONS.replace("annotations", "Annotation"), "metadata/b.yaml"),
        "OLM005": at("  operators.operatorframework.io.bundle.channels.v1: stable,candidate\n", "", "  "
            "operators.operatorframework.io.bundle.channels.v1:\n"),
        "OLM006": at("registry+v1", "Registry+v1", "'registry+v1'"),
        "OLM007": at("package.v1: tides", f"package.v1: {'a' * 64}", f"package.v1: {'a' * 63}"),
        "OLM008": at("stable,candidate", "stable,,candidate", "stable,can,didate"),
        "OLM009": at("default.v1: stable", "default.v1: Candidate", "default.v1: candidate"),
        "OLM010": at("v1: manifests/", "v1: manifest/", "v1: /manifests"),
        "OLM011": Pair(Packed(files=SOUND, labels=labels), Packed(files=SOUND, labels=LABELS)),
    }  # fmt: skip


def _dependencies() -> dict[str, Pair]:
    def of(old: str, trips: str, spares: str, value: str) -> Pair:
        text = f"dependencies:\n- {{type: olm.{value}}}\n"
        return _at(DEPENDENCIES_FILE, text, old, trips, spares)

    api = "gvk, value: {group: a.example, version: v1, kind: KIND}"
    package = "package, value: {packageName: a, version: RANGE}"
    return {
        "OLM017": _more("properties: [{type: a, value: }]\n", "properties: [{type: a, value: 0}]\n", PROPERTIES_FILE),
        "OLM020": of("KIND", "labels", "label", "KIND, value: {label: a}"),
        "OLM021": of("KIND", "''", "' '", api),
        "OLM022": of("RANGE", "'1.0'", "'1.0.x'", package),
        "OLM023": of("LABEL", "''", "' '", "label, value: {label: LABEL}"),
        "OLM024": of("RULE", "'tru'", "'true'", "constraint, value: {failureMessage: a, cel: {rule: RULE}}"),
        "OLM025": of("KIND", "package", "label", "KIND, value: {label: a, packageName: a, version: 1.0.0}"),
    }


def _service_versions() -> dict[str, Pair]:
    images = "  relatedImages: [{name: a, image: IMAGE}]\n  install:"
    return {
        "OLM031": _csv("name: tides.v1.2.0", f"name: {'t' * 64}", f"name: {'t' * 63}"),
        "OLM032": _csv("displayName: Tides", "displayName: ''", "displayName: ' '"),
        "OLM033": _csv("AllNamespaces, supported: true", "Other, supported: false", "Other, supported: true"),
        "OLM034": _csv(
            _MODES, "  - {type: OwnNamespace, supported: true}\n", "  - {type: AllNamespaces, supported: true}\n"
        ),
        "OLM035": _csv("version: 1.2.0", "version: 1.2.00", "version: 1.2.0-a.0+00"),
        "OLM036": _csv("minKubeVersion: 1.27.0", "minKubeVersion: '1.27'", "minKubeVersion: 1.27.0-rc.1"),
        "OLM041": _csv("  install:", "  skips: [tides.v1.2.0]\n  install:", "  skips: [tides.v1.2.0-0]\n  install:"),
        "OLM042": _csv("release: '1'", "release: '01'", "release: '1'", _RELEASED),
        "OLM043": _csv("  install:", images.replace("IMAGE", "a/B"), images.replace("IMAGE", "a/b:B")),
        "OLM044": _csv("displayName: Tides", "displayName: 5", "displayName: '5'"),
    }


def _examples() -> dict[str, Pair]:
    example = CSV[CSV.index("    alm-examples") : CSV.index("spec:\n")]

    def of(trips: str, spares: str) -> Pair:
        return _csv(example, f"    alm-examples: '{trips}'\n", f"    alm-examples: '{spares}'\n")

    def beside(trips: str, spares: str) -> Pair:
        return _csv(example, f"{example}    {trips}\n", f"{example}    {spares}\n")

    return {
        "OLM037": of("{}", "[]"),
        "OLM038": of(f"[{_EXAMPLE}, {_EXAMPLE.replace('Berth', 'berth')}]", f"[{_EXAMPLE}, {_EXAMPLE}]"),
        "OLM039": beside("olm.skiprange: <1.0.0", "olm.skipranges: <1.0.0"),
        "OLM040": beside("olm.properties: '[]'", "olm.property: '[]'"),
    }


def _definitions() -> dict[str, Pair]:
    doubled = _OTHER.replace("kind: Mooring", "kind: Berth")
    return {
        "OLM050": _csv("kind: Berth}", "kind: Berth, group: tides.example.com}", "kind: Berth, group: ''}"),
        "OLM051": _more(_OTHER, doubled.replace("name: v1", "name: v2")),
        "OLM052": _more(doubled, doubled.replace("name: v1", "name: v2")),
        "OLM053": _csv("name: berths.tides.example.com,", "name: berths,", "name: berths.a,"),
        "OLM054": _at(CRD_FILE, CRD, "kind: Berth,", "kind: 9Berth,", "kind: Berth9,"),
        "OLM055": _at(CRD_FILE, CRD, "k8s.io/v1\n", "k8s.io/v1beta1\n", "k8s.io/v1beta2\n"),
    }


def _objects() -> dict[str, Pair]:
    def object_of(kind: str, metadata: str = "name: a", version: str = "v1") -> str:
        return f"apiVersion: {version}\nkind: {kind}\nmetadata: {{{metadata}}}\n"

    budget = object_of("PodDisruptionBudget", version="policy/v1beta1")
    label = "name: a, labels: {{a: {}}}"
    return {
        "OLM060": _more(object_of("ResourceQuota"), object_of("Secret")),
        "OLM061": _more(object_of("Secret", label.format("a" * 64)), object_of("Secret", label.format("a" * 63))),
        "OLM062": _more(object_of("Secret", "name: a, namespace: b"), object_of("Secret", "name: a, namespace: ''")),
        "OLM063": _more(object_of("ServiceAccount", "name: tides"), object_of("ServiceAccount", "name: tide")),
        "OLM064": _more(budget, budget.replace("beta1", "")),
    }


def _webhooks() -> dict[str, Pair]:
    admission = "apiGroups: [admissionregistration.k8s.io], resources: [{}s]"
    single = "{type: SingleNamespace, supported: false}"
    files = faulty_bundles()["webhook-twice"]
    first, _, last = files[CSV_FILE].rpartition(_TYPES[0])
    return {
        "OLM070": _csv("deployments:\n      - name: tides\n", "deployments:\n      - name: tides-\n", "deployments:\n"
            "      - name: tides.5\n"),
        "OLM071": _named("webhook", "deploymentName: tides", "deploymentName: tide", "deploymentName: tides"),
        "OLM072": _at(CSV_FILE, f"{first}TYPE{last}", "TYPE", *_TYPES, files),
        "OLM073": _named(
            "conversion", single, single.replace("false", "true"), "{type: AllNamespaces, supported: true}"
        ),
        "OLM074": _named("conversion", "CRDs: [berths.", "CRDs: [berth.", "CRDs: [berths."),
        "OLM075": _named(
            "webhook", "apiGroups: [tides.example.com], apiVersions: [v1], operations: [CREATE], resources: [berths]",
            admission.format("ValidatingWebhookConfiguration"), admission.format("validatingAdmissionPolicie"),
        ),
        "OLM076": _csv("  install:", "  apiservicedefinitions: {owned: [{name: a}]}\n  install:", "  "
            "apiservicedefinitions: {owned: []}\n  install:"),
    }  # fmt: skip


def _presentation() -> dict[str, Pair]:
    def of(old: str, trips: str, spares: str) -> Pair:
        return _named("hub-sound", old, trips, spares)

    icon = "  - {base64data: aWNvbg==, mediatype: image/png}\n"
    budget = "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {maxUnavailable: LEAST}\n"
    requests = "{requests: {cpu: 10m, memory: 64Mi}}"
    return {
        "OLM080": of("provider: {name: Tides}", "provider: {name: ' '}", "provider: {name: '-'}"),
        "OLM081": of("ada@example.com", "'ada@'", "'ada@a'"),
        "OLM082": of("https://example.com/manual", "'example.com'", "'example:com'"),
        "OLM083": of(icon, icon.replace("png", "svg"), icon.replace("png", "svg+xml")),
        "OLM084": of("Full Lifecycle", "Auto pilot", "Auto Pilot"),
        "OLM085": of("Database, Storage", "database , Storage", "'Database , Storage'"),
        "OLM086": _more(budget.replace("LEAST", "0%"), budget.replace("LEAST", "1%")),
        "OLM087": of(requests, "{limits: {}}", "{requests: {}}"),
        "OLM088": of("name: tides.v1.2.0", "name: tides.v1.02.0", "name: tides.v1.20.0"),
        "OLM089": of("description: A place for a boat", "description: ''", "description: '-'"),
    }


def _made() -> dict[str, Pair]:
    """What OLM v0 makes, and the API server refuses."""

    def permission(rest: str) -> str:
        return f"      permissions: [{{serviceAccountName: tides{rest}}}]\n      deployments:"

    def hook(name: str) -> str:
        reviews = "sideEffects: None, admissionReviewVersions: [v1], deploymentName: tides"
        return f"\n  webhookdefinitions: [{{type: ValidatingAdmissionWebhook, generateName: {name}, {reviews}}}]"

    def converted(name: str) -> str:
        at = f"clientConfig: {{service: {{name: {name}, namespace: a, path: /c}}}}"
        return f"  conversion: {{strategy: Webhook, webhook: {{conversionReviewVersions: [v1], {at}}}}}\n  scope:"

    rule = "verbs: [get], apiGroups: ['']"
    opened = "v1: stable,candidate\n"
    service = "apiVersion: v1\nkind: Service\nmetadata: {name: tide-s}\nspec: {ports: [{port: 80}]}\n"
    labels, strategy, deployments = "metadata: {labels: {app: tides}}", "strategy: deployment", "      deployments:"
    return {
        "OLM090": _csv(deployments, permission(""), permission(", rules: []")),
        "OLM048": _csv(
            "              - name: tides",
            "              - env: [{name: A, image: a.example/b:c}]\n                name: tides",
            "              - env: [{name: A, value: a.example/b:c}]\n                name: tides",
        ),
        "OLM095": _csv(
            deployments,
            permission(", rules: []").replace("Name: tides", "Name: tide"),
            permission(", rules: []").replace("Name: tides", "Name: 'tides'"),
        ),
        "OLM091": _csv(labels, labels.replace("tides", "tide"), labels.replace("tides", "tides, tide: low")),
        "OLM092": _csv(
            deployments, permission(f", rules: [{{{rule}}}]"), permission(f", rules: [{{{rule}, {_PODS}}}]")
        ),
        "OLM093": _csv("\nspec:", f"\nspec:{hook('a.tides')}", f"\nspec:{hook('a.tides.example')}"),
        "OLM096": _at(CRD_FILE, CRD, "  scope:", converted("tides"), converted("tides-metrics")),
        "OLM097": _at(
            ANNOTATIONS_FILE, ANNOTATIONS, opened, f"{opened}{_OPENSHIFT}4.16\n", f"{opened}{_OPENSHIFT}v4.16\n"
        ),
        "OLM098": _csv(
            "\nspec:", f"\nspec:{_RELATED.format('a.example/b')}", f"\nspec:{_RELATED.format('a.example/b:c')}"
        ),
        "OLM099": _at(
            CRD_FILE, CRD, "{type: object", "{nullable: true, type: object", "{description: a, type: object"
        ),
        "OLM065": _more(service.replace("tide-s", "tide.s"), service),
        "OLM066": _more(service.replace("Service", "ServiceMonitor"), service),
        "OLM094": _csv(strategy, "strategy: Deployment", strategy.replace("deployment", "'deployment'")),
    }


_PODS = "resources: [pods]"
_RELATED = "\nspec:\n  relatedImages: [{{name: a, image: '{}'}}]"
_OPENSHIFT = "  com.redhat.openshift.versions: "
