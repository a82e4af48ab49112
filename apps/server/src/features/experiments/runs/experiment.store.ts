import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";

export type ColumnKind = "param" | "metric" | "tag";

/** Sorted, so that two transactions that add the same names never wait for each other in a circle. */
export const insertColumns = async (
  tx: Tx,
  experimentId: string,
  kind: ColumnKind,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return;
  await sql`
    insert into experiment_column (experiment_id, kind, key)
    select ${experimentId}, ${kind}, key from unnest(${[...keys].sort()}::text[]) as key
    on conflict do nothing`.execute(tx);
};

const escapeLike = (words: string): string => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

export interface ColumnsQuery {
  readonly experimentId: string | undefined;
  readonly kind: ColumnKind | undefined;
  readonly words: string | undefined;
  readonly limit: number;
}

/** One more than the limit, so that the caller knows whether there are more. */
export const listColumns = async (
  db: Db,
  { experimentId, kind, words, limit }: ColumnsQuery,
): Promise<{ readonly kind: ColumnKind; readonly key: string }[]> => {
  let query = db.selectFrom("experiment_column").select(["kind", "key"]).distinct();
  if (experimentId !== undefined) query = query.where("experiment_id", "=", experimentId);
  if (kind !== undefined) query = query.where("kind", "=", kind);
  if (words) query = query.where("key", "ilike", escapeLike(words));
  const rows = await query
    .orderBy("kind")
    .orderBy("key")
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({ kind: row.kind as ColumnKind, key: row.key }));
};

/** The experiment of this name, created if there is none, with one run more. Locks its row. */
export const countRunOf = async (
  tx: Tx,
  { name, createdBy, at }: { readonly name: string; readonly createdBy: string; readonly at: Date },
): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    insert into experiment as e (id, name, runs, created_by, created_at, last_run_at)
    values (${newId()}, ${name}, 1, ${createdBy}, ${at}, ${at})
    on conflict (name) do update set runs = e.runs + 1, last_run_at = greatest(e.last_run_at, excluded.last_run_at)
    returning id`.execute(tx);
  return rows[0]?.id ?? "";
};

/** Those with the newest runs first, one more than the limit. */
export const listExperiments = (db: Db, { words, limit }: { words: string | undefined; limit: number }) => {
  let query = db.selectFrom("experiment").selectAll();
  if (words) query = query.where("name", "ilike", escapeLike(words));
  return query
    .orderBy("last_run_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
};
