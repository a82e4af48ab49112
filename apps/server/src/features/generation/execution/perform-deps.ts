import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { OutputDeps } from "../../assets/index.ts";
import type { OpenedPerformer } from "../../performers/index.ts";
import type { CrashPoint } from "./crash-points.ts";

export interface PerformDeps extends OutputDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly publicOrigin: string;
  /** Opens a performer at the job's version with its current settings, which are cached by revision. */
  readonly openPerformer: (id: string, version: string, revision: number) => Promise<OpenedPerformer>;
  /** Inputs of the poll interval. */
  readonly pace: {
    readonly medianMs: (performerId: string) => Promise<number | undefined>;
    readonly inFlight: () => Promise<number>;
  };
  readonly maxOutputBytes: number;
  /** Crash injection for tests. */
  readonly reached?: (point: CrashPoint) => Promise<void>;
}

export interface StepContext {
  /** Number of earlier steps that did not finish the job. */
  readonly tries: number;
  readonly signal: AbortSignal;
}

export type PollResult = { readonly isDone: true } | { readonly isDone: false; readonly againInMs: number };

export const DONE: PollResult = { isDone: true };
export const again = (againInMs: number): PollResult => ({ isDone: false, againInMs });
