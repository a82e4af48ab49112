import type { ASSET_KINDS, ASSET_SORTS, ASSET_STATUSES } from "@dailies/contract";
import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/database.types.ts";
import { likePattern } from "../../../platform/db/like-pattern.ts";

/** Counting stops here: an exact total is not worth the cost. */
const COUNT_UP_TO = 100_000;
const MAX_TAGS = 200;

export interface AssetFilter {
  /** Null: assets in no folder. Undefined: assets in any folder. */
  readonly folderId?: string | null | undefined;
  readonly words?: string | undefined;
  readonly kind?: (typeof ASSET_KINDS)[number] | undefined;
  readonly status?: (typeof ASSET_STATUSES)[number] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly isUnused?: boolean | undefined;
}

export interface AssetPage {
  readonly sort: (typeof ASSET_SORTS)[number];
  readonly order: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

type Assets = SelectQueryBuilder<DB, "asset", object>;

/** Uses SQL literals where a partial index has the same condition, so that the planner can use the index. */
const filtered = (db: Db, { folderId, words, kind, status, tags, isUnused }: AssetFilter): Assets => {
  // The library lists uploads, not generated clips.
  const uploads = db.selectFrom("asset").where(sql<boolean>`origin = 'upload'`);
  let query: Assets = uploads.where(sql<boolean>`status <> 'Deleted'`);
  if (status === "Deleted") query = uploads.where(sql<boolean>`status = 'Deleted'`);
  else if (status !== undefined) query = query.where("status", "=", status);
  if (folderId === null) query = query.where("folder_id", "is", null);
  else if (folderId !== undefined) query = query.where("folder_id", "=", folderId);
  // PostgreSQL lower-cases both the column and the pattern, so case folding is identical.
  if (words) query = query.where(sql<boolean>`folded_name like lower(${likePattern(words)})`);
  if (kind !== undefined) query = query.where("kind", "=", kind);
  if (tags && tags.length > 0) query = query.where(sql<boolean>`tags @> ${[...tags]}::text[]`);
  if (isUnused === true) query = query.where(sql<boolean>`ref_count = 0`);
  if (isUnused === false) query = query.where("ref_count", ">", 0);
  return query;
};

const COLUMNS = { name: "name", created_at: "created_at", size: "size_bytes", duration: "duration_s" } as const;

/** Selects ids only, which the indexes cover; full rows are read for one page. */
export const listAssetIds = async (db: Db, filter: AssetFilter, page: AssetPage): Promise<string[]> => {
  const rows = await filtered(db, filter)
    .select("id")
    .orderBy(COLUMNS[page.sort], (by) => {
      const inOrder = page.order === "asc" ? by.asc() : by.desc();
      // NULLS LAST matches the index. On other columns it would keep the planner from scanning an index backwards.
      return page.sort === "duration" ? inOrder.nullsLast() : inOrder;
    })
    .orderBy("id", page.order)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map((row) => row.id);
};

/** Counts matching assets, up to COUNT_UP_TO. */
export const countAssets = async (
  db: Db,
  filter: AssetFilter,
  upTo = COUNT_UP_TO,
): Promise<{ total: number; isCapped: boolean }> => {
  const some = filtered(db, filter)
    .select(sql.lit(1).as("one"))
    .limit(upTo + 1);
  const { rows } = await db
    .selectFrom(some.as("counted"))
    .select(sql<number>`count(*)::int`.as("rows"))
    .executeTakeFirstOrThrow();
  return { total: Math.min(rows, upTo), isCapped: rows > upTo };
};

export const listTagsInUse = async (db: Db, words: string | undefined): Promise<{ tag: string; count: number }[]> => {
  const pattern = words ? likePattern(words) : "%";
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*)::int as count
    from asset, unnest(tags) as tag
    where status <> 'Deleted' and origin = 'upload' and tags <> '{}' and tag ilike ${pattern}
    group by tag order by count(*) desc, tag limit ${MAX_TAGS}`.execute(db);
  return rows;
};
