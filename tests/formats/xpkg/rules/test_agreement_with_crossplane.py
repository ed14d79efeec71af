"""What the real API server refuses, as its stored answers say, refuses the package."""

from builders.cases import each_row
from builders.packages.judgements import judge_stream
from differential.definition_traps import value_of
from differential.tables import key, stored
from formats.xpkg.rules.vectors.streams import DEFINITIONS, VECTORS, stream

from xpkgtui.rules.finding import Acceptance

_REFUSED = {case for case, answer in stored("definitions").items() if answer["refused"]}


@each_row("name", [name for name, text in DEFINITIONS.items() if key(value_of(text)) in _REFUSED])
def test_definition_that_the_api_server_refuses_refuses_the_package(name: str) -> None:
    judged = judge_stream(stream(VECTORS["no crossplane constraint"], DEFINITIONS[name]))
    assert judged.verdict.acceptance is Acceptance.REFUSED
