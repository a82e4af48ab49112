// The store of the vast dataset, in its own process. Sends its URL once it listens, and the number of reads whenever asked.
import { type RangeObject, startRangeStore } from "../../../apps/server/src/testing/outsiders/range-store.ts";
import { readShard, SHARD_BYTES, writeIndex } from "./vast-shard.ts";

const shards = Number(process.argv[2]);
const index = writeIndex(shards);
const KEY = /^([a-z]+)\/(?:index\.json|shard\.(\d{5,})\.mds)$/;

const find = (key: string): RangeObject | undefined => {
  const [, set, digits] = KEY.exec(key) ?? [];
  if (set === undefined) return undefined;
  if (digits === undefined)
    return { bytes: index.length, etag: `"${set}"`, read: (begin, end) => index.subarray(begin, end) };
  const shard = Number(digits);
  if (shard >= shards) return undefined;
  return { bytes: SHARD_BYTES, etag: `"${set}-${shard}"`, read: (begin, end) => readShard(shard, begin, end) };
};

const store = await startRangeStore("vast", { get: find, keys: () => [] });
process.on("message", () => {
  process.send?.(store.asked.length);
  store.asked.length = 0;
});
process.send?.({ origin: store.origin, indexBytes: index.length });
