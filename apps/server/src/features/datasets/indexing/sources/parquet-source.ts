import { FormatFault } from "@dailies/formats/format-fault";
import type { ParquetFile, RowGroup } from "@dailies/formats/parquet/parse-footer";
import { readParquetFooter } from "@dailies/formats/parquet/read-footer";
import { readParquetRows } from "@dailies/formats/parquet/read-rows";
import { inflate } from "../../../../platform/sandbox/inflate.ts";
import type { BucketReader, StoredObject } from "../../../storage/index.ts";
import { bundleParts, type SizedObject } from "../rows/bundle-parts.ts";
import { inOrder } from "../rows/in-order.ts";
import { expectObjects } from "./expect-objects.ts";
import { listObjects } from "./list-objects.ts";
import { findClipColumn, parquetRow } from "./parquet-cells.ts";
import type { DatasetSource, PartObject, PlannedPart, ReadLimits, SampleRow, SourceRef } from "./source.ts";

const FOOTERS_AT_ONCE = 8;
const HASTY_FOOTERS = 20;

const isParquet = (key: string): boolean => /\.(?:parquet|pq)$/i.test(key) && !/(?:^|\/)[._]/.test(key);

const MAX_ROWS = 1_048_576;
/** Repeated values take almost no bytes, so a small file may have many cells, but not arbitrarily many. */
const FREE_CELLS = 16 * 1_048_576;
const CELLS_PER_BYTE = 16;

/** Marks a file that cannot be opened; it yields one row with the fault. */
const BROKEN = -1;

export const openParquetSource = ({ bucketReader, root, only }: SourceRef, limits: ReadLimits): DatasetSource => {
  const encodings = new Map<string, string>();
  const footers = new Map<string, Promise<ParquetFile>>();
  const open = (key: string, signal: AbortSignal): Promise<ParquetFile> => {
    const file = footers.get(key) ?? readParquetFooter(bucketReader, key, signal);
    footers.set(key, file);
    file.catch(() => footers.delete(key));
    return file;
  };

  async function* read(part: PlannedPart, signal: AbortSignal): AsyncGenerator<SampleRow> {
    expectObjects(bucketReader, part);
    for (const object of part.objects) yield* readGroup(bucketReader, await openOrFault(object), object, signal);
    async function openOrFault({ key }: PartObject): Promise<ParquetFile | FormatFault> {
      const file = await orFault(open(key, signal));
      if (!(file instanceof FormatFault)) for (const { name, encoding } of file.columns) encodings.set(name, encoding);
      return file;
    }
  }

  return {
    encodings,
    read,
    plan: async ({ isHasty, signal }) => {
      const listing = await listObjects(bucketReader, only ?? root, { isHasty, signal });
      const files = listing.objects.filter(({ key }) => isParquet(key) && (only === undefined || key === only));
      const looked = isHasty ? files.slice(0, HASTY_FOOTERS) : files;
      const { groups, broken } = await listGroups(looked, async ({ key }) => {
        const file = await orFault(open(key, signal));
        // Thousands of footers would fill the memory; each part reads its own again.
        if (!isHasty) footers.delete(key);
        return file;
      });
      const isWhole = listing.isWhole && looked.length === files.length;
      return {
        parts: bundleParts(groups, limits),
        items: isWhole ? groups.reduce((sum, { samples }) => sum + samples, 0) : null,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        warnings: broken.length > 0 ? [`${broken.length} files cannot be opened, the first is ${broken[0]}`] : [],
        isWhole,
      };
    },
  };
};

const listGroups = async (
  files: readonly StoredObject[],
  open: (file: StoredObject) => Promise<ParquetFile | FormatFault>,
): Promise<{ groups: SizedObject[]; broken: string[] }> => {
  const groups: SizedObject[] = [];
  const broken: string[] = [];
  const opened = inOrder(files, FOOTERS_AT_ONCE, async (object) => ({ object, file: await open(object) }));
  for await (const { object, file } of opened) {
    groups.push(...groupsOf(object, file));
    if (file instanceof FormatFault) broken.push(object.key);
  }
  return { groups, broken };
};

const orFault = async (file: Promise<ParquetFile>): Promise<ParquetFile | FormatFault> => {
  try {
    return await file;
  } catch (error) {
    if (error instanceof FormatFault) return error;
    throw error;
  }
};

const groupsOf = ({ key, bytes, etag }: StoredObject, file: ParquetFile | FormatFault): SizedObject[] => {
  const object = { key, bytes, etag };
  if (file instanceof FormatFault) return [{ ...object, from: BROKEN, to: 0, samples: 1, loadBytes: 0 }];
  return file.groups.map(({ index, rows, bytes: loadBytes }) => ({
    ...object,
    from: index,
    to: index + 1,
    samples: rows,
    loadBytes,
  }));
};

async function* readGroup(
  bucketReader: BucketReader,
  file: ParquetFile | FormatFault,
  { key, from = 0 }: PartObject,
  signal: AbortSignal,
): AsyncGenerator<SampleRow> {
  if (file instanceof FormatFault) {
    yield { key, sampleObject: key, values: new Map(), fault: file.message };
    return;
  }
  const group = file.groups[from];
  if (!group || group.rows === 0) return;
  const refused = refuseClaim(file, group);
  if (refused !== undefined) {
    yield brokenGroup(key, group, refused);
    return;
  }
  const names = file.columns.map(({ name }) => name);
  const faults = new Map<string, string>();
  const columns = new Map<string, Awaited<ReturnType<typeof readParquetRows>>>();
  for (const name of names) {
    try {
      columns.set(name, await readParquetRows(bucketReader, file, from, [name], inflate, signal));
    } catch (error) {
      if (!(error instanceof FormatFault)) throw error;
      faults.set(name, error.message);
    }
  }
  const cells = new Map([...columns].map(([name, rows]) => [name, rows.get(name) ?? []]));
  const clip = await findClipColumn(bucketReader, file, cells, signal);
  const [broken] = faults;
  if (columns.size === 0 && broken) {
    yield brokenGroup(key, group, `none of its columns can be read: ${broken[0]}: ${broken[1]}`);
    return;
  }
  for (let row = 0; row < group.rows; row++) {
    const made = parquetRow(file, cells, row, clip);
    const number = group.firstRow + row;
    yield {
      ...made,
      key: keyOf(key, number),
      sampleObject: key,
      fault: broken && `${broken[0]}: ${broken[1]}`,
    };
  }
}

const keyOf = (key: string, row: number): string => `${key.slice(key.lastIndexOf("/") + 1)}:${row}`;

/** Why the claimed number of rows is impossible or too large. */
const refuseClaim = (file: ParquetFile, { rows, bytes }: RowGroup): string | undefined => {
  if (file.columns.length === 0) return "it has no columns";
  if (rows > MAX_ROWS) return `at most ${MAX_ROWS} of one are read`;
  const mostCells = FREE_CELLS + CELLS_PER_BYTE * Math.min(bytes, file.bytes);
  return rows * file.columns.length > mostCells ? "its bytes cannot hold so many cells" : undefined;
};

/** One row that stands for a whole row group. */
const brokenGroup = (key: string, { index, rows, firstRow }: RowGroup, why: string): SampleRow => ({
  key: keyOf(key, firstRow),
  sampleObject: key,
  values: new Map(),
  fault: `row group ${index} claims ${rows} rows: ${why}`,
});
