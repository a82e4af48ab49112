import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Arbitrary, but unique among advisory locks. */
const QUOTA_LOCK = 7_423_003;

export interface Usage {
  readonly totalBytes: number;
  readonly ownBytes: number;
}

/** Sums stored and reserved bytes. Holds an advisory lock until the transaction ends, so that the sums stay valid. */
export const lockUsage = async (tx: Tx, ownerId: string): Promise<Usage> => {
  await sql`select pg_advisory_xact_lock(${QUOTA_LOCK})`.execute(tx);
  return readUsage(tx, ownerId);
};

export const readUsage = async (db: Db, ownerId: string): Promise<Usage> => {
  const row = await db
    .selectFrom("asset_usage")
    .select([
      sql<bigint>`coalesce(sum(used_bytes), 0)::bigint`.as("total_bytes"),
      sql<bigint>`coalesce(sum(used_bytes) filter (where owner_id = ${ownerId}), 0)::bigint`.as("own_bytes"),
    ])
    .executeTakeFirstOrThrow();
  return { totalBytes: Number(row.total_bytes), ownBytes: Number(row.own_bytes) };
};

export const addUsage = async (tx: Tx, ownerId: string, bytes: number, assets: number): Promise<void> => {
  await tx
    .insertInto("asset_usage")
    .values({ owner_id: ownerId, used_bytes: BigInt(bytes), assets: BigInt(assets) })
    .onConflict((conflict) =>
      conflict.column("owner_id").doUpdateSet({
        used_bytes: sql`asset_usage.used_bytes + excluded.used_bytes`,
        assets: sql`asset_usage.assets + excluded.assets`,
      }),
    )
    .execute();
};

export const subtractUsage = async (tx: Tx, ownerId: string, bytes: number, assets: number): Promise<void> => {
  await tx
    .updateTable("asset_usage")
    .set((eb) => ({ used_bytes: eb("used_bytes", "-", BigInt(bytes)), assets: eb("assets", "-", BigInt(assets)) }))
    .where("owner_id", "=", ownerId)
    .execute();
};

export const sumUsage = async (db: Db): Promise<{ usedBytes: number; assets: number }> => {
  const row = await db
    .selectFrom("asset_usage")
    .select([
      sql<bigint>`coalesce(sum(used_bytes), 0)::bigint`.as("used_bytes"),
      sql<bigint>`coalesce(sum(assets), 0)::bigint`.as("assets"),
    ])
    .executeTakeFirstOrThrow();
  return { usedBytes: Number(row.used_bytes), assets: Number(row.assets) };
};
