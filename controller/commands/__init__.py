"""The subcommands of `tray`, one module each."""
