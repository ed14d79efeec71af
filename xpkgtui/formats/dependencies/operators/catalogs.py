"""The catalogs that are looked into beside what is open."""

from collections.abc import Generator, Mapping, Sequence

from xpkgtui.formats.dependencies.operators.installed import InstalledOperators, read_installed
from xpkgtui.formats.dependencies.operators.offers import CatalogOffers, OfferedEntry
from xpkgtui.formats.dependencies.questions import Answer, CatalogFound, CatalogOf, ImagesOf, Question, ResolveOptions
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogs:
    """What could be opened of them."""

    offers: tuple[CatalogOffers, ...] = ()
    installed: InstalledOperators | None = None
    """What is installed, which is the first one of `offers`."""
    unread: str = ""
    """Why the first of the others could not be opened; empty where all were."""


def opened(options: ResolveOptions) -> Generator[tuple[Question, ...], Mapping[Question, Answer], Catalogs]:
    """Asks for all of them at once; raises `Usage` where what is installed cannot be read."""
    installed = read_installed(options.installed) if options.installed else None
    questions = tuple(CatalogOf(source=one) for one in dict.fromkeys(options.catalogs))
    answers = yield from _all(questions)
    found: list[CatalogOffers] = [installed.offers] if installed else []
    unread = ""
    for one in questions:
        answer = answers[one]
        assert isinstance(answer, CatalogFound)
        if isinstance(answer.offers, CatalogOffers):
            found.append(answer.offers)
        else:
            unread = unread or f"{one.source}: {answer.fault}"
    return Catalogs(offers=tuple(found), installed=installed, unread=unread)


def named_by(chosen: Sequence[OfferedEntry]) -> Generator[tuple[Question, ...], Mapping[Question, Answer], str]:
    """Asks for the images of bundles that are chosen in the catalogs; returns why that fails, if it does."""
    documents: dict[str, dict[int, None]] = {}
    for one in chosen:
        if one.bundle.document:
            documents.setdefault(one.catalog, {})[one.bundle.document] = None
    questions = tuple(ImagesOf(source=name, documents=tuple(numbers)) for name, numbers in documents.items())
    answers = yield from _all(questions)
    return next((answer.fault for question in questions if (answer := answers[question]).fault), "")


def _all(
    questions: tuple[Question, ...],
) -> Generator[tuple[Question, ...], Mapping[Question, Answer], Mapping[Question, Answer]]:
    """Asks until all of them are answered."""
    answers: Mapping[Question, Answer] = {}
    while pending := tuple(one for one in questions if one not in answers):
        answers = yield pending
    return answers
