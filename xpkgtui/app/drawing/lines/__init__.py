"""The lines of a text: where they lie, how they break into rows, fold, and what is found in them."""
