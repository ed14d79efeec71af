"""Colors of a few lines of a text: keys, values that are text, other values; comments step back."""

from functools import lru_cache

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Token
from pygments.util import ClassNotFound
from textual.content import Content, Span

from xpkgtui.patterns import late

_LONGEST = 2000
"""Characters of a line that are colored; a lexer may need long for more."""
_STYLES = {
    Name.Tag: "$yamlkey",
    Name.Attribute: "$yamlkey",
    Name.Function: "$yamlkey",
    Name.Class: "$yamlkey",
    Keyword: "$yamlkey",
    Keyword.Constant: "$yamlother",
    Literal: "$yamltext",
    Literal.Number: "$yamlother",
    Name.Constant: "$yamltext",
    Name.Variable: "$yamltext",
    Comment: "$muted",
    Token.Generic.Heading: "bold",
    Token.Generic.Subheading: "bold",
    Token.Generic.Strong: "bold",
}


_PLAIN = (Literal.Scalar.Plain, Name.Variable)
"""Values of YAML without quotes."""
_OTHER = late(r"(?i:~|null|true|false|yes|no|on|off|y|n)|[-+]?\.?[0-9][0-9_.:]*(?:e[-+]?[0-9]+)?")
"""Those that are no text: Crossplane reads them as YAML 1.1 does."""


def colored(lines: list[str], language: str) -> list[Content]:
    """The lines with their colors; a language that is not known gives plain ones."""
    lexer = _lexer(language)
    if lexer is None:
        return [Content.styled(line, "$foreground") for line in lines]
    text = "\n".join(line[:_LONGEST] for line in lines)
    spans: list[list[Span]] = [[Span(0, len(line), "$foreground")] for line in lines]
    row = column = 0
    for token, value in lexer.get_tokens(text):
        style = "$yamlother" if token in _PLAIN and _OTHER.fullmatch(value) else _style(token)
        for number, piece in enumerate(value.split("\n")):
            if number:
                row, column = row + 1, 0
            if row >= len(lines):
                break
            if style and piece:
                spans[row].append(Span(column, column + len(piece), style))
            column += len(piece)
    return [Content(line, spans[number]) for number, line in enumerate(lines)]


def _style(token: object) -> str:
    """The style of the nearest kind of token that has one."""
    while token is not None and token is not Token:
        if token in _STYLES:
            return _STYLES[token]
        token = getattr(token, "parent", None)
    return ""


@lru_cache
def _lexer(language: str) -> Lexer | None:
    if not language:
        return None
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
