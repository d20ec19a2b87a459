"""From the camera's picture to what lies in the tray."""
