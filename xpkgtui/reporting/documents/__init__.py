"""The documents of JSON, each declared once: frozen values whose fields carry their words.

A module holds the document of one command: its classes, and the function that makes the document of what was found
out. `writer` writes it, `schemas` makes its JSON Schema of the same classes.

`xpkgtui schema` shows the schemas, and a wheel carries them (`.ci/schemas.py`); they lie nowhere in a checkout.

These classes, and the messages that `codec` sends, are dataclasses of ours and not structs of msgspec 0.22. Measured
on a batch of 1,000 rows of objects, 201 kB: msgspec writes it in 0.25 ms and reads it in 0.7 ms, `codec` in 2.5 and
7.3 ms. A start would take 2 to 3 ms more (349 classes in 6.5 ms in place of 12.6, and 8.7 ms for the import). It may
take the place of at most 516 lines (`values` and `codec`), but not of `writer`, whose documents have sorted keys, no
invisible character and base64 beside what is no text; and 194 modules that copy values with `replace`, 31 with cached
properties and 11 with types that are loaded late would have to find another way. No frame waits for 7 ms of a batch.
"""
