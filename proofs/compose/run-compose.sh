#!/usr/bin/env bash
# run-compose.sh FOLDER IMAGES…: what `pnpm proof compose` does in mount, process and network namespaces of its own.
# shellcheck source=../../ops/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../ops/lib.sh"
cd "$ROOT"
# Docker takes a machine with both hierarchies for one that only has the second.
umount /sys/fs/cgroup/unified 2>/dev/null || true
mount -t tmpfs tmpfs /run
ip link set lo up
exec node proofs/compose/run-compose.ts "$DOCKER_COMPOSE" "$@"
