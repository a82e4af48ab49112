import { MAX_CREDITS } from "@dailies/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aCustomer } from "../../../testing/builders/credits/a-customer.ts";
import { asOwner } from "../../../testing/template-database.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { type Move, type MoveResult, moveCredits } from "./ledger.store.ts";
import { apply, LARGEST_MOVE, openAccount } from "./ledger-model.ts";
import type { AccountMove, LedgerState } from "./ledger-steps.ts";

const database = testDatabase();
describe("credits", () => {
  it("are granted, held, settled, given back and taken back, and everything fits", async () => {
    const { db } = database.current;
    const accountId = (await aCustomer(db)).id;
    let n = 0;
    const move = (it: Omit<Move, "accountId" | "key" | "actor" | "memo">) =>
      moveCredits(db, { accountId, key: `k${n++}`, actor: "test", memo: {}, ...it });
    expect(await move({ kind: "grant", amount: 100, category: "paid" })).toMatchObject({ outcome: "ok" });
    expect(await move({ kind: "grant", amount: 50, category: "promo" })).toMatchObject({ outcome: "ok" });
    const held = await move({ kind: "reserve", amount: 70 });
    expect(held).toMatchObject({
      outcome: "ok",
      movement: {
        lots: [
          { lot: 2, amount: 50 },
          { lot: 1, amount: 20 },
        ],
      },
    });
    expect(await move({ kind: "settle", ref: 3, amount: 71 })).toEqual({ outcome: "too_much" });
    expect(await move({ kind: "settle", ref: 3, amount: 60 })).toMatchObject({
      outcome: "ok",
      movement: { available: 90, reserved: 0 },
    });
    expect(await move({ kind: "settle", ref: 3, amount: 60 })).toEqual({ outcome: "no_hold" });
    expect(await move({ kind: "refund", ref: 4, amount: 10, category: "compensation" })).toMatchObject({
      outcome: "ok",
    });
    expect(await move({ kind: "refund", ref: 4, amount: 51, category: "compensation" })).toEqual({
      outcome: "too_much",
    });
    expect(await move({ kind: "reverse", ref: 1 })).toMatchObject({ outcome: "ok", movement: { available: 10 } });
    expect(await move({ kind: "adjust", amount: -3 })).toMatchObject({ outcome: "ok" });
    expect(await move({ kind: "reserve", amount: 8 })).toEqual({ outcome: "insufficient" });
    const { rows } = await sql`select * from check_credits(0, 1000)`.execute(db);
    expect(rows).toEqual([]);
  });

  it("are counted as far as the contract lets anybody ask", () => {
    expect(LARGEST_MOVE).toBe(MAX_CREDITS);
  });
});

type MoveInput = Partial<AccountMove> & Pick<AccountMove, "kind">;

/** Runs the same movements against the database and the model, and compares each result. */
const twoLedgers = async () => {
  const { db } = database.current;
  const accountId = (await aCustomer(db)).id;
  let state: LedgerState | undefined = openAccount();
  let nowMs = Date.UTC(2025, 0, 1);
  return async (input: MoveInput): Promise<MoveResult> => {
    nowMs += 1_000;
    const move = { key: `k${nowMs}`, actor: "test", memo: {}, ...input };
    const applied = apply(state, move, nowMs);
    state = applied.state;
    const result = await moveCredits(db, { at: new Date(nowMs), ...move, accountId });
    expect(result).toEqual(applied.result);
    return result;
  };
};

const GRANT = { kind: "grant", amount: 10, category: "paid" } as const;
const FAR = new Date("2200-01-01T00:00:00Z");
const LONG_AGO = new Date("2023-12-31T23:59:59Z");
const ENDED = new Date("2025-01-01T00:00:00Z");

interface RefusedMove {
  readonly outcome: MoveResult["outcome"];
  readonly first?: readonly MoveInput[];
  readonly input: MoveInput;
}

const HELD: readonly MoveInput[] = [GRANT, { kind: "reserve", amount: 6 }];
const SETTLED: readonly MoveInput[] = [...HELD, { kind: "settle", ref: 2, amount: 4 }];

const REFUSED: readonly RefusedMove[] = [
  ...[0, -1, undefined, 1_000_000_000_001].map((amount) => ({
    outcome: "invalid" as const,
    input: { ...GRANT, amount },
  })),
  { outcome: "invalid", input: { kind: "grant", amount: 1 } },
  { outcome: "invalid", input: { ...GRANT, category: "gift" as "promo" } },
  { outcome: "invalid", input: { ...GRANT, key: "" } },
  { outcome: "invalid", input: { ...GRANT, key: "k".repeat(201) } },
  { outcome: "invalid", input: { ...GRANT, actor: "" } },
  { outcome: "invalid", input: { ...GRANT, at: FAR } },
  { outcome: "invalid", input: { ...GRANT, at: LONG_AGO } },
  { outcome: "invalid", first: [GRANT], input: { kind: "reserve", amount: 0 } },
  { outcome: "invalid", first: [GRANT], input: { kind: "adjust", amount: 0 } },
  { outcome: "invalid", first: [GRANT], input: { kind: "adjust", amount: 5 } },
  { outcome: "invalid", first: [GRANT], input: { kind: "reverse", ref: 1, amount: 0 } },
  { outcome: "invalid", first: [GRANT], input: { kind: "expire", ref: 1, amount: 1 } },
  { outcome: "invalid", first: HELD, input: { kind: "settle", ref: 2 } },
  { outcome: "invalid", first: HELD, input: { kind: "settle", ref: 2, amount: -1 } },
  { outcome: "invalid", first: HELD, input: { kind: "void", ref: 2, amount: 1 } },
  { outcome: "invalid", first: SETTLED, input: { kind: "refund", ref: 3, amount: 0, category: "compensation" } },
  { outcome: "invalid", first: SETTLED, input: { kind: "refund", ref: 3, amount: 1 } },
  { outcome: "insufficient", first: [GRANT], input: { kind: "reserve", amount: 11 } },
  { outcome: "insufficient", first: HELD, input: { kind: "reserve", amount: 5 } },
  { outcome: "insufficient", first: HELD, input: { kind: "adjust", amount: -5 } },
  { outcome: "no_hold", first: [GRANT], input: { kind: "settle", ref: 1, amount: 1 } },
  { outcome: "no_hold", first: SETTLED, input: { kind: "settle", ref: 2, amount: 1 } },
  { outcome: "no_hold", first: SETTLED, input: { kind: "void", ref: 2 } },
  { outcome: "no_hold", first: HELD, input: { kind: "void" } },
  { outcome: "too_much", first: HELD, input: { kind: "settle", ref: 2, amount: 7 } },
  { outcome: "too_much", first: HELD, input: { kind: "reverse", ref: 1, amount: 5 } },
  { outcome: "too_much", first: SETTLED, input: { kind: "refund", ref: 3, amount: 5, category: "promo" } },
  {
    outcome: "too_much",
    first: [...SETTLED, { kind: "refund", ref: 3, amount: 3, category: "promo" }],
    input: { kind: "refund", ref: 3, amount: 2, category: "promo" },
  },
  { outcome: "no_settle", first: HELD, input: { kind: "refund", ref: 2, amount: 1, category: "promo" } },
  { outcome: "no_lot", first: HELD, input: { kind: "expire", ref: 2 } },
  { outcome: "no_lot", first: HELD, input: { kind: "reverse", ref: 9 } },
  { outcome: "nothing", first: [GRANT], input: { kind: "expire", ref: 1 } },
  { outcome: "nothing", first: [{ ...GRANT, expiresAt: FAR }], input: { kind: "expire", ref: 1 } },
  {
    outcome: "nothing",
    first: [
      { ...GRANT, expiresAt: ENDED },
      { kind: "reserve", amount: 10 },
    ],
    input: { kind: "expire", ref: 1 },
  },
  { outcome: "nothing", first: [GRANT, { kind: "reverse", ref: 1 }], input: { kind: "reverse", ref: 1 } },
  { outcome: "conflict", first: [{ ...GRANT, key: "same" }], input: { ...GRANT, key: "same", amount: 11 } },
  {
    outcome: "conflict",
    first: [{ ...GRANT, key: "same" }],
    input: { ...GRANT, key: "same", memo: { reason: "other" } },
  },
  { outcome: "conflict", first: [{ ...GRANT, key: "same" }], input: { ...GRANT, key: "same", expiresAt: FAR } },
];

describe("a movement that is refused", () => {
  it.each(REFUSED)("is answered by $outcome: $input", async ({ outcome, first = [], input }) => {
    const move = await twoLedgers();
    for (const before of first) expect(await move(before)).toMatchObject({ outcome: "ok" });
    expect(await move(input)).toEqual({ outcome });
  });

  it("leaves its key free", async () => {
    const move = await twoLedgers();
    const input = { kind: "reserve", amount: 10, key: "later" } as const;
    expect(await move(input)).toEqual({ outcome: "insufficient" });
    await move(GRANT);
    expect(await move(input)).toMatchObject({ outcome: "ok" });
  });

  it("has no account", async () => {
    const move = { accountId: 0n, key: "k", actor: "test", memo: {}, ...GRANT };
    expect(await moveCredits(database.current.db, move)).toEqual({ outcome: "no_account" });
  });

  it("would leave what can be counted exactly", async () => {
    const { db, ownerUrl } = database.current;
    const accountId = (await aCustomer(db)).id;
    await asOwner(ownerUrl, `update credit_account set lifetime_granted = 9007199254740982 where id = ${accountId}`);
    const move = { accountId, actor: "test", memo: {}, ...GRANT };
    expect(await moveCredits(db, { ...move, key: "k1" })).toEqual({ outcome: "too_much" });
    expect(await moveCredits(db, { ...move, key: "k2", amount: 9 })).toMatchObject({ outcome: "ok" });
    await asOwner(ownerUrl, `update credit_account set lifetime_granted = 9 where id = ${accountId}`);
  });
});

describe("a movement", () => {
  it("that is sent again is answered as the first time, whatever happened since", async () => {
    const move = await twoLedgers();
    const input = { ...GRANT, key: "once", memo: { reason: "welcome", reference: "T-1" } };
    const first = await move(input);
    await move({ kind: "reserve", amount: 4 });
    const again = await move({ ...input, memo: { reference: "T-1", reason: "welcome" } });
    expect(again).toEqual({ ...first, outcome: "replay" });
  });

  it("never stands before the last one", async () => {
    const move = await twoLedgers();
    await move({ ...GRANT, at: new Date("2024-05-02T00:00:00Z") });
    const late = await move({ ...GRANT, at: new Date("2024-05-01T00:00:00Z") });
    expect(late).toMatchObject({ movement: { at: new Date("2024-05-02T00:00:00Z") } });
  });

  it("burns by priority, then by end, then what was given before what was paid for, then by age", async () => {
    const move = await twoLedgers();
    for (const lot of [
      { category: "paid" },
      { category: "paid" },
      { category: "promo" },
      { category: "paid", expiresAt: FAR },
      { category: "migration", priority: -1 },
      { category: "promo", priority: 1, expiresAt: ENDED },
    ] as const) {
      await move({ kind: "grant", amount: 1, ...lot });
    }
    const burnt = [5, 4, 3, 1, 2, 6].map((lot) => ({ lot, amount: 1 }));
    expect(await move({ kind: "reserve", amount: 6 })).toMatchObject({ movement: { lots: burnt } });
  });

  it("that ends a job returns to the lots it was held from, and what ended meanwhile ends again", async () => {
    const move = await twoLedgers();
    await move({ ...GRANT, expiresAt: ENDED });
    await move({ kind: "reserve", amount: 6 });
    expect(await move({ kind: "expire", ref: 1 })).toMatchObject({ movement: { available: 0, reserved: 6 } });
    expect(await move({ kind: "settle", ref: 2, amount: 2 })).toMatchObject({
      movement: { available: 4, reserved: 0 },
    });
    expect(await move({ kind: "expire", ref: 1 })).toMatchObject({ movement: { available: 0, availableChange: -4 } });
  });
});
