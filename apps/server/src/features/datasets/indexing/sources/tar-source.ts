import { FormatFault } from "@dailies/formats/format-fault";
import { mediaTypeOfName } from "@dailies/formats/media/media-names";
import { readTarSamples, type TarFile, type TarSample } from "@dailies/formats/tar/group-samples";
import { isCompressedTarName, isTarName } from "@dailies/formats/tar/shard-names";
import type { BucketReader } from "../../../storage/index.ts";
import { bundleParts } from "../rows/bundle-parts.ts";
import { inOrder } from "../rows/in-order.ts";
import { captionOf } from "../rows/name-columns.ts";
import { expectObjects } from "./expect-objects.ts";
import { addJson } from "./json-cells.ts";
import { listObjects } from "./list-objects.ts";
import { nearbySource } from "./nearby-source.ts";
import type { Cell, DatasetSource, PartObject, PlannedPart, ReadLimits, SampleRow, SourceRef } from "./source.ts";

const SHARDS_AT_ONCE = 2;
/** The number of samples in a shard is unknown before it is read; this is the size of a small clip. */
const GUESSED_SAMPLE_BYTES = 100_000;
const MAX_TEXT_BYTES = 1024 ** 2;

export const openTarSource = ({ bucketReader, root, only }: SourceRef, limits: ReadLimits): DatasetSource => {
  const encodings = new Map<string, string>();

  async function* read(part: PlannedPart, signal: AbortSignal): AsyncGenerator<SampleRow> {
    expectObjects(bucketReader, part);
    const rowsOf = (object: PartObject) => readShard(bucketReader, object, encodings, signal);
    for await (const rows of inOrder(part.objects, SHARDS_AT_ONCE, rowsOf)) yield* rows;
  }

  return {
    encodings,
    read,
    plan: async ({ isHasty, signal }) => {
      const { objects, isWhole } = await listObjects(bucketReader, only ?? root, { isHasty, signal });
      const shards = objects.filter(({ key }) => isTarName(key) && (only === undefined || key === only));
      const packed = objects.filter(({ key }) => isCompressedTarName(key)).length;
      const sized = shards.map(({ key, bytes, etag }) => ({
        key,
        bytes,
        etag,
        loadBytes: 0,
        samples: Math.ceil(bytes / GUESSED_SAMPLE_BYTES),
      }));
      return {
        parts: bundleParts(sized, limits),
        items: null,
        bytes: shards.reduce((sum, { bytes }) => sum + bytes, 0),
        warnings: packed > 0 ? [`${packed} compressed shards are left out: nothing in them can be read in place`] : [],
        isWhole,
      };
    },
  };
};

/** For a truncated shard, keeps the samples before the break and adds one row with the fault. */
const readShard = async (
  bucketReader: BucketReader,
  object: PartObject,
  encodings: Map<string, string>,
  signal: AbortSignal,
): Promise<SampleRow[]> => {
  const rows: SampleRow[] = [];
  const source = nearbySource(bucketReader);
  try {
    for await (const sample of readTarSamples(source, object.key, { sizeBytes: object.bytes }, signal)) {
      rows.push(await toRow(source, object.key, sample, encodings, signal));
    }
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    const at = error.at === undefined ? {} : { sampleOffset: error.at };
    rows.push({
      key: `${object.key}#broken`,
      sampleObject: object.key,
      ...at,
      values: new Map(),
      fault: error.message,
    });
  }
  return rows;
};

type Reader = ReturnType<typeof nearbySource>;

const isText = (suffix: string): boolean => /(?:^|\.)(?:json|txt|text|caption|cls|cls2|index|id)$/.test(suffix);

const readText = async (source: Reader, object: string, file: TarFile, signal: AbortSignal): Promise<string> => {
  const bytes = file.data ?? (await source.read(object, file.offset, file.offset + file.bytes, signal));
  return new TextDecoder("utf-8", { fatal: false }).decode(bytes);
};

const toRow = async (
  source: Reader,
  object: string,
  { key, begin, end, files }: TarSample,
  encodings: Map<string, string>,
  signal: AbortSignal,
): Promise<SampleRow> => {
  const values = new Map<string, Cell>();
  let fault: string | undefined;
  for (const file of files) {
    if (mediaTypeOfName(file.name)) values.set(file.suffix, { kind: "media", bytes: file.bytes });
    else if (!isText(file.suffix) || file.bytes > MAX_TEXT_BYTES) {
      values.set(file.suffix, { kind: "binary", bytes: file.bytes });
    } else {
      const text = await readText(source, object, file, signal);
      if (!file.suffix.endsWith("json")) values.set(file.suffix, text.trim());
      else if (!addJson(values, text)) fault ??= `${file.suffix} is no JSON`;
    }
    encodings.set(file.suffix, file.suffix);
  }
  const clips = files.map((file) => ({ file, type: mediaTypeOfName(file.name) }));
  const clip = clips.find(({ type }) => type?.startsWith("video/")) ?? clips.find(({ type }) => type !== undefined);
  return {
    key,
    sampleObject: object,
    sampleOffset: begin,
    sampleBytes: end - begin,
    ...(clip && { media: { object, offset: clip.file.offset, bytes: clip.file.bytes, type: clip.type } }),
    caption: captionOf(values),
    values,
    fault,
  };
};
