"""The work for packages of very many files stays in proportion to them."""

from collections.abc import Callable

from builders.cases import each_row
from builders.packages.case_facts import case_about
from builders.work import calls

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.stack.binding import BindableFiles, Definition
from xpkgtui.formats.stack.rules.files import files_with_content
from xpkgtui.formats.stack.subject import StackFiles
from xpkgtui.readers.reader import FolderEntry


def entry(name: str) -> FolderEntry:
    return FolderEntry(name=name, type=EntryType.FILE, size=1)


def walked(many: int) -> int:
    names = ("app.yaml", *(f"c{at}/x.yaml" for at in range(many)))
    files = StackFiles(case=case_about("x"), entries=tuple(map(entry, names)), with_documents=frozenset(names))
    return calls(lambda: list(files_with_content.check(files)))


def bound(files: Callable[[int], BindableFiles]) -> Callable[[int], int]:
    def work(many: int) -> int:
        definitions = [Definition(path=f"c{at}/boat.crd.yaml", kind=f"Boat{at}") for at in range(many)]
        made = files(many)
        return calls(lambda: list(made.unbound(definitions)))

    return work


FILES: dict[str, Callable[[int], BindableFiles]] = {
    "beside each": lambda many: BindableFiles(
        groups=tuple(f"c{at}/group.yaml" for at in range(many)),
        icons=tuple(f"c{at}/icon.svg" for at in range(many)),
        resources={f"c{at}/resource.yaml": f"boat{at}" for at in range(many)},
    ),
    "of no kind": lambda many: BindableFiles(
        resources={f"r{at}.resource.yaml": "x" for at in range(many)},
        icons=tuple(f"i{at}.icon.svg" for at in range(many)),
        ui_schemas=tuple(f"i{at}.ui-schema.yaml" for at in range(many)),
    ),
    "elsewhere": lambda many: BindableFiles(groups=tuple(f"d{at}/group.yaml" for at in range(many))),
    "lost": lambda many: BindableFiles(icons=tuple(f"c0/boat0.{at}.icon.svg" for at in range(many))),
}


@each_row("work", [walked, *map(bound, FILES.values())], ids=["walked", *FILES])
def test_twice_the_files_take_about_twice_the_work(work: Callable[[int], int]) -> None:
    work(10)
    assert work(400) < 2.5 * work(200)
