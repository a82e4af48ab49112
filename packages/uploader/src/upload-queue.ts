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
  /** Files hashed or sent concurrently. */
  readonly files: number;
  /** Parts in flight over all files; bounds memory to this many parts. */
  readonly parts: number;
}

const LIMITS: QueueLimits = { files: 4, parts: 6 };

interface Wanted {
  readonly source: UploadSource;
  readonly target: UploadTarget;
}

export interface UploadQueue {
  /** Adds a file and returns its id; a file already in the queue keeps its id. */
  add(source: UploadSource, target: UploadTarget): string;
  pause(id: string): void;
  resume(id: string): void;
  cancel(id: string): Promise<void>;
  /** Restarts a failed or cancelled file; parts already in storage are not sent again. */
  retry(id: string): void;
  /** Removes finished items. */
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

/** Uploads many files independently. Runs in a browser or in Node: its tools are injected. */
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
      // A file being checked has already arrived, so there is nothing to cancel.
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
