# The HTTP server; it also serves the built web app.
# shellcheck shell=bash
PORTS=(http ops)

version() { node --version; }

start() { spawn_server; }
stale() { server_is_stale; }

health() { http_ok "http://127.0.0.1:${PORT[ops]}/readyz"; }
