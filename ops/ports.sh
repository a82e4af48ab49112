# Every port this checkout opens: 20000 + the offset of its block + the number below.
# shellcheck shell=bash
declare -A PORT=(
  [http]=0 [ops]=1 [worker_ops]=2 [web]=3 [performer]=4
  [postgres]=10 [redis]=11 [smtp]=12 [mail_api]=13
  [s3]=20 [s3_grpc]=21 [seaweed_master]=22 [seaweed_master_grpc]=23 [seaweed_volume]=24
  [seaweed_volume_grpc]=25 [seaweed_filer]=26 [seaweed_filer_grpc]=27 [seaweed_admin]=28
  # weed's own worker connects to admin + 10000, regardless of -admin.port.grpc.
  [seaweed_admin_grpc]=10028
  [temporal]=40 [temporal_http]=41 [temporal_history]=42 [temporal_matching]=43 [temporal_worker]=44
  [temporal_member_frontend]=45 [temporal_member_history]=46 [temporal_member_matching]=47
  [temporal_member_worker]=48 [temporal_metrics]=49
  [mlflow]=50
)

# The last block ends below 32768, where the kernel's ephemeral ports begin.
LAST_OFFSET=2600

listening() { ss -Hltn | awk '{ sub(/.*:/, "", $4); print $4 }' | sort -u; }

block_is_free() {
  local name claim=$CACHE/blocks/$1 owner
  owner=$(cat "$claim" 2>/dev/null || true)
  [[ -z $owner || $owner == "$DATA" || ! -f $owner/port-offset ]] || return 1
  for name in "${!PORT[@]}"; do
    grep -qx $((20000 + $1 + PORT[$name])) <<<"$2" && return 1
  done
  return 0
}

# Chosen once and stored, so that URLs stay the same from day to day.
choose_block() {
  local offset busy
  if [[ -f $DATA/port-offset ]]; then
    offset=$(<"$DATA/port-offset")
    [[ ${DAILIES_PORT_OFFSET:-$offset} == "$offset" ]] ||
      die "DAILIES_PORT_OFFSET=$DAILIES_PORT_OFFSET, but $DATA was made with $offset. Unset it, or run ./dev reset."
    return
  fi
  mkdir -p "$CACHE/blocks"
  exec 8>"$CACHE/blocks/lock" && flock 8
  offset=${DAILIES_PORT_OFFSET:-}
  if [[ -z $offset ]]; then
    busy=$(listening)
    for ((offset = 0; offset <= LAST_OFFSET; offset += 100)); do block_is_free "$offset" "$busy" && break; done
  fi
  ((offset <= LAST_OFFSET)) || die "No free block of ports; set DAILIES_PORT_OFFSET to 0…$LAST_OFFSET."
  echo "$DATA" >"$CACHE/blocks/$offset"
  echo "$offset" >"$DATA/port-offset"
  exec 8>&-
}

load_ports() {
  local name offset
  offset=$(<"$DATA/port-offset")
  for name in "${!PORT[@]}"; do PORT[$name]=$((20000 + offset + PORT[$name])); done
}

# Called only while the unit is not running, so any listener here is another program.
require_free_ports() {
  local name
  for name in "$@"; do
    [[ -z $(ss -Hltn "sport = :${PORT[$name]}") ]] || die "Port ${PORT[$name]} ($name) is taken by another program:
$(ss -Hltnp "sport = :${PORT[$name]}")
Stop it, or run ./dev reset and set DAILIES_PORT_OFFSET to another block."
  done
}
