"""Documents in memory: as many as there is room for, those asked for last."""

from xpkgtui.fetching.documents import Documents


def kept(documents: Documents) -> str:
    return "".join(key for key in "abc" if documents.get(key) is not None)


def test_what_was_not_asked_for_the_longest_makes_room() -> None:
    documents = Documents(10)
    documents.keep("a", bytes(5))
    documents.keep("b", bytes(5))
    assert documents.get("a") == bytes(5)
    documents.keep("c", bytes(1))
    assert kept(documents) == "ac"


def test_what_is_kept_anew_takes_its_room_once() -> None:
    documents = Documents(10)
    for size in (5, 7, 6):
        documents.keep("a", bytes(size))
    documents.keep("b", bytes(4))
    assert kept(documents) == "ab"
    assert documents.get("a") == bytes(6)


def test_what_is_larger_than_the_room_is_not_kept() -> None:
    documents = Documents(10)
    documents.keep("a", bytes(11))
    assert kept(documents) == ""
    documents.keep("b", bytes(10))
    assert kept(documents) == "b"
