"""Every command once: its keys, its words in footer, help and palette."""
