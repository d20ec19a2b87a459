"""Brings up a machine that has just been built: everything in turn, what is seen asked, the wire to look at named."""
