import type { ViewerShard } from "@dailies/contract";
import type { MdsShard } from "@dailies/formats/mds/index/mds-index";

/** Builds the reader's shard description from the index. Only for uncompressed shards. */
export const describeShard = (shard: ViewerShard): MdsShard => ({
  shard: shard.shard,
  firstSample: shard.first_sample,
  samples: shard.samples,
  schema: {
    format: "mds",
    columns: shard.columns.map(({ name, encoding, size }) => ({ name, encoding, sizeBytes: size })),
    compression: null,
    codec: null,
    hashes: Object.keys(shard.hashes),
    sizeLimitBytes: null,
    separator: "",
    newline: "\n",
  },
  data: {
    object: shard.name,
    storedBytes: shard.stored_bytes,
    storedHashes: shard.hashes,
    rawObject: shard.name,
    rawBytes: shard.raw_bytes,
    rawHashes: shard.hashes,
  },
  meta: null,
});
