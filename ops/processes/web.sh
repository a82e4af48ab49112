# Vite's development server, for live reload; the API serves the built web app.
# shellcheck shell=bash
PORTS=(web)

version() { node -p "require('$ROOT/apps/web/node_modules/vite/package.json').version"; }

start() {
  cd "$ROOT"
  spawn pnpm --filter @dailies/web dev
}

health() { http_ok "http://127.0.0.1:${PORT[web]}/"; }
