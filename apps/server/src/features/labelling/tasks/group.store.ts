import type { LabelGroup } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { likePattern } from "../../../platform/db/like-pattern.ts";

const GROUP = sql`m.key as code, m.name, m.description, (select count(*)::int from console_user_permission h
  join console_user u on u.id = h.user_id and u.is_enabled where h.code = m.key) as members`;

/** By name. Codes that the console itself checks are no groups: they say what somebody may do. */
export const listGroupsFound = async (db: Db, words: string, limit: number): Promise<LabelGroup[]> => {
  const pattern = likePattern(words.trim());
  const { rows } = await sql<LabelGroup>`select ${GROUP} from permission m
    where not m.is_system and (m.name ilike ${pattern} or m.key ilike ${pattern} or m.group_name ilike ${pattern})
    order by m.name, m.key limit ${limit}`.execute(db);
  return rows;
};

/** Those of these codes that are groups. */
export const listGroupsNamed = async (db: Db, codes: readonly string[]): Promise<LabelGroup[]> => {
  const { rows } = await sql<LabelGroup>`select ${GROUP} from permission m
    where not m.is_system and m.key = any(${[...codes]}::text[]) order by m.name, m.key`.execute(db);
  return rows;
};

/** The groups that a task is given to, by name. */
export const listLabelGroups = async (db: Db, taskId: string): Promise<LabelGroup[]> => {
  const { rows } = await sql<LabelGroup>`select ${GROUP} from label_group g join permission m on m.key = g.code
    where g.task_id = ${taskId} order by m.name, m.key`.execute(db);
  return rows;
};

/** Returns the codes that were added, and how many were removed. */
export const replaceLabelGroups = async (
  tx: Tx,
  taskId: string,
  codes: readonly string[],
): Promise<{ added: string[]; removed: number }> => {
  const kept = sql`${[...codes]}::text[]`;
  const removed = await sql`delete from label_group where task_id = ${taskId} and not (code = any(${kept}))`.execute(
    tx,
  );
  const added = await sql<{ code: string }>`insert into label_group (task_id, code)
    select ${taskId}, code from unnest(${kept}) as given (code) on conflict do nothing returning code`.execute(tx);
  return { added: added.rows.map(({ code }) => code), removed: Number(removed.numAffectedRows ?? 0n) };
};

/** More people are not told. */
const MAX_TOLD = 5_000;

/** Who holds one of these codes and may sign in. */
export const listGroupMemberIds = async (db: Db, codes: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select distinct u.id from console_user_permission h
    join console_user u on u.id = h.user_id and u.is_enabled
    where h.code = any(${[...codes]}::text[]) limit ${MAX_TOLD}`.execute(db);
  return rows.map(({ id }) => id);
};
