import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import type { MdsShard } from "@dailies/formats/mds/index/mds-index";
import { openMdsIndex } from "@dailies/formats/mds/index/open-index";
import { openTrainingOrder } from "@dailies/formats/mds/order/training-order";
import { checkShard } from "@dailies/formats/mds/shards/check-shard";
import { openInflated } from "@dailies/formats/mds/shards/inflate-shard";
import { readSample } from "@dailies/formats/mds/shards/read-sample";
import type { MdsSample } from "@dailies/formats/mds/shards/sample-columns";
import { walkShard } from "@dailies/formats/mds/shards/walk-shard";
import { decodeColumn } from "@dailies/formats/mds/values/decode-column";
import { viewArray } from "@dailies/formats/mds/values/view-array";
import { inflate } from "../../../../apps/server/src/platform/sandbox/inflate.ts";
import { readGoldenFiles } from "../../../formats/golden-sets.ts";
import { type Files, PREFIX, type Subject, take } from "../subject.ts";

const goldenSet = (name: string): Files =>
  new Map([...readGoldenFiles(name)].map(([object, bytes]) => [PREFIX + object.slice(name.length + 1), bytes]));

const MOST_SHARDS = 3;
const MOST_SAMPLES = 20;

const decodeAll = ({ columns }: MdsSample): void => {
  for (const column of columns) {
    try {
      const value = decodeColumn(column);
      if (value.kind === "array") viewArray(value);
    } catch (error) {
      if (!(error instanceof FormatFault)) throw error;
    }
  }
};

const readShard = async (source: ByteSource, shard: MdsShard): Promise<void> => {
  await checkShard(source, shard);
  const opened = await openInflated(source, shard, inflate, { maxBytes: 16_777_216 });
  if (shard.samples > 0)
    decodeAll(await readSample(opened.source, opened.shard, shard.samples - 1, { maxWholeBytes: 64 }));
  const walk = walkShard(opened.source, opened.shard, { windowBytes: 65_536 });
  await take(walk, MOST_SAMPLES, (sample) => ("fault" in sample ? undefined : decodeAll(sample)));
};

const readSet = async (source: ByteSource): Promise<void> => {
  const index = await openMdsIndex(source, `${PREFIX}index.json`);
  openTrainingOrder(index, { seed: 1, epoch: 0 }).window({ rank: 0, ranks: 2, offset: 0, limit: 100 });
  for (let shard = 0; shard < Math.min(index.shardCount, MOST_SHARDS); shard += 1) {
    await readShard(source, index.shardAt(shard));
  }
};

const subject = (name: string, sets: readonly string[]): Subject => ({
  name,
  sets: async () => sets.map(goldenSet),
  run: readSet,
});

export const mdsSubjects: readonly Subject[] = [
  subject("mds", ["plain"]),
  subject("mds, compressed", ["zstd", "gz", "br", "bz2", "snappy"]),
  subject("mds, lines", ["json", "json-zstd", "csv", "tsv", "xsv"]),
];
