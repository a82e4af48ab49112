import type { Seeded } from "../../../seeded.ts";
import type { World } from "../world.ts";

/**
 * Work that goes on while faults are injected. To add another kind, write one of these and name it in `LOADS` of
 * `compute.ts`.
 */
export interface Load {
  /** Begins its work; it goes on until it is stopped. */
  readonly start: (world: World, random: Seeded, report: LoadReport) => Promise<RunningLoad>;
}

export interface RunningLoad {
  /** Before a head starts again without what it stored: what is known of it now must outlive it. */
  readonly beforeLoss?: (clusterId: string) => Promise<void>;
  /** What has not recovered from faults that ended at this time; empty when all has. Asked again and again. */
  readonly unhealed: (since: Date) => Promise<string[]>;
  /** Ends when nothing of it is in progress. */
  readonly stop: () => Promise<void>;
  /** Violations, once everything has ended and was polled again. */
  readonly audit: () => Promise<string[]>;
  /** For the summary: what was done, and how often. */
  readonly counts: () => Readonly<Record<string, number>>;
  readonly notes?: () => string[];
}

/** Violations that are seen while the load runs. */
export type LoadReport = (violation: string) => void;
