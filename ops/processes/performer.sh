# The reference performer, used by demos and tests.
# shellcheck shell=bash
PORTS=(performer)

version() { node --version; }

performer_code() { cd "$ROOT" && hash_tree apps/performer/src apps/performer/package.json "$DATA/env"; }

start() {
  mkdir -p "$DATA/run"
  performer_code >"$DATA/run/$UNIT"
  cd "$ROOT"
  spawn node apps/performer/src/bin/performer.ts
}

stale() { [[ $(performer_code) != "$(cat "$DATA/run/$UNIT" 2>/dev/null)" ]]; }

health() { http_ok "http://127.0.0.1:${PORT[performer]}/health"; }
