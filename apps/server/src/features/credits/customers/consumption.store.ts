import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { NumberRange } from "../../../platform/db/numbered-page.ts";

export interface ConsumptionRow {
  readonly day: string;
  readonly model: string;
  readonly credits: bigint;
  readonly jobs: bigint;
}

/** Credits that jobs consumed, by the day they ended, minus later refunds of them. */
export const sumConsumption = async (
  db: Db,
  accountId: bigint,
  { first, last }: NumberRange,
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
): Promise<ConsumptionRow[]> => {
  const { rows } = await sql<ConsumptionRow>`
    select to_char(m.at at time zone ${timeZone}::text, 'YYYY-MM-DD') as day, coalesce(m.memo ->> 'model', '') as model,
      sum(-(m.d_available + m.d_reserved) - coalesce(r.refunded, 0))::bigint as credits, count(*) as jobs
    from credit_movement m
    left join credit_refunded r on r.account_id = m.account_id and r.settle_seq = m.seq
    where m.account_id = ${accountId} and m.kind = 'settle' and m.seq between ${first} and ${last}
      and m.at >= ${from} and m.at < ${to}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
};
