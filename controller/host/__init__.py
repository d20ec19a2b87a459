"""The host of a table: the PIN that lets one in, the console that never needs it, and what a host takes away."""
