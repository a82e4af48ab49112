import type { ByteSource } from "@dailies/formats/byte-source";
import { FormatFault } from "@dailies/formats/format-fault";
import type { MdsIndex, MdsShard } from "@dailies/formats/mds/index/mds-index";
import { openInflated } from "@dailies/formats/mds/shards/inflate-shard";
import { bytesOfTable, tableOf } from "@dailies/formats/mds/shards/offsets";
import type { MdsSample } from "@dailies/formats/mds/shards/sample-columns";
import { walkShard } from "@dailies/formats/mds/shards/walk-shard";
import { inflate } from "../../../../platform/sandbox/inflate.ts";
import { bundleParts } from "../rows/bundle-parts.ts";
import { inOrder } from "../rows/in-order.ts";
import { captionOf } from "../rows/name-columns.ts";
import { expectObjects } from "./expect-objects.ts";
import { listObjects } from "./list-objects.ts";
import { mdsCell, mediaTypeOf } from "./mds-cells.ts";
import { openKeptIndex } from "./mds-index-cache.ts";
import type { Cell, DatasetSource, PlannedPart, ReadLimits, SampleRow, SourceRef } from "./source.ts";

const SHARDS_AT_ONCE = 3;
const MAX_INFLATED_BYTES = 256 * 1024 ** 2;
const MAX_SAMPLES = 1_048_576;
/** A row for an unreadable sample costs as much as any other row. */
const MAX_BROKEN_SAMPLES = 100_000;

export const openMdsSource = ({ bucketReader, root, only }: SourceRef, limits: ReadLimits): DatasetSource => {
  const encodings = new Map<string, string>();
  const indexKey = only ?? `${root}index.json`;
  const open = async (signal: AbortSignal): Promise<MdsIndex> => {
    const index = await openKeptIndex(bucketReader, indexKey, signal);
    for (const { columns } of index.schemas) for (const { name, encoding } of columns) encodings.set(name, encoding);
    return index;
  };

  async function* read(part: PlannedPart, signal: AbortSignal): AsyncGenerator<SampleRow> {
    expectObjects(bucketReader, part);
    const index = await open(signal);
    const numbers = part.objects.map(({ from = 0 }) => from);
    const rowsOf = (shard: number) => readShard(bucketReader, index.shardAt(shard), signal);
    for await (const rows of inOrder(numbers, SHARDS_AT_ONCE, rowsOf)) yield* rows;
  }

  return {
    encodings,
    read,
    plan: async ({ isHasty, signal }) => {
      const index = await open(signal);
      // The etags of the shards tell whether they changed; a quick preview does not need them.
      const listing = isHasty ? undefined : await listObjects(bucketReader, root, { isHasty, signal });
      const found = new Map(listing?.objects.map((object) => [object.key, object]));
      const objects = Array.from({ length: index.shardCount }, (_, shard) => {
        const { data, samples, schema } = index.shardAt(shard);
        const { bytes, etag } = found.get(data.object) ?? { bytes: data.storedBytes, etag: "" };
        const loadBytes = schema.codec === null ? 0 : data.storedBytes;
        return { key: data.object, bytes, etag, from: shard, to: shard + 1, samples, loadBytes };
      });
      const missing = listing ? objects.filter(({ key }) => !found.has(key)).length : 0;
      return {
        parts: bundleParts(objects, limits),
        items: index.sampleCount,
        bytes: index.storedBytesTotal,
        warnings: [...warningsOf(index), ...(missing > 0 ? [`${missing} shards of the index are not there`] : [])],
        isWhole: true,
      };
    },
  };
};

const warningsOf = ({ schemas }: MdsIndex): string[] => {
  const warnings: string[] = [];
  if (schemas.some(({ columns }) => columns.some(({ encoding }) => encoding === "pkl"))) {
    warnings.push("some columns are pickles: they are measured and never opened");
  }
  if (schemas.some(({ codec }) => codec !== null)) {
    warnings.push("some shards are compressed: they are read as a whole, and their clips cannot be played in place");
  }
  if (schemas.length > 1) warnings.push(`the shards have ${schemas.length} different sets of columns`);
  return warnings;
};

/** Why the claimed number of samples is impossible or too large. */
const refuseClaim = (shard: MdsShard): FormatFault | undefined => {
  const { samples } = shard;
  const { rawBytes } = tableOf(shard);
  if (samples > 0 && bytesOfTable(samples) > rawBytes) {
    return new FormatFault("malformed", `the shard claims ${samples} samples, for which ${rawBytes} bytes are too few`);
  }
  if (samples <= MAX_SAMPLES) return undefined;
  return new FormatFault("too_large", `the shard claims ${samples} samples, at most ${MAX_SAMPLES} of one are read`);
};

/** Samples of an unreadable shard keep their positions, each with the fault. */
const readShard = async (
  bucketReader: ByteSource,
  shard: MdsShard,
  signal: AbortSignal,
): Promise<Iterable<SampleRow>> => {
  const refused = refuseClaim(shard);
  if (refused) return brokenRows(shard, 0, refused, 1);
  const rows: SampleRow[] = [];
  try {
    const isPacked = shard.schema.codec !== null;
    const opened = await openInflated(bucketReader, shard, inflate, { maxBytes: MAX_INFLATED_BYTES, signal });
    for await (const sample of walkShard(opened.source, opened.shard, { signal })) {
      rows.push("fault" in sample ? brokenRow(shard, sample.index, sample.fault) : toRow(shard, sample, isPacked));
    }
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    return restOf(shard, rows, error);
  }
  return rows;
};

function* restOf(shard: MdsShard, rows: readonly SampleRow[], fault: FormatFault): Generator<SampleRow> {
  yield* rows;
  const missing = shard.samples - rows.length;
  if (missing <= MAX_BROKEN_SAMPLES) {
    yield* brokenRows(shard, rows.length, fault, missing);
    return;
  }
  const words = `the shard claims ${missing} samples that cannot be read: ${fault.message}`;
  yield* brokenRows(shard, rows.length, new FormatFault(fault.kind, words), 1);
}

function* brokenRows(shard: MdsShard, first: number, fault: FormatFault, count: number): Generator<SampleRow> {
  for (let at = 0; at < count; at++) yield brokenRow(shard, first + at, fault);
}

const keyOf = ({ shard }: MdsShard, index: number): string => `${shard}:${index}`;

const brokenRow = (shard: MdsShard, index: number, fault: FormatFault): SampleRow => ({
  key: keyOf(shard, index),
  sampleObject: shard.data.object,
  values: new Map(),
  fault: fault.message,
});

const toRow = (shard: MdsShard, { index, begin, end, columns }: MdsSample, isPacked: boolean): SampleRow => {
  const values = new Map<string, Cell>();
  let fault: string | undefined;
  for (const column of columns) {
    try {
      values.set(column.name, mdsCell(column));
    } catch (error) {
      if (!(error instanceof FormatFault)) throw error;
      values.set(column.name, null);
      fault ??= `${column.name}: ${error.message}`;
    }
  }
  const clips = columns.map((column) => ({ column, type: mediaTypeOf(column) }));
  const clip = clips.find(({ type }) => type?.startsWith("video/")) ?? clips.find(({ type }) => type !== undefined);
  const object = shard.data.object;
  return {
    key: keyOf(shard, index),
    sampleObject: object,
    ...(isPacked ? {} : { sampleOffset: begin, sampleBytes: end - begin }),
    ...(clip && {
      media: {
        object: isPacked ? null : object,
        offset: clip.column.begin,
        bytes: clip.column.end - clip.column.begin,
        type: clip.type,
        content: clip.column.bytes,
      },
    }),
    caption: captionOf(values),
    values,
    fault,
  };
};
