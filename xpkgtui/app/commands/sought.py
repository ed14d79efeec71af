"""The words by which people look for a command, beside those that it has."""

from collections.abc import Mapping

SOUGHT: Mapping[str, str] = {
    "files.view": "cover covered hide hidden waste wasted overwritten removed whiteout",
    "compare": "upgrade diff changes breaking",
    "compare.mark": "upgrade diff",
    "tags": "upgrade releases tags newest",
    "dependencies": "upgrade deps needs requires",
    "referrers": "signature signed cosign sbom verify",
    "examples": "samples",
    "copy": "export clipboard",
    "copy.as": "export clipboard save digest",
    "picture": "save export screenshot page",
    "verdict.why": "reason repair fix readers",
    "verdict.findings": "report errors warnings problems",
    "problems": "hide only errors warnings",
    "schema": "explain fields crd spec",
    "schema.search": "explain search",
    "source.other": "open load switch command",
    "quit": "exit leave close",
    "filter": "find search grep",
}
"""Other words that people look for a command by, by its ID."""
