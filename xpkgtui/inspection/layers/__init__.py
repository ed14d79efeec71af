"""The layers of one image: fetched within a price, read once, compared, and as rows."""
