"""The table: rules, journal, commands, and the one place where everything is put together."""
