"""Streams of documents on disk, and how Crossplane reads them."""

from pathlib import Path

from xpkgtui.formats.role import Role
from xpkgtui.inspection.messages import events
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.readers.reader import Part, Reading, ReadStage, Sign, Step
from xpkgtui.rules.case import StreamFile

KINDS = [
    *("buckets", "bucketaccelerateconfigurations", "bucketacls", "bucketanalyticsconfigurations"),
    *("bucketcorsconfigurations", "bucketintelligenttieringconfigurations", "bucketinventories"),
    *("bucketlifecycleconfigurations", "bucketloggings", "bucketmetrics", "bucketnotifications"),
    *("bucketobjectlockconfigurations", "bucketobjects", "bucketownershipcontrols", "bucketpolicies"),
    *("bucketpublicaccessblocks", "bucketreplicationconfigurations", "bucketrequestpaymentconfigurations"),
    *("bucketserversideencryptionconfigurations", "bucketversionings", "bucketwebsiteconfigurations"),
    *("directorybuckets", "objectcopies", "objects"),
]


def crd_text(
    plural: str, group: str, kind: str, *, extra: str = "", scope: str = "Cluster", version: str = "v1beta1"
) -> str:
    """The YAML of a definition, short but true to life."""
    return f"""apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.18.0
  name: {plural}.{group}
spec:
  group: {group}
  names:
    categories:
    - crossplane
    - managed
    kind: {kind}
    listKind: {kind}List
    plural: {plural}
{extra}    singular: {kind.lower()}
  scope: {scope}
  versions:
  - additionalPrinterColumns:
    - jsonPath: .status.conditions[?(@.type=='Synced')].status
      name: SYNCED
      type: string
    - jsonPath: .status.conditions[?(@.type=='Ready')].status
      name: READY
      type: string
    name: {version}
    schema:
      openAPIV3Schema:
        description: {kind} is the Schema for the {kind}s API.
        properties:
          apiVersion:
            type: string
"""


PROVIDER_TEXT = """apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata:
  annotations:
    meta.crossplane.io/license: Apache-2.0
  name: {name}
spec:
  crossplane:
    version: ">=v1.12.1-0"
"""


class Stream:
    """A package.yaml on disk with the rows that stand for its documents."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: list[ObjectRow] = []
        self._data = bytearray()
        self._lines = 0

    def add(self, text: str, **fields: object) -> int:
        """Another document; gives its number."""
        if self._data:
            self._append("---\n")
        start, line = len(self._data), self._lines + 1
        self._append(text)
        number = len(self.rows) + 1
        self.rows.append(
            ObjectRow(
                document=number,
                line=line,
                start=start,
                end=len(self._data),
                first_line=line,
                **fields,  # type: ignore[arg-type]
            )
        )
        return number

    def crd(self, plural: str, group: str, *, versions: tuple[str, ...] = ("v1beta1",), **more: str) -> int:
        """A definition."""
        kind = plural.removesuffix("s").capitalize()
        text = crd_text(plural, group, kind, version=versions[-1], **more)
        return self.add(
            text,
            api_version="apiextensions.k8s.io/v1",
            kind="CustomResourceDefinition",
            name=f"{plural}.{group}",
            group=group,
            plural=plural,
            defines=kind,
            scope=more.get("scope", "Cluster"),
            versions=versions,
            stored=versions[-1],
        )

    def provider(self, name: str) -> int:
        """The meta object."""
        return self.add(
            PROVIDER_TEXT.format(name=name),
            api_version="meta.pkg.crossplane.io/v1",
            kind="Provider",
            name=name,
            role=Role.META,
            group="meta.pkg.crossplane.io",
        )

    def told(self) -> list[Event]:
        """The events of reading it, in batches."""
        self.path.write_bytes(self._data)
        size = len(self._data)
        file = StreamFile(path=str(self.path), size=size, sha256="ab" * 32)
        read: list[Event] = [events.StreamRead(reading=reading(size=size), stream=file)]
        rows = tuple(self.rows)
        for first in range(0, len(rows), events.ROWS):
            batch = rows[first : first + events.ROWS]
            read.append(events.ObjectsListed(first=first, rows=batch, total=len(rows)))
        return read

    def _append(self, text: str) -> None:
        self._data += text.encode()
        self._lines += text.count("\n")


def reading(*, stage: ReadStage | None = None, message: str | None = None, size: int | None = None) -> Reading:
    """Crossplane's reading of layer 2, with its steps."""
    found = Step(title="find package.yaml in its root", evidence="package.yaml, 1.9 MB")
    lost = Step(title="find package.yaml", evidence="it holds crossplane.yaml", sign=Sign.BAD)
    steps = (
        Step(title="look for the layer annotated base", evidence="layer 2"),
        lost if stage else found,
    )
    return Reading(
        reader="manager-2.4",
        stage=stage,
        message=message,
        annotated=True,
        layer=2,
        parts=() if stage else (Part(name="package.yaml", layer=2),),
        size=size,
        layers_read=(2,),
        steps=steps,
    )
