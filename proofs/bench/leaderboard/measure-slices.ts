import { setTimeout as sleep } from "node:timers/promises";
import type { LineAnswer } from "../ledger/http-line.ts";

/** Response times by slice. */
export interface Slices {
  readonly alone: number[][];
  readonly beside: number[][];
  readonly boards: number;
}

interface SliceOptions {
  readonly ask: () => Promise<LineAnswer>;
  readonly compute: () => Promise<unknown>;
  readonly slices: number;
  readonly sliceMs: number;
}

/** Far below the API's capacity; otherwise the bench would measure a queue and not the effect of a leaderboard. */
const EVERY_MS = 15;

/** At a fixed rate: the latency of a delayed request counts from when it was due (no coordinated omission). */
const askForSlice = async (ask: SliceOptions["ask"], sliceMs: number): Promise<number[]> => {
  const times: number[] = [];
  const startedMs = performance.now();
  for (let n = 0; n * EVERY_MS < sliceMs; n++) {
    const dueMs = startedMs + n * EVERY_MS;
    const earlyMs = dueMs - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    const beganMs = earlyMs > 0 ? performance.now() : dueMs;
    const { status, body } = await ask();
    if (status !== 200) throw new Error(`the list was answered ${status}: ${body.slice(0, 300)}`);
    times.push(performance.now() - beganMs);
  }
  return times;
};

const besideBoards = async ({ ask, compute, sliceMs }: SliceOptions): Promise<{ times: number[]; boards: number }> => {
  let isOver = false;
  let boards = 0;
  const computing = (async () => {
    while (!isOver) {
      await compute();
      boards += 1;
    }
  })();
  const times = await askForSlice(ask, sliceMs);
  isOver = true;
  await computing;
  return { times, boards };
};

/** Alternates between alone and next to leaderboards, so that other load on the machine affects both alike. */
export const measureSlices = async (options: SliceOptions): Promise<Slices> => {
  const slices: { alone: number[][]; beside: number[][]; boards: number } = { alone: [], beside: [], boards: 0 };
  await askForSlice(options.ask, options.sliceMs);
  for (let n = 0; n < options.slices; n++) {
    slices.alone.push(await askForSlice(options.ask, options.sliceMs));
    const { times, boards } = await besideBoards(options);
    slices.beside.push(times);
    slices.boards += boards;
  }
  return slices;
};

export const quantileOf = (slices: readonly (readonly number[])[], share: number): number => {
  const sorted = slices.flat().sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
