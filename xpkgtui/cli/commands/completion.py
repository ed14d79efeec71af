"""`completion`: prints the script that lets a shell complete commands, options and sources; or the man pages."""

from collections.abc import Sequence

import click
from click.shell_completion import get_completion_class

from xpkgtui.cli.context import CommandContext, program_name
from xpkgtui.cli.output import Grammar, write
from xpkgtui.errors import Usage

SHELLS = ("bash", "zsh", "fish")
MAN = "man"
_BASH = (
    # A word of bash ends at `:`, which stands in most sources: the parts are put together again, and what bash has of
    # the word already is cut off what is offered.
    (
        "    local response\n",
        """    local response word glued="" prefix="" cword=-1
    local -a words=()
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        if [[ $cword -ge 0 && ( -n $glued || $word == [:=]* ) && $COMP_LINE == *"${words[cword]}$word"* ]]; then
            words[cword]+=$word
        else
            words[++cword]=$word
        fi
        [[ $word == *[:=] ]] && glued=1 || glued=""
    done
    word=${words[cword]}
    [[ $word == -*=* ]] && word=${word#*=}
    [[ $word == *:* && $COMP_WORDBREAKS == *:* ]] && prefix=${word%:*}:
""",
    ),
    ('COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD', 'COMP_WORDS="${words[*]}" COMP_CWORD=$cword'),
    ("\n    return 0\n", '\n    COMPREPLY=("${COMPREPLY[@]#"$prefix"}")\n    return 0\n'),
    # Click's own script offers files only where nothing else fits, and lets the shell expand what it offers.
    (
        "            compopt -o default\n",
        '            compopt -o filenames\n            COMPREPLY+=($(compgen -f -- "$value"))\n',
    ),
    ("            COMPREPLY=()\n            compopt -o filenames", "            compopt -o filenames"),
    ("            COMPREPLY+=($value)\n", '            COMPREPLY+=("$value")\n'),
)


@click.command("completion", short_help="Print the completion script for bash, zsh or fish, or the man pages.")
@click.argument("shell", metavar="bash|zsh|fish|man", type=click.Choice((*SHELLS, MAN)))
@click.pass_context
def command(click_context: click.Context, /, shell: str) -> None:
    """Print the completion script of a shell, or the man pages. Examples:

    \b
    bash  eval "$(xpkgtui completion bash)"             in ~/.bashrc
    zsh   eval "$(xpkgtui completion zsh)"              in ~/.zshrc, after compinit
    fish  xpkgtui completion fish > ~/.config/fish/completions/xpkgtui.fish
    man   xpkgtui completion man > ~/.local/share/man/man1/xpkgtui.1
    """
    if shell == MAN:
        from xpkgtui.cli.man_page import man_pages

        root = click_context.find_root().command
        assert isinstance(root, click.Group)
        write("".join(text for _, text in man_pages(root)), Grammar.PROGRAM)
        return
    name = program_name(click_context)
    if not name.replace("-", "").isalnum():
        raise Usage(f"a shell completes commands of one word, not {name}", hint="Call xpkgtui completion.")
    found = get_completion_class(shell)
    assert found is not None  # click has all three
    variable = f"_{name}_COMPLETE".replace("-", "_").upper()
    script = found(click_context.find_root().command, {}, name, variable).source()
    for clicks, ours in _BASH if shell == "bash" else ():
        script = script.replace(clicks, ours)
    write(script, Grammar.PROGRAM)


_FILES, _NO_FILES = ":0", ":4"
"""What kubectl is to do beside what is offered: complete files, or nothing."""


def for_kubectl(words: Sequence[str], context: CommandContext) -> int:
    """Prints what completes `kubectl xpkg`, as kubectl asks `kubectl_complete-xpkg` for it; returns the exit code."""
    from click.shell_completion import ShellComplete

    from xpkgtui.cli.exit_codes import code_of_run
    from xpkgtui.cli.program import program

    def offer() -> int:
        *before, begun = words or [""]
        found = ShellComplete(program, {"obj": context}, "kubectl xpkg", "").get_completions(list(before), begun)
        offered = [one for one in found if one.type == "plain"]
        rows = ("\t".join(filter(None, (one.value, one.help))) for one in offered)
        end = _NO_FILES if len(offered) == len(found) else _FILES
        write("".join(f"{row}\n" for row in (*rows, end)), Grammar.PROGRAM)
        return 0

    return code_of_run(offer, "kubectl xpkg", context.environment)
