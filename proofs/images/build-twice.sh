#!/usr/bin/env bash
# build-twice.sh FIRST SECOND OUT: builds both images from two copies of the source, prints `TARGET DIGEST DIGEST` and the base,
# and leaves the images of the first build in OUT. Runs in a mount namespace of its own.
# shellcheck source=build.sh
. "$(dirname "${BASH_SOURCE[0]}")/build.sh"
FIRST=$1 SECOND=$2 OUT=$3
TARGETS=(worker api)

# Debian's packages are no content of ours, and another day has other versions: both builds take the same layers of them.
build media packages "$FIRST"
for target in "${TARGETS[@]}"; do
  build "$target" first "$FIRST"
  build "$target" second "$SECOND"
done
echo "base $BASE_NAME@$BASE_DIGEST"
for target in "${TARGETS[@]}"; do
  image=localhost/dailies-$target
  echo "$target" "$(id_of "$image:first")" "$(id_of "$image:second")"
  save "$image:first" "$OUT/$target.tar" "dailies-$target:proof"
  buildah "${STORAGE[@]}" rmi "$image:first" "$image:second" >&2
done
# Only the base and the layers with Debian's packages are kept for the next time.
buildah "${STORAGE[@]}" rmi --prune --force >&2
