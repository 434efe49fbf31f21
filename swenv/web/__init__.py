"""`swenv serve`: games in the browser, and a JSON API for programs; needs the extra `web`.

`tables` has the games, `thinking` runs programs that play, `server` answers requests, and `static` is the page.
"""
