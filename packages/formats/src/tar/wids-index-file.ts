import { chunkTexts } from "../text-chunks.ts";

export interface WidsShard {
  /** Relative to the index. */
  readonly url: string;
  readonly samples: number;
  readonly bytes: number;
  readonly md5?: string;
}

const writeShard = ({ url, samples, bytes, md5 }: WidsShard): string =>
  JSON.stringify({ url, ...(md5 !== undefined && { md5sum: md5 }), nsamples: samples, filesize: bytes });

async function* indexTexts(
  name: string,
  shards: Iterable<WidsShard> | AsyncIterable<WidsShard>,
): AsyncGenerator<string> {
  yield `{"__kind__":"wids-shard-index-v1","wids_version":1,"name":${JSON.stringify(name)},"shardlist":[`;
  let separator = "";
  for await (const shard of shards) {
    yield separator + writeShard(shard);
    separator = ",";
  }
  yield "]}";
}

/** The index that `wids` reads samples of a WebDataset by, in chunks. */
export const writeWidsIndex = (
  name: string,
  shards: Iterable<WidsShard> | AsyncIterable<WidsShard>,
): AsyncGenerator<Uint8Array> => chunkTexts(indexTexts(name, shards));
