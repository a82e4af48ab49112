#!/usr/bin/env bash
# ops/unit.sh NAME VERB: one engine or process; the verbs are install, up, stop, health, version, pids.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
UNIT=$1
[[ ! -f $DATA/port-offset ]] || load_ports
if [[ -f $DATA/env ]]; then
  # shellcheck disable=SC1091
  . "$DATA/credentials"
  # Engines must not see the application's secrets.
  [[ ! -f $ROOT/ops/processes/$UNIT.sh ]] || set -a
  # shellcheck disable=SC1091
  . "$DATA/env"
  set +a
fi

pids() { unit_pids "$UNIT"; }
install() { :; }
stop() { stop_pids TERM 20; }
stale() { false; }
prepare() { :; }

for file in "$ROOT"/ops/{engines,processes}/"$UNIT.sh"; do
  # shellcheck disable=SC1090
  [[ ! -f $file ]] || . "$file"
done

# Leaves a healthy unit alone; restarts one that was killed, is partly dead or runs old code.
up() {
  if ! no_pids; then
    if ! stale && wait_until 3 health; then prepare && return; fi
    stop
  fi
  require_free_ports "${PORTS[@]}"
  start
  if ! become_healthy; then
    tail -n 30 "$DATA/logs/$UNIT.log" >&2
    die "$UNIT did not become healthy; see ./dev logs $UNIT"
  fi
  prepare
}

become_healthy() {
  local began=$SECONDS
  until health >/dev/null 2>&1; do
    ((SECONDS - began < 90)) || return 1
    if ((SECONDS - began > 2)) && no_pids; then return 1; fi
    sleep 0.1
  done
}

status() {
  local state=stopped ports=() name
  if ! no_pids; then if health >/dev/null 2>&1; then state=healthy; else state=sick; fi; fi
  if [[ -f $DATA/port-offset ]]; then for name in "${PORTS[@]}"; do ports+=("${PORT[$name]}"); done; fi
  printf '%-10s %-8s %-10s %s\n' "$UNIT" "$state" "$(version 2>/dev/null || echo -)" "${ports[*]}"
  [[ $state == healthy ]]
}

"$2"
