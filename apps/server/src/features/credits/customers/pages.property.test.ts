import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Db } from "../../../platform/db/database.ts";
import { readNumberedPage } from "../../../platform/db/numbered-page.ts";
import { aCustomer, type TestCustomer } from "../../../testing/builders/credits/a-customer.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { moveCredits } from "../ledger/ledger.store.ts";
import { findMovementSpan, listMovements, type TimeRange } from "../ledger/movement.store.ts";
import { listTold, ORDERS, readTold } from "./reported-records.store.ts";

const database = testDatabase();
const MOVEMENTS = 150;
const ORDER_COUNT = 90;
const DAY_MS = 86_400_000;
const BEGIN = Date.UTC(2024, 10, 20);
const SPAN_DAYS = 600;
let user: TestCustomer;
let beginner: TestCustomer;

const dayAt = (days: number) => new Date(BEGIN + days * DAY_MS);

/** Steps of some days, sometimes zero, and one gap of more than a year. */
const fillMovements = async (db: Db): Promise<void> => {
  let days = 0;
  for (let n = 0; n < MOVEMENTS; n++) {
    if (n === 60) days += 400;
    else if (n % 3 !== 0) days += n % 5;
    await moveCredits(db, {
      accountId: user.id,
      key: `k${n}`,
      actor: "test",
      memo: {},
      at: dayAt(Math.min(days, SPAN_DAYS)),
      ...(n % 20 === 0 ? { kind: "grant", amount: 1_000, category: "paid" } : { kind: "reserve", amount: 1 }),
    });
  }
};

const insertOrder = (db: Db, { id }: TestCustomer, orderedAt: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ seq: bigint }>`
      update end_user set order_count = order_count + 1 where id = ${id} returning order_count as seq`.execute(tx);
    const seq = rows[0]?.seq ?? 0n;
    await sql`insert into customer_order (user_id, seq, order_no, product_type, product_code, product_name, credits, amount_minor,
      currency, status, provider, ordered_at, told_at)
      values (${id}, ${seq}, ${`${id}-${seq}`}, 'plan', 'p', 'P', 1, 1, 'USD', 'paid', 'x', ${orderedAt}, now())`.execute(
      tx,
    );
  });

beforeAll(async () => {
  const { db } = database.current;
  [user, beginner] = [await aCustomer(db), await aCustomer(db)];
  await fillMovements(db);
  // Every seventh order is reported late.
  for (let n = 0; n < ORDER_COUNT; n++) await insertOrder(db, user, dayAt(n % 7 === 6 ? n - 20 : n * 2));
});

const anyInput = {
  from: fc.option(fc.integer({ min: -5, max: SPAN_DAYS + 5 }), { nil: undefined }),
  days: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined }),
  offset: fc.nat(200),
  limit: fc.integer({ min: 1, max: 30 }),
};
const rangeOf = ({ from, days }: { from: number | undefined; days: number | undefined }): TimeRange => ({
  from: from === undefined ? undefined : dayAt(from),
  to: days === undefined ? undefined : dayAt((from ?? 0) + days),
});

const bySkipping = async (
  table: string,
  owner: string,
  time: string,
  { from, to }: TimeRange,
  { offset, limit }: { offset: number; limit: number },
) => {
  const where = sql`from ${sql.table(table)} where ${sql.ref(owner)} = ${user.id}
    and ${sql.ref(time)} >= ${from ?? "-infinity"} and ${sql.ref(time)} < ${to ?? "infinity"}`;
  const { db } = database.current;
  const { rows } = await sql<{
    seq: bigint;
  }>`select seq ${where} order by seq desc limit ${limit} offset ${offset}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total ${where}`.execute(db);
  return { seqs: rows.map(({ seq }) => seq), total: counts[0]?.total };
};

describe("pages", () => {
  it("of movements are those that skipping would find, in any range", async () => {
    const { db } = database.current;
    await fc.assert(
      fc.asyncProperty(fc.record(anyInput), async (input) => {
        const range = rangeOf(input);
        const span = await findMovementSpan(db, user.id, range);
        const { items, total } = await readNumberedPage(span, input, (numbers) => listMovements(db, user.id, numbers));
        const expected = await bySkipping("credit_movement", "account_id", "at", range, input);
        expect({ seqs: items.map(({ seq }) => seq), total }).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it("of orders are those that skipping would find, although some became known late", async () => {
    const { db } = database.current;
    await fc.assert(
      fc.asyncProperty(fc.record(anyInput), async (input) => {
        const range = rangeOf(input);
        const { items, total } = await listTold(db, ORDERS, user.id, range, input);
        const expected = await bySkipping("customer_order", "user_id", "ordered_at", range, input);
        expect({ seqs: items.map(({ seq }) => seq), total }).toEqual(expected);
        const whole: bigint[] = [];
        for await (const rows of readTold(db, ORDERS, user.id, range, 7)) whole.push(...rows.map(({ seq }) => seq));
        expect(whole.slice(input.offset, input.offset + input.limit)).toEqual(expected.seqs);
      }),
      { numRuns: 150 },
    );
  });

  it("are whole while others add to the list", async () => {
    const { db } = database.current;
    let isAdding = true;
    const add = async (): Promise<void> => {
      for (let n = 0; n < 60; n++) {
        const grant = { kind: "grant" as const, amount: 1, category: "paid" as const, actor: "test", memo: {} };
        await moveCredits(db, { ...grant, accountId: beginner.id, key: `k${n}` });
        await insertOrder(db, beginner, dayAt(n));
      }
      isAdding = false;
    };
    const look = async (): Promise<void> => {
      while (isAdding) {
        const span = await findMovementSpan(db, beginner.id, {});
        const moved = await readNumberedPage(span, { offset: 3, limit: 9 }, (numbers) =>
          listMovements(db, beginner.id, numbers),
        );
        const told = await listTold(db, ORDERS, beginner.id, {}, { offset: 3, limit: 9 });
        for (const { items, total } of [moved, told]) {
          const size = Math.max(0, Math.min(9, total - 3));
          expect(items.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: size }, (_, n) => total - 3 - n));
        }
      }
    };
    await Promise.all([add(), look(), look(), look()]);
  });
});
