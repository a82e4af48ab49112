import { MAX_ORDER_FILE_BYTES } from "@dailies/contract";
import { type FileOrder, OrderFileParser } from "@dailies/formats/mds/order/order-file";
import { DomainError } from "../../../errors.ts";
import { LruByteCache } from "../../../platform/concurrency/lru-byte-cache.ts";
import { SingleFlight } from "../../../platform/concurrency/single-flight.ts";
import type { BucketReader, BucketReaders, StoredObject } from "../../storage/index.ts";
import { refusingFaults } from "../refuse-fault.ts";
import { sayBytes } from "../say-bytes.ts";
import type { ShardSet } from "../sets/shard-set.ts";

export interface ReadOrderFile extends FileOrder {
  readonly fileBytes: number;
}

export interface OrderFiles {
  /** The order that a file in storage describes; read once as long as neither the file nor the set changes. */
  readonly open: (set: ShardSet, uri: string, signal?: AbortSignal) => Promise<ReadOrderFile>;
}

const READ_BYTES = 1_048_576;
const ENTRY_BYTES = 500;

/** Names are looked up only when a file uses them. */
const findNames = ({ table, describeShard }: ShardSet): ((name: string) => number) => {
  let numbers: ReadonlyMap<string, number> | undefined;
  return (name) => {
    numbers ??= new Map(Array.from({ length: table.shards }, (_, shard) => [describeShard(shard).name, shard]));
    return numbers.get(name) ?? -1;
  };
};

const readFile = async (
  bucketReader: BucketReader,
  { key, bytes }: StoredObject,
  set: ShardSet,
  signal: AbortSignal,
): Promise<ReadOrderFile> => {
  const { table } = set;
  const parser = new OrderFileParser({
    shards: table.shards,
    samples: table.samples,
    firstSample: (shard) => table.firstSample(shard),
    samplesIn: (shard) => table.samplesIn(shard),
    shardNamed: findNames(set),
  });
  for (let begin = 0; begin < bytes; begin += READ_BYTES)
    parser.push(await bucketReader.read(key, begin, Math.min(bytes, begin + READ_BYTES), signal));
  return { ...parser.end(), fileBytes: bytes };
};

export const createOrderFiles = (bucketReaders: BucketReaders, limitBytes: number): OrderFiles => {
  const kept = new LruByteCache<ReadOrderFile>(limitBytes);
  const reading = new SingleFlight<ReadOrderFile>();
  return {
    open: async (set, uri, signal) => {
      if (set.table.counted < set.table.shards)
        throw new DomainError(
          "conflict",
          "the samples of this dataset are still being counted: try again when they are",
        );
      const { bucketReader, key } = await bucketReaders.openUri(uri);
      const object = await refusingFaults(() => bucketReader.describe(key, signal));
      if (!object) throw new DomainError("not_found", "there is no order file at this address");
      if (object.bytes > MAX_ORDER_FILE_BYTES)
        throw new DomainError(
          "invalid",
          `the order file has ${sayBytes(object.bytes)}, more than ${sayBytes(MAX_ORDER_FILE_BYTES)}: list shards instead of samples`,
        );
      const name = JSON.stringify([set.tag, set.table.samples, bucketReader.profileId, key, object.etag]);
      const known = kept.get(name);
      if (known) return known;
      const order = await refusingFaults(() =>
        reading.join(name, (over) => readFile(bucketReader, object, set, over), signal),
      );
      kept.set(name, order, order.sizeBytes + ENTRY_BYTES);
      return order;
    },
  };
};
