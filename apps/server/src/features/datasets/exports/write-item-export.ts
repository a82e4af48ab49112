import { Readable } from "node:stream";
import { allOf } from "@dailies/contract";
import type { DuckDBValue } from "@duckdb/node-api";
import { DomainError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import type { CatalogueStore } from "../catalogue/catalogue-store.ts";
import { getItemVersion, readPredicate, readWords, select } from "../items/query/open-selection.ts";
import { readOrder } from "../items/query/read-order.ts";
import type { Replicas } from "../items/replica/replica.ts";
import { streamRows } from "../items/replica/stream-rows.store.ts";
import { cellOf } from "../items/rows/item-rows.ts";
import { chooseExportColumns, type ExportColumn } from "./export-columns.ts";
import { exportMime } from "./export-items.rules.ts";
import { findItemExport, finishItemExport, type ItemExport, noteRows } from "./item-export.store.ts";
import type { ExportCell, RowWriter } from "./write-parquet.ts";
import { openRowWriter } from "./write-rows.ts";

export interface WriteExportDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly replicas: Replicas;
  readonly catalogue: CatalogueStore;
  /** The console's datasets bucket. */
  readonly storage: BucketStorage;
}

class NobodyWants extends Error {}

/**
 * Writes the whole file from the beginning. Versions are immutable and the order is total, so a retry writes identical
 * bytes under the same key.
 */
export const writeItemExport = async (deps: WriteExportDeps, id: string, signal: AbortSignal): Promise<void> => {
  const job = await findItemExport(deps.db, id);
  if (!job || (job.status !== "Waiting" && job.status !== "Running")) return;
  const { rows, total, columns } = await openRows(deps, job, signal);
  if (!(await noteRows(deps.db, id, { done: 0, total }))) return;
  const written = { rows: 0, bytes: 0 };
  const file = fileOf(deps, job, openRowWriter(job.format, columns), rows, written);
  const objectKey = `${deps.catalogue.folderKey(job.datasetId)}exports/${job.id}.${job.format}`;
  try {
    await deps.storage.putStream(objectKey, Readable.from(file, { objectMode: false }), {
      contentType: exportMime(job.format),
    });
  } catch (error) {
    if (error instanceof NobodyWants) return;
    throw error;
  }
  const isWanted = await finishItemExport(deps.db, id, { ...written, objectKey, at: deps.clock() });
  if (!isWanted) await deps.storage.deleteObjects([objectKey]);
};

interface OpenRows {
  readonly rows: AsyncGenerator<ExportCell[][]>;
  readonly total: number;
  readonly columns: readonly ExportColumn[];
}

const openRows = async ({ db, replicas }: WriteExportDeps, job: ItemExport, signal: AbortSignal): Promise<OpenRows> => {
  const source = await getItemVersion({ db }, job.datasetId, job.version);
  const { filters, where, q } = job.query;
  const replica = await replicas.openWhole(source, signal);
  const selection = select(source, replica, allOf(...filters, readPredicate(where)), readWords(q));
  const order = readOrder(job.orderBy, selection);
  const columns = chooseExportColumns(source, job.columns);
  const ids = columns.map(({ name }) => (name === "ordinal" ? "rowid" : replica.byName.get(name)?.id));
  if (ids.includes(undefined)) throw new DomainError("invalid", "a column of this file no longer exists");
  const wanted = { selection, order, ids: ids.filter((each) => each !== undefined) };
  const { total, batches } = await streamRows(await replicas.engine(), wanted, signal);
  return { total, columns, rows: toCells(batches, columns) };
};

async function* toCells(
  batches: AsyncGenerator<DuckDBValue[][]>,
  columns: readonly ExportColumn[],
): AsyncGenerator<ExportCell[][]> {
  const described = columns.map((column) => ({ ...column, encoding: "", role: null, is_indexed: true }));
  for await (const batch of batches) {
    yield batch.map((row) =>
      described.map((column, at) => {
        const cell = cellOf(column, row[at]);
        return typeof cell === "object" ? null : cell;
      }),
    );
  }
}

async function* fileOf(
  { db }: WriteExportDeps,
  { id }: ItemExport,
  writer: RowWriter,
  rows: AsyncGenerator<ExportCell[][]>,
  written: { rows: number; bytes: number },
): AsyncGenerator<Buffer> {
  const give = (bytes: Buffer): Buffer => {
    written.bytes += bytes.length;
    return bytes;
  };
  yield give(writer.begin());
  for await (const batch of rows) {
    yield give(writer.write(batch));
    written.rows += batch.length;
    if (!(await noteRows(db, id, { done: written.rows }))) throw new NobodyWants();
  }
  yield give(writer.end());
}
