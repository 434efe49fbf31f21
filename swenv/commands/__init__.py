"""The commands of `swenv`, one module each, imported when the command runs. `swenv.cli` parses the command line."""
