"""How two schemas are compared, keyword by keyword."""
