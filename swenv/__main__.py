"""`python -m swenv`: the same as the command `swenv`."""

import sys

from swenv.cli import main

sys.exit(main())
