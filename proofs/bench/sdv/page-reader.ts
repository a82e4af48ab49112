// Reads a sample as the viewer's page does: with the same reader as the server, directly from storage.
import type { ByteSource } from "@dailies/formats/byte-source";
import { openMdsIndex } from "@dailies/formats/mds/index/open-index";
import { readOffsets } from "@dailies/formats/mds/shards/offsets";
import { readSample } from "@dailies/formats/mds/shards/read-sample";
import { HeadSize } from "@dailies/formats/mds/values/head-size";
import { viewColumn } from "@dailies/formats/mds/values/view-column";
import { memorySource } from "@dailies/formats/memory-source";
import type { ReadAsPage } from "./measure.ts";
import { type Client, readRange } from "./timed-get.ts";

const sourceAt = (client: Client, url: string): ByteSource => ({
  read: async (_object, begin, end) => (await readRange(client, url, begin, end)).body,
  size: async () => undefined,
});

/** Starts with only the index, like a page that has just opened the dataset. */
export const openPageReader = async (client: Client, index: Uint8Array): Promise<ReadAsPage> => {
  const set = await openMdsIndex(memorySource(new Map([["index.json", index]])), "index.json");
  const tables = new Map<number, Uint32Array>();
  const head = new HeadSize();
  return async ({ shard: number, url, indexInShard, caption }) => {
    const startedMs = performance.now();
    const shard = set.shardAt(number);
    const source = sourceAt(client, url);
    const offsets = tables.get(number) ?? (await readOffsets(source, shard));
    tables.set(number, offsets);
    const sample = await readSample(source, shard, indexInShard, { offsets, ...head.optionsFor(shard) });
    head.learn(sample);
    const [shown] = sample.columns.map(viewColumn);
    const tookMs = performance.now() - startedMs;
    if (shown?.value.kind !== "text" || shown.value.text !== caption) throw new Error(`this is not ${caption}`);
    return tookMs;
  };
};
