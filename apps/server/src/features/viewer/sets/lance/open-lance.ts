import { safeName } from "@dailies/formats/safe-name";
import { DomainError } from "../../../../errors.ts";
import { type BucketReader, findLanceVersion, type StoredObject, shareLanceVersion } from "../../../storage/index.ts";
import { FaultList } from "../../verify/verdict.ts";
import { listAll } from "../list-folder.ts";
import { tagOfObject } from "../listed-files.ts";
import { createRowSet, type RowSource } from "../row-set.ts";
import type { OpenContext } from "../set-tools.ts";
import type { ShardSet } from "../shard-set.ts";
import { ShardTable } from "../shard-table.ts";
import { type LanceFacts, lanceCalls } from "./lance-calls.ts";
import { createRowReader } from "./lance-row-reader.ts";
import { type LanceRows, openLanceRows } from "./lance-rows.ts";

/** Table files are in the `data` folder, whatever the manifest says. */
const fileKey = (folder: string, file: string): string => `${folder}data/${safeName(file)}`;

const FRAGMENT_BYTES = 200;
/** If the average row is at most this large, one row's bytes are read to detect the media type of a column. */
const LEARNED_FROM_BYTES = 16 * 1024 ** 2;

const tableOf = (manifest: LanceFacts, folder: string, sizes: ReadonlyMap<string, number>): ShardTable => {
  const table = new ShardTable(manifest.fragments.length);
  for (const [shard, { rows, files }] of manifest.fragments.entries()) {
    const bytes = files.reduce((sum, file) => sum + (sizes.get(fileKey(folder, file)) ?? 0), 0);
    table.storedBytesOf[shard] = bytes;
    table.rawBytesOf[shard] = bytes;
    table.countNext(rows);
  }
  return table;
};

/** The newest version of a Lance table: its fragments are the shards. */
export const openLanceSet = async (
  bucketReader: BucketReader,
  folder: string,
  { before, signal }: OpenContext,
): Promise<ShardSet> => {
  const latest = await findLanceVersion(bucketReader, folder, { signal });
  const tag = tagOfObject(latest.object);
  if (before?.tag === tag) return before;
  const { table: shared, share } = await shareLanceVersion(bucketReader, folder, latest);
  try {
    const facts = await share.call(lanceCalls.describe, shared, signal);
    const rows = openLanceRows(bucketReader, shared, share);
    const opened = { tag, manifest: facts, rows, manifestBytes: latest.object.bytes };
    return await openRows(bucketReader, folder, opened, signal);
  } catch (error) {
    share.end();
    throw error;
  }
};

interface OpenedVersion {
  readonly tag: string;
  readonly manifest: LanceFacts;
  readonly rows: LanceRows;
  readonly manifestBytes: number;
}

const openRows = async (
  bucketReader: BucketReader,
  folder: string,
  { tag, manifest, rows, manifestBytes }: OpenedVersion,
  signal: AbortSignal | undefined,
): Promise<ShardSet> => {
  const objects = await listAll(bucketReader, folder, signal);
  const sizes = new Map(objects.map(({ key, bytes }: StoredObject) => [key, bytes]));
  const table = tableOf(manifest, folder, sizes);
  const columns = manifest.columns.map(({ name, encoding }) => ({ name, encoding, size: null }));
  const filesOf = (shard: number): string[] =>
    (manifest.fragments[shard]?.files ?? []).map((file) => fileKey(folder, file));
  const storedBytes = table.storedBytesOf.reduce((sum, bytes) => sum + bytes, 0);
  const mayLearn = storedBytes / Math.max(1, manifest.rows) <= LEARNED_FROM_BYTES;
  const reader = createRowReader(rows, columns, mayLearn);
  const source: RowSource = {
    format: "Lance",
    tag,
    table,
    columns: () => columns,
    close: rows.close,
    weightBytes: manifestBytes + manifest.fragments.length * FRAGMENT_BYTES,
    warnings: () => [],
    objectOf: (shard) => filesOf(shard)[0] ?? folder,
    readRow: (reading, at, column) =>
      column === undefined ? reader.readRow(reading, at.index) : reader.readColumn(reading, at.index, column),
    verifyShard: async ({ source, signal: over }, shard) => {
      const faults = new FaultList(shard);
      for (const key of filesOf(shard)) {
        const bytes = await source.size(key, over);
        if (bytes === undefined) faults.add({ kind: "missing", message: `${key.slice(folder.length)} is not there` });
        else if (bytes !== sizes.get(key))
          faults.add({ kind: "size", message: `${key.slice(folder.length)} has another size than it had` });
      }
      return faults.toVerdict(0, faults.total > 0 ? "missing" : undefined);
    },
  };
  return {
    ...createRowSet(source),
    locateColumn: async (reading, at, name) => {
      if (!columns.some((column) => column.name === name))
        throw new DomainError("not_found", "this sample has no such column");
      const alone = createRowSet({ ...source, readRow: (over, { index }) => reader.readColumn(over, index, name) });
      return alone.locateColumn(reading, at, name);
    },
  };
};
