import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface AssetReference {
  readonly assetId: string;
  /** The kind of the referencing object, such as `benchmark_row`. */
  readonly kind: string;
  readonly refId: string;
  /** The display name of the referencing object. */
  readonly label: string;
}

export const insertReference = async (tx: Tx, { assetId, kind, refId, label }: AssetReference): Promise<void> => {
  await tx
    .insertInto("asset_reference")
    .values({ asset_id: assetId, kind, ref_id: refId, label })
    .onConflict((conflict) => conflict.columns(["asset_id", "kind", "ref_id"]).doNothing())
    .execute();
};

/** Skips deleted assets, which get no new references. */
export const insertReferences = async (tx: Tx, references: readonly AssetReference[]): Promise<void> => {
  await sql`
    insert into asset_reference (asset_id, kind, ref_id, label)
    select given.asset_id, given.kind, given.ref_id, given.label from unnest(
      ${references.map(({ assetId }) => assetId)}::uuid[], ${references.map(({ kind }) => kind)}::text[],
      ${references.map(({ refId }) => refId)}::text[], ${references.map(({ label }) => label)}::text[]
    ) as given (asset_id, kind, ref_id, label)
    join asset a on a.id = given.asset_id and a.status <> 'Deleted'
    on conflict (asset_id, kind, ref_id) do nothing`.execute(tx);
};

export const deleteReference = async (
  tx: Tx,
  { assetId, kind, refId }: Omit<AssetReference, "label">,
): Promise<void> => {
  await tx
    .deleteFrom("asset_reference")
    .where("asset_id", "=", assetId)
    .where("kind", "=", kind)
    .where("ref_id", "=", refId)
    .execute();
};

export const listReferencesOf = async (db: Db, assetId: string, limit: number) => {
  const items = await db
    .selectFrom("asset_reference")
    .select(["kind", "ref_id", "label"])
    .where("asset_id", "=", assetId)
    .orderBy("kind")
    .orderBy("ref_id")
    .limit(limit)
    .execute();
  const { total } = await db
    .selectFrom("asset_reference")
    .select(sql<number>`count(*)::int`.as("total"))
    .where("asset_id", "=", assetId)
    .executeTakeFirstOrThrow();
  return { items, total };
};

/** Ids of the objects that reference an asset, by kind. */
export const listReferenceIds = async (
  db: Db,
  assetId: string,
  kinds: readonly string[],
): Promise<Map<string, string[]>> => {
  const rows = await db
    .selectFrom("asset_reference")
    .select(["kind", sql<string[]>`array_agg(ref_id)`.as("ids")])
    .where("asset_id", "=", assetId)
    .where("kind", "in", [...kinds])
    .groupBy("kind")
    .execute();
  return new Map(rows.map((row) => [row.kind, row.ids]));
};

/** Copies the references of one object to another one of the same kind that uses the same assets. */
export const copyReferences = async (
  tx: Tx,
  { kind, fromId, toId, label }: { kind: string; fromId: string; toId: string; label: string },
): Promise<void> => {
  await sql`
    insert into asset_reference (asset_id, kind, ref_id, label)
    select r.asset_id, r.kind, ${toId}, ${label} from asset_reference r
    join asset a on a.id = r.asset_id and a.status <> 'Deleted'
    where r.kind = ${kind} and r.ref_id = ${fromId} order by r.asset_id
    on conflict (asset_id, kind, ref_id) do nothing`.execute(tx);
};

/** Which of these assets an object references. */
export const listReferencedAssets = async (
  db: Db,
  { kind, refId }: Pick<AssetReference, "kind" | "refId">,
  assetIds: readonly string[],
): Promise<string[]> => {
  if (assetIds.length === 0) return [];
  const rows = await db
    .selectFrom("asset_reference")
    .select("asset_id")
    .where("kind", "=", kind)
    .where("ref_id", "=", refId)
    .where(sql<boolean>`asset_id = any(${[...assetIds]}::uuid[])`)
    .execute();
  return rows.map(({ asset_id }) => asset_id);
};
