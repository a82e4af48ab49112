// A ledger after years of use, written directly into the tables: each account goes through rounds of nine movements, a grant
// and four jobs that use it up. The rows are consistent, so that the product can continue from them.
import { asOwner } from "../../../apps/server/src/testing/template-database.ts";

export interface LedgerSize {
  readonly accounts: number;
  /** Per account; whole rounds only. */
  readonly movements: number;
  /** Number of movements of the first account instead. */
  readonly largest?: number;
  /** Without idempotency keys nothing can be replayed; lists do not need them. */
  readonly hasKeys: boolean;
}

export const ROUND = 9;
const GRANTED = 4 * 20;
const FIRST_MONTH = Date.UTC(2024, 0);
const END_MONTH = Date.UTC(2026, 10);
const SPAN_US = (END_MONTH - FIRST_MONTH) * 1_000;
const FAST = "set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off;";

export const roundsOf = (movements: number): number => Math.max(1, Math.round(movements / ROUND)) * ROUND;

const instant = (ms: number): string => `timestamptz '${new Date(ms).toISOString()}'`;
const START = instant(FIRST_MONTH);
const TIME_OF = `${START} + (n * a.step_us + a.shift_us) * interval '1 microsecond'`;

const monthsBetween = (fromMs: number, toMs: number): [number, number][] => {
  const months: [number, number][] = [];
  for (let at = fromMs; at < toMs; ) {
    const date = new Date(at);
    const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
    months.push([at, next]);
    at = next;
  }
  return months;
};

/** The numbers and times of a month, in chronological order. */
const movementsOf = ([since, until]: [number, number]): string => `(
  select a.id, n, ${TIME_OF} as at from bench_account a,
    generate_series(
      greatest(1, (${(since - FIRST_MONTH) * 1_000} - a.shift_us) / a.step_us),
      least(a.total, (${(until - FIRST_MONTH) * 1_000} - a.shift_us) / a.step_us + 1)
    ) n
  where ${TIME_OF} >= ${instant(since)} and ${TIME_OF} < ${instant(until)}
  order by 3 offset 0
) m, lateral (select (m.n - 1) % ${ROUND} as place) r`;

const writeMovements = (month: [number, number]): string => `
  insert into credit_movement
  select m.id, m.n, m.at,
    (case when place = 0 then 'grant' when place % 2 = 1 then 'reserve' else 'settle' end)::credit_kind,
    case when place = 0 then ${GRANTED} when place % 2 = 1 then -20 else 0 end,
    case when place = 0 then 0 when place % 2 = 1 then 20 else -20 end,
    ${GRANTED} - 20 * ((place + 1) / 2),
    case when place % 2 = 1 then 20 else 0 end,
    case when place > 0 and place % 2 = 0 then m.n - 1 end,
    case when place > 0 then array[m.n - place] end,
    case when place > 0 then array[20::bigint] end,
    'service:studio',
    case when place = 0 then jsonb '{"reference": "welcome"}'
      else jsonb '{"model": "film-2", "duration_s": 5, "resolution": "1080p", "unit_price": 4, "reference": "job"}' end
  from ${movementsOf(month)};`;

const writeKeys = (month: [number, number]): string => `
  insert into credit_key
  select m.id, 'service:' || md5(m.id || '/' || m.n), sha256(int8send(m.n)), m.n, m.at from ${movementsOf(month)};`;

const WRITE_LOTS = `
  insert into credit_lot (account_id, seq, category, expires_at, created_at, granted, remaining, reserved, is_open)
  select a.id, n, 'promo', 'infinity', ${TIME_OF}, ${GRANTED}, 0, 0, false
  from bench_account a, generate_series(1, a.total, ${ROUND}) n order by 5;
  update credit_account c set seq = a.total, last_at = ${START} + (a.total * a.step_us + a.shift_us) * interval '1 microsecond',
    lifetime_granted = a.total / ${ROUND} * ${GRANTED}, lifetime_consumed = a.total / ${ROUND} * ${GRANTED}
    from bench_account a where a.id = c.id;`;

const writeAccounts = ({ accounts, movements, largest }: LedgerSize): string => `
  insert into end_user (email, external_id, created_at, seen_at)
    select 'user' || n || '@example.com', 'u-' || n, ${START}, ${START} from generate_series(1, ${accounts}) n;
  create table bench_account as
    select id, total, span_us / (total + 2) as step_us, (id * 7919 * 1000003) % (span_us / (total + 2)) as shift_us
    from (select id,
      case when id = 1 then ${largest ?? movements} else ${movements} end::bigint as total,
      -- The largest ends while the others still move: its newest rows lie between theirs, as all others do.
      case when id = 1 then ${SPAN_US - 2 * Math.ceil(SPAN_US / (movements + 2))} else ${SPAN_US} end::bigint as span_us
      from end_user) u;`;

/** Requires an empty database of its own. */
export const fillLedger = async (ownerUrl: string, size: LedgerSize): Promise<void> => {
  const run = (statements: string): Promise<void> => asOwner(ownerUrl, FAST + statements);
  const months = monthsBetween(FIRST_MONTH, END_MONTH);
  await run(writeAccounts(size));
  const fillKeys = async (): Promise<void> => {
    // Building the index once is cheaper than inserting each key.
    await run("alter table credit_key drop constraint credit_key_pkey");
    for (const month of months) await run(writeKeys(month));
    // As full as pages that have been split for a while.
    await run("alter table credit_key add primary key (account_id, key) with (fillfactor = 70)");
  };
  const fillMovements = async (): Promise<void> => {
    for (const month of months) await run(writeMovements(month));
  };
  await Promise.all([fillMovements(), run(WRITE_LOTS).then(() => (size.hasKeys ? fillKeys() : undefined))]);
  await run("drop table bench_account");
};

/**
 * Updates planner statistics and forces a checkpoint: dropping a database waits for one, and only a superuser may run
 * CHECKPOINT.
 */
export const settleAll = async (ownerUrl: string): Promise<void> => {
  await asOwner(ownerUrl, "vacuum analyze");
  await asOwner(ownerUrl, "create database bench_flush");
  await asOwner(ownerUrl, "drop database bench_flush");
};
