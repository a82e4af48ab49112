import type { Actor } from "../../actor.ts";
import type { Db } from "../../platform/db/database.ts";
import type { PerformerRecord } from "./performer-record.ts";
import { listPerformerRows, toRecord } from "./performers.store.ts";

/** Users without the playground permission may use shared performers. */
export const mayUsePerformer = (actor: Actor, { isEnabled, isDeleted, isShared }: PerformerRecord): boolean =>
  isEnabled && !isDeleted && (isShared || actor.permissions.has("PERFORMER_PLAYGROUND"));

/** Includes disabled and deleted ones, which existing references still show. */
export const listPerformersById = async (db: Db, ids: readonly string[]): Promise<Map<string, PerformerRecord>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("performer").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, toRecord(row)]));
};

/** Sorted by name. */
export const listUsablePerformers = async (db: Db, actor: Actor): Promise<PerformerRecord[]> => {
  const rows = await listPerformerRows(db, { isRestricted: !actor.permissions.has("PERFORMER_PLAYGROUND") });
  return rows.map(toRecord).filter((performer) => mayUsePerformer(actor, performer));
};
