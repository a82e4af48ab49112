import type { PERFORMER_TASK_SORTS, performerTaskFilter } from "@dailies/contract";
import { MAX_OFFSET } from "@dailies/contract";
import { type SelectQueryBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Db } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/database.types.ts";
import { likePattern } from "../../../platform/db/like-pattern.ts";
import { blindedTasksOf } from "../../blinding/index.ts";

type Wire = z.output<typeof performerTaskFilter>;

export interface JobFilter {
  /** Jobs of tasks whose clips this user judges are left out. */
  readonly reader: string;
  readonly requestedBy?: string | undefined;
  readonly performerIds?: Wire["performer_ids"];
  readonly statuses?: Wire["statuses"];
  readonly sources?: Wire["sources"];
  /** A user name. */
  readonly createdBy?: string | undefined;
  readonly words?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly minCostMicros?: number | undefined;
  readonly errorCode?: string | undefined;
}

export interface JobPage {
  readonly sort: (typeof PERFORMER_TASK_SORTS)[number];
  readonly order: "asc" | "desc";
  readonly page: number;
  readonly pageSize: number;
}

type Calls = SelectQueryBuilder<DB, "performer_task", object>;

const COLUMNS = { queued_at: "queued_at", finished_at: "finished_at", cost: "cost_micros" } as const;

const filtered = (db: Db, it: JobFilter): Calls => {
  let query: Calls = db
    .selectFrom("performer_task")
    .where(sql<boolean>`(task_id is null or task_id not in ${blindedTasksOf(it.reader)})`);
  if (it.requestedBy !== undefined) query = query.where("requested_by", "=", it.requestedBy);
  if (it.performerIds?.length) query = query.where("performer_id", "in", it.performerIds);
  if (it.statuses?.length) query = query.where("status", "in", it.statuses);
  if (it.sources?.length) query = query.where("source", "in", it.sources);
  if (it.createdBy) {
    const whose = db.selectFrom("console_user").select("id").where("username", "=", it.createdBy);
    query = query.where("requested_by", "in", whose);
  }
  if (it.words) query = query.where(sql<boolean>`title ilike ${likePattern(it.words)}`);
  if (it.from) query = query.where("queued_at", ">=", it.from);
  if (it.to) query = query.where("queued_at", "<=", it.to);
  if (it.minCostMicros !== undefined) query = query.where("cost_micros", ">=", BigInt(it.minCostMicros));
  if (it.errorCode) query = query.where("error_code", "=", it.errorCode);
  return query;
};

/** Ids only: the wide rows are read for a single page. */
export const listJobIds = async (db: Db, filter: JobFilter, page: JobPage): Promise<string[]> => {
  const rows = await filtered(db, filter)
    .select("id")
    .orderBy(COLUMNS[page.sort], (by) => {
      const inOrder = page.order === "asc" ? by.asc() : by.desc();
      return page.sort === "queued_at" ? inOrder : inOrder.nullsLast();
    })
    .orderBy("id")
    .limit(page.pageSize)
    .offset(Math.min(MAX_OFFSET, (page.page - 1) * page.pageSize))
    .execute();
  return rows.map((row) => row.id);
};

/** Counts up to a limit beyond which nobody pages. */
export const countJobs = async (db: Db, filter: JobFilter): Promise<number> => {
  const some = filtered(db, filter).select(sql.lit(1).as("one")).limit(MAX_OFFSET);
  const { total } = await db
    .selectFrom(some.as("counted"))
    .select(sql<number>`count(*)::int`.as("total"))
    .executeTakeFirstOrThrow();
  return total;
};
