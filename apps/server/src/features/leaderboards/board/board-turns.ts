import type { TransferListItem } from "node:worker_threads";
import { DomainError } from "../../../errors.ts";
import { BoundedQueue } from "../../../platform/concurrency/bounded-queue.ts";
import { ComputeThread } from "../../../platform/concurrency/compute-thread.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { BoardAnswer, BoardQueries, BoardQuery, BoardThreadData } from "./compute-board.ts";

/** In the image the thread's script is next to the bundle; from source, in `bin`. */
const SCRIPT = new URL(
  import.meta.url.endsWith(".ts") ? "../../../bin/board-thread.ts" : "./board-thread.js",
  import.meta.url,
);
const MINUTE_MS = 60_000;
const MAX_HEAP_MEGABYTES = 2_048;
/** Only one computation holds its judgements in memory; some wait, and further requests are refused with a retry. */
const LIMITS = { running: 1, waiting: 8, ofOnePerson: { running: 1, waiting: 4 } };

/** Transferred, not copied. */
const buffersIn = (value: unknown): TransferListItem[] => {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(buffersIn);
};

export interface BoardTurns {
  /** Queued: runs when all earlier work has ended. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** Only while holding the queue slot. Buffers in `about` are transferred and unusable afterwards. */
  readonly ask: <K extends keyof BoardQueries>(
    kind: K,
    about: BoardQueries[K]["ask"],
    signal: AbortSignal,
  ) => Promise<BoardQueries[K]["answer"]>;
  readonly close: () => Promise<void>;
}

/** The compute thread and its queue. */
export const openBoardTurns = (log: Log, data: BoardThreadData): BoardTurns => {
  const limits = { timeLimitMs: 5 * MINUTE_MS, idleMs: MINUTE_MS, maxHeapMegabytes: MAX_HEAP_MEGABYTES };
  const thread = new ComputeThread<BoardQuery, BoardAnswer>({ script: SCRIPT, log, data, ...limits });
  const queue = new BoundedQueue(LIMITS);
  return {
    inTurn: async (work) => {
      const turn = queue.run(work);
      const words = "several boards are being computed already: please come back in a moment";
      if (!turn) throw new DomainError("unavailable", words, { retryAfterS: 5 });
      return turn;
    },
    ask: async <K extends keyof BoardQueries>(kind: K, about: BoardQueries[K]["ask"], signal: AbortSignal) => {
      const transfer = buffersIn(about);
      const answer = await thread.run({ kind, ...about } as unknown as BoardQuery, { signal, transfer });
      return answer as BoardQueries[K]["answer"];
    },
    close: () => thread.close(),
  };
};
