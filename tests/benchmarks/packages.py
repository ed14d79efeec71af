"""Packages that are measured: made from code, or of the corpus; the same bytes in every run.

Keys are in the order in which Crossplane's builder writes them.
"""

import lzma
import os
import random
from pathlib import Path

from builders.oci.images import BuiltImage, package, write_layout, xpkg

META = """apiVersion: meta.pkg.crossplane.io/v1
kind: Provider
metadata:
  name: provider-measured-{number}
spec:
  controller:
    image: registry.example.org/provider-measured:v1.0.0
  crossplane:
    version: ">=v2.0.0"
"""
DEFINITION = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: {plural}.measured.example.org
spec:
  group: measured.example.org
  names:
    categories:
    - crossplane
    - managed
    kind: {kind}
    listKind: {kind}List
    plural: {plural}
    singular: {singular}
  scope: Namespaced
  versions:
  - name: v1beta1
    schema:
      openAPIV3Schema:
        description: A {kind} is measured.
        properties:
          apiVersion:
            type: string
          kind:
            type: string
          metadata:
            type: object
          spec:
            properties:
              forProvider:
                properties:
{fields}                type: object
            type: object
          status:
            properties:
              conditions:
                items:
                  properties:
                    lastTransitionTime:
                      format: date-time
                      type: string
                    reason:
                      type: string
                    status:
                      type: string
                    type:
                      type: string
                  required:
                  - lastTransitionTime
                  - reason
                  - status
                  - type
                  type: object
                type: array
            type: object
        required:
        - spec
        type: object
    served: true
    storage: true
    subresources:
      status: {{}}
"""
FIELD = """                  field{number}:
                    description: The field {number} says what of the measured resource is wanted there.
                    type: string
"""


def stream(number: int = 0, definitions: int = 4, fields: int = 22) -> str:
    """A provider and its definitions; as many as are usual make 20 kB."""
    documents = [META.format(number=number)]
    for one in range(definitions):
        words = {"kind": f"Thing{one}", "singular": f"thing{one}", "plural": f"thing{one}s"}
        documents.append(DEFINITION.format(fields="".join(FIELD.format(number=n) for n in range(fields)), **words))
    return "---\n" + "---\n".join(documents) + "---\n"


def small(folder: Path, number: int = 0) -> Path:
    """A .xpkg whose package.yaml has 20 kB, and nothing that a rule complains of as an error."""
    path = folder / f"small-{number}.xpkg"
    text = stream(number).replace("measured.example.org", f"measured-{number}.example.org")
    path.write_bytes(xpkg(package(text)))
    return path


def azure() -> bytes:
    """The stream of a provider with 1,540 documents: 80 MB, which compress to 2 MB."""
    folder = os.environ.get("XPKGTUI_CORPUS")
    if not folder:
        raise SystemExit("XPKGTUI_CORPUS does not name the corpus")
    return lzma.decompress(Path(folder, "assembled", "provider-azure.package.yaml.xz").read_bytes())


def noisy(size: int = 97_000_000) -> bytes:
    """A stream of definitions whose descriptions hardly compress."""
    made, text, number = random.Random(7), [stream(definitions=0)], 0
    left = size
    while left > 0:
        fields = "".join(FIELD.format(number=one).replace("what", made.randbytes(2_000).hex()) for one in range(24))
        words = {"kind": f"Thing{number}", "singular": f"thing{number}", "plural": f"thing{number}s"}
        text.append(DEFINITION.format(fields=fields, **words) + "---\n")
        left -= len(text[-1])
        number += 1
    return "".join(text).encode()


def archived(folder: Path, name: str, text: bytes) -> Path:
    """A .xpkg with this stream."""
    path = folder / f"{name}.xpkg"
    path.write_bytes(xpkg(package(text.decode())))
    return path


def laid_out(folder: Path, name: str, text: bytes) -> Path:
    """An OCI layout with this stream, to be pushed into a registry."""
    path = folder / name
    built: BuiltImage = package(text.decode())
    write_layout(path, built, tags=("v1",))
    return path
