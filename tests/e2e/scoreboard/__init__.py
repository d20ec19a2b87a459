"""The scoreboard from the picture that is drawn to the pins of the real firmware, in `make test` and, for longer, in
`make soak`."""
