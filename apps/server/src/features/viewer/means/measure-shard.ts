import { isNumericEncoding, type MEAN_STATES } from "@dailies/contract";
import { FormatFault } from "@dailies/formats/format-fault";
import { DomainError } from "../../../errors.ts";
import type { Reading, ShardSet } from "../sets/shard-set.ts";
import { spacedPositions } from "./measure-column.rules.ts";

export interface ShardMean {
  readonly state: Exclude<(typeof MEAN_STATES)[number], "waiting">;
  readonly mean: number | null;
}

/** Samples of one shard that are read at the same time. */
const AT_ONCE = 8;
/** Formats without random access read from the start; they stop here and use the samples read so far. */
const MAX_SHARD_BYTES = 128 * 1024 ** 2;

const without = (state: "no_column" | "no_numbers" | "unreadable"): ShardMean => ({ state, mean: null });

const readNumber = async (
  set: ShardSet,
  reading: Reading,
  { shard, indexInShard }: { readonly shard: number; readonly indexInShard: number },
  column: string,
): Promise<{ readonly hasColumn: boolean; readonly number: number | undefined }> => {
  const position = { index: set.table.firstSample(shard) + indexInShard, shard, indexInShard };
  const { columns } = await set.readSample(reading, position, column);
  const found = columns.find(({ name }) => name === column);
  const number = found?.value.kind === "number" ? Number(found.value.text) : Number.NaN;
  return { hasColumn: found !== undefined, number: Number.isFinite(number) ? number : undefined };
};

/** A broken shard is a result; an unreachable storage is not, and is tried again. */
const isBroken = (error: unknown): boolean =>
  error instanceof FormatFault ||
  (error instanceof DomainError && ["invalid", "not_found", "too_large", "conflict"].includes(error.code));

/** The mean of evenly spaced samples of a shard. */
export const measureShard = async (
  set: ShardSet,
  reading: Reading,
  { shard, column, limit }: { readonly shard: number; readonly column: string; readonly limit: number },
): Promise<ShardMean> => {
  const described = set.describeShard(shard).columns.find(({ name }) => name === column);
  if (!described || !isNumericEncoding(described.encoding)) return without("no_column");
  const positions = spacedPositions(set.table.samplesIn(shard), limit).values();
  const numbers: number[] = [];
  let [read, absent] = [0, 0];
  const work = async (): Promise<void> => {
    for (const indexInShard of positions) {
      reading.signal?.throwIfAborted();
      if (reading.meter.read().bytes > MAX_SHARD_BYTES) return;
      const { hasColumn, number } = await readNumber(set, reading, { shard, indexInShard }, column);
      read += 1;
      if (!hasColumn) absent += 1;
      if (number !== undefined) numbers.push(number);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    if (isBroken(error)) return without("unreadable");
    throw error;
  }
  if (read > 0 && absent === read) return without("no_column");
  if (numbers.length === 0) return without("no_numbers");
  // Divide first: the sum of large numbers may not be finite.
  const mean = numbers.reduce((sum, number) => sum + number / numbers.length, 0);
  return { state: "ok", mean };
};
