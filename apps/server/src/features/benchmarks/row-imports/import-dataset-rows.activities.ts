import { ERROR_STATUS } from "@dailies/contract";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { type AddImportedRowsDeps, addImportedRows } from "./add-imported-rows.ts";
import { type DrawItemsDeps, drawImportItems } from "./draw-import-items.ts";
import { type ReadMediaDeps, readImportMedia } from "./read-import-media.ts";
import { endRowImport } from "./row-import.store.ts";

export interface RowImportInput {
  readonly importId: string;
  readonly requestId: string;
}

export type RowImportDeps = DrawItemsDeps & ReadMediaDeps & AddImportedRowsDeps;

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;
const UNEXPECTED = "the import stopped at an unexpected fault; begin it again";

/** Each is idempotent: the state of an import and of its items is in the database. */
export const rowImportActivities = (deps: RowImportDeps) => ({
  async drawImportItems({ importId }: RowImportInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => drawImportItems(deps, importId, signal));
  },

  async readImportMedia({ importId }: RowImportInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => readImportMedia(deps, importId, signal));
  },

  async addImportedRows({ importId, requestId }: RowImportInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, () => addImportedRows(deps, { importId, requestId }));
  },

  async failRowImport({ importId, code, message }: RowImportInput & ActivityFault): Promise<void> {
    const error = Object.hasOwn(ERROR_STATUS, code) ? message : UNEXPECTED;
    await deps.db
      .transaction()
      .execute((tx) => endRowImport(tx, importId, { status: "Failed", error, at: deps.clock() }));
  },
});

export type RowImportActivities = ReturnType<typeof rowImportActivities>;
