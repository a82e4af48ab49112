import type { ByteSource } from "../../byte-source.ts";
import { FormatFault } from "../../format-fault.ts";
import type { MdsShard } from "../index/mds-index.ts";
import { readTable, tableOf } from "./offsets.ts";

export interface ShardFault {
  readonly kind: "missing" | "size" | "offsets" | "count";
  /** Index in its shard; null when the fault concerns the shard. */
  readonly sample: number | null;
  readonly message: string;
  readonly at: number | null;
}

export interface ShardCheck {
  readonly faults: readonly ShardFault[];
  /** Samples up to this one can be read; null when there is none. */
  readonly lastGoodSample: number | null;
  readonly offsets: Uint32Array | null;
}

const WORD = 4;

/** Number of consecutive samples, from the first on, that lie within the file. */
const countGood = (offsets: Uint32Array, lowest: number, fileBytes: number): number => {
  let floor = lowest;
  for (let index = 0; index + 1 < offsets.length; index += 1) {
    const [begin, end] = [offsets[index] ?? 0, offsets[index + 1] ?? 0];
    if (begin < floor || end < begin || end > fileBytes) return index;
    floor = begin;
  }
  return Math.max(0, offsets.length - 1);
};

const readHonestly = async (source: ByteSource, shard: MdsShard, signal: AbortSignal | undefined) => {
  try {
    return await readTable(source, shard, signal);
  } catch (error) {
    if (error instanceof FormatFault && error.kind !== "missing") return error;
    throw error;
  }
};

const sizeFault = (shard: MdsShard, fileBytes: number): ShardFault[] => {
  if (fileBytes === shard.data.storedBytes) return [];
  const message = `the file has ${fileBytes} bytes, the index says ${shard.data.storedBytes}`;
  return [{ kind: "size", sample: null, message, at: Math.min(fileBytes, shard.data.storedBytes) }];
};

const offsetsFault = (offsets: Uint32Array, good: number, fileBytes: number): ShardFault => {
  const [begin, end] = [offsets[good] ?? 0, offsets[good + 1] ?? 0];
  const runs = `sample ${good} of the shard spans bytes ${begin} to ${end}`;
  const message = end > fileBytes && begin <= end ? `${runs}, but the file ends at ${fileBytes}` : runs;
  return {
    kind: "offsets",
    sample: good,
    message,
    at: end > fileBytes ? Math.min(begin, fileBytes) : WORD * (good + 1),
  };
};

const judge = (shard: MdsShard, count: number, offsets: Uint32Array, fileBytes: number): ShardCheck => {
  const faults = sizeFault(shard, fileBytes);
  if (count !== shard.samples) {
    const message = `the shard says ${count} samples, the index ${shard.samples}`;
    faults.push({ kind: "count", sample: null, message, at: 0 });
  }
  const lowest = shard.meta === null ? WORD * (shard.samples + 2) : 0;
  const good = countGood(offsets, lowest, fileBytes);
  const last = offsets.at(-1) ?? 0;
  if (good < shard.samples) faults.push(offsetsFault(offsets, good, fileBytes));
  else if (good > 0 && last !== fileBytes) {
    const message = `the last sample ends at ${last}, but the file ends at ${fileBytes}`;
    faults.push({ kind: "offsets", sample: null, message, at: last });
  }
  return { faults, lastGoodSample: good > 0 ? good - 1 : null, offsets };
};

/** Checks a shard's file against its index and its own offsets, without reading samples. */
export const checkShard = async (
  source: ByteSource,
  shard: MdsShard,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ShardCheck> => {
  const nothing = { lastGoodSample: null, offsets: null };
  for (const { object } of shard.meta === null ? [shard.data] : [shard.meta, shard.data]) {
    if ((await source.size(object, signal)) !== undefined) continue;
    return { ...nothing, faults: [{ kind: "missing", sample: null, message: `there is no ${object}`, at: null }] };
  }
  const fileBytes = (await source.size(shard.data.object, signal)) ?? 0;
  if (shard.schema.codec !== null) return { ...nothing, faults: sizeFault(shard, fileBytes) };
  const table = await readHonestly(source, shard, signal);
  if (!(table instanceof FormatFault)) return judge(shard, table.count, table.offsets, fileBytes);
  const message = `the offsets of ${tableOf(shard).object}: ${table.message}`;
  const faults = [...sizeFault(shard, fileBytes), { kind: "offsets" as const, sample: null, message, at: 0 }];
  return { ...nothing, faults };
};

/** The last readable sample of a broken or truncated shard; null when there is none. */
export const findLastGoodSample = async (
  source: ByteSource,
  shard: MdsShard,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<number | null> => (await checkShard(source, shard, options)).lastGoodSample;
