import type { Table } from "@lancedb/lancedb";
import type { Tx } from "../../../../platform/db/database.ts";
import { auditActor, programContext } from "../../../../request-context.ts";
import { recordOperation } from "../../../operation-log/index.ts";
import { lockDataset } from "../../dataset.store.ts";
import { datasetSubject } from "../../dataset-access.ts";
import { listParts, type PartRow } from "../../index-part.store.ts";
import { endRun, lockLivingRun, takeFence } from "../../index-run.store.ts";
import { insertPosters } from "../../items/pictures/picture.store.ts";
import { insertVersion, pointToVersion } from "../../version.store.ts";
import { tableNameOf } from "../index-dataset.rules.ts";
import type { Beat, IndexingDeps } from "../indexing-deps.ts";
import type { PartColumn } from "../rows/part-columns.ts";
import { type TableColumns, tableColumns } from "../rows/table-columns.ts";
import { chooseStrip } from "./choose-strip.ts";
import { asUpstream, beginAgain, type CommitOutcome, type Committer, openTable } from "./commit-run.ts";
import { type OpenedRun, openRun } from "./open-run.ts";
import { isTableWhole } from "./verify-table.ts";

/** Above this, reads get slow and the table is compacted. */
const MANY_FRAGMENTS = 64;
const MANY_VERSIONS = 200;
/** The first page of the item browser. */
const FIRST_POSTERS = 30;

export type FinishOutcome = CommitOutcome | "published";
type Parts = Omit<PartRow, "objects">[];

/** Verifies one snapshot of the table row by row, and publishes exactly that snapshot as the new version. */
export const finishRun = async (deps: IndexingDeps, runId: string, beat: Beat): Promise<FinishOutcome> => {
  const opened = await openRun(deps, runId);
  const right = opened && (await takeFence(deps.db, runId));
  if (!opened || !right) return "over";
  const parts = await listParts(deps.db, runId);
  if (!parts.every(({ is_committed }) => is_committed)) return "unread";
  const committer = { runId, fence: right.fence, tableName: tableNameOf(runId, right.table_try) };
  const columns = tableColumns(parts.map((part) => (part.columns ?? []) as unknown as PartColumn[]));
  const tableVersion = await settleTable(deps, opened, committer, columns);
  const ref = { datasetId: opened.dataset.id, tableName: committer.tableName, tableVersion };
  const table = await asUpstream(() => deps.itemTables.openAt(ref));
  const items = parts.map((part) => Number(part.items));
  if (!(await asUpstream(() => isTableWhole(table, items, beat)))) return beginAgain(deps, committer);
  const strip = await asUpstream(() =>
    chooseStrip(
      table,
      items.reduce((sum, count) => sum + count, 0),
    ),
  );
  return publish(deps, opened, { committer, tableVersion, columns, parts, strip });
};

/** Final compaction. Later writes, by any worker, are not part of the version. */
const settleTable = async (
  deps: IndexingDeps,
  opened: OpenedRun,
  committer: Committer,
  columns: TableColumns,
): Promise<number> => {
  const { clock } = deps;
  const table = await openTable(deps, opened, committer, columns);
  try {
    return await asUpstream(async () => {
      if (await hasManyFragments(table)) await table.optimize();
      // Only the last state of the table is ever read, so older ones can go.
      if ((await table.version()) > MANY_VERSIONS) await table.optimize({ cleanupOlderThan: clock() });
      return table.version();
    });
  } finally {
    table.close();
  }
};

const hasManyFragments = async (table: Table): Promise<boolean> => {
  const { fragmentStats } = await table.stats();
  return fragmentStats.numSmallFragments > MANY_FRAGMENTS;
};

interface Publication {
  readonly committer: Committer;
  readonly tableVersion: number;
  readonly columns: TableColumns;
  readonly parts: Parts;
  readonly strip: readonly number[];
}

const sum = (parts: Parts, of: (part: Parts[number]) => number): number =>
  parts.reduce((total, part) => total + of(part), 0);

/** Creates the version, updates the dataset and ends the run in one transaction. */
const publish = ({ db, clock }: IndexingDeps, opened: OpenedRun, publication: Publication): Promise<FinishOutcome> =>
  db.transaction().execute(async (tx) => {
    const { run, dataset } = opened;
    const living = await lockLivingRun(tx, run.id);
    if (living?.fence !== publication.committer.fence) return "over";
    const current = await lockDataset(tx, dataset.id);
    if (!current) return "over";
    const version = (current.version ?? 0) + 1;
    await writeVersion(tx, opened, publication, { version, at: clock() });
    return "published";
  });

const writeVersion = async (
  tx: Tx,
  { run, dataset }: OpenedRun,
  { committer, tableVersion, columns, parts, strip }: Publication,
  { version, at }: { readonly version: number; readonly at: Date },
): Promise<void> => {
  const items = sum(parts, (part) => Number(part.items));
  const offered = JSON.stringify(columns.offered);
  await insertVersion(tx, {
    dataset_id: dataset.id,
    version,
    table_name: committer.tableName,
    table_version: BigInt(tableVersion),
    items: BigInt(items),
    duration_s: sum(parts, (part) => part.duration_s ?? 0),
    bytes: BigInt(sum(parts, (part) => Number(part.bytes))),
    faults: BigInt(sum(parts, (part) => Number(part.faults))),
    columns: offered,
    note: run.note,
    created_by: run.started_by,
    created_at: at,
  });
  await pointToVersion(tx, dataset.id, { version, columns: offered, strip: strip.map(BigInt), updated_at: at });
  const first = Array.from({ length: Math.min(items, FIRST_POSTERS) }, (_, ordinal) => ordinal);
  await insertPosters(tx, { datasetId: dataset.id, version, ordinals: [...new Set([...strip, ...first])] }, at);
  await endRun(tx, run.id, { status: "Finished", at, version });
  await recordOperation(tx, auditActor(programContext(run.started_by, `index-${run.id}`, at)), {
    opType: "Publish_version",
    subjects: [datasetSubject(dataset.id)],
    meta: { version, items, run: run.id },
  });
};
