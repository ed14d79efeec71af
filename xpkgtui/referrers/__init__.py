"""What belongs to an image: signatures, attestations, SBOMs, read from their bytes; nothing is verified here."""
