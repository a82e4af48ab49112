import type { IoMeter } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { FoundKey, Reading, ShardSet } from "./sets/shard-set.ts";

type Searched = Pick<ShardSet, "table" | "findKey" | "describe">;

const PLACE = /^(\d{1,9}):(\d{1,10})$/;
const NUMBER = /^\d{1,15}$/;

const byPlace = ({ table }: Searched, shard: number, at: number): FoundKey => {
  const isThere = shard < table.counted && at < table.samplesIn(shard);
  return {
    index: isThere ? table.firstSample(shard) + at : null,
    isComplete: shard < table.counted || shard >= table.shards,
  };
};

const byNumber = ({ table }: Searched, index: number): FoundKey => {
  const isThere = table.locate(index) !== undefined;
  return { index: isThere ? index : null, isComplete: isThere || table.counted === table.shards };
};

const byKeyOrNumber = async (set: Searched, reading: Reading, asked: string): Promise<FoundKey> => {
  const keyed = await set.findKey(reading, asked);
  if (keyed && (keyed.index !== null || !NUMBER.test(asked))) return keyed;
  if (!NUMBER.test(asked))
    throw new DomainError(
      "invalid",
      `a ${set.describe().format} set cannot be searched by key: ask for an index or shard:index`,
    );
  const { index, isComplete } = byNumber(set, Number(asked));
  return { index, isComplete: isComplete && (index !== null || keyed?.isComplete !== false) };
};

/** Tries `shard:index`, then a key, then a plain sample number. */
export const findSample = async (
  set: Searched,
  reading: Reading,
  what: string,
): Promise<FoundKey & { io: IoMeter }> => {
  const asked = what.trim();
  const [, shard, at] = PLACE.exec(asked) ?? [];
  const found =
    shard === undefined ? await byKeyOrNumber(set, reading, asked) : byPlace(set, Number(shard), Number(at));
  return { ...found, io: reading.meter.read() };
};
