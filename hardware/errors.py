"""What can be wrong with the hardware, for the person who has to see to it."""


class HardwareError(Exception):
    """A part can't be used; the text is one line that says what happened and what to do."""
