import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../../../platform/db/database.ts";
import type { RunSource, RunSourceState } from "../../../../platform/db/database.types.ts";
import type { SealedLogin } from "../run-sources-deps.ts";

export type SourceRow = Selectable<RunSource>;
/** A source with what its last polls found. */
export type SourceRecord = SourceRow & Omit<Selectable<RunSourceState>, "source_id">;

export interface SourceInput {
  readonly name: string;
  readonly kind: "MLflow";
  readonly address: string;
}

const STATE_COLUMNS = [
  "s.next_poll_at",
  "s.leased_until",
  "s.failures",
  "s.fault",
  "s.tried_at",
  "s.seen_at",
  "s.version",
  "s.experiments",
  "s.experiments_left_out",
  "s.runs",
  "s.newest_start_at",
  "s.sweep_at",
  "s.sweep_began_at",
  "s.swept_at",
] as const;

const selectRecords = (db: Db) =>
  db
    .selectFrom("run_source as c")
    .innerJoin("run_source_state as s", "s.source_id", "c.id")
    .selectAll("c")
    .select(STATE_COLUMNS)
    .where("c.deleted_at", "is", null);

export const listSources = (db: Db): Promise<SourceRecord[]> =>
  selectRecords(db).orderBy("c.name").orderBy("c.id").execute();

export const findSource = (db: Db, id: string): Promise<SourceRecord | undefined> =>
  selectRecords(db).where("c.id", "=", id).executeTakeFirst();

/** Locks the row until the transaction ends. */
export const lockSource = (tx: Tx, id: string): Promise<SourceRow | undefined> =>
  tx
    .selectFrom("run_source")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export const findSourceByRequest = (db: Db, requestKey: string): Promise<SourceRow | undefined> =>
  db.selectFrom("run_source").selectAll().where("request_key", "=", requestKey).executeTakeFirst();

/** Takes a lock, so that two requests cannot both find the same name or address free. */
export const findTaken = async (
  tx: Tx,
  input: SourceInput,
  exceptId: string,
): Promise<{ readonly taken: "name" | "address" | undefined; readonly others: number }> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('run sources', 0))`.execute(tx);
  const rows = await tx
    .selectFrom("run_source")
    .select([sql<boolean>`lower(name) = lower(${input.name})`.as("is_name"), "address"])
    .where("deleted_at", "is", null)
    .where("id", "<>", exceptId)
    .execute();
  if (rows.some((row) => row.is_name)) return { taken: "name", others: rows.length };
  const isAddress = rows.some(({ address }) => address === input.address);
  return { taken: isAddress ? "address" : undefined, others: rows.length };
};

export const insertSource = async (
  tx: Tx,
  source: SourceInput & SealedLogin & { id: string; request_key: string; created_at: Date; created_by: string },
): Promise<void> => {
  await tx
    .insertInto("run_source")
    .values({ ...source, updated_at: source.created_at })
    .execute();
  await tx.insertInto("run_source_state").values({ source_id: source.id, next_poll_at: source.created_at }).execute();
};

/** It is polled next. At another address all runs are gone through again. */
export const updateSourceRow = async (
  tx: Tx,
  id: string,
  change: SourceInput & SealedLogin & { revision: number; updated_at: Date },
  { isAnother }: { readonly isAnother: boolean },
): Promise<void> => {
  await tx.updateTable("run_source").set(change).where("id", "=", id).execute();
  const unknown = {
    tried_at: null,
    seen_at: null,
    version: null,
    newest_start_at: null,
    sweep_at: null,
    sweep_began_at: null,
    swept_at: null,
  };
  await tx
    .updateTable("run_source_state")
    .set({ next_poll_at: change.updated_at, failures: 0, fault: null, ...(isAnother && unknown) })
    .where("source_id", "=", id)
    .execute();
};

/** Erases the login and stops the polls; its runs are removed in batches. */
export const markSourceDeleted = async (tx: Tx, id: string, at: Date): Promise<void> => {
  const gone = { deleted_at: at, updated_at: at, login_kind: "none", sealed_login: null, login_origin: null };
  await tx.updateTable("run_source").set(gone).where("id", "=", id).execute();
  await tx.deleteFrom("run_source_state").where("source_id", "=", id).execute();
};

export const pollNext = async (db: Db, id: string, at: Date): Promise<void> => {
  await db.updateTable("run_source_state").set({ next_poll_at: at, failures: 0 }).where("source_id", "=", id).execute();
};
