"""The work for bundles of very many objects and files stays in proportion to them."""

from builders.work import calls

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.registry_v1.rules.files.bundle import bundle_is_small
from xpkgtui.formats.registry_v1.rules.objects.documents import files_have_objects
from xpkgtui.formats.registry_v1.rules.splitting import as_spelled
from xpkgtui.formats.registry_v1.subject import BundleFiles, BundleSubject, Item
from xpkgtui.readers.reader import FolderEntry


class Name(str):
    """A name of a file that counts its comparisons."""

    __slots__ = ()
    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        """Counts one more."""
        Name.compared += 1
        return str.__eq__(self, other)


def bundle(many: int) -> BundleSubject:
    """A bundle of as many objects in a file each."""
    names = [Name(f"manifests/{at}.yaml") for at in range(many)]
    value = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}}
    items = []
    for at, name in enumerate(names):
        chunk = Chunk(number=at + 1, start=at, end=at + 1, first_line=at + 1, line=at + 1)
        items.append(Item(chunk=chunk, document=PackageDocument(chunk=chunk, value=value), file=name, is_first=True))
    entries = tuple(FolderEntry(name=name, type=EntryType.FILE, size=1) for name in names)
    return BundleSubject(files=BundleFiles(entries=entries), items=tuple(items))


def compared(many: int) -> int:
    made = bundle(many)
    before = Name.compared
    assert not list(files_have_objects.check(made))
    return Name.compared - before


def test_no_file_is_compared_with_each_object() -> None:
    assert compared(200) <= 2 * 200


def test_what_an_object_is_is_asked_of_it_once() -> None:
    made = bundle(200)
    (rule,) = as_spelled((bundle_is_small,))
    first = calls(lambda: (made.csv, made.crds, list(rule.check(made))))
    again = calls(lambda: [(made.csv, made.crds, made.last_csv) for _ in range(50)])
    assert again < first
