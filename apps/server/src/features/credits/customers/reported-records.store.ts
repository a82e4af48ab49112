import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { CustomerOrder, Project, Subscription } from "../../../platform/db/database.types.ts";
import { type NumberRange, type PageQuery, readNumberedPage } from "../../../platform/db/numbered-page.ts";
import type { TimeRange } from "../ledger/movement.store.ts";

export type OrderRow = Selectable<CustomerOrder>;
export type PlanRow = Selectable<Subscription>;
export type ProjectRow = Selectable<Project>;

/** Records reported by backends, numbered per user in order of arrival; `count` is the last number. */
export interface ReportedList<Row> {
  readonly table: "customer_order" | "subscription" | "project";
  readonly time: string;
  readonly count: string;
  /** Carries the row type only. */
  readonly row?: Row;
}
export const ORDERS: ReportedList<OrderRow> = { table: "customer_order", time: "ordered_at", count: "order_count" };
export const PLANS: ReportedList<PlanRow> = { table: "subscription", time: "started_at", count: "plan_count" };
export const PROJECTS: ReportedList<ProjectRow> = { table: "project", time: "created_at", count: "project_count" };

type Bounds = RawBuilder<unknown>;

const within = ({ time }: ReportedList<unknown>, { from, to }: TimeRange): Bounds => {
  const column = sql.ref(time);
  return sql`${from ? sql`and ${column} >= ${from}` : sql``} ${to ? sql`and ${column} < ${to}` : sql``}`;
};

/**
 * Returns a page, ordered by arrival, newest first. Reports can arrive late, so a time range need not be a contiguous
 * range of numbers. It is one if its count equals last - first + 1, and then it is read by number.
 */
export const listTold = async <Row>(
  db: Db,
  list: ReportedList<Row>,
  userId: bigint,
  range: TimeRange,
  query: PageQuery,
): Promise<{ items: Row[]; total: number }> => {
  const found = await findTold(db, list, userId, range);
  const { table } = list;
  if ("first" in found) {
    return readNumberedPage(found, query, async ({ first, last }) => {
      const { rows } = await sql<Row>`select * from ${sql.table(table)}
        where user_id = ${userId} and seq between ${first} and ${last} order by seq desc`.execute(db);
      return rows;
    });
  }
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where user_id = ${userId} ${within(list, range)}
    order by seq desc limit ${query.limit} offset ${query.offset}`.execute(db);
  return { items: rows, total: found.total };
};

const findTold = async (
  db: Db,
  list: ReportedList<unknown>,
  userId: bigint,
  range: TimeRange,
): Promise<NumberRange | { total: number }> => {
  const { rows } = await sql<{ count: bigint; oldest: Date | null; newest: Date | null }>`
    select ${sql.ref(list.count)} as count,
      (select min(${sql.ref(list.time)}) from ${sql.table(list.table)} where user_id = ${userId}) as oldest,
      (select max(${sql.ref(list.time)}) from ${sql.table(list.table)} where user_id = ${userId}) as newest
    from end_user where id = ${userId}`.execute(db);
  const { count = 0n, oldest = null, newest = null } = rows[0] ?? {};
  const isAll = (!range.from || !oldest || range.from <= oldest) && (!range.to || !newest || range.to > newest);
  return isAll ? { first: 1, last: Number(count) } : countTold(db, list, userId, range);
};

const countTold = async (
  db: Db,
  list: ReportedList<unknown>,
  userId: bigint,
  range: TimeRange,
): Promise<NumberRange | { total: number }> => {
  const { rows } = await sql<{ total: bigint; first: bigint | null; last: bigint | null }>`
    select count(*) as total, min(seq) as first, max(seq) as last from ${sql.table(list.table)}
    where user_id = ${userId} ${within(list, range)}`.execute(db);
  const total = Number(rows[0]?.total ?? 0);
  const [first, last] = [Number(rows[0]?.first ?? 1), Number(rows[0]?.last ?? 0)];
  return last - first + 1 === total ? { first, last } : { total };
};

/** Streams in batches, newest first. */
export async function* readTold<Row extends { seq: bigint }>(
  db: Db,
  list: ReportedList<Row>,
  userId: bigint,
  range: TimeRange,
  limit: number,
): AsyncGenerator<Row[]> {
  let before: bigint | undefined;
  do {
    const { rows } = await sql<Row>`select * from ${sql.table(list.table)} where user_id = ${userId}
      ${before === undefined ? sql`` : sql`and seq < ${before}`} ${within(list, range)}
      order by seq desc limit ${limit}`.execute(db);
    if (rows.length > 0) yield rows;
    before = rows.length === limit ? rows.at(-1)?.seq : undefined;
  } while (before !== undefined);
}

/** The newest subscription that has not ended, or whose end the provider has not confirmed. */
export const findCurrentPlan = async (db: Db, userId: bigint): Promise<PlanRow | undefined> =>
  db
    .selectFrom("subscription")
    .selectAll()
    .where("user_id", "=", userId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb("status", "in", ["trialing", "active", "past_due", "cancel_scheduled"]),
        exists(
          selectFrom("provider_cancellation")
            .select("provider_cancellation.id")
            .whereRef("provider_cancellation.plan_id", "=", "subscription.id")
            .where("provider_cancellation.state", "not in", ["confirmed", "superseded"]),
        ),
      ]),
    )
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
