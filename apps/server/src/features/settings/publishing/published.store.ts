import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface PublishedRow {
  key: string;
  version: number;
  published_seq: bigint;
  value: unknown;
  sealed_value: Buffer | null;
}

/** Increases with every publication and withdrawal. */
export const getPublishedSeq = async (db: Db): Promise<bigint> =>
  (await db.selectFrom("config_head").select("seq").executeTakeFirstOrThrow()).seq;

/** Takes the next number. Its row stays locked until the transaction ends, so numbers become visible in order. */
export const takePublishedSeq = async (tx: Tx): Promise<bigint> => {
  const set = { seq: sql<bigint>`seq + 1` };
  return (await tx.updateTable("config_head").set(set).returning("seq").executeTakeFirstOrThrow()).seq;
};

/** One statement, so that number and values are from the same snapshot. */
export const listPublished = async (
  db: Db,
  keys: readonly string[],
): Promise<{ seq: bigint; rows: PublishedRow[] }> => {
  const { rows } = await sql<{ seq: bigint } & { [C in keyof PublishedRow]: PublishedRow[C] | null }>`
    select h.seq, v.key, v.version, i.published_seq, v.value, v.sealed_value
      from config_head h
      left join (
        unnest(${keys}::text[]) as wanted (key)
        join config_item i on i.key = wanted.key and not i.is_archived and i.published_version is not null
        join config_version v on v.key = i.key and v.version = i.published_version
      ) on true`.execute(db);
  const isPublished = (row: (typeof rows)[number]): row is (typeof rows)[number] & PublishedRow => row.key !== null;
  return { seq: rows[0]?.seq ?? 0n, rows: rows.filter(isPublished) };
};
