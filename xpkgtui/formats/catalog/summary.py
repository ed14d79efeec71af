"""The names of the format: the programs that read file-based catalogs, and the consumers that judge them."""

from xpkgtui.formats.catalog.tools import OLM_V1, OPM, SPEC, TITLES
from xpkgtui.formats.forms import DRAWING, JSON, Form
from xpkgtui.formats.summary import DocumentNaming, FormatReaders, FormatSummary
from xpkgtui.rules.wording import Wording

LABEL = "operators.operatorframework.io.index.configs.v1"
"""The label of an image whose value is the folder of its catalog."""
DATABASE_LABEL = "operators.operatorframework.io.index.database.v1"
"""The label of an image whose catalog is a SQLite database, which opm no longer reads."""
IGNORE_FILE = ".indexignore"
WORDING = Wording(program="opm", reader=TITLES[OPM], stream_file="catalog", package="OLM catalog", judges=TITLES)
_CHANNELS = ("olm.channel", "olm.package")
_KINDS = (*_CHANNELS, "olm.bundle")
_LISTING = ("olm.package", "olm.channel", "olm.bundle", "olm.deprecations")
FORMS = (
    Form(name="text", title="Graph", key="G", kinds=_KINDS, language=DRAWING, is_tab=True, opens=_CHANNELS),
    Form(name="mermaid", title="graph as Mermaid", key="M", kinds=_KINDS),
    Form(name="dot", title="graph for Graphviz", key="Z", kinds=_KINDS),
    Form(name="json", title="upgrades as JSON", key="U", kinds=_KINDS, language=JSON),
    Form(name="olmv1", title="what OLM v1 installs, as JSON", key="V", kinds=("olm.package",), language=JSON),
)
SUMMARY = FormatSummary(
    name="catalog",
    wording=WORDING,
    profiles=(OPM, OLM_V1, SPEC),
    readers=FormatReaders(
        deciding=OPM,
        measured=frozenset({OPM, OLM_V1}),
        judging={OPM: OPM, OLM_V1: OLM_V1, SPEC: SPEC},
        own=(SPEC,),
    ),
    rule_prefix="FBC",
    documents=DocumentNaming(named_by_schema=True, listing=_LISTING),
    forms=FORMS,
)
