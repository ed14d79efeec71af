"""JUnit's XML, as CI servers read it: a suite for each source, a test case for its verdict and for each finding.

The elements and attributes are those of `junit-10.xsd`, by which the xUnit plugin of Jenkins validates.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from xpkgtui.patterns import late
from xpkgtui.reporting.for_ci.results import CiResult, SourceOutcome, SourceResults, pages_of
from xpkgtui.rules.finding import Severity
from xpkgtui.visible import block, line

_NOT_IN_XML = late("[\ufffe\uffff]", re.ASCII)
"""Characters that XML 1.0 forbids and `visible` lets pass."""


def junit(sources: Sequence[SourceResults], failing: Collection[Severity], seconds: float | None = None) -> str:
    """The document; findings that do not fail the check are cases that pass, with what they say.

    `seconds` is the time that all took together.
    """
    root = Element("testsuites", name="xpkgtui")
    pages = pages_of(sources)
    titles = {name: page.title for name, page in pages.items()}
    for source in sources:
        cases = [_of_source(source, failing), *_of_members(source, failing), *_of_results(source, titles, failing)]
        suite = SubElement(root, "testsuite", name=_text(line(source.name)), tests=str(len(cases)))
        suite.extend(cases)
        spent = source.seconds if source.seconds is not None or len(sources) > 1 else seconds
        for element in (suite, cases[0]) if spent is not None else ():
            element.set("time", f"{spent:.3f}")
        for word in ("failure", "error", "skipped"):
            count = sum(case.find(word) is not None for case in cases)
            suite.set({"failure": "failures", "error": "errors"}.get(word, word), str(count))
    if seconds is not None:
        root.set("time", f"{seconds:.3f}")
    for word in ("tests", "failures", "errors"):
        root.set(word, str(sum(int(suite.get(word, "0")) for suite in root)))
    data: str = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{data}\n'


def _of_source(source: SourceResults, failing: Collection[Severity]) -> Element:
    """The case of the verdict."""
    case = Element("testcase", classname=_text(line(source.name)), name="verdict")
    sentence = _text(line(source.sentence))
    if source.failure is not None:
        element = SubElement(case, "error", type=str(source.failure.kind), message=_text(line(source.failure.title)))
        element.text = sentence
    else:
        _end(case, source.outcome, sentence, _fails(source, failing))
    return case


def _of_members(source: SourceResults, failing: Collection[Severity]) -> Iterator[Element]:
    """The case of each package of a set."""
    for name, sentence, outcome in source.members:
        case = Element("testcase", classname=_text(line(source.name)), name=_text(line(name)))
        _end(case, outcome, _text(line(sentence)), bool(failing))
        yield case


def _end(case: Element, outcome: SourceOutcome, sentence: str, fails: bool) -> None:
    if outcome is SourceOutcome.UNDECIDED:
        SubElement(case, "skipped", message=sentence)
    elif outcome is SourceOutcome.FAILED and fails:
        SubElement(case, "failure", type="verdict", message=sentence)
    else:
        SubElement(case, "system-out").text = sentence


def _fails(source: SourceResults, failing: Collection[Severity]) -> bool:
    """Whether a refusal fails the check, as its exit code says."""
    return bool(failing) and (not source.is_let_pass or any(result.severity in failing for result in source.results))


def _of_results(source: SourceResults, titles: dict[str, str], failing: Collection[Severity]) -> Iterator[Element]:
    for result in source.results:
        name = " ".join(filter(None, (result.rule, titles.get(result.rule, ""))))
        case = Element(
            "testcase",
            classname=_text(line(result.subject or source.name)),
            name=_text(line(f"{name} ({result.inside})" if result.inside else name)),
        )
        if result.severity in failing:
            element = SubElement(case, "failure", type=result.severity.word, message=_text(line(result.message)))
        else:
            element = SubElement(case, "system-out")
        element.text = _text("\n".join(_body(result)))
        yield case


def _body(result: CiResult) -> Iterator[str]:
    yield f"{result.severity.word}: {line(result.message)}"
    if result.place is not None:
        yield line(":".join(map(str, filter(None, (result.place.path, result.place.line)))))
    if result.inside:
        yield line(result.inside)
    if result.says:
        yield block(f"prints: {result.says}")
    yield from map(block, result.advice)


def _text(text: str) -> str:
    """Text that XML may hold."""
    return _NOT_IN_XML.sub("\ufffd", text)
