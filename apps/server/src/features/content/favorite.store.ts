import type { AUDIT_STATUSES, FAVORITE_TYPES, ServiceFile, VISIBILITIES } from "@dailies/contract";
import { type SelectQueryBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { DB } from "../../platform/db/database.types.ts";

export type AuditStatus = (typeof AUDIT_STATUSES)[number];

export interface FavoriteFilter {
  readonly userId?: bigint | undefined;
  /** `from` is inclusive, `to` exclusive. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly source?: string | undefined;
  readonly assetsType?: string | undefined;
  readonly auditStatus?: string | undefined;
}

export interface FavoriteRecord {
  readonly id: string;
  readonly userId: bigint;
  readonly userEmail: string;
  readonly userStatus: string;
  readonly hasConsented: boolean;
  readonly source: string;
  readonly assetsType: (typeof FAVORITE_TYPES)[number];
  readonly file: ServiceFile | undefined;
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly taskId: string | null;
  readonly prompt: string | null;
  readonly model: string | null;
  readonly favoritedAt: Date;
  readonly visibility: (typeof VISIBILITIES)[number];
  readonly auditStatus: AuditStatus;
  readonly auditedBy: string | null;
  readonly auditedAt: Date | null;
}

type Favorites = SelectQueryBuilder<DB, "favorite", object>;

const filtered = (db: Db, { userId, from, to, source, assetsType, auditStatus }: FavoriteFilter): Favorites => {
  let query: Favorites = db.selectFrom("favorite").where("removed_at", "is", null);
  if (userId !== undefined) query = query.where("user_id", "=", userId);
  if (from) query = query.where("favorited_at", ">=", from);
  if (to) query = query.where("favorited_at", "<", to);
  if (source !== undefined) query = query.where("source", "=", source);
  if (assetsType !== undefined) query = query.where("assets_type", "=", assetsType);
  if (auditStatus !== undefined) query = query.where("audit_status", "=", auditStatus);
  return query;
};

const selectFavorites = (db: Db) =>
  db
    .selectFrom("favorite as f")
    .innerJoin("end_user as u", "u.id", "f.user_id")
    .leftJoin("project as p", "p.id", "f.project_id")
    .leftJoin("project_task as t", "t.id", "f.task_id")
    .select([
      "f.id",
      "f.user_id as userId",
      "u.email as userEmail",
      "u.status as userStatus",
      "u.has_consented as hasConsented",
      "f.source",
      "f.assets_type as assetsType",
      "f.project_id as projectId",
      "p.name as projectName",
      "f.task_id as taskId",
      "t.prompt",
      "t.model",
      "f.favorited_at as favoritedAt",
      "f.visibility",
      "f.audit_status as auditStatus",
      "f.audited_by as auditedBy",
      "f.audited_at as auditedAt",
      sql<ServiceFile | null>`t.outputs -> coalesce(f.output_index, 0)::int`.as("file"),
    ])
    .where("f.removed_at", "is", null);

type Row = Awaited<ReturnType<ReturnType<typeof selectFavorites>["executeTakeFirstOrThrow"]>>;

const toRecord = (row: Row): FavoriteRecord => ({
  ...row,
  assetsType: row.assetsType as FavoriteRecord["assetsType"],
  visibility: row.visibility as FavoriteRecord["visibility"],
  auditStatus: row.auditStatus as AuditStatus,
  file: row.file ?? undefined,
});

/** Newest first. An index-only scan finds the page's ids; joined data is read for these few. */
export const listFavoritePage = async (
  db: Db,
  filter: FavoriteFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<FavoriteRecord[]> => {
  const ids = filtered(db, filter)
    .select("id")
    .orderBy("favorited_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset);
  const page = selectFavorites(db).where("f.id", "in", ids).orderBy("f.favorited_at", "desc").orderBy("f.id", "desc");
  return (await page.execute()).map(toRecord);
};

/** Exact up to `most`, otherwise `most + 1`. */
export const countFavorites = async (db: Db, filter: FavoriteFilter, most: number): Promise<number> => {
  const some = filtered(db, filter)
    .select(sql<number>`1`.as("one"))
    .limit(most + 1);
  const { found } = await db
    .selectFrom(some.as("some"))
    .select(sql<number>`count(*)::int`.as("found"))
    .executeTakeFirstOrThrow();
  return found;
};

/** Lists distinct sources with a loose index scan. */
export const listSources = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ source: string }>`
    with recursive known as (
      (select source from favorite where removed_at is null order by source limit 1)
      union all
      select (select f.source from favorite f where f.removed_at is null and f.source > k.source order by f.source limit 1)
        from known k where k.source is not null
    ) select source from known where source is not null`.execute(db);
  return rows.map(({ source }) => source);
};

export const findFavorite = async (db: Db, id: string): Promise<FavoriteRecord | undefined> => {
  const row = await selectFavorites(db).where("f.id", "=", id).executeTakeFirst();
  return row && toRecord(row);
};

/** The same, and locks the favourite and its maker's consent until the transaction ends. */
export const findFavoriteHeld = async (tx: Tx, id: string): Promise<FavoriteRecord | undefined> => {
  const row = await selectFavorites(tx).where("f.id", "=", id).forShare(["f", "u"]).executeTakeFirst();
  return row && toRecord(row);
};

/** Returns false when the status has changed in the meantime or the favourite is gone. */
export const changeAudit = async (
  tx: Tx,
  id: string,
  change: { from: AuditStatus; to: AuditStatus; by: string; at: Date },
): Promise<boolean> => {
  const changed = await tx
    .updateTable("favorite")
    .set({ audit_status: change.to, audited_by: change.by, audited_at: change.at })
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .where("audit_status", "=", change.from)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
};
