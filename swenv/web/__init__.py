"""`swenv serve`: games in the browser, and a JSON API for programs; needs the extra `web`.

`tables` has the games, `thinking` the players that are programs, `server` the requests, and `static` the page.
"""
