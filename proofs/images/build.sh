# Builds images where no registry can be reached: sourced by scripts that run in a mount namespace of their own.
# shellcheck shell=bash
# shellcheck source=../../ops/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../ops/lib.sh"
STORAGE=(--root "$CACHE/images/storage" --runroot /run/buildah --storage-driver overlay)
BASE_NAME=docker.io/library/node

# Caches of a build, such as pnpm's store, which buildah keeps there.
mkdir -p "$CACHE/images/tmp"
mount --bind "$CACHE/images/tmp" /var/tmp
mount -t tmpfs tmpfs /run

"$ROOT/ops/images/stand-in-base.sh" "${STORAGE[@]}" >&2
BASE_DIGEST=$(buildah "${STORAGE[@]}" images --digests --format '{{.Digest}}' "$BASE_NAME:24-bookworm-slim")

# build_from DOCKERFILE TARGET NAME CONTEXT
build_from() {
  local certificates=()
  # A proxy of this network may have a certificate of its own.
  [[ ! -f ${NODE_EXTRA_CA_CERTS:-} ]] || certificates=(--secret "id=ca,src=$NODE_EXTRA_CA_CERTS")
  buildah "${STORAGE[@]}" bud --isolation chroot --pull-never --format docker --layers --timestamp 0 "${certificates[@]}" \
    --build-arg "BASE=$BASE_NAME@$BASE_DIGEST" --build-arg SOURCE_DATE_EPOCH=0 --build-arg REVISION=proof \
    --build-arg VERSION=0.1.0 --target "$2" --tag "$3" --file "$1" "$4" >&2
}

# build TARGET TAG CONTEXT
build() { build_from "$3/ops/images/Dockerfile" "$1" "localhost/dailies-$1:$2" "$3"; }

# An image with two names is listed twice.
id_of() { buildah "${STORAGE[@]}" images --quiet --no-trunc "$1" | sort -u; }

# save NAME FILE NAME_IN_FILE
save() { buildah "${STORAGE[@]}" push -q "$1" "docker-archive:$2:$3" >&2; }
