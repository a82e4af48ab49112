# Ray: a head without workers, started only on request (--with ray). It has a network namespace of its own, because it would
# listen on all addresses otherwise. Relays behind Unix sockets are the only way in, to its dashboard and to the services of
# Ray Serve, and the only way out, to the storage that jobs read and write.
# shellcheck shell=bash
PORTS=()
RAY_VENV=$CACHE/ray-$(hash_of <"$TOOLS/requirements-ray.txt")
RAY_FOLDER=$DATA/ray
# Ray appends 70 characters to it for its own sockets, whose paths are limited to 107.
RAY_TEMP=/tmp/dray-$(hash_of <<<"$DATA")

install() {
  need_packages ip=iproute2 unshare=util-linux
  once "$RAY_VENV" install_venv "$TOOLS/requirements-ray.txt"
}
version() { "$RAY_VENV/bin/python" -c 'import importlib.metadata as m; print(m.version("ray"))'; }

# relay FROM TO: each is a port of this network namespace or the path of a socket.
relay() {
  node -e 'const net = require("node:net");
    const placeOf = (text) => (/^[0-9]+$/.test(text) ? { port: Number(text), host: "127.0.0.1" } : { path: text });
    const [from, to] = process.argv.slice(1).map(placeOf);
    process.umask(0o177);
    net.createServer((inner) => {
      const outer = net.connect(to);
      inner.pipe(outer).pipe(inner);
      inner.on("error", () => outer.destroy());
      outer.on("error", () => inner.destroy());
    }).listen(from)' "$1" "$2"
}

# Inside the namespace. GPUs are a number that Ray hands out: nothing here uses one.
run_head() {
  ip link set lo up
  local relays=()
  relay "$RAY_FOLDER/ray.sock" 8265 & relays+=($!)
  relay "$RAY_FOLDER/serve.sock" 8000 & relays+=($!)
  relay "$S3_PORT" "$RAY_FOLDER/storage.sock" & relays+=($!)
  # shellcheck disable=SC2064
  trap "kill ${relays[*]}" EXIT
  ray start --head --block --node-ip-address=127.0.0.1 --port=6380 --disable-usage-stats \
    --include-dashboard=true --dashboard-host=127.0.0.1 --dashboard-port=8265 \
    --num-cpus=4 --num-gpus=16 --memory=2147483648 --object-store-memory=100000000 --temp-dir="$RAY_TEMP"
}

start() {
  mkdir -p "$RAY_FOLDER/jobs"
  rm -rf "$RAY_FOLDER"/*.sock "$RAY_TEMP"
  [[ -f $RAY_FOLDER/token ]] || (umask 077 && head -c 32 /dev/urandom | sha256sum | cut -c1-64 >"$RAY_FOLDER/token")
  cd "$RAY_FOLDER/jobs"
  export RAY_FOLDER RAY_TEMP S3_PORT=${PORT[s3]} RAY_AUTH_MODE=token RAY_AUTH_TOKEN_PATH=$RAY_FOLDER/token RAY_USAGE_STATS_ENABLED=0
  # Applications of Serve import their code from here.
  export PYTHONPATH=$RAY_FOLDER/jobs
  # On a busy machine the parts of its dashboard need more than the usual 30 seconds to start.
  export RAY_DASHBOARD_SUBPROCESS_MODULE_WAIT_READY_TIMEOUT=80
  export RAY_OBJECT_STORE_ALLOW_SLOW_STORAGE=1 PATH=$RAY_VENV/bin:$PATH
  spawn bash -c "$(declare -f relay); relay \"$RAY_FOLDER/storage.sock\" $S3_PORT"
  spawn unshare -Urn bash -c "$(declare -f relay run_head); run_head"
}

stop() {
  stop_pids TERM 20
  rm -rf "$RAY_FOLDER"/*.sock "$RAY_TEMP"
}

ask() {
  curl -fsS -m 5 --unix-socket "$RAY_FOLDER/ray.sock" -K - "http://ray.localhost/$1" \
    <<<"header = \"Authorization: Bearer $(<"$RAY_FOLDER/token")\""
}

# The control service answers before the node has joined, and no job can start until then.
health() { [[ $(ask api/gcs_healthz) == success && $(ask api/v0/nodes) == *'"ALIVE"'* ]]; }
