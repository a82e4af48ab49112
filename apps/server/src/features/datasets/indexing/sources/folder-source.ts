import {
  type FolderSample,
  mediaSample,
  readRecordSample,
  readTableSamples,
} from "@dailies/formats/folder/folder-samples";
import { isRecordName, isTableName, planFolder } from "@dailies/formats/folder/plan-folder";
import { FormatFault } from "@dailies/formats/format-fault";
import { mediaTypeOfName } from "@dailies/formats/media/media-names";
import { bundleParts, type SizedObject } from "../rows/bundle-parts.ts";
import { inOrder } from "../rows/in-order.ts";
import { expectObjects } from "./expect-objects.ts";
import { keepSizes, listNow } from "./keep-listing.ts";
import type { Cell, DatasetSource, PartObject, PlannedPart, ReadLimits, SampleRow, SourceRef } from "./source.ts";

const RECORDS_AT_ONCE = 8;
/** Range size for JSONL files; rows are seldom longer than a few hundred bytes. */
const STRETCH_BYTES = 16 * 1024 ** 2;
const GUESSED_ROW_BYTES = 500;

const isCuttable = (key: string): boolean => /\.(?:jsonl|ndjson)$/i.test(key);

export const openFolderSource = (
  { bucketReader, root, only, layout }: SourceRef,
  limits: ReadLimits,
): DatasetSource => {
  const encodings = new Map<string, string>();

  async function* samplesOf(object: PartObject, sizes: ReadonlyMap<string, number>, signal: AbortSignal) {
    const { key, from = 0, to = object.bytes } = object;
    const table = { root, object: key, has: (name: string) => sizes.has(name) };
    if (isTableName(key)) {
      yield* readTableSamples(
        bucketReader,
        isCuttable(key) ? { ...table, range: { begin: from, end: to } } : table,
        signal,
      );
    } else if (isRecordName(key)) yield await readRecordSample(bucketReader, table, signal);
    else yield mediaSample(key, root, object.bytes);
  }

  async function* read(part: PlannedPart, signal: AbortSignal): AsyncGenerator<SampleRow> {
    expectObjects(bucketReader, part);
    const sizes = await keepSizes(bucketReader, root, signal);
    const isMany = part.objects.every(({ key }) => !isTableName(key));
    const rowsOf = (object: PartObject) => collect(object, samplesOf(object, sizes, signal), sizes);
    if (isMany) for await (const rows of inOrder(part.objects, RECORDS_AT_ONCE, rowsOf)) yield* rows;
    else for (const object of part.objects) yield* toRows(object, samplesOf(object, sizes, signal), sizes);
  }

  return {
    encodings,
    read,
    plan: async ({ isHasty, signal }) => {
      const { objects, isWhole } = await listNow(bucketReader, root, { isHasty, signal });
      const byKey = new Map(objects.map((object) => [object.key, object]));
      const plan = planFolder(only === undefined ? [...byKey.keys()] : [only], layout);
      const wanted = [...plan.tables, ...plan.records, ...plan.media];
      const cut = wanted.flatMap((key): SizedObject[] => {
        const object = byKey.get(key);
        if (!object) return [];
        return isTableName(key) ? cutTable(object) : [{ ...plain(object), samples: 1, loadBytes: 0 }];
      });
      const isCounted = plan.tables.length === 0 && isWhole;
      return {
        parts: bundleParts(cut, limits),
        items: isCounted ? wanted.length : null,
        bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
        warnings: wanted.length === 0 ? ["there is nothing in this folder that could be read"] : [],
        isWhole,
      };
    },
  };
};

const plain = ({ key, bytes, etag }: PartObject): PartObject => ({ key, bytes, etag });

const cutTable = (object: PartObject): SizedObject[] => {
  const { key, bytes } = object;
  const guess = (length: number) => ({ samples: Math.ceil(length / GUESSED_ROW_BYTES), loadBytes: length });
  if (!isCuttable(key)) return [{ ...plain(object), ...guess(bytes) }];
  const stretches: SizedObject[] = [];
  for (let from = 0; from < bytes; from += STRETCH_BYTES) {
    const to = Math.min(from + STRETCH_BYTES, bytes);
    stretches.push({ ...plain(object), from, to, ...guess(to - from) });
  }
  return stretches;
};

type Samples = AsyncGenerator<FolderSample>;

/** For a truncated file, keeps the rows before the break and adds one row with the fault. */
async function* toRows(
  object: PartObject,
  samples: Samples,
  sizes: ReadonlyMap<string, number>,
): AsyncGenerator<SampleRow> {
  try {
    for await (const sample of samples) yield toRow(object, sample, sizes);
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    yield { key: `${object.key}#broken`, sampleObject: object.key, values: new Map(), fault: error.message };
  }
}

const collect = async (
  object: PartObject,
  samples: Samples,
  sizes: ReadonlyMap<string, number>,
): Promise<SampleRow[]> => {
  const rows: SampleRow[] = [];
  for await (const row of toRows(object, samples, sizes)) rows.push(row);
  return rows;
};

const toRow = (object: PartObject, sample: FolderSample, sizes: ReadonlyMap<string, number>): SampleRow => {
  const { key, media, caption, begin, end, values, fault } = sample;
  const isNumbered = /^row \d+$/.test(key);
  const name = object.key.slice(object.key.lastIndexOf("/") + 1);
  const bytes = media === null ? undefined : sizes.get(media);
  return {
    key: isNumbered ? `${name}:${begin}` : key,
    sampleObject: object.key,
    sampleOffset: begin,
    sampleBytes: end - begin,
    caption,
    ...(media !== null && bytes !== undefined
      ? { media: { object: media, offset: 0, bytes, type: mediaTypeOfName(media) } }
      : {}),
    values: values as ReadonlyMap<string, Cell>,
    fault: fault ?? undefined,
  };
};
