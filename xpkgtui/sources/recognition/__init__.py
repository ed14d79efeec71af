"""Recognition: which source the text of a SOURCE and the bytes of a file mean."""
