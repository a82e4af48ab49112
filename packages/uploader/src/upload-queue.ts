import { memoryKey } from "./file-job.ts";
import { createBoard } from "./item-board.ts";
import { reportTo } from "./job-report.ts";
import { createPauseGate } from "./pause-gate.ts";
import { createRateMeter } from "./rate-meter.ts";
import { type RunningJob, startJob } from "./running-job.ts";
import { createSlots } from "./slots.ts";
import type { UploadSource, UploadTarget, UploadTools } from "./types.ts";
import { hasEnded, type QueueTotals, totalsOf, type UploadItem } from "./upload-item.ts";

export interface QueueLimits {
  /** Files hashed or sent at a time. */
  readonly files: number;
  /** Parts on their way at a time, over all files; the memory taken is this many parts. */
  readonly parts: number;
}

const LIMITS: QueueLimits = { files: 4, parts: 6 };

interface Wanted {
  readonly source: UploadSource;
  readonly target: UploadTarget;
}

export interface UploadQueue {
  /** Takes a file in and gives its id; one that is on its way already keeps the id it has. */
  add(source: UploadSource, target: UploadTarget): string;
  pause(id: string): void;
  resume(id: string): void;
  cancel(id: string): Promise<void>;
  /** Begins a failed or cancelled file once more; what storage holds of it is not sent again. */
  retry(id: string): void;
  /** Takes lines out that have ended. */
  clearEnded(): void;
  items(): readonly UploadItem[];
  totals(): QueueTotals;
  subscribe(listener: () => void): () => void;
  /** Resolves when every file added so far has ended. */
  whenIdle(): Promise<void>;
}

const freshItem = (id: string, { source, target }: Wanted): UploadItem => ({
  id,
  name: source.name,
  sizeBytes: source.sizeBytes,
  target,
  phase: "waiting",
  isPaused: false,
  isTroubled: false,
  hashedBytes: 0,
  storedBytes: 0,
  sentBytes: 0,
  isHit: false,
});

/** Many files on their way, each with its own fate. Knows no page and no process: tools are handed in. */
export const createUploadQueue = (tools: UploadTools, limits: QueueLimits = LIMITS): UploadQueue => {
  const board = createBoard();
  const meter = createRateMeter(tools.now);
  const fileSlots = createSlots(limits.files);
  const partSlots = createSlots(limits.parts);
  const hashSlots = createSlots(1);
  const wanted = new Map<string, Wanted>();
  const jobs = new Map<string, RunningJob>();
  let lastId = 0;

  const start = (id: string, { source, target }: Wanted): void => {
    const stop = new AbortController();
    const report = reportTo(board, id, source.sizeBytes, meter.add);
    const { signal } = stop;
    const job = { source, target, tools, signal, gate: createPauseGate(), partSlots, hashSlots, report };
    jobs.set(id, startJob({ id, job, stop, board, fileSlots }));
  };
  const findRunning = (file: Wanted): string | undefined =>
    board.items().find((item) => {
      const other = wanted.get(item.id);
      return other !== undefined && !hasEnded(item) && memoryKey(other) === memoryKey(file);
    })?.id;
  const setPaused = (id: string, isPaused: boolean): void => {
    const item = board.find(id);
    if (!item || hasEnded(item) || item.isPaused === isPaused) return;
    if (isPaused) jobs.get(id)?.pause();
    else jobs.get(id)?.resume();
    board.change(id, { isPaused });
  };

  return {
    add: (source, target) => {
      const file = { source, target };
      const running = findRunning(file);
      if (running !== undefined) return running;
      lastId += 1;
      const id = `upload-${lastId}`;
      wanted.set(id, file);
      board.add(freshItem(id, file));
      start(id, file);
      return id;
    },
    pause: (id) => setPaused(id, true),
    resume: (id) => setPaused(id, false),
    cancel: async (id) => {
      const item = board.find(id);
      // What is being checked has arrived; there is nothing left to take back.
      if (item && !hasEnded(item) && item.phase !== "checking") await jobs.get(id)?.cancel();
    },
    retry: (id) => {
      const item = board.find(id);
      const file = wanted.get(id);
      if (!item || !file || (item.phase !== "failed" && item.phase !== "cancelled")) return;
      board.change(id, { ...freshItem(id, file), failure: undefined });
      start(id, file);
    },
    clearEnded: () => {
      for (const { id } of board.items().filter(hasEnded)) {
        wanted.delete(id);
        jobs.delete(id);
      }
      board.remove(hasEnded);
    },
    items: board.items,
    totals: () => totalsOf(board.items(), meter.bytesPerSecond()),
    subscribe: board.subscribe,
    whenIdle: async () => {
      await Promise.all([...jobs.values()].map(({ done }) => done));
    },
  };
};
