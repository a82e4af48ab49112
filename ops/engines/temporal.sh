# Temporal server on PostgreSQL, one process with all four services.
# shellcheck shell=bash
TEMPORAL_VERSION=1.31.2
PORTS=(temporal temporal_http temporal_history temporal_matching temporal_worker temporal_member_frontend
  temporal_member_history temporal_member_matching temporal_member_worker temporal_metrics)
SERVER=$CACHE/bin/temporal-server-$TEMPORAL_VERSION
SQL_TOOL=$CACHE/bin/temporal-sql-tool-$TEMPORAL_VERSION

version() { echo "$TEMPORAL_VERSION"; }

compile() {
  [[ -x $2 ]] && return
  command -v go >/dev/null || die "Temporal is compiled from source here: install Go 1.26 or newer from go.dev/dl."
  notice "Compiling ${2##*/} once; with two cores this takes some minutes."
  local out
  out=$(mktemp -d)
  GOBIN=$out CGO_ENABLED=0 go install -trimpath -ldflags "-s -w" "$1@v$TEMPORAL_VERSION"
  mkdir -p "$CACHE/bin"
  mv "$out"/* "$2"
  rmdir "$out"
}

install() {
  compile go.temporal.io/server/cmd/server "$SERVER"
  compile go.temporal.io/server/cmd/tools/sql "$SQL_TOOL"
}

schema() {
  local database=$1 tool
  tool=("$SQL_TOOL" --pl postgres12 --ep 127.0.0.1 -p "${PORT[postgres]}" -u temporal --db "$database")
  export SQL_PASSWORD=$TEMPORAL_PASSWORD PGPASSWORD=$TEMPORAL_PASSWORD
  [[ $(psql -XAtq -h 127.0.0.1 -p "${PORT[postgres]}" -U temporal -d "$database" \
    -c "select to_regclass('schema_version') is null") == f ]] || "${tool[@]}" setup-schema -v 0.0
  "${tool[@]}" update-schema --schema-name "postgresql/v12/$2"
}

start() {
  schema temporal temporal
  schema temporal_visibility visibility
  # The shard count is fixed at the first start and cannot change.
  export DB=postgres12 POSTGRES_SEEDS=127.0.0.1 DB_PORT=${PORT[postgres]} NUM_HISTORY_SHARDS=4 \
    POSTGRES_USER=temporal POSTGRES_PWD=$TEMPORAL_PASSWORD DBNAME=temporal VISIBILITY_DBNAME=temporal_visibility \
    SQL_MAX_CONNS=20 SQL_VIS_MAX_CONNS=10 BIND_ON_IP=127.0.0.1 TEMPORAL_BROADCAST_ADDRESS=127.0.0.1 \
    FRONTEND_GRPC_PORT=${PORT[temporal]} FRONTEND_HTTP_PORT=${PORT[temporal_http]} \
    HISTORY_GRPC_PORT=${PORT[temporal_history]} MATCHING_GRPC_PORT=${PORT[temporal_matching]} \
    WORKER_GRPC_PORT=${PORT[temporal_worker]} FRONTEND_MEMBERSHIP_PORT=${PORT[temporal_member_frontend]} \
    HISTORY_MEMBERSHIP_PORT=${PORT[temporal_member_history]} MATCHING_MEMBERSHIP_PORT=${PORT[temporal_member_matching]} \
    WORKER_MEMBERSHIP_PORT=${PORT[temporal_member_worker]} PROMETHEUS_ENDPOINT=127.0.0.1:${PORT[temporal_metrics]} \
    DYNAMIC_CONFIG_FILE_PATH=$ROOT/ops/engines/temporal.yaml LOG_LEVEL=warn GOMEMLIMIT=768MiB
  spawn "$SERVER" --allow-no-auth start
}

cli() { temporal --address "127.0.0.1:${PORT[temporal]}" "$@"; }

health() { cli operator cluster health --command-timeout 3s | grep -q SERVING; }

# Workers fail immediately in a namespace that does not exist yet.
prepare() {
  cli operator namespace describe -n dailies >/dev/null 2>&1 ||
    cli operator namespace create -n dailies --retention 72h
  wait_until 30 cli workflow list -n dailies --limit 1
}
