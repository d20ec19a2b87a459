"""Calibration: what a person does once so that the reader knows tray, camera and cubes."""
