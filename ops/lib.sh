# Shared by ./dev and by every unit in engines/ and processes/.
# shellcheck shell=bash
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
DATA=$(realpath -m "${DAILIES_DATA:-$ROOT/.data}")
CACHE=$(realpath -m "${DAILIES_CACHE:-$HOME/.cache/dailies}")
export DAILIES_DATA=$DATA DAILIES_CACHE=$CACHE

# Writes to the terminal from inside a step, whose output is buffered.
notice() { printf '  %s\n' "$*" >&3; }
{ : >&3; } 2>/dev/null || exec 3>&2

die() { printf '\n%s\n' "$*" >&2; exit 1; }

# Runs a command, prints one line with its time, and shows the output only when it fails.
step() {
  local label=$1 began=$EPOCHREALTIME out status=0
  shift
  out=$(mktemp)
  "$@" >"$out" 2>&1 9>&- & wait $! || status=$?
  printf '  %-4s %-28s %6.1f s\n' "$([[ $status == 0 ]] && echo ok || echo FAIL)" "$label" \
    "$(seconds_since "$began")"
  [[ $status == 0 ]] || tail -n 40 "$out" >&2
  rm -f "$out"
  return "$status"
}

seconds_since() {
  local us=$((${EPOCHREALTIME/[.,]/} - ${1/[.,]/}))
  printf '%d.%06d' $((us / 1000000)) $((us % 1000000))
}

wait_until() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < deadline)) || return 1
    sleep 0.1
  done
}

# With no file, hashes its input.
# shellcheck disable=SC2120
hash_of() { cat -- "$@" | sha256sum | cut -c1-12; }

# Hashes contents, not modification times, so that switching branches back and forth rebuilds nothing.
hash_tree() {
  { find "$@" \( -name node_modules -o -name dist -o -name '*.tsbuildinfo' \) -prune -o -type f -print0 2>/dev/null || true; } |
    sort -z | xargs -0r sha256sum | sha256sum | cut -c1-12
}

# need_packages COMMAND_OR_FILE=PACKAGE…
need_packages() {
  local pair missing=()
  for pair in "$@"; do
    command -v "${pair%%=*}" >/dev/null || [[ -e ${pair%%=*} ]] || missing+=("${pair#*=}")
  done
  [[ ${#missing[@]} == 0 ]] && return
  [[ $EUID == 0 ]] || die "Missing system packages. Run: sudo apt-get install ${missing[*]}"
  command -v apt-get >/dev/null || die "Missing system packages: ${missing[*]}"
  [[ -n $(find /var/lib/apt/lists -name '*_Packages*' -mmin -720 -print -quit 2>/dev/null) ]] || apt-get update -q
  # Another stage may be installing something else at the same time.
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -qy --no-install-recommends "${missing[@]}"
}

# A unit's processes, including children and orphans, are found by a marker in their environment;
# a pid file could go stale or point to another process.
unit_pids() {
  grep -lzsxF "DAILIES_UNIT=$DATA/$1" /proc/[0-9]*/environ | cut -d/ -f3 || true
}

spawn() {
  local log=$DATA/logs/$UNIT.log
  mkdir -p "$DATA/logs"
  if [[ -f $log && $(stat -c %s "$log") -gt 10485760 ]]; then mv "$log" "$log.1"; fi
  printf -- '--- started %s\n' "$(date -Is)" >>"$log"
  DAILIES_UNIT=$DATA/$UNIT setsid nohup "$@" </dev/null >>"$log" 2>&1 3>&- 9>&- &
}

# stop_pids SIGNAL GRACE_SECONDS: terminates every process that the unit's `pids` prints.
stop_pids() {
  local list
  list=$(pids)
  [[ -n $list ]] || return 0
  # shellcheck disable=SC2086 # one word per pid
  kill "-$1" $list 2>/dev/null || true
  # shellcheck disable=SC2046
  wait_until "$2" no_pids || kill -KILL $(pids) 2>/dev/null || true
  wait_until 5 no_pids || return 1
  # The environment is already empty while the kernel is still tearing down a large process.
  # shellcheck disable=SC2086
  wait_until 3 gone $list || true
}

gone() {
  local pid
  for pid in "$@"; do [[ ! -d /proc/$pid ]] || return 1; done
}

no_pids() { [[ -z $(pids) ]]; }

# Hash of what a server process read at start; `up` restarts it when that changed.
server_code() { cd "$ROOT" && hash_tree apps/server/src packages pnpm-lock.yaml apps/web/dist/index.html "$DATA/env"; }

spawn_server() {
  mkdir -p "$DATA/run"
  server_code >"$DATA/run/$UNIT"
  cd "$ROOT"
  spawn node "apps/server/src/bin/$UNIT.ts"
}

server_is_stale() { [[ $(server_code) != "$(cat "$DATA/run/$UNIT" 2>/dev/null)" ]]; }

http_ok() { curl -fsS -m 3 -o /dev/null "$1"; }

# shellcheck source=ports.sh
. "$ROOT/ops/ports.sh"
# shellcheck source=toolchain.sh
. "$ROOT/ops/toolchain.sh"
