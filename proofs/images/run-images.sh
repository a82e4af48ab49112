#!/usr/bin/env bash
# run-images.sh FOLDER: the second half of `pnpm proof image`, in mount, process and network namespaces of its own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# Docker takes a machine with both hierarchies for one that only has the second.
umount /sys/fs/cgroup/unified 2>/dev/null || true
mount -t tmpfs tmpfs /run
ip link set lo up
node proofs/images/run-images.ts "$1"
