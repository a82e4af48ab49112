import { joinBytes } from "../join-bytes.ts";
import type { ShardBytes, ShardColumn, ShardFormat, ShardValue } from "../shard-writer.ts";

export interface RigSample {
  readonly key: string;
  readonly values: readonly ShardValue[];
}

/** Bytes that arrive in two pieces. */
export const asShardBytes = (bytes: Uint8Array): ShardBytes => ({
  bytes: bytes.length,
  open: async function* () {
    yield bytes.subarray(0, bytes.length >> 1);
    yield bytes.subarray(bytes.length >> 1);
  },
});

export const shardColumn = (name: string, type: ShardColumn["type"], more: Partial<ShardColumn> = {}): ShardColumn => ({
  name,
  type,
  isNullable: false,
  extension: "mp4",
  ...more,
});

export const collectBytes = async (chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const held: Uint8Array[] = [];
  for await (const chunk of chunks) held.push(chunk.slice());
  return joinBytes(held);
};

/** Writes all samples into one shard. */
export const writeShard = async (format: ShardFormat, samples: readonly RigSample[]): Promise<Uint8Array> => {
  const writer = format.openShard();
  const held: Uint8Array[] = [];
  for (const { key, values } of samples) held.push(await collectBytes(writer.write(key, values)));
  const { before, after } = writer.close();
  return joinBytes([before, ...held, after]);
};

export const plannedBytes = (
  format: ShardFormat,
  columns: readonly ShardColumn[],
  samples: readonly RigSample[],
): number =>
  samples.reduce((total, { key, values }) => {
    const sizes = columns.map((column, place) => format.sizeOf(column, values[place] ?? null));
    return total + format.sampleBytes(key, sizes);
  }, format.emptyBytes);
