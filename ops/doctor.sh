#!/usr/bin/env bash
# Checks tools, disk, engines and processes; fails when anything is missing or unhealthy.
# shellcheck source=lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
faults=0

tool() {
  local found
  if found=$("${@:2}" 2>/dev/null | head -1 | grep -oE '[0-9]+(\.[0-9]+)+' | head -1) && [[ -n $found ]]; then
    printf '%-10s %-8s %s\n' "$1" ok "$found"
  else
    printf '%-10s %-8s\n' "$1" MISSING
    faults=$((faults + 1))
  fi
}

echo "tools"
tool node node --version
tool pnpm pnpm --version
tool chromium chromium --version
tool ffmpeg ffmpeg -version
# Some machines have the program but forbid the namespaces it needs.
tool bwrap bwrap --ro-bind / / --unshare-all bwrap --version
tool temporal temporal --version

free_mb=$(df -Pm "$(dirname "$DATA")" | awk 'NR == 2 { print $4 }')
printf '%-10s %-8s %s GB free\n' disk "$( ((free_mb > 2048)) && echo ok || echo FULL)" $((free_mb / 1024))
((free_mb > 2048)) || faults=$((faults + 1))

units=(postgres redis seaweedfs temporal mail)
# CI and database tests run only the engines; processes are checked only once they were started.
[[ ! -d $DATA/logs || ! -f $DATA/logs/api.log ]] || units+=(api worker web performer)

printf '\nunits      state    version    ports\n'
for name in "${units[@]}"; do "$ROOT/ops/unit.sh" "$name" status || faults=$((faults + 1)); done

# None of our ports may be reachable from outside this machine.
for name in "${units[@]}"; do
  for pid in $("$ROOT/ops/unit.sh" "$name" pids); do
    exposed=$(ss -Hltnp 2>/dev/null | grep "pid=$pid," | awk '$4 !~ /^(127\.0\.0\.1|\[::1\]):/ { print $4 }' || true)
    [[ -z $exposed ]] || { echo "$name listens beyond loopback: $exposed" && faults=$((faults + 1)); }
  done
done

# Database functions must match apps/server/db/functions; a function changed by hand is a fault.
if [[ -f $DATA/env && -d $ROOT/node_modules && -n $("$ROOT/ops/unit.sh" postgres pids) ]]; then
  (
    set -a
    # shellcheck disable=SC1091
    . "$DATA/env"
    set +a
    cd "$ROOT" && node apps/server/src/bin/check-database-functions.ts
  ) || faults=$((faults + 1))
fi

[[ $faults == 0 ]] || die "$faults fault(s). Try ./dev up, then ./dev logs NAME."
