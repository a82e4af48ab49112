// The same histories against PostgreSQL: each movement must have the same outcome and amounts, and the final tables must
// equal the model's state.
import { sql } from "kysely";
import { readConfig } from "../../../apps/server/src/config.ts";
import { type MoveResult, moveCredits } from "../../../apps/server/src/features/credits/ledger/ledger.store.ts";
import type { LedgerState } from "../../../apps/server/src/features/credits/ledger/ledger-steps.ts";
import { createDatabase, type Db } from "../../../apps/server/src/platform/db/database.ts";
import { testEnvironment } from "../../../apps/server/src/testing/environment.ts";
import {
  createMigratedDatabase,
  dropDatabase,
  withDatabase,
} from "../../../apps/server/src/testing/template-database.ts";
import { runHistory } from "./history.ts";
import { sameFigures } from "./judge.ts";
import type { Decided } from "./server.ts";

const AT_ONCE = 4;
/** No account has this id, as ids count up from one. */
const NOBODY = 0n;

export interface Difference {
  readonly seed: number;
  readonly words: string;
}

const openAccountInDatabase = async (db: Db, email: string): Promise<bigint> => {
  const at = new Date();
  const row = { email, created_at: at, seen_at: at };
  return (await db.insertInto("end_user").values(row).returning("id").executeTakeFirstOrThrow()).id;
};

const isSame = (model: MoveResult, database: MoveResult): boolean => {
  if (model.outcome !== database.outcome) return false;
  return !("movement" in model && "movement" in database) || sameFigures(model.movement, database.movement);
};

/** Both sides as one text each, with the same order and names. */
const readTables = async (db: Db, id: bigint): Promise<string> => {
  const { rows } = await sql<{ told: unknown }>`select jsonb_build_object(
    'account', (select jsonb_build_array(available, reserved, seq, lifetime_granted, lifetime_consumed)
      from credit_account where id = ${id}),
    'lots', (select coalesce(jsonb_agg(jsonb_build_array(seq, category, priority,
        case when expires_at < 'infinity' then floor(extract(epoch from expires_at) * 1000) end, granted, remaining, reserved)
        order by seq), '[]') from credit_lot where account_id = ${id}),
    'holds', (select coalesce(jsonb_agg(jsonb_build_array(seq, amount, lots, amounts) order by seq), '[]')
      from credit_hold where account_id = ${id}),
    'refunded', (select coalesce(jsonb_agg(jsonb_build_array(settle_seq, refunded) order by settle_seq), '[]')
      from credit_refunded where account_id = ${id}),
    'movements', (select coalesce(jsonb_agg(jsonb_build_array(seq, kind, ref, d_available, d_reserved) order by seq), '[]')
      from credit_movement where account_id = ${id})
  ) as told`.execute(db);
  return sortedText(rows[0]?.told);
};

const sortedText = (tables: unknown): string => JSON.stringify(Object.entries(tables ?? {}).sort());

const describeModel = (state: LedgerState): string =>
  sortedText({
    account: [state.available, state.reserved, state.seq, state.lifetimeGranted, state.lifetimeConsumed],
    lots: state.lots.map(({ seq, category, priority, expiresAtMs, granted, remaining, reserved }) => [
      seq,
      category,
      priority,
      expiresAtMs === Infinity ? null : expiresAtMs,
      granted,
      remaining,
      reserved,
    ]),
    holds: state.holds.map(({ seq, amount, pins }) => [
      seq,
      amount,
      pins.map(({ lot }) => lot),
      pins.map((pin) => pin.amount),
    ]),
    refunded: [...state.refunded].sort(([a], [b]) => a - b),
    movements: state.entries.map(({ seq, kind, ref, availableChange, reservedChange }) => [
      seq,
      kind,
      ref,
      availableChange,
      reservedChange,
    ]),
  });

const replayOne = async (db: Db, { request, nowMs, before, result }: Decided, ids: Map<number, bigint>) => {
  const accountId = before ? (ids.get(request.account) ?? NOBODY) : NOBODY;
  const answer = await moveCredits(db, { ...request.move, accountId, at: request.move.at ?? new Date(nowMs) });
  if (isSame(result, answer)) return undefined;
  return `${request.move.kind} ${request.move.key}: the model says ${JSON.stringify(result)}, PostgreSQL ${JSON.stringify(answer)}`;
};

const replayHistory = async (db: Db, seed: number): Promise<string | undefined> => {
  const { decided, finals } = runHistory(seed);
  const ids = new Map<number, bigint>();
  for (const account of finals.keys()) {
    ids.set(account, await openAccountInDatabase(db, `h${seed}.${account}@example.com`));
  }
  for (const one of decided) {
    const difference = await replayOne(db, one, ids);
    if (difference !== undefined) return difference;
  }
  for (const [account, id] of ids) {
    const state = finals.get(account);
    const [model, database] = [state && describeModel(state), await readTables(db, id)];
    if (model !== undefined && model !== database) return `the model has ${model}, PostgreSQL ${database}`;
  }
  return undefined;
};

const findDifference = async (db: Db, seeds: readonly number[]): Promise<Difference | undefined> => {
  const left = [...seeds];
  const found: Difference[] = [];
  const lane = async (): Promise<void> => {
    for (let seed = left.shift(); seed !== undefined && found.length === 0; seed = left.shift()) {
      const words = await replayHistory(db, seed);
      if (words !== undefined) found.push({ seed, words });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return found[0];
};

/** Creates its own database and drops it; returns the first difference, if any. */
export const compareWithPostgres = async (seeds: readonly number[]): Promise<Difference | undefined> => {
  const { database } = readConfig(testEnvironment());
  const ownerUrl = database.ownerUrl ?? "";
  const name = await createMigratedDatabase({ ownerUrl, appUrl: database.url });
  const { db, close } = createDatabase({
    url: withDatabase(database.url, name),
    poolSize: AT_ONCE,
    applicationName: "dailies-sim",
  });
  try {
    const difference = await findDifference(db, seeds);
    if (difference) return difference;
    const { rows } = await sql<{ what: string; account_id: bigint }>`
      select what, account_id from check_credits(0, 9223372036854775807)`.execute(db);
    const [row] = rows;
    return row && { seed: seeds[0] ?? 0, words: `check_credits: ${row.what}, account ${row.account_id}` };
  } finally {
    await close();
    await dropDatabase(ownerUrl, name);
  }
};
