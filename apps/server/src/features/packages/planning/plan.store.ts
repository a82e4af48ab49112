import type { LeftOutReason } from "@dailies/contract";
import type { ShardColumn } from "@dailies/formats/shard-writer";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface PlannedShard {
  readonly shard: number;
  readonly listPart: number;
  /** In its part. */
  readonly firstRow: number;
  readonly samples: number;
  readonly bytes: number;
}

/** Shards that an earlier try of the same plan inserted are the same. */
export const insertPlannedShards = async (
  db: Db,
  packageId: string,
  shards: readonly PlannedShard[],
): Promise<void> => {
  if (shards.length === 0) return;
  await sql`
    insert into package_shard (package_id, shard, list_part, first_row, samples_planned, bytes_planned)
    select ${packageId}::uuid, s.shard, s."listPart", s."firstRow", s.samples, s.bytes
    from jsonb_to_recordset(${JSON.stringify(shards)}::jsonb)
      as s (shard integer, "listPart" integer, "firstRow" bigint, samples integer, bytes bigint)
    on conflict do nothing`.execute(db);
};

/** Items of each reason that are kept by name. */
export const MAX_LEFT_OUT = 1_000;

export interface LeftOutItem {
  readonly ordinal: number;
  readonly key: string;
  readonly reason: LeftOutReason;
  readonly detail: string;
}

interface FinishedPlan {
  readonly shards: number;
  readonly samples: number;
  readonly bytes: number;
  readonly itemListSha256: string;
  readonly columns: readonly ShardColumn[];
  readonly counts: ReadonlyMap<LeftOutReason, number>;
  readonly leftOut: readonly LeftOutItem[];
}

/** Returns false when the package is over. Two tries of one plan count once. */
export const finishPlan = async (tx: Tx, packageId: string, plan: FinishedPlan): Promise<boolean> => {
  const { rows } = await sql<{ planned: boolean }>`
    select shards_total is not null as planned from package where id = ${packageId} and status = 'Running'
    for no key update`.execute(tx);
  const [found] = rows;
  if (!found || found.planned) return found !== undefined;
  const leftOut = [...plan.counts.values()].reduce((sum, items) => sum + items, 0);
  await sql`
    update package set shards_total = ${plan.shards}, samples_total = ${plan.samples}, bytes_total = ${plan.bytes},
      item_list_sha256 = ${plan.itemListSha256}, columns = ${JSON.stringify(plan.columns)}::jsonb, left_out = ${leftOut}
    where id = ${packageId}`.execute(tx);
  await addLeftOutCounts(tx, packageId, plan.counts);
  await insertLeftOut(tx, packageId, plan.leftOut);
  return true;
};

export const addLeftOutCounts = async (
  tx: Tx,
  packageId: string,
  counts: ReadonlyMap<LeftOutReason, number>,
): Promise<void> => {
  // In one order, so that two shards that register at once do not wait for each other.
  for (const [reason, items] of [...counts].sort(([one], [other]) => (one < other ? -1 : 1)))
    await sql`
      insert into package_left_out_count (package_id, reason, items) values (${packageId}, ${reason}, ${items})
      on conflict (package_id, reason) do update set items = package_left_out_count.items + excluded.items`.execute(tx);
};

const MAX_KEY = 1_000;
const MAX_DETAIL = 300;

export const insertLeftOut = async (tx: Tx, packageId: string, items: readonly LeftOutItem[]): Promise<void> => {
  if (items.length === 0) return;
  const rows = items.map(({ key, detail, ...item }) => ({
    ...item,
    key: plainText(key, MAX_KEY),
    detail: plainText(detail, MAX_DETAIL),
  }));
  await sql`
    insert into package_left_out (package_id, reason, ordinal, key, detail)
    select ${packageId}::uuid, i.reason, i.ordinal, i.key, i.detail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (reason text, ordinal bigint, key text, detail text)
    on conflict do nothing`.execute(tx);
};

/** PostgreSQL has no NUL in texts, and half a character would not be well-formed. */
const plainText = (text: string, length: number): string =>
  text.replaceAll("\u0000", "").slice(0, length).toWellFormed();
