"""A crowd of phones at one table, beside a bare fan-out of the same bytes."""
