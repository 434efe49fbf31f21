"""What the commands of `swenv` do, one module a command, imported when it runs. `swenv.cli` reads the command line."""
