import { failFile } from "../../../platform/file-exports/file-export.store.ts";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { type SnapshotDeps, writeLabelSnapshot } from "./write-label-snapshot.ts";

export interface SnapshotLabelsInput {
  readonly columnSetId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;

export const snapshotLabelsActivities = (deps: SnapshotDeps) => ({
  /** Idempotent: a retry writes the same file again. */
  async writeLabelSnapshot({ columnSetId }: SnapshotLabelsInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => writeLabelSnapshot(deps, columnSetId, signal));
  },
  async failLabelSnapshot({ columnSetId, ...fault }: SnapshotLabelsInput & ActivityFault): Promise<void> {
    await failFile(deps.db, { table: "dataset_column_set", id: columnSetId }, fault, deps.clock());
  },
});

export type SnapshotLabelsActivities = ReturnType<typeof snapshotLabelsActivities>;
