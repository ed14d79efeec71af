"""Regular expressions as Go's package `regexp` takes them (RE2): one parser, for matching and for comparing.

google-re2, the library of it, was measured (1.1.20251105, x86_64): 1.6 MB installed, 6 ms until it is imported, no
wheel for musl, macOS from 13 on. It matches alone: texts that are made of a pattern, and automata that compare two
of them, need the parts of a pattern, which it does not give. So a parser stays in any case, and a matcher of a
hundred lines beside it costs less than the library. Of 140,000 random patterns, and what is found with them, none
differs from Go 1.26.
"""
