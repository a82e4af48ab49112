import { hash } from "node:crypto";
import { MAX_SEED, type PerformerInput, type SEED_POLICIES } from "@dailies/contract";

export interface SeedPlace {
  readonly taskId: string;
  readonly row: number;
  readonly col: number;
  readonly sample: number;
  /** The attempt number, starting at 1. */
  readonly n: number;
}

export interface SeedPlan {
  readonly policy: (typeof SEED_POLICIES)[number];
  readonly seeds: readonly number[];
}

/** The first 31 bits of a SHA-256; every performer accepts that range. */
const seedFrom = (words: string): number => hash("sha256", words, "buffer").readUInt32BE(0) >>> 1;

const seedOfCell = ({ taskId, row, col, sample, n }: SeedPlace): number =>
  seedFrom(`${taskId}|${row}|${col}|${sample}|${n}`);

/**
 * The seed of the first attempt. With `fixed_per_row` it is the same in all columns and in every copy of the benchmark,
 * so that clips of identical requests can be reused.
 */
export const plannedSeed = ({ policy, seeds }: SeedPlan, position: SeedPlace): number => {
  if (policy === "fixed_per_row") return seedFrom(`row|${position.row}|${position.sample}`);
  if (policy === "list") return seeds[position.sample % seeds.length] ?? seedOfCell(position);
  return seedOfCell(position);
};

/** A new seed that differs from the previous one. */
export const freshSeed = (position: SeedPlace, before: number | null): number => {
  const seed = seedOfCell(position);
  return seed === before ? seedFrom(`${position.taskId}|again|${seed}`) : seed;
};

/** Maps a seed deterministically into a performer's smaller range, so that equal seeds stay equal. */
export const fitSeed = (spec: PerformerInput["spec"] | undefined, seed: number): number => {
  if (spec?.type !== "number") return seed;
  const low = Math.max(0, Math.ceil(spec.min ?? 0));
  const high = Math.min(MAX_SEED, Math.floor(spec.max ?? MAX_SEED));
  return high < low || (seed >= low && seed <= high) ? seed : low + (seed % (high - low + 1));
};
