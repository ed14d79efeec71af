"""Formats of texts in objects, as the API server's readers take them; what is not certain is None."""

from builders.cases import each_row

from xpkgtui.formats.definitions.objects.formats import ObjectTexts
from xpkgtui.formats.definitions.objects.metadata import decoding_fault

FORMATS: dict[str, dict[bool | None, tuple[str, ...]]] = {
    "bsonobjectid": {True: ("0" * 24, "aF" * 12), False: ("0" * 23, "0" * 25, "g" * 24, "")},
    "uuid": {
        True: ("01234567-89ab-cdef-ABCD-EF0123456789", "0123456789abcdefABCDEF0123456789"),
        False: ("01234567-89ab-cdef-ABCD-EF012345678", "x1234567-89ab-cdef-ABCD-EF0123456789"),
    },
    "uuid3": {
        True: ("01234567-89ab-3def-ABCD-EF0123456789",),
        False: ("01234567-89ab-4def-ABCD-EF0123456789",),
    },
    "uuid4": {
        True: ("01234567-89ab-4def-8BCD-EF0123456789", "01234567-89ab-4def-bBCD-EF0123456789"),
        False: ("01234567-89ab-3def-8BCD-EF0123456789", "01234567-89ab-4def-7BCD-EF0123456789"),
    },
    "uuid5": {
        True: ("01234567-89ab-5def-8BCD-EF0123456789", "01234567-89ab-5def-ABCD-EF0123456789"),
        False: ("01234567-89ab-4def-8BCD-EF0123456789", "01234567-89ab-5def-cBCD-EF0123456789"),
    },
    "hexcolor": {True: ("#fff", "FFF", "#09afAF"), False: ("#ffff", "#ggg", "")},
    "byte": {True: ("YWI=", "YQ==", "YWJj", "+/+/"), False: ("", "YQ=", "Y", "YW==x", "_-8=")},
    "k8s-short-name": {True: ("a", "a-b", "9" * 63), False: ("A", "-a", "a.", "9" * 64, "")},
    "k8s-long-name": {True: ("a", "a-b.c9", "a" * 253), False: ("a..b", "A", "a" * 254, "")},
    "password": {True: ("", "a b")},
    "date": {
        True: ("2024-02-29", "0000-02-29", "1999-12-31"),
        False: ("2023-02-29", "2024-2-29", "2024-13-01", "20240229", ""),
    },
    "date-time": {
        True: (
            "2024-02-29T23:59:59Z",
            "2024-02-29t00:00:00.5+01:00",
            "2024-01-01T00:00:00-99:99",
            "2024-02-29T00:00:00\u017f5z",
        ),
        False: (
            "2024-02-29",
            "2024-02-30T00:00:00Z",
            "2024-02-29T24:00:00Z",
            "2024-02-29T00:60:00Z",
            "2024-02-29T00:00:60Z",
            "2024-02-29T00:00:00",
            "2024-02-29T00:00:00\u017f",
            "x",
        ),
    },
    "duration": {
        True: (
            "0",
            "1h2m3s",
            "-1.5ms",
            "+3us",
            "4\u00b5s",
            "5ns",
            "123456789h",
            "3 days",
            "1d",
            "9999999999h",
            "-9223372036854775808ns",
        ),
        False: ("", "h", "-", "5 lightyears", "9999999999999999999h", "9999999999999999999d 1h"),
    },
    "ipv4": {
        True: ("10.0.0.1", "::ffff:10.0.0.1", "10.0.0.01"),
        False: ("::1", "10.0.0", "10.0.0.256", "", "1.2.3.4:5", "\u0661.0.0.1", "fe80::1%eth0"),
    },
    "ipv6": {True: ("::1", "2001:db8::1"), False: ("10.0.0.1", ":::", "g::", "::01.2.3.4")},
    "cidr": {
        True: ("10.0.0.0/8", "10.0.0.1/8", "::/0", "010.0.0.0/8", "10.0.0.0/0000000008"),
        False: ("10.0.0.0", "10.0.0.0/33", "x/8", "10.0.0.0/255.0.0.0"),
    },
    "email": {
        True: ("a.b@c.d-e", "a@b"),
        False: ("a", "", "@", "a@b@c", ".a@b"),
        None: ("<a>@b", "x <a@b>"),
    },
    "uri": {
        True: ("https://example.org:8080/a/b~c", "http://a", "urn:a", "ftp://a", "https://a?b", "/a"),
        False: ("a", "a.b-c", "", "http://a:b/"),
    },
    "hostname": {
        True: ("example.org", "example", "a" * 20, ".".join(["a" * 20, "b" * 20, "c" * 20]), "a" * 63, "9.org"),
        False: ("a_b", "b" * 64, "a.1", "-a", "", ".".join(["a" * 60] * 5)),
    },
    "mac": {
        True: ("00:11:22:aa:BB:ff", "00-11-22-33-44-55", "0011.2233.4455", ":".join(["ab"] * 20)),
        False: ("00:11:22:33:44", "00-11:22-33-44-55", ""),
        None: ("001122334455",),
    },
    "isbn": {True: ("9783161484100", "097522980X"), False: ("", "a", "9783161484101")},
    "isbn10": {True: ("0-306-40615-2",), False: ("a", "", "9783161484100", "0306406153")},
    "isbn13": {True: ("978-3-16-148410-0",), False: ("a", "", "0306406152")},
    "creditcard": {True: ("4111 1111 1111 1111",), False: ("a", "", "4111111111111112")},
    "ssn": {True: ("123-45-6789",), False: ("a", "", "123456789")},
    "rgbcolor": {True: ("rgb( 255 , 0,12)",), False: ("a", "", "rgb(256,0,0)")},
}


@each_row("name", FORMATS)
def test_a_text_has_a_format_or_not_or_that_is_not_certain(name: str) -> None:
    texts = ObjectTexts()
    assert texts.known_format(name) == name
    wrong = {
        text: answer
        for expected, every in FORMATS[name].items()
        for text in every
        if (answer := texts.fits_format(text, name)) is not expected
    }
    assert wrong == {}


@each_row("name", ["int32", "int64", "double", "float", "time", "regex", ""])
def test_the_api_server_ignores_other_formats(name: str) -> None:
    assert ObjectTexts().known_format(name) == ""


@each_row(
    ("metadata", "fault"),
    [
        ({"name": "a", "labels": {"a": None}, "annotations": None}, ""),
        ({"name": 5}, "number into Go struct field ObjectMeta.name of type string"),
        ({"labels": 5}, "number into Go struct field ObjectMeta.labels of type map[string]string"),
        ({"annotations": []}, "array into Go struct field ObjectMeta.annotations of type map[string]string"),
        ({"labels": {"b": "c", "a": True}}, "bool into Go struct field ObjectMeta.labels of type string"),
        ("a", "string into Go value of type v1.ObjectMeta"),
    ],
)
def test_metadata_of_other_types_is_refused_in_the_words_of_go(metadata: object, fault: str) -> None:
    assert decoding_fault({"metadata": metadata}) == (f"json: cannot unmarshal {fault}" if fault else "")
