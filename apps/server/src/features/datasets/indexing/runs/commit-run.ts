import type { Table } from "@lancedb/lancedb";
import type { RecordBatch } from "apache-arrow";
import { DomainError } from "../../../../errors.ts";
import { forgetMissing, listParts, markCommitted, uncommitAll } from "../../index-part.store.ts";
import { holdsFence, nextTableTry, takeFence } from "../../index-run.store.ts";
import { tableNameOf } from "../index-dataset.rules.ts";
import type { Beat, IndexingDeps } from "../indexing-deps.ts";
import { tableOf } from "../rows/arrow-data.ts";
import type { PartColumn } from "../rows/part-columns.ts";
import { getStaged, listStaged } from "../rows/staged-parts.ts";
import { fitPart, type TableColumns, tableColumns } from "../rows/table-columns.ts";
import { type OpenedRun, openRun } from "./open-run.ts";

/** Each append is a table version; few large ones keep the manifests small. */
const APPEND_ROWS = 250_000;
const APPEND_PARTS = 4;
const APPEND_BYTES = 96 * 1024 ** 2;

export type CommitOutcome = "over" | "unread" | "again" | "committed";

interface Part {
  readonly part: number;
  readonly items: number;
  readonly firstOrdinal: number;
  readonly isCommitted: boolean;
  readonly stagedKey: string;
  readonly columns: readonly PartColumn[];
}

/** The right to write to one table. Taking the next fencing token invalidates all earlier ones. */
export interface Committer {
  readonly runId: string;
  readonly fence: number;
  readonly tableName: string;
}

/** Another worker has taken over: stop writing. */
const superseded = (): DomainError => new DomainError("conflict", "another worker has taken over this run");

/**
 * Appends the parts in order. After a crash, a worker first checks what the table already holds; a slow worker finds
 * that its fencing token is invalid. An append already in flight may still land. Surplus rows are detected here or by
 * the verification before publishing, and a new table is started.
 */
export const commitRun = async (deps: IndexingDeps, runId: string, beat: Beat): Promise<CommitOutcome> => {
  const opened = await openRun(deps, runId);
  const right = opened && (await takeFence(deps.db, runId));
  if (!opened || !right) return "over";
  const parts = await readParts(deps, runId);
  if (!parts) return "unread";
  const committer = { runId, fence: right.fence, tableName: tableNameOf(runId, right.table_try) };
  const columns = tableColumns(parts.map((part) => part.columns));
  const table = await openTable(deps, opened, committer, columns);
  try {
    const folder = deps.catalogue.folderKey(opened.dataset.id);
    return await appendAll(deps, { committer, table, columns, parts, beat, folder });
  } finally {
    table.close();
  }
};

export const openTable = async (
  { itemTables }: Pick<IndexingDeps, "itemTables">,
  { dataset }: OpenedRun,
  { tableName }: Committer,
  { schema }: TableColumns,
): Promise<Table> => asUpstream(() => itemTables.openForWrite(dataset.id, tableName, schema));

/** LanceDB error messages may contain URLs, so they go to the log only, as the cause. */
export const asUpstream = async <T>(act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof DomainError) throw cause;
    throw new DomainError("upstream_failed", "the item table could not be read or written", { cause });
  }
};

/** Undefined while any part is unread. */
const readParts = async ({ db }: IndexingDeps, runId: string): Promise<Part[] | undefined> => {
  const rows = await listParts(db, runId);
  let firstOrdinal = 0;
  const parts: Part[] = [];
  for (const row of rows) {
    if (row.items === null) return undefined;
    const items = Number(row.items);
    const columns = (row.columns ?? []) as unknown as PartColumn[];
    parts.push({
      part: row.part,
      items,
      firstOrdinal,
      isCommitted: row.is_committed,
      stagedKey: row.staged_key,
      columns,
    });
    firstOrdinal += items;
  }
  return parts;
};

interface Appending {
  readonly committer: Committer;
  readonly table: Table;
  readonly columns: TableColumns;
  readonly parts: readonly Part[];
  readonly beat: Beat;
  /** The dataset's folder in our own bucket. */
  readonly folder: string;
}

const appendAll = async (deps: IndexingDeps, appending: Appending): Promise<CommitOutcome> => {
  const { committer, table, parts, beat } = appending;
  const done = parts.filter(({ isCommitted }) => isCommitted);
  const rest = parts.slice(done.length);
  const rows = await asUpstream(() => table.countRows());
  const from = landedParts(rest, rows - sumItems(done));
  // Committed parts must be the first ones, and the table may hold only those plus an append that a crash left unmarked.
  if (from === undefined || !done.every(({ part }, at) => part === at)) return beginAgain(deps, committer);
  if (from > 0 && !(await markCommitted(deps.db, committer, rest.slice(0, from)))) throw superseded();
  let held = sumItems(parts.slice(0, done.length + from));
  let open: { part: Part; batch: RecordBatch }[] = [];
  const appendRows = deps.partSamples === undefined ? APPEND_ROWS : APPEND_PARTS * deps.partSamples;
  const append = async (): Promise<boolean> => {
    if (open.length === 0) return true;
    await beat.check();
    if (!(await holdsFence(deps.db, committer.runId, committer.fence))) throw superseded();
    if ((await asUpstream(() => table.countRows())) !== held) return false;
    const batches = open.map(({ batch }) => batch);
    await asUpstream(() => table.add(tableOf(appending.columns.schema, batches)));
    const landed = open.map(({ part }) => part);
    if (!(await markCommitted(deps.db, committer, landed))) throw superseded();
    held += sumItems(landed);
    open = [];
    return true;
  };
  for (const part of rest.slice(from)) {
    const staged = await getStaged(deps, part.stagedKey);
    if (staged?.numRows !== part.items) return readAgain(deps, appending, staged && part.stagedKey);
    open.push({ part, batch: fitPart(appending.columns, staged, part) });
    const isFull = sumItems(open.map((one) => one.part)) >= appendRows || bytesOf(open) >= APPEND_BYTES;
    if (isFull && !(await append())) return beginAgain(deps, committer);
  }
  return (await append()) ? "committed" : beginAgain(deps, committer);
};

/** Staged rows with an unexpected count are discarded and read again. */
const readAgain = async (
  deps: IndexingDeps,
  { committer, folder }: Appending,
  wrongKey: string | undefined,
): Promise<CommitOutcome> => {
  if (wrongKey !== undefined) await deps.storage.deleteObjects([wrongKey]);
  await forgetMissing(deps.db, committer.runId, await listStaged(deps, folder));
  return "unread";
};

const sumItems = (parts: readonly Part[]): number => parts.reduce((sum, { items }) => sum + items, 0);
const bytesOf = (open: readonly { batch: RecordBatch }[]): number =>
  open.reduce((sum, { batch }) => sum + batch.data.byteLength, 0);

/** How many of the next parts the surplus rows are; undefined when they do not end at a part boundary. */
const landedParts = (rest: readonly Part[], surplus: number): number | undefined => {
  let left = surplus;
  let count = 0;
  while (left > 0 && count < rest.length) {
    left -= rest[count]?.items ?? 0;
    count++;
  }
  return left === 0 ? count : undefined;
};

/** Abandons the table, to which another worker may still write, and starts a new one. */
export const beginAgain = ({ db, log }: IndexingDeps, { runId, fence, tableName }: Committer): Promise<CommitOutcome> =>
  db.transaction().execute(async (tx): Promise<CommitOutcome> => {
    if (!(await nextTableTry(tx, runId, fence))) throw superseded();
    await uncommitAll(tx, runId);
    log.warn({ runId, tableName }, "item table has unexpected rows: starting a new table");
    return "again";
  });
