# PostgreSQL 15: the application's database and Temporal's.
# shellcheck shell=bash
PG_BIN=/usr/lib/postgresql/15/bin
PORTS=(postgres)
PG_LOCATION=$DATA/postgres-location

# PostgreSQL refuses to run as root.
AS_POSTGRES=()
if [[ $EUID == 0 ]]; then AS_POSTGRES=(setpriv --reuid=postgres --regid=postgres --init-groups); fi

# The postgres user cannot access a checkout below /root, so the cluster is then stored elsewhere.
if [[ -f $PG_LOCATION ]]; then PGDATA=$(<"$PG_LOCATION"); else PGDATA=$DATA/postgres; fi
unset PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE

install() { need_packages "$PG_BIN/postgres=postgresql-15"; }
version() { "$PG_BIN/postgres" --version | awk '{print $3}'; }

# The server overwrites its environment block with its title, so our processes are found by their working directory.
pids() {
  local cwd
  for cwd in /proc/[0-9]*/cwd; do
    [[ $cwd -ef $PGDATA ]] || continue
    cwd=${cwd#/proc/}
    grep -zq postgres "/proc/${cwd%/cwd}/cmdline" 2>/dev/null && echo "${cwd%/cwd}"
  done
  return 0
}

create_cluster() {
  "${AS_POSTGRES[@]}" test -x "$DATA" || PGDATA=/var/lib/postgresql/dailies-$(echo "$DATA" | hash_of)
  local password
  password=$(mktemp)
  echo "$POSTGRES_PASSWORD" >"$password"
  rm -rf "$PGDATA"
  mkdir -p "$PGDATA"
  if [[ $EUID == 0 ]]; then chown postgres:postgres "$PGDATA" "$password"; fi
  cd /
  "${AS_POSTGRES[@]}" "$PG_BIN/initdb" -D "$PGDATA" -U postgres -E UTF8 --locale=C.UTF-8 \
    --auth=scram-sha-256 --pwfile="$password" || { rm -f "$password" && return 1; }
  rm -f "$password"
  echo "$PGDATA" >"$PG_LOCATION"
}

start() {
  [[ -f $PG_LOCATION ]] || create_cluster
  # None of our processes is left here: after a kill, a stale pid file would only block recovery.
  rm -f "$PGDATA/postmaster.pid"
  cd /
  spawn "${AS_POSTGRES[@]}" "$PG_BIN/postgres" -D "$PGDATA" -c port="${PORT[postgres]}" -c listen_addresses=127.0.0.1 \
    -c unix_socket_directories= -c max_connections=250 -c shared_buffers="${POSTGRES_SHARED_BUFFERS:-256MB}" \
    -c max_wal_size="${POSTGRES_MAX_WAL_SIZE:-1GB}" -c password_encryption=scram-sha-256
}

# INT is the fast shutdown; TERM would wait for every client to disconnect.
stop() {
  if [[ -f $PGDATA/postmaster.pid ]] && pids | grep -qx "$(head -1 "$PGDATA/postmaster.pid")"; then
    kill -INT "$(head -1 "$PGDATA/postmaster.pid")"
    wait_until 30 no_pids || true
  fi
  stop_pids QUIT 5
}

sql() { PGPASSWORD=$POSTGRES_PASSWORD psql -X -q -h 127.0.0.1 -p "${PORT[postgres]}" -U postgres -v ON_ERROR_STOP=1 "$@"; }

health() { [[ $(sql -At -c 'select not pg_is_in_recovery()') == t ]]; }

prepare() {
  sql -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" -v temporal="$TEMPORAL_PASSWORD" -f "$ROOT/ops/engines/postgres.sql"
}

destroy() { if [[ -f $PG_LOCATION ]]; then rm -rf "$PGDATA"; fi; }
