"""`swenv serve`: games in the browser."""

from __future__ import annotations

import argparse
import errno
import socket
import sys
import webbrowser
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

from swenv.commands.loading import check_writable, run_code
from swenv.commands.output import Usage, say, usage
from swenv.core.machine import processors

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Names by which this machine can reach itself."""
LAST_PORT = 65_535
USUAL = ("random", "greedy", "planner", "search:simulations=2000")
"""Players that can be chosen by default."""
TRAINED = ("champion", "search:simulations=400,agent=champion")
"""Further ones if the extra `train` is installed."""
DRAWERS, DRAWING = 2, 20.0
"""Processes that draw boards, and seconds that one may take."""
SWITCH = 0.001
"""Seconds after which a thread that reads a document yields to others, so that they answer soon."""
PATIENCE = 2
"""Seconds after Ctrl-C until pages that are still watching are disconnected."""


def run(args: argparse.Namespace) -> None:
    """Serve until Ctrl-C."""
    try:
        import uvicorn

        from swenv.web import entrants, laboratory
        from swenv.web.collection import Collection
        from swenv.web.connections import behind
        from swenv.web.folder import Folder
        from swenv.web.server import Server
        from swenv.web.thinking import Thinkers
    except ImportError as error:
        raise Usage(f"the server needs more packages ({error}): pip install swenv-rl[web]") from error
    if args.corpus is not None:
        with usage(OSError):
            Path(args.corpus).parent.mkdir(parents=True, exist_ok=True)
        check_writable(args.corpus)
    watched = [_watched(each) for each in args.watch]
    players = _players(args.players, args.code)
    with usage():
        folder = Folder(Path(args.folder))
        locked = ExitStack()
        locked.enter_context(folder.locked())
    copies = Path(args.folder) / entrants.FOLDER
    with locked, _listen(args.host, args.port) as listening:
        thinkers, judges = (Thinkers(jobs, args.code, args.limit, copies) for jobs in (args.jobs or processors(), 1))
        collection = None if args.corpus is None else Collection(Path(args.corpus))
        readers = Thinkers(1, limit=laboratory.LIMIT)
        lab = laboratory.Laboratory(watched, readers, copies) if watched else None
        server = Server(players, folder, thinkers, judges, Thinkers(DRAWERS, limit=DRAWING), collection, lab)
        for sentence in server.unread:
            say(f"left out: {sentence}")
        local = args.host in LOOPBACK
        hosts = {args.host, *args.allow_host, *(LOOPBACK if local else ())}
        name = f"[{args.host}]" if ":" in args.host else args.host
        address = f"http://{name}:{listening.getsockname()[1]}"
        say(f"swenv is at {address}; games are kept in {args.folder}; Ctrl-C ends it")
        if args.open:
            webbrowser.open(address)

        class Ending(uvicorn.Server):
            async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
                server.end()
                await super().shutdown(sockets)

        app = server.app(sorted(hosts))
        config = uvicorn.Config(
            app,
            http=behind(LOOPBACK if args.behind_proxy else ()),
            ws="none",
            log_level="warning",
            access_log=False,
            proxy_headers=args.behind_proxy,
            forwarded_allow_ips=list(LOOPBACK),
            timeout_graceful_shutdown=PATIENCE,
        )
        sys.setswitchinterval(SWITCH)
        try:
            Ending(config).run(sockets=[listening])
        finally:
            if collection is not None:
                collection.close()


def _listen(host: str, port: int) -> socket.socket:
    """Listen, or report why this machine cannot."""
    if port > LAST_PORT:
        raise Usage(f"--port: ports are 0 to {LAST_PORT}, not {port}")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        addresses = socket.getaddrinfo(host, port, family, socket.SOCK_STREAM) if host else ()
    except (OSError, ValueError):  # Python refuses some names itself
        addresses = ()
    if not addresses:
        raise Usage(f"--host: there is no host '{host}'")
    try:
        listening = socket.create_server(addresses[0][4], family=family)
    except PermissionError as error:
        raise Usage(f"--port: this user may not listen on port {port}, choose one above 1023") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Usage(f"port {port} of {host} is in use: choose another with --port") from error
        if error.errno == errno.EADDRNOTAVAIL:
            raise Usage(f"--host: '{host}' is not an address of this machine") from error
        why = (error.strerror or str(error)).lower()
        raise Usage(f"cannot listen on port {port} of {host}: {why}") from error
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # answers are small and must not wait
    return listening


def _watched(folder: str) -> Path:
    """A folder that the laboratory shows."""
    path = Path(folder)
    if not path.is_dir():
        raise Usage(f"--watch: there is no folder '{folder}'")
    return path


def _players(specs: str | None, code: str | None) -> tuple[str, ...]:
    """The programs that can be chosen as players; each is made once, so that a wrong name fails right away."""
    from swenv import agents

    run_code(code)
    if specs is None:
        return (*USUAL, *(TRAINED if find_spec("torch") else ()))
    names = tuple(dict.fromkeys(agents.split(specs)))
    if "human" in names:
        raise Usage("--players: people need not be named, they can always play")
    with usage(ValueError, OSError, ImportError):
        for name in names:
            agents.make(name)
    return names
