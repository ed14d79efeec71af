"""The catalogs that are looked into beside what is open."""

from collections.abc import Generator, Mapping, Sequence

from xpkgtui.formats.dependencies.operators.offers import CatalogOffers
from xpkgtui.formats.dependencies.questions import Answer, CatalogFound, CatalogOf, Question
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogs:
    """What could be opened of them."""

    offers: tuple[CatalogOffers, ...] = ()
    unread: str = ""
    """Why the first of the others could not be opened; empty where all were."""


def opened(sources: Sequence[str]) -> Generator[tuple[Question, ...], Mapping[Question, Answer], Catalogs]:
    """Asks for all of them at once."""
    questions = tuple(CatalogOf(source=one) for one in dict.fromkeys(sources))
    answers: Mapping[Question, Answer] = {}
    while pending := tuple(one for one in questions if one not in answers):
        answers = yield pending
    found: list[CatalogOffers] = []
    unread = ""
    for one in questions:
        answer = answers[one]
        assert isinstance(answer, CatalogFound)
        if isinstance(answer.offers, CatalogOffers):
            found.append(answer.offers)
        else:
            unread = unread or f"{one.source}: {answer.fault}"
    return Catalogs(offers=tuple(found), unread=unread)
