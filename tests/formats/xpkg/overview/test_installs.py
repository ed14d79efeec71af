"""What the Overview says of what Crossplane installs of a provider."""

from builders.cases import each_row
from builders.packages.judgements import CRD, PROVIDER
from builders.packages.rows import object_rows
from formats.xpkg.rules.vectors.newer_kinds import MANAGED
from formats.xpkg.rules.vectors.streams import CONFIGURATION, FUNCTION, changed, stream

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.xpkg.overview import overview as of_meta

_SAFE = f"{PROVIDER}  capabilities: [Safe_Start]\n"


def _crd(kind: str) -> str:
    return changed(changed(CRD, "kind: Thing", f"kind: {kind}"), "things", f"{kind.lower()}s")


def installs(text: str, crossplane: str = "2.4") -> tuple[str, ...]:
    """What the Overview of a stream's first document says of it."""
    data = text.encode()
    chunks = split(data).chunks

    def read(head: ObjectHead) -> object:
        document = parse(data, next(chunk for chunk in chunks if chunk.number == head.document))
        return document.value if isinstance(document, PackageDocument) else None

    package = PackageObjects(heads=object_rows(data), read=read)
    return of_meta(package.read(package.heads[0]), crossplane, package).installs


@each_row(
    ("meta", "definitions", "said"),
    [
        (PROVIDER, (CRD,), ("1 CRD, turned into 1 MRD, active",)),
        (_SAFE, (CRD,), ("1 CRD, turned into 1 MRD, inactive until an activation policy names them (safe-start)",)),
        (
            PROVIDER,
            (CRD, _crd("Other"), _crd("ProviderConfig"), _crd("ProviderConfigUsage")),
            ("2 CRDs, turned into 2 MRDs, active", "2 CRDs as is (ProviderConfig, ProviderConfigUsage)"),
        ),
        (PROVIDER, (CRD.replace("k8s.io/v1", "k8s.io/v1beta1"),), ()),
        (PROVIDER, (MANAGED["definition"],), ("1 MRD of the package (1 Inactive)",)),
        (PROVIDER, (), ()),
        (CONFIGURATION, (CRD,), ()),
        (FUNCTION, (CRD,), ()),
    ],
)
def test_what_becomes_of_definitions_is_told(meta: str, definitions: tuple[str, ...], said: tuple[str, ...]) -> None:
    assert installs(stream(meta, *definitions)) == said


@each_row(
    ("crossplane", "said"),
    [
        ("1.20", ("2 CRDs as is (ProviderConfig, Thing)",)),
        ("2.0", ("2 CRDs, turned into 2 MRDs, active",)),
        ("2.1", ("1 CRD, turned into 1 MRD, active", "1 CRD as is (ProviderConfig)")),
    ],
)
def test_versions_differ_in_what_they_turn(crossplane: str, said: tuple[str, ...]) -> None:
    assert installs(stream(PROVIDER, CRD, _crd("ProviderConfig")), crossplane) == said
