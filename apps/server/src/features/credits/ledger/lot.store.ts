import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { Memo } from "./ledger.store.ts";

export interface LotRow {
  readonly seq: bigint;
  readonly category: string;
  readonly granted: bigint;
  readonly remaining: bigint;
  readonly reserved: bigint;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly memo: Memo;
  readonly actor: string;
}

/**
 * Lots with credits left, in order of use, then the newest of the others. Lots are found by the index of open lots or
 * by the holds on them, so that a long history of spent lots adds no cost.
 */
export const listLots = async (db: Db, accountId: bigint, limit: number): Promise<LotRow[]> => {
  const { rows } = await sql<LotRow>`
    with usable as (
      select l.seq from credit_lot l where l.account_id = ${accountId} and l.is_open
        order by l.priority, l.expires_at, l.burn_class, l.seq limit ${limit}
    ), held as (
      select distinct x.lot as seq from credit_hold h, unnest(h.lots) x (lot) where h.account_id = ${accountId}
    ), spent as (
      select l.seq from credit_lot l where l.account_id = ${accountId} and l.remaining = 0
        order by l.seq desc limit ${limit}
    ), shown as (
      select l.* from credit_lot l where l.account_id = ${accountId}
        and l.seq in (select seq from usable union select seq from held union select seq from spent)
        order by l.remaining = 0, case when l.remaining > 0 then l.priority end,
          case when l.remaining > 0 then l.expires_at end, case when l.remaining > 0 then l.burn_class end,
          case when l.remaining > 0 then l.seq else -l.seq end
        limit ${limit}
    )
    select s.seq, s.category, s.granted, s.remaining, s.reserved, s.created_at, nullif(s.expires_at, 'infinity') as expires_at
      from shown s
      order by s.remaining = 0, case when s.remaining > 0 then s.priority end,
        case when s.remaining > 0 then s.expires_at end, case when s.remaining > 0 then s.burn_class end,
        case when s.remaining > 0 then s.seq else -s.seq end`.execute(db);
  return explained(db, accountId, rows);
};

export const findLot = async (db: Db, accountId: bigint, seq: number): Promise<LotRow | undefined> => {
  const { rows } = await sql<LotRow>`
    select seq, category, granted, remaining, reserved, created_at, nullif(expires_at, 'infinity') as expires_at
    from credit_lot where account_id = ${accountId} and seq = ${seq}`.execute(db);
  return (await explained(db, accountId, rows))[0];
};

/** Adds who granted each lot and why, from the movement that created it; the time bounds prune other partitions. */
const explained = async (db: Db, accountId: bigint, lots: readonly LotRow[]): Promise<LotRow[]> => {
  const times = lots.map(({ created_at }) => created_at.getTime());
  if (times.length === 0) return [];
  const { rows } = await sql<{ seq: bigint; memo: Memo; actor: string }>`
    select m.seq, m.memo, m.actor from credit_movement m
    where m.account_id = ${accountId} and m.seq = any(${lots.map(({ seq }) => String(seq))}::bigint[])
      and m.at >= ${new Date(Math.min(...times))} and m.at < ${new Date(Math.max(...times) + 1)}`.execute(db);
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  return lots.map((lot) => ({ ...lot, memo: {}, actor: "", ...bySeq.get(lot.seq) }));
};
