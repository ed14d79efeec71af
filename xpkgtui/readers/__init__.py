"""Readers in general: what a reading is, and the flattening and assembly that readers of formats share."""
