"""The simulated tray: a camera over drawn cubes, and the hands that throw them.

`SimulatedTray` (camera.py) is the whole of it to the outside. Inside, a `World` keeps how the cubes lie, a throw
(throw.py) makes the `Motion` that leads from there to how they will lie, and a `Renderer` draws a moment of it. The
reader gets the pictures and nothing else.
"""
