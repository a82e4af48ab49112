import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";

/** Two tables: what is polled, and its state with `next_poll_at` and `leased_until`. */
export interface PolledTables {
  readonly owner: string;
  readonly state: string;
  /** The column of the state that refers to its owner. */
  readonly key: string;
  /** Columns of `owner` and `state`, under these names. */
  readonly columns: RawBuilder<unknown>;
}

export interface DueLimits {
  readonly limit: number;
  readonly leaseS: number;
  readonly at: Date;
}

/** Takes a lease on what is due, the longest waiting first, so that each is polled by one worker at a time. */
export const claimDue = async <Row>(
  db: Db,
  { owner, state, key, columns }: PolledTables,
  { limit, leaseS, at }: DueLimits,
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    update ${sql.table(state)} state set leased_until = ${at}::timestamptz + make_interval(secs => ${leaseS})
    from ${sql.table(owner)} owner
    where owner.id = state.${sql.ref(key)} and state.${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(state)}
      where next_poll_at <= ${at} and (leased_until is null or leased_until <= ${at})
      order by next_poll_at limit ${limit} for update skip locked)
    returning ${columns}`.execute(db);
  return rows;
};
