import { type FilePart, type PutExportDeps, putExportFile } from "../../../platform/file-exports/put-export-file.ts";
import type { CatalogueStore } from "../catalogue/catalogue-store.ts";
import { getItemVersion } from "../items/query/open-selection.ts";
import type { QueryValue } from "../items/replica/engine/engine-calls.ts";
import type { Replicas } from "../items/replica/replica.ts";
import { cellOf } from "../items/rows/item-rows.ts";
import { openRowStream } from "../items/rows/open-row-stream.ts";
import { chooseExportColumns, type ExportColumn } from "./export-columns.ts";
import { exportMime } from "./export-items.rules.ts";
import { findItemExport, type ItemExport, noteTotal } from "./item-export.store.ts";
import type { ExportCell, RowWriter } from "./write-parquet.ts";
import { openRowWriter } from "./write-rows.ts";

export interface WriteExportDeps extends PutExportDeps {
  readonly replicas: Replicas;
  readonly catalogue: CatalogueStore;
}

/**
 * Writes the whole file from the beginning. Versions are immutable and the order is total, so a retry writes identical
 * bytes under the same key.
 */
export const writeItemExport = async (deps: WriteExportDeps, id: string, signal: AbortSignal): Promise<void> => {
  const job = await findItemExport(deps.db, id);
  if (!job || (job.status !== "Waiting" && job.status !== "Running")) return;
  const { rows, total, columns } = await openRows(deps, job, signal);
  await noteTotal(deps.db, id, total);
  const target = {
    objectKey: `${deps.catalogue.folderKey(job.datasetId)}exports/${job.id}.${job.format}`,
    contentType: exportMime(job.format),
  };
  const parts = partsOf(openRowWriter(job.format, columns), rows);
  await putExportFile(deps, { table: "dataset_export", id }, target, parts);
};

interface OpenRows {
  readonly rows: AsyncGenerator<ExportCell[][]>;
  readonly total: number;
  readonly columns: readonly ExportColumn[];
}

const openRows = async (deps: WriteExportDeps, job: ItemExport, signal: AbortSignal): Promise<OpenRows> => {
  const source = await getItemVersion(deps, job.datasetId, job.version);
  const columns = chooseExportColumns(source, job.columns);
  const wanted = { query: job.query, orderBy: job.orderBy, names: columns.map(({ name }) => name) };
  const { total, batches } = await openRowStream(deps, source, wanted, signal);
  return { total, columns, rows: toCells(batches, columns) };
};

async function* toCells(
  batches: AsyncGenerator<QueryValue[][]>,
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

async function* partsOf(writer: RowWriter, rows: AsyncGenerator<ExportCell[][]>): AsyncGenerator<FilePart> {
  yield { bytes: writer.begin(), rows: 0 };
  for await (const batch of rows) yield { bytes: writer.write(batch), rows: batch.length };
  yield { bytes: writer.end(), rows: 0 };
}
