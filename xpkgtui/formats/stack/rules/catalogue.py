"""The STK rules, in the order of their IDs."""

from xpkgtui.formats.stack.rules import bindings, controllers, definitions, description, walking
from xpkgtui.formats.stack.rules.examination import StackExamination
from xpkgtui.formats.stack.rules.subject import StackDocument, StackFiles, StackPackage, files_of
from xpkgtui.formats.stack.summary import SUMMARY, XP
from xpkgtui.rules.catalogue import Catalogue
from xpkgtui.rules.rule import Rule

FILE_RULES: tuple[Rule[StackFiles], ...] = (walking.one_app, bindings.icons, walking.files_with_content)
DOCUMENT_RULES: tuple[Rule[StackDocument], ...] = (
    walking.decodable,
    description.permission_scope,
    description.package_type,
    definitions.one_document,
    controllers.deployment,
    controllers.behavior_path,
    description.depends_on,
    description.version,
    description.known_fields,
    bindings.ui_schema,
    description.description,
    description.superseded,
)
PACKAGE_RULES: tuple[Rule[StackPackage], ...] = (
    definitions.namespaced,
    definitions.named,
    definitions.defined_once,
    bindings.bound,
    bindings.resource_id,
    definitions.permitted,
    walking.separators_with(
        walking.decodable,
        description.permission_scope,
        controllers.behavior_path,
        description.depends_on,
    ),
)
CATALOGUE = Catalogue(
    image=FILE_RULES,
    documents=DOCUMENT_RULES,
    package=PACKAGE_RULES,
    image_subject=files_of,
    examine=StackExamination,
    profiles=SUMMARY.profiles,
    bound_to_reader=frozenset({XP}),
    wording=SUMMARY.wording,
)
