import type { Log } from "../../../platform/observability/log.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";

export interface IndexingDeps extends DatasetsDeps {
  readonly log: Log;
  /** Whether the header of every clip is read: it takes a request or two each. */
  readonly readsMedia: boolean;
  /** How many samples a part may have, where the operator has decided it. */
  readonly partSamples?: number | undefined;
}

/** What an activity tells while it works. */
export interface Beat {
  readonly signal: AbortSignal;
  /** Throws when the run was cancelled or given to another. */
  readonly check: () => Promise<void>;
}
