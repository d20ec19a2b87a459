"""Throws as a path tracer sees them, of cubes that other hands have drawn: neither drawings, renderer, floors nor
lights are of those that the reader learned from, or that the simulated tray has.

`make traced` renders them with Mitsuba 3 (Jakob et al. 2022) and writes the truth beside them, as `vision.measure`
and `make bench ARGS=traced` read it. It needs nothing of the product but the mat's sizes.
"""
