#!/usr/bin/env bash
# build-twice.sh FIRST SECOND OUT: builds both images from two copies of the source, prints `TARGET DIGEST DIGEST` and the base,
# and leaves the images of the first build in OUT. Runs in a mount namespace of its own.
# shellcheck source=../../ops/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../ops/lib.sh"
FIRST=$1 SECOND=$2 OUT=$3
TARGETS=(worker api)
STORAGE=(--root "$CACHE/images/storage" --runroot /run/buildah --storage-driver overlay)

# Caches of a build, such as pnpm's store, which buildah keeps there.
mkdir -p "$CACHE/images/tmp"
mount --bind "$CACHE/images/tmp" /var/tmp
mount -t tmpfs tmpfs /run

"$ROOT/ops/images/stand-in-base.sh" "${STORAGE[@]}" >&2
name=docker.io/library/node
digest=$(buildah "${STORAGE[@]}" images --digests --format '{{.Digest}}' "$name:24-bookworm-slim")

build() {
  local target=$1 tag=$2 context=$3 certificates=()
  # A proxy of this network may have a certificate of its own.
  [[ ! -f ${NODE_EXTRA_CA_CERTS:-} ]] || certificates=(--secret "id=ca,src=$NODE_EXTRA_CA_CERTS")
  buildah "${STORAGE[@]}" bud --isolation chroot --pull-never --format docker --layers --timestamp 0 "${certificates[@]}" \
    --build-arg "BASE=$name@$digest" --build-arg SOURCE_DATE_EPOCH=0 --build-arg REVISION=proof --build-arg VERSION=0.1.0 \
    --target "$target" --tag "localhost/dailies-$target:$tag" --file "$context/ops/images/Dockerfile" "$context" >&2
}

# An image with two names is listed twice.
id_of() { buildah "${STORAGE[@]}" images --quiet --no-trunc "localhost/dailies-$1" | sort -u; }

# Debian's packages are no content of ours, and another day has other versions: both builds take the same layers of them.
build media packages "$FIRST"
for target in "${TARGETS[@]}"; do
  build "$target" first "$FIRST"
  build "$target" second "$SECOND"
done
echo "base $name@$digest"
for target in "${TARGETS[@]}"; do
  echo "$target" "$(id_of "$target:first")" "$(id_of "$target:second")"
  buildah "${STORAGE[@]}" push -q "localhost/dailies-$target:first" "docker-archive:$OUT/$target.tar:dailies-$target:proof" >&2
  buildah "${STORAGE[@]}" rmi "localhost/dailies-$target:first" "localhost/dailies-$target:second" >&2
done
# Only the base and the layers with Debian's packages are kept for the next time.
buildah "${STORAGE[@]}" rmi --prune --force >&2
