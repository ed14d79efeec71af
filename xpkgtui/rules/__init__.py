"""Rules in general: what a rule is, how a ruleset of them is applied to a package, and the verdict.

To add a rule about Crossplane packages, which are in `formats/xpkg/rules` in folders by what they judge:

1. A generator with `@rule(ID, title, severities…, stage=…)`, in a module named after what it judges. Its argument
   says what it looks at: an image, a document or a package. The ID is the next free one, and not in `RETIRED`. The
   severity for `crossplane` is `E`, `W`, `I`, `""` where it does not apply, `"EI"` for two levels; `spec` and
   `format_v2` are named where theirs is another one. The docstring is the manual: what, then `Why:`, `When it
   bites:`, `Fix:`, `Source:`. It yields `Problem`s with a message, `path=` where a field is to blame, and
   `where=Where(…)` where the subject does not give the place. If a specific rule speaks in place of this one, write
   `silenced_by=silenced(Within.DOCUMENT, "XPKG…")`.
2. Only for a new module: its name in `MODULES` of `formats/xpkg/rules/ruleset.py`.
3. `tests/formats/xpkg/rules/rule_cases.py`: a case that trips it (`STREAMS`; `TRIPS` in `vectors/metas.py`;
   `IMAGES` in `vectors/images.py`) and a near one that it spares (`SPARED`); in other formats
   `tests/builders/packages/pairs/`. Beside it a test of what is special: message, field, profiles.
4. A text in `VECTORS` or `META`, and so one of `TRIPS`, needs an answer of Crossplane's libraries, without which
   `tests/differential` fails: `cd tests && python -m differential streams --oracle FOLDER --store`. The programs in
   FOLDER are built apart from this repository; who has none puts the text into `STREAMS`, of which nothing is
   asked, and says so.
5. `python tests/goldens.py 'findings_*' --write`, read; then `python tests/messages.py`, which every new rule
   needs: its table holds the words of all rules.

If it needs something that was not read yet: a field in `rules/case.py`, filled in `inspection/opening/case.py`. What
a rule about the package needs of each document: `formats/xpkg/subject/summaries.py`, with the golden `summaries`.
Rules about changes (`CHG…`) are functions with `@change` in modules named `*_rules.py`, in the room `changes` of
what they compare.
"""
