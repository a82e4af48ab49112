import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { DatasetIndexRun } from "../../platform/db/database.types.ts";

export type RunRow = Selectable<DatasetIndexRun>;
/** A run with the totals of its parts. */
export interface CountedRun extends RunRow {
  readonly parts_done: number;
  readonly items_done: number;
  readonly faults: number;
}

const LIVING = ["Waiting", "Running"];

/** Empty sums become 0. A finished run has stored totals, so its parts are not read again. */
const counted = sql<{ parts: number; items: number; faults: number }>`
  case when r.finished_at is not null and r.progress ? 'items' then
    jsonb_build_object('parts', r.progress->'parts', 'items', r.progress->'items', 'faults', r.progress->'faults')
  else (
    select jsonb_build_object('parts', count(*) filter (where items is not null),
      'items', coalesce(sum(coalesce(items, items_seen)), 0), 'faults', coalesce(sum(faults), 0))
    from dataset_index_part where run_id = r.id
  ) end`;

const withCounts = (row: RunRow & { counts: { parts: number; items: number; faults: number } }): CountedRun => {
  const { counts, ...run } = row;
  return { ...run, parts_done: Number(counts.parts), items_done: Number(counts.items), faults: Number(counts.faults) };
};

/** The newest run of each dataset. */
export const listNewestRuns = async (db: Db, datasetIds: readonly string[]): Promise<Map<string, CountedRun>> => {
  if (datasetIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("dataset_index_run as r")
    .distinctOn("r.dataset_id")
    .selectAll("r")
    .select(counted.as("counts"))
    .where("r.dataset_id", "in", [...datasetIds])
    .orderBy("r.dataset_id")
    .orderBy("r.started_at", "desc")
    .orderBy("r.id", "desc")
    .execute();
  return new Map(rows.map((row) => [row.dataset_id, withCounts(row)]));
};

export const findRun = (db: Db, id: string): Promise<RunRow | undefined> =>
  db.selectFrom("dataset_index_run").selectAll().where("id", "=", id).executeTakeFirst();

export const findLivingRun = (db: Db, datasetId: string): Promise<RunRow | undefined> =>
  db
    .selectFrom("dataset_index_run")
    .selectAll()
    .where("dataset_id", "=", datasetId)
    .where("finished_at", "is", null)
    .executeTakeFirst();

/** Locks until the transaction ends; undefined when the run has ended. */
export const lockLivingRun = (tx: Tx, id: string): Promise<RunRow | undefined> =>
  tx
    .selectFrom("dataset_index_run")
    .selectAll()
    .where("id", "=", id)
    .where("finished_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export const insertRun = async (
  tx: Tx,
  run: { id: string; dataset_id: string; note: string; started_by: string; started_at: Date },
): Promise<void> => {
  await tx
    .insertInto("dataset_index_run")
    .values({ ...run, status: "Waiting" })
    .execute();
};

/** Returns false when the run has ended. */
export const isRunLiving = async (db: Db, id: string): Promise<boolean> => {
  const found = db.selectFrom("dataset_index_run").select("id").where("id", "=", id).where("finished_at", "is", null);
  return (await found.executeTakeFirst()) !== undefined;
};

export const setRunPlan = async (
  tx: Tx,
  id: string,
  { partsTotal, fingerprint }: { readonly partsTotal: number; readonly fingerprint: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("dataset_index_run")
    .set({
      status: "Running",
      parts_total: partsTotal,
      progress: sql`progress || jsonb_build_object('fingerprint', ${fingerprint}::text)`,
    })
    .where("id", "=", id)
    .where("status", "in", LIVING)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Updates the fingerprint of the source when the rows would be the same. */
export const setFingerprint = async (tx: Tx, id: string, fingerprint: string): Promise<void> => {
  await tx
    .updateTable("dataset_index_run")
    .set({ progress: sql`progress || jsonb_build_object('fingerprint', ${fingerprint}::text)` })
    .where("id", "=", id)
    .execute();
};

export interface RunEnd {
  readonly status: "Finished" | "Failed" | "Cancelled";
  readonly at: Date;
  readonly error?: string | undefined;
  /** Set when the run made a version. */
  readonly version?: number | undefined;
}

/** Returns false when the run had already ended. Stores the totals, so that they need not be summed again. */
export const endRun = async (tx: Tx, id: string, { status, at, error, version }: RunEnd): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("dataset_index_run")
    .set({
      status,
      finished_at: at,
      error: error?.slice(0, 500) ?? null,
      progress: sql`progress || (
        select jsonb_build_object('version', ${version ?? null}::int,
          'parts', count(*) filter (where items is not null),
          'items', coalesce(sum(coalesce(items, items_seen)), 0), 'faults', coalesce(sum(faults), 0))
        from dataset_index_part where run_id = ${id})`,
    })
    .where("id", "=", id)
    .where("status", "in", LIVING)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Takes the fencing token for writes to the item table from its previous holder; undefined when the run has ended. */
export const takeFence = (db: Db, id: string): Promise<{ fence: number; table_try: number } | undefined> =>
  db
    .updateTable("dataset_index_run")
    .set((eb) => ({ fence: eb("fence", "+", 1) }))
    .where("id", "=", id)
    .where("status", "=", "Running")
    .returning(["fence", "table_try"])
    .executeTakeFirst();

/** Whether the fencing token is still valid and the run active. */
export const holdsFence = async (db: Db, id: string, fence: number): Promise<boolean> => {
  const found = db.selectFrom("dataset_index_run").select("id").where("id", "=", id).where("status", "=", "Running");
  return (await found.where("fence", "=", fence).executeTakeFirst()) !== undefined;
};

/** Abandons the current table. Returns false when the fencing token is no longer valid. */
export const nextTableTry = async (tx: Tx, id: string, fence: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("dataset_index_run")
    .set((eb) => ({ table_try: eb("table_try", "+", 1) }))
    .where("id", "=", id)
    .where("fence", "=", fence)
    .where("status", "=", "Running")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const listEndedRuns = async (db: Db, datasetId: string): Promise<Set<string>> => {
  const runs = db.selectFrom("dataset_index_run").select("id").where("dataset_id", "=", datasetId);
  const rows = await runs.where("finished_at", "is not", null).execute();
  return new Set(rows.map(({ id }) => id));
};

/** The run that made a version. */
export const findRunOfVersion = (db: Db, datasetId: string, version: number): Promise<RunRow | undefined> =>
  db
    .selectFrom("dataset_index_run")
    .selectAll()
    .where("dataset_id", "=", datasetId)
    .where("status", "=", "Finished")
    .where(sql<string>`progress->>'version'`, "=", String(version))
    .orderBy("started_at", "desc")
    .executeTakeFirst();
