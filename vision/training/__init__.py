"""Makes the pictures that the networks learn from, trains them, and measures them. `python -m vision.training`."""
