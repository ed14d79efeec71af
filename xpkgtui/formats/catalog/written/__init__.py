"""What the text of documents says of upgrades: read by lines where tools wrote them, else by a parser."""
