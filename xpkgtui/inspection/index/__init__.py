"""The index of a source: its entries as rows, and what was learned of them."""
