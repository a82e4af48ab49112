import type { CREDIT_KINDS } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { EMPTY_SPAN, type NumberRange } from "../../../platform/db/numbered-page.ts";
import type { Memo } from "./ledger.store.ts";

export interface MovementRow {
  readonly seq: bigint;
  readonly at: Date;
  readonly kind: (typeof CREDIT_KINDS)[number];
  readonly d_available: bigint;
  readonly d_reserved: bigint;
  readonly available: bigint;
  readonly reserved: bigint;
  readonly ref: bigint | null;
  readonly lots: readonly bigint[] | null;
  readonly amounts: readonly bigint[] | null;
  readonly actor: string;
  readonly memo: Memo;
}

/** `from` is inclusive, `to` exclusive; an omitted side is unbounded. */
export interface TimeRange {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

const DAY_MS = 86_400_000;
const FIRST_POLL_MS = 31 * DAY_MS;
const WIDER = 6;

interface Extent {
  readonly seq: bigint;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** The first movement always creates a lot: nothing else is possible on an empty account. */
const findExtent = async (db: Db, accountId: bigint): Promise<Extent | undefined> => {
  const { rows } = await sql<Extent>`
    select a.seq, l.created_at as first_at, a.last_at from credit_account a
    join credit_lot l on l.account_id = a.id and l.seq = 1 where a.id = ${accountId}`.execute(db);
  return rows[0];
};

/**
 * Returns the sequence numbers of the movements in a time range. Numbers increase with time, so each end is one index
 * lookup in a partition. Each lookup is bounded, because planning over all partitions costs more than running the
 * query.
 */
export const findMovementSpan = async (db: Db, accountId: bigint, { from, to }: TimeRange): Promise<NumberRange> => {
  const extent = await findExtent(db, accountId);
  if (!extent) return EMPTY_SPAN;
  const { first_at, last_at, seq } = extent;
  // PostgreSQL times are finer than JavaScript dates, so a time equal to the millisecond needs a lookup.
  const needsFirst = from !== undefined && from.getTime() > first_at.getTime();
  const needsLast = to !== undefined && to.getTime() <= last_at.getTime();
  const first = needsFirst ? await findFirstSince(db, accountId, from, last_at) : 1;
  const last = needsLast ? await findLastBefore(db, accountId, to, first_at) : Number(seq);
  return first === undefined || last === undefined ? EMPTY_SPAN : { first, last };
};

const findFirstSince = async (db: Db, accountId: bigint, from: Date, lastAt: Date): Promise<number | undefined> => {
  let since = from;
  for (let reachMs = FIRST_POLL_MS; since.getTime() <= lastAt.getTime(); reachMs *= WIDER) {
    const until = new Date(since.getTime() + reachMs);
    const { rows } = await sql<{ seq: bigint }>`
      select seq from credit_movement where account_id = ${accountId} and at >= ${since} and at < ${until}
      order by at, seq limit 1`.execute(db);
    if (rows[0]) return Number(rows[0].seq);
    since = until;
  }
  return undefined;
};

const findLastBefore = async (db: Db, accountId: bigint, to: Date, firstAt: Date): Promise<number | undefined> => {
  let until = to;
  for (let reachMs = FIRST_POLL_MS; until.getTime() > firstAt.getTime(); reachMs *= WIDER) {
    const since = new Date(until.getTime() - reachMs);
    const { rows } = await sql<{ seq: bigint }>`
      select seq from credit_movement where account_id = ${accountId} and at >= ${since} and at < ${until}
      order by at desc, seq desc limit 1`.execute(db);
    if (rows[0]) return Number(rows[0].seq);
    until = since;
  }
  return undefined;
};

/**
 * Newest first. The lots just before and after the page bound its times; they are few and found by number. With both
 * bounds, partitions of other months are not even planned.
 */
export const listMovements = async (
  db: Db,
  accountId: bigint,
  { first, last }: NumberRange,
): Promise<MovementRow[]> => {
  const { rows: around } = await sql<{ since: Date | null; until: Date | null }>`
    select
      (select created_at from credit_lot where account_id = ${accountId} and seq <= ${first} order by seq desc limit 1) as since,
      coalesce(
        (select created_at from credit_lot where account_id = ${accountId} and seq >= ${last} order by seq limit 1),
        (select last_at from credit_account where id = ${accountId})) as until`.execute(db);
  const { since = null, until = null } = around[0] ?? {};
  if (since === null || until === null) return [];
  const { rows } = await sql<MovementRow>`
    select seq, at, kind, d_available, d_reserved, available, reserved, ref, lots, amounts, actor, memo
    from credit_movement
    where account_id = ${accountId} and seq between ${first} and ${last}
      and at >= ${since} and at < ${new Date(until.getTime() + 1)}
    order by seq desc`.execute(db);
  return rows;
};
