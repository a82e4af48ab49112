import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { Memo } from "../credits/index.ts";

export interface LedgerFault {
  readonly email: string;
  readonly what: string;
}

export interface LedgerSlice {
  readonly checkedTo: bigint;
  readonly accounts: number;
  readonly isComplete: boolean;
}

/** The next accounts up to a bounded number of movements, but at least one account, so that a request ends in time. */
export const findLedgerSlice = async (
  db: Db,
  after: number,
  { maxAccounts, maxMovements }: { maxAccounts: number; maxMovements: number },
): Promise<LedgerSlice> => {
  const { rows } = await sql<{ id: bigint; is_in: boolean }>`
    select id, sum(seq) over (order by id) - seq < ${maxMovements} as is_in
    from (select id, seq from credit_account where id > ${after} order by id limit ${maxAccounts + 1}) a order by id`.execute(
    db,
  );
  const taken = rows.filter((row) => row.is_in).slice(0, maxAccounts);
  return {
    checkedTo: taken.at(-1)?.id ?? BigInt(after),
    accounts: taken.length,
    isComplete: taken.length === rows.length,
  };
};

export const listLedgerFaults = async (db: Db, first: bigint, last: bigint): Promise<LedgerFault[]> => {
  const { rows } = await sql<LedgerFault>`
    select u.email, c.what from check_credits(${first}, ${last}) c join end_user u on u.id = c.account_id
    order by u.id, c.what`.execute(db);
  return rows;
};

export interface Counted<Row> {
  readonly items: Row[];
  readonly total: number;
  readonly isTotalExact: boolean;
}

const capped = <Row>(items: Row[], counted: number, cap: number): Counted<Row> => ({
  items,
  total: Math.min(counted, cap),
  isTotalExact: counted <= cap,
});

export interface ExpiringLot {
  readonly email: string;
  readonly seq: bigint;
  readonly free: bigint;
  readonly expires_at: Date;
}

/** Open lots that expire before that time, soonest first. */
export const listExpiring = async (
  db: Db,
  until: Date,
  { limit, cap }: { limit: number; cap: number },
): Promise<Counted<ExpiringLot> & { amountCredits: number }> => {
  const due = sql`credit_lot l where l.is_open and l.expires_at < 'infinity' and l.expires_at <= ${until}`;
  const { rows: sums } = await sql<{ counted: number; amount: bigint }>`
    select count(*)::int as counted, coalesce(sum(free) filter (where n <= ${cap}), 0)::bigint as amount from (
      select free, row_number() over () as n from (
        select l.remaining - l.reserved as free from ${due} order by l.expires_at, l.account_id, l.seq limit ${cap + 1}
      ) first_to_go
    ) numbered`.execute(db);
  const { rows } = await sql<ExpiringLot>`
    select u.email, d.seq, d.free, d.expires_at from (
      select l.account_id, l.seq, l.remaining - l.reserved as free, l.expires_at
      from ${due} order by l.expires_at, l.account_id, l.seq limit ${limit}
    ) d join end_user u on u.id = d.account_id order by d.expires_at, d.account_id, d.seq`.execute(db);
  return { ...capped(rows, sums[0]?.counted ?? 0, cap), amountCredits: Number(sums[0]?.amount ?? 0n) };
};

export interface HoldRow {
  readonly email: string;
  readonly seq: bigint;
  readonly amount: bigint;
  readonly held_at: Date;
  readonly memo: Memo;
}

/** Holds opened before that time, oldest first. */
export const listHolds = async (
  db: Db,
  heldBefore: Date,
  { limit, cap }: { limit: number; cap: number },
): Promise<Counted<HoldRow>> => {
  const { rows: counts } = await sql<{ counted: number }>`
    select count(*)::int as counted from (
      select from credit_hold where held_at <= ${heldBefore} order by held_at limit ${cap + 1}) h`.execute(db);
  const { rows } = await sql<HoldRow>`
    select u.email, h.seq, h.amount, h.held_at, h.memo from (
      select * from credit_hold where held_at <= ${heldBefore} order by held_at, account_id, seq limit ${limit}
    ) h join end_user u on u.id = h.account_id order by h.held_at, h.account_id, h.seq`.execute(db);
  return capped(rows, counts[0]?.counted ?? 0, cap);
};
