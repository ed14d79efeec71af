"""CEL as OLM compiles it: tokens, nodes, macros, types, and what its checker says."""
