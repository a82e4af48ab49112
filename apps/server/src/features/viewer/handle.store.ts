import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { executePrepared } from "../../platform/db/execute-prepared.ts";
import type { SetFormat } from "./sets/shard-set.ts";

export interface HandleRecord {
  readonly id: string;
  readonly uri: string;
  readonly profileId: string;
  /** Revision of the profile: a newer one may have other credentials or another location. */
  readonly revision: number;
  readonly datasetId: string | null;
  readonly format: SetFormat;
  readonly openedAt: Date;
}

const OWN_HANDLE = `
  select h.id, h.uri, h.profile_id as "profileId", p.revision, h.dataset_id as "datasetId", h.format,
    h.opened_at as "openedAt"
  from viewer_handle h join storage_profile p on p.id = h.profile_id and p.deleted_at is null
  where h.id = $1 and h.user_id = $2`;

/** Checked by every request about a set: its owner, and whether its profile may still be read. */
export const findOwnHandle = async (db: Db, userId: string, id: string): Promise<HandleRecord | undefined> => {
  const { rows } = await executePrepared<HandleRecord>(db, OWN_HANDLE, [id, userId]);
  return rows[0];
};

export interface NewHandle {
  readonly id: string;
  readonly userId: string;
  readonly uri: string;
  readonly profileId: string;
  readonly datasetId: string | null;
  readonly format: SetFormat;
  readonly samples: number;
  readonly at: Date;
}

/** Opening the same set again keeps its handle. */
export const upsertHandle = async (db: Db, handle: NewHandle): Promise<{ id: string; openedAt: Date }> =>
  db
    .insertInto("viewer_handle")
    .values({
      id: handle.id,
      user_id: handle.userId,
      uri: handle.uri,
      profile_id: handle.profileId,
      dataset_id: handle.datasetId,
      format: handle.format,
      samples: BigInt(handle.samples),
      opened_at: handle.at,
    })
    .onConflict((conflict) =>
      conflict.constraint("viewer_handle_once").doUpdateSet((eb) => ({
        profile_id: eb.ref("excluded.profile_id"),
        dataset_id: eb.ref("excluded.dataset_id"),
        format: eb.ref("excluded.format"),
        samples: eb.ref("excluded.samples"),
        opened_at: eb.ref("excluded.opened_at"),
      })),
    )
    .returning(["id", "opened_at as openedAt"])
    .executeTakeFirstOrThrow();

export interface RecentHandle {
  readonly id: string;
  readonly uri: string;
  readonly format: string;
  readonly samples: number;
  readonly openedAt: Date;
}

const MAX_RECENT = 50;

export const listRecentHandles = async (db: Db, userId: string): Promise<RecentHandle[]> => {
  const { rows } = await sql<RecentHandle>`
    select h.id, h.uri, h.format, h.samples::float8 as samples, h.opened_at as "openedAt"
    from viewer_handle h join storage_profile p on p.id = h.profile_id and p.deleted_at is null
    where h.user_id = ${userId} order by h.opened_at desc, h.id desc limit ${MAX_RECENT}`.execute(db);
  return rows;
};

/** The caller's own handle of a set that another user verified. */
export const findHandleOfSet = async (
  db: Db,
  userId: string,
  { profileId, uri }: { readonly profileId: string; readonly uri: string },
): Promise<string | undefined> => {
  const row = await db
    .selectFrom("viewer_handle")
    .select("id")
    .where("user_id", "=", userId)
    .where("profile_id", "=", profileId)
    .where("uri", "=", uri)
    .executeTakeFirst();
  return row?.id;
};

/** Deletes the oldest handles beyond this number. */
export const forgetOldHandles = async (db: Db, userId: string, keep: number): Promise<void> => {
  await sql`
    delete from viewer_handle where id in (
      select id from viewer_handle where user_id = ${userId} order by opened_at desc offset ${keep}
    )`.execute(db);
};

/** Undefined when the profile was deleted. */
export const findProfileRevision = async (db: Db, profileId: string): Promise<number | undefined> => {
  const row = await db
    .selectFrom("storage_profile")
    .select("revision")
    .where("id", "=", profileId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.revision;
};
