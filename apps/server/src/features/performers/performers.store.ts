import type { CAPABILITIES, PerformerInput, PerformerPricing } from "@dailies/contract";
import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Performer } from "../../platform/db/database.types.ts";
import type { PerformerRecord } from "./performer-record.ts";
import type { PerformerRegistration } from "./performer-registration.rules.ts";

export type PerformerRow = Selectable<Performer>;

/** No parsing: the contract validated the columns on write. */
export const toRecord = (row: PerformerRow): PerformerRecord => ({
  id: row.id,
  name: row.name,
  kind: row.kind as PerformerRecord["kind"],
  adapter: row.adapter as PerformerRecord["adapter"],
  endpoint: row.endpoint,
  model: row.model,
  version: row.version,
  adapterConfig: row.adapter_config as Record<string, unknown>,
  inputSchema: row.input_schema as unknown as PerformerInput[],
  capabilities: row.capabilities as (typeof CAPABILITIES)[number][],
  limits: { concurrency: row.concurrency, rpm: row.rpm, timeoutS: row.timeout_s },
  pricing: row.pricing as PerformerPricing | null,
  isEnabled: row.is_enabled,
  isShared: row.shared_with_internal,
  isSecretSet: row.sealed_secret !== null,
  isDeleted: row.deleted_at !== null,
  lastOkAt: row.last_ok_at,
  lastError: row.last_error,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  createdBy: row.created_by,
});

/** Includes deleted performers, because a job may outlive its performer. */
export const findPerformerRow = (db: Db, id: string): Promise<PerformerRow | undefined> =>
  db.selectFrom("performer").selectAll().where("id", "=", id).executeTakeFirst();

/** Locks the row until the transaction ends; deleted performers are not found. */
export const lockPerformerRow = (tx: Tx, id: string): Promise<PerformerRow | undefined> =>
  tx
    .selectFrom("performer")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export const listPerformerRows = (db: Db, { isRestricted }: { isRestricted: boolean }): Promise<PerformerRow[]> =>
  db
    .selectFrom("performer")
    .selectAll()
    .where("deleted_at", "is", null)
    .$if(isRestricted, (query) => query.where("is_enabled", "=", true).where("shared_with_internal", "=", true))
    .orderBy("name")
    .orderBy("id")
    .execute();

export interface PerformerColumns {
  name: string;
  kind: string;
  adapter: string;
  endpoint: string;
  model: string;
  version: string;
  adapter_config: string;
  input_schema: string;
  capabilities: string[];
  concurrency: number;
  rpm: number | null;
  timeout_s: number;
  pricing: string | null;
  is_enabled: boolean;
  shared_with_internal: boolean;
}

export const toColumns = (input: PerformerRegistration): PerformerColumns => ({
  name: input.name,
  kind: input.kind,
  adapter: input.adapter,
  endpoint: input.endpoint,
  model: input.model,
  version: input.version,
  adapter_config: JSON.stringify(input.adapterConfig),
  input_schema: JSON.stringify(input.inputSchema),
  capabilities: [...input.capabilities],
  concurrency: input.limits.concurrency,
  rpm: input.limits.rpm,
  timeout_s: input.limits.timeoutS,
  pricing: input.pricing === null ? null : JSON.stringify(input.pricing),
  is_enabled: input.isEnabled,
  shared_with_internal: input.isShared,
});

export interface SealedSecret {
  readonly sealed_secret: Buffer | null;
  readonly secret_origin: string | null;
}

export const insertPerformer = async (
  tx: Tx,
  performer: PerformerColumns &
    SealedSecret & { id: string; service_id: string | null; created_at: Date; created_by: string },
): Promise<PerformerRow | undefined> => {
  const row = await tx
    .insertInto("performer")
    .values({ ...performer, updated_at: performer.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) await tx.insertInto("performer_gate").values({ performer_id: row.id }).execute();
  return row;
};

export const updatePerformerRow = (
  tx: Tx,
  id: string,
  change: PerformerColumns & SealedSecret & { revision: number; updated_at: Date },
): Promise<PerformerRow> =>
  tx.updateTable("performer").set(change).where("id", "=", id).returningAll().executeTakeFirstOrThrow();

/** Until the transaction ends, the service cannot be deleted. */
export const holdService = async (tx: Tx, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select from inference_service where id = ${id} and deleted_at is null for share`.execute(tx);
  return rows.length > 0;
};

/** Takes a lock, so that two requests cannot both find the same name free. */
export const isNameTaken = async (tx: Tx, name: string, exceptId: string): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('performer name ' || lower(${name}), 0))`.execute(tx);
  const found = await tx
    .selectFrom("performer")
    .select("id")
    .where(sql<string>`lower(name)`, "=", sql<string>`lower(${name})`)
    .where("deleted_at", "is", null)
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return found !== undefined;
};

/** Keeps the row for past jobs and columns, but erases the secret. */
export const markPerformerDeleted = async (tx: Tx, id: string, at: Date): Promise<void> => {
  const gone = { deleted_at: at, updated_at: at, is_enabled: false, sealed_secret: null, secret_origin: null };
  await tx.updateTable("performer").set(gone).where("id", "=", id).execute();
};

export const noteTest = async (db: Db, id: string, result: { okAt?: Date; error: string | null }): Promise<void> => {
  await db
    .updateTable("performer")
    .set({ ...(result.okAt && { last_ok_at: result.okAt }), last_error: result.error })
    .where("id", "=", id)
    .execute();
};

/** Jobs that are unfinished or not yet cancelled at the provider. */
export const countOpenCalls = async (tx: Tx, id: string): Promise<number> => {
  const { rows } = await sql<{ calls: number }>`select count(*)::int as calls from performer_task
    where performer_id = ${id} and (status in ('Pending', 'Queued', 'Running') or must_cancel)`.execute(tx);
  return rows[0]?.calls ?? 0;
};
