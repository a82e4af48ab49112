import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { OutputDeps } from "../../assets/index.ts";
import type { OpenedPerformer } from "../../performers/index.ts";
import type { CrashPoint } from "./crash-points.ts";

export interface PerformDeps extends OutputDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly publicOrigin: string;
  /** A performer at the version the call was made for; what it is configured with now, by the revision of that. */
  readonly openPerformer: (id: string, version: string, revision: number) => Promise<OpenedPerformer>;
  /** What the pace of looking depends on. */
  readonly pace: {
    readonly medianMs: (performerId: string) => Promise<number | undefined>;
    readonly inFlight: () => Promise<number>;
  };
  readonly maxOutputBytes: number;
  /** Where a test lets the process die. */
  readonly reached?: (point: CrashPoint) => Promise<void>;
}

export interface StepContext {
  /** How often the call was taken up in vain before. */
  readonly tries: number;
  readonly signal: AbortSignal;
}

export type PollResult = { readonly isDone: true } | { readonly isDone: false; readonly againInMs: number };

export const DONE: PollResult = { isDone: true };
export const again = (againInMs: number): PollResult => ({ isDone: false, againInMs });
