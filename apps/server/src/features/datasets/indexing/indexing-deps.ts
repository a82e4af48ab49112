import type { Log } from "../../../platform/observability/log.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import type { ItemTables } from "../item-table.ts";

export interface IndexingDeps extends DatasetsDeps {
  readonly log: Log;
  /** For writing, which only the worker does. */
  readonly itemTables: ItemTables;
  /** Whether to read the header of every clip, which takes one or two requests each. */
  readonly readsMedia: boolean;
  /** Samples per part, if the operator has configured it. */
  readonly partSamples?: number | undefined;
}

/** Heartbeat and cancellation of an activity. */
export interface Beat {
  readonly signal: AbortSignal;
  /** Throws when the run was cancelled or taken over by another worker. */
  readonly check: () => Promise<void>;
}
