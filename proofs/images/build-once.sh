#!/usr/bin/env bash
# build-once.sh CONTEXT OUT: builds both images and leaves them in OUT as TARGET.tar. Runs in a mount namespace of its own.
# shellcheck source=build.sh
. "$(dirname "${BASH_SOURCE[0]}")/build.sh"
CONTEXT=$1 OUT=$2

build media packages "$CONTEXT"
for target in worker api; do
  build "$target" once "$CONTEXT"
  save "localhost/dailies-$target:once" "$OUT/$target.tar.new" "dailies-$target:proof"
  mv "$OUT/$target.tar.new" "$OUT/$target.tar"
  buildah "${STORAGE[@]}" rmi "localhost/dailies-$target:once" >&2
done
buildah "${STORAGE[@]}" rmi --prune --force >&2
