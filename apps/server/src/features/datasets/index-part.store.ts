import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { DatasetIndexPart } from "../../platform/db/database.types.ts";

export type PartRow = Selectable<DatasetIndexPart>;

export interface PlannedPartRow {
  readonly run_id: string;
  readonly part: number;
  readonly objects: string;
  readonly staged_key: string;
}

const ROWS_AT_ONCE = 500;

/** Replaces the plan of a run. */
export const replaceParts = async (tx: Tx, runId: string, parts: readonly PlannedPartRow[]): Promise<void> => {
  await tx.deleteFrom("dataset_index_part").where("run_id", "=", runId).execute();
  for (let from = 0; from < parts.length; from += ROWS_AT_ONCE) {
    await tx
      .insertInto("dataset_index_part")
      .values(parts.slice(from, from + ROWS_AT_ONCE))
      .execute();
  }
};

/** Reuses parts that an earlier run of the same dataset has read from identical bytes. */
export const reuseParts = async (tx: Tx, runId: string, datasetId: string): Promise<void> => {
  await sql`
    update dataset_index_part p set items = e.items, faults = e.faults, duration_s = e.duration_s, bytes = e.bytes,
      columns = e.columns
    from (
      select distinct on (o.staged_key) o.staged_key, o.items, o.faults, o.duration_s, o.bytes, o.columns
      from dataset_index_part o join dataset_index_run r on r.id = o.run_id
      where r.dataset_id = ${datasetId} and r.id <> ${runId} and o.items is not null
        and o.staged_key in (select staged_key from dataset_index_part where run_id = ${runId})
      order by o.staged_key
    ) e
    where p.run_id = ${runId} and p.staged_key = e.staged_key`.execute(tx);
};

export const findPart = (db: Db, runId: string, part: number): Promise<PartRow | undefined> =>
  db
    .selectFrom("dataset_index_part")
    .selectAll()
    .where("run_id", "=", runId)
    .where("part", "=", part)
    .executeTakeFirst();

/** In order, without their objects, which can be many. */
export const listParts = (db: Db, runId: string): Promise<Omit<PartRow, "objects">[]> =>
  db
    .selectFrom("dataset_index_part")
    .select(["run_id", "part", "first_ordinal", "items_seen", "items", "faults", "duration_s", "bytes"])
    .select(["columns", "staged_key", "is_committed"])
    .where("run_id", "=", runId)
    .orderBy("part")
    .execute();

export const listUnreadParts = async (db: Db, runId: string, limit: number): Promise<number[]> => {
  const unread = db.selectFrom("dataset_index_part").select("part").where("run_id", "=", runId);
  const rows = await unread.where("items", "is", null).orderBy("part").limit(limit).execute();
  return rows.map(({ part }) => part);
};

export const listStagedKeys = async (db: Db, runId: string): Promise<string[]> => {
  const parts = db.selectFrom("dataset_index_part").select("staged_key").where("run_id", "=", runId).orderBy("part");
  return (await parts.execute()).map((row) => row.staged_key);
};

/** Updates the visible progress. */
export const noteItemsSeen = async (db: Db, runId: string, part: number, items: number): Promise<void> => {
  await db
    .updateTable("dataset_index_part")
    .set({ items_seen: BigInt(items) })
    .where("run_id", "=", runId)
    .where("part", "=", part)
    .where("items", "is", null)
    .execute();
};

export interface PartResult {
  readonly items: number;
  readonly faults: number;
  readonly durationS: number;
  readonly bytes: number;
  readonly columns: unknown;
}

/** The first writer wins; a second reader has read the same bytes. */
export const setPartRead = async (db: Db, runId: string, part: number, result: PartResult): Promise<void> => {
  await db
    .updateTable("dataset_index_part")
    .set({
      items: BigInt(result.items),
      faults: BigInt(result.faults),
      duration_s: result.durationS,
      bytes: BigInt(result.bytes),
      columns: JSON.stringify(result.columns),
    })
    .where("run_id", "=", runId)
    .where("part", "=", part)
    .where("items", "is", null)
    .execute();
};

/** Returns false when another worker has taken the fence in the meantime. */
export const markCommitted = async (
  db: Db,
  { runId, fence }: { runId: string; fence: number },
  parts: readonly { readonly part: number; readonly firstOrdinal: number }[],
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update dataset_index_part p set is_committed = true, first_ordinal = n.first
    from unnest(${parts.map(({ part }) => part)}::int[], ${parts.map(({ firstOrdinal }) => firstOrdinal)}::bigint[])
      as n (part, first)
    where p.run_id = ${runId} and p.part = n.part
      and exists (select 1 from dataset_index_run r
        where r.id = ${runId} and r.fence = ${fence} and r.status = 'Running')`.execute(db);
  return Number(numAffectedRows) === parts.length;
};

export const uncommitAll = async (tx: Tx, runId: string): Promise<void> => {
  await tx.updateTable("dataset_index_part").set({ is_committed: false }).where("run_id", "=", runId).execute();
};

/** Marks parts whose staged rows are missing as unread. */
export const forgetMissing = async (db: Db, runId: string, staged: ReadonlySet<string>): Promise<void> => {
  await db
    .updateTable("dataset_index_part")
    .set({ items: null, items_seen: 0n })
    .where("run_id", "=", runId)
    .where("is_committed", "=", false)
    .where(sql<boolean>`staged_key <> all(${[...staged]}::text[])`)
    .execute();
};
