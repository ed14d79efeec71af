"""Rules about ImageConfigs, and about the image under them (218 to 226)."""
