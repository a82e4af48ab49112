import type { ViewerHeader, ViewerSample } from "@dailies/contract";
import { byteSpans } from "@dailies/formats/mds/shards/byte-spans";
import { readSample } from "@dailies/formats/mds/shards/read-sample";
import { HeadSize } from "@dailies/formats/mds/values/head-size";
import { viewColumn } from "@dailies/formats/mds/values/view-column";
import type { QueryClient } from "@tanstack/react-query";
import { findShard } from "../map/find-shard.ts";
import { shardClip } from "../sample/sample-clips.ts";
import { mapQuery, shardQuery } from "../shard.queries.ts";
import { describeShard } from "./describe-shard.ts";
import { openShardHere } from "./open-shards.ts";

const NOTHING_BY_API = { requests: 0, bytes: 0, cache_hits: 0, ms: 0 };

/** Head sizes learned for one dataset; switching back to an older one learns them again. */
let learned = { handle: "", head: new HeadSize() };

const headOf = (handle: string): HeadSize => {
  if (learned.handle !== handle) learned = { handle, head: new HeadSize() };
  return learned.head;
};

/**
 * Reads a sample in the browser directly from storage, with the reader the server uses. Returns undefined or throws if that
 * is not possible; the API then reads it and reports its own error.
 */
export const readHere = async (
  client: QueryClient,
  { handle, format }: ViewerHeader,
  index: number,
  signal: AbortSignal,
): Promise<ViewerSample | undefined> => {
  if (format !== "MDS") return undefined;
  const map = await client.ensureQueryData(mapQuery(handle, 0));
  const number = findShard({ offset: 0, ...map }, index);
  if (number === undefined) return undefined;
  const shardInfo = await client.ensureQueryData(shardQuery(handle, number));
  if (shardInfo.compression !== null) return undefined;
  const shard = describeShard(shardInfo);
  const { source, offsets } = await openShardHere(shardClip(client, handle, number), shard);
  const indexInShard = index - shardInfo.first_sample;
  const head = headOf(handle);
  const sample = await readSample(source, shard, indexInShard, { offsets, ...head.optionsFor(shard), signal });
  head.learn(sample);
  return {
    index,
    shard: number,
    index_in_shard: indexInShard,
    key: `${number}:${indexInShard}`,
    begin: sample.begin,
    end: sample.end,
    spans: byteSpans(shard, sample),
    io: NOTHING_BY_API,
    columns: sample.columns.map(viewColumn),
  };
};
