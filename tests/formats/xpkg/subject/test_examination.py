"""The summaries of documents."""

from builders.packages.case_facts import case_about
from builders.packages.judgements import PROVIDER, judge_stream
from formats.xpkg.rules.vectors.streams import stream

from xpkgtui.documents.stream import split
from xpkgtui.formats.xpkg.subject.examination import Examination
from xpkgtui.formats.xpkg.subject.subjects import PackageSubject

LONG = "n" * 6_000


def crd(name: str, kind: str = "CustomResourceDefinition") -> str:
    return f"apiVersion: apiextensions.k8s.io/v1\nkind: {kind}\nmetadata:\n  name: {name}\n"


def summaries(*documents: str) -> PackageSubject:
    data = stream(*documents).encode()
    found = split(data)
    examination = Examination(case_about("a"), data, found)
    for chunk in found.chunks:
        examination.remember(examination.document(chunk))
    return examination.package()


def test_summary_keeps_no_long_name() -> None:
    (one,) = summaries(crd(LONG, LONG)).seen
    assert one.named is not None
    assert (len(one.name), len(one.named.kind)) == (320, 320)


def test_long_names_that_differ_at_their_end_are_not_the_same() -> None:
    judged = judge_stream(stream(PROVIDER, crd(f"{LONG}a"), crd(f"{LONG}b")))
    assert not judged.of("XPKG706")


def test_same_long_name_is_there_twice() -> None:
    judged = judge_stream(stream(PROVIDER, crd(LONG), crd(LONG)))
    assert len(judged.of("XPKG706")) == 1
