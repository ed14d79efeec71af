"""What belongs to an image, found in all layouts and read: signatures, attestations, SBOMs; never verified here."""
