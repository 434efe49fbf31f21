"""Runs the benchmarks and prints a table of the results, beside the project's performance budgets.

Started by `make bench`, `swenv bench` or `python benchmarks/run.py`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

# Measure one core: restrict libraries that would use more, before they are imported.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

sys.path.insert(1, str(Path(__file__).parents[1]))  # a checkout that is not installed

from harness import FULL, HEADERS, QUICK, Effort, Row, one_object_a_line  # noqa: E402

from swenv.commands.output import table  # noqa: E402

Group = Callable[[Effort], Iterator[Row]]


def groups() -> dict[str, Group]:
    """The groups of cases, in the order of the table."""
    import adapters
    import learning
    import play
    import serving
    import start
    import thinking

    return {
        "compiled": play.compiled,
        "vector": play.vector,
        "corpus": play.corpus,
        "state": play.state,
        "size": play.size,
        "aec": adapters.aec,
        "start": start.start,
        "search": thinking.search,
        "training": learning.training,
        "gpu": learning.gpu,
        "serve": serving.serving,
        "engine": serving.engine,
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the requested groups of cases; exits with status 2 if a group is unknown.

    Ctrl-C prints what was measured so far, and gives status 130.
    """
    parser = argparse.ArgumentParser(prog="swenv bench", description=(__doc__ or "").split("\n")[0], allow_abbrev=False)
    parser.add_argument("cases", nargs="*", metavar="CASE", help="groups to measure; all by default")
    parser.add_argument("--quick", action="store_true", help="less work and fewer repeats, no cold start")
    parser.add_argument("--processor-time", action="store_true", help="measure processor time, not wall-clock time")
    parser.add_argument("--list", action="store_true", help="list the groups")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")
    args = parser.parse_args(argv)
    known = groups()
    if args.list:
        table(("group", "what it measures"), [(name, _line(group)) for name, group in known.items()])
        return 0
    for case in args.cases:
        if case not in known:
            parser.error(f"no group '{case}'; the groups are {', '.join(known)}")
    chosen = [name for name in known if not args.cases or name in args.cases]
    effort = replace(QUICK if args.quick else FULL, processor=args.processor_time)
    rows, stopped = list[Row](), False
    try:
        for name in chosen:
            if sys.stderr.isatty():
                print(f"measuring {name}: {_line(known[name])}", file=sys.stderr)
            rows += known[name](effort)
    except KeyboardInterrupt:
        stopped = True
    if args.json:
        print(one_object_a_line(rows))
    else:
        table(HEADERS, [row.cells() for row in rows])
    return 130 if stopped else 0


def _line(group: Group) -> str:
    return (group.__doc__ or "").split("\n")[0]


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
