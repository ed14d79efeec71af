"""Scalars that are text on one line, as a pattern and as values."""

from xpkgtui.documents.yaml.resolver import resolve

SCALAR = rb"(?:([A-Za-z0-9<][A-Za-z0-9._+/-]*)|\"([ !#-\[\]-~]*)\"|'([ -&(-~]*)')[ ]*\r?\n"
"""Plain, or between quotation marks without escapes, up to the end of the line: three groups."""


def text_of(plain: bytes | None, *quoted: bytes | None) -> str | None:
    """The text of such a scalar; None where a plain one is a number, a date or another word of YAML."""
    if plain is None:
        return next((one.decode() for one in quoted if one is not None), None)
    text = plain.decode()
    return text if isinstance(resolve(text), str) else None
