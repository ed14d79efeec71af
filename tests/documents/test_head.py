"""The names of a document of a catalog, where they are plain, and where only a parser knows."""

from dataclasses import replace

from builders.cases import each_row

from xpkgtui.documents.chunk import BlobNames
from xpkgtui.documents.head import blob_of, json_value, read_blob
from xpkgtui.documents.stream import split


def read(text: str) -> BlobNames | None:
    data = text.encode()
    return read_blob(data, 0, len(data))


def test_names_are_read_with_the_place_of_the_first_key() -> None:
    found = read("---\n# a comment\nschema: olm.bundle\npackage: 'tides'\nname: \"tides.v1\"\nproperties:\n- a\n")
    assert found == BlobNames(schema="olm.bundle", package="tides", name="tides.v1", first_key=16)


def test_the_case_of_keys_does_not_matter() -> None:
    names = BlobNames(schema="a", package=None, name="b", first_key=0)
    assert read("Schema: a\nNAME: b\n") == names
    assert blob_of({"sChema": "a", "naMe": "b"}) == replace(names, first_key=-1)
    assert read("schema: a\nSchema: b\n") is None


def test_names_are_those_of_the_part_that_is_asked_for() -> None:
    data = b"schema: a\n---\nschema: b\nname: c\n"
    assert read_blob(data, 14, len(data)) == BlobNames(schema="b", package=None, name="c", first_key=14)


@each_row(
    "text",
    [
        "name: a\n",
        "schema: ''\n",
        "schema: a\nschema: b\n",
        "schema: a\nkind: b\n",
        "schema: a\napiVersion: b\n",
        "schema: 1\n",
        "schema: a b\n",
        "schema: a\n b\n",
        "schema: &x a\n",
        "schema: a\n? b\n",
        "schema: a\nx\n",
        "%YAML 1.1\n",
    ],
)
def test_what_is_not_plain_is_left_to_a_parser(text: str) -> None:
    assert read(text) is None


@each_row(
    ("text", "names"),
    [
        ('{"schema":"a","name":"b"}', BlobNames(schema="a", package=None, name="b")),
        ('{"schema":"a","package":1}', BlobNames(schema="a", package=None, name=None)),
        ('{"schema":"a","kind":"b"}', None),
        ('{"schema":1}', None),
        ('{"schema":"a"', None),
    ],
)
def test_names_of_json_are_those_that_are_texts(text: str, names: BlobNames | None) -> None:
    assert blob_of(json_value(text.encode())) == names


def test_a_list_has_no_names() -> None:
    assert blob_of([]) is None


def test_a_broken_document_keeps_its_name_behind_many_comments() -> None:
    broken = b"apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\nspec: {\n"
    for lead in (b"", b"# a\n" * 100, b"---\n" + b"#\n\n" * 100, b"\n" * 100):
        (chunk,) = split(lead + broken).chunks
        assert (chunk.kind, chunk.name) == ("Secret", "a"), lead
        assert chunk.line == 1 + lead.count(b"\n")
