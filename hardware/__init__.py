"""The scoreboard over serial, the lamps and buttons over GPIO."""
