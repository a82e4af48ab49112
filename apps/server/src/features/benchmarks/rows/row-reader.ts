import { DomainError } from "../../../errors.ts";
import { BoundedQueue } from "../../../platform/concurrency/bounded-queue.ts";
import { ComputeThread } from "../../../platform/concurrency/compute-thread.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { ReadRows, RowFormat } from "./read-rows.rules.ts";

/** In the image the thread's script is next to the bundle; from source, in `bin`. */
const SCRIPT = new URL(
  import.meta.url.endsWith(".ts") ? "../../../bin/read-rows-thread.ts" : "./read-rows-thread.js",
  import.meta.url,
);
const LIMITS = { timeLimitMs: 60_000, idleMs: 60_000, maxHeapMegabytes: 192 };
const QUEUE = { running: 1, waiting: 8, ofOnePerson: { running: 1, waiting: 4 } };

/** What the thread is asked. */
export interface RowText {
  readonly format: RowFormat;
  readonly text: string;
}

export interface RowReader {
  /** Reads off the event loop, in a thread with limits of time and memory. */
  readonly read: (about: RowText, signal: AbortSignal) => Promise<ReadRows>;
}

/** The thread ends by itself when it has nothing to do, and with the process. */
export const openRowReader = (log: Log): RowReader => {
  const thread = new ComputeThread<RowText, ReadRows>({ script: SCRIPT, log, ...LIMITS });
  const queue = new BoundedQueue(QUEUE);
  return {
    read: async (about, signal) => {
      const turn = queue.run(() => thread.run(about, { signal, transfer: [] }));
      if (!turn) throw new DomainError("unavailable", "several files are being read already", { retryAfterS: 5 });
      return turn;
    },
  };
};
