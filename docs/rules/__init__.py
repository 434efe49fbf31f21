"""The rules as pages, which `swenv.core.rulebook` reads."""
