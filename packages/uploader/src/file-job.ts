import { type Patience, withPatience } from "./patience.ts";
import type { PauseGate } from "./pause-gate.ts";
import type { Slots } from "./slots.ts";
import type { UploadPhase, UploadSource, UploadTarget, UploadTools } from "./types.ts";

/** Progress callbacks of a job. */
export interface JobReport {
  phase(phase: UploadPhase): void;
  hashed(bytes: number): void;
  /** Bytes that storage already had before this job started sending. */
  found(bytes: number): void;
  /** Bytes that storage has accepted from this job. */
  sent(bytes: number): void;
  /** Bytes in flight of one part; 0 when the attempt has ended. */
  underway(part: number, bytes: number): void;
  trouble(isTroubled: boolean): void;
}

/** The upload of one file. */
export interface FileJob {
  readonly source: UploadSource;
  readonly target: UploadTarget;
  readonly tools: UploadTools;
  readonly signal: AbortSignal;
  readonly gate: PauseGate;
  /** Shared by all files, to limit the number of connections. */
  readonly partSlots: Slots;
  readonly hashSlots: Slots;
  readonly report: JobReport;
}

export interface UploadRef {
  readonly asset_id: string;
  readonly version: number;
}

export const memoryKey = ({ source, target }: Pick<FileJob, "source" | "target">): string =>
  [source.fingerprint, target.folderId ?? "", target.replaces ?? ""].join("|");

export const patienceOf = ({ tools, signal, report }: FileJob): Patience => ({
  signal,
  sleep: tools.sleep,
  now: tools.now,
  random: tools.random,
  onTrouble: report.trouble,
});

/** One API request, retried on transient errors, and not started during a pause. */
export const callPatiently = <T>(job: FileJob, call: (context: { signal: AbortSignal }) => Promise<T>): Promise<T> =>
  withPatience(patienceOf(job), async () => {
    await job.gate.pass(job.signal);
    return call({ signal: job.signal });
  });
