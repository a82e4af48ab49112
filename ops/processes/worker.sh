# The Temporal worker: workflows and activities.
# shellcheck shell=bash
PORTS=(worker_ops)

version() { node --version; }

start() { spawn_server; }
stale() { server_is_stale; }

# Activities get time to finish or to release their task.
stop() { stop_pids TERM 30; }

health() { http_ok "http://127.0.0.1:${PORT[worker_ops]}/readyz"; }
