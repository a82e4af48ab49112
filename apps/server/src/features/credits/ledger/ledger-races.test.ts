import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { aCustomer } from "../../../testing/builders/credits/a-customer.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { type Move, moveCredits } from "./ledger.store.ts";

const database = testDatabase();
const LONG_ENOUGH_TO_WAIT_MS = 150;

const aMove = (accountId: bigint, key: string, input: Pick<Move, "kind" | "amount" | "category" | "ref">): Move => ({
  accountId,
  key,
  actor: "test",
  memo: {},
  ...input,
});
const grant = (amount: number) => ({ kind: "grant", amount, category: "paid" }) as const;

afterEach(async () => {
  const { rows } = await sql`select * from check_credits(0, 9223372036854775807)`.execute(database.current.db);
  expect(rows).toEqual([]);
});

describe("an account that is being born", () => {
  it("has nothing to move until its user is there", async () => {
    const { db } = database.current;
    const accountId = await db.transaction().execute(async (tx) => {
      const id = (await aCustomer(tx)).id;
      expect(await moveCredits(db, aMove(id, "early", grant(5)))).toEqual({ outcome: "no_account" });
      return id;
    });
    expect(await moveCredits(db, aMove(accountId, "early", grant(5)))).toMatchObject({ outcome: "ok" });
  });

  it("takes every movement once, however many are there before it", async () => {
    const { db } = database.current;
    for (let round = 0; round < 20; round++) {
      const next = (await aCustomer(db)).id + 1n;
      const [, ...results] = await Promise.all([
        aCustomer(db),
        ...Array.from({ length: 8 }, (_, n) => moveCredits(db, aMove(next, `k${n}`, grant(1)))),
      ]);
      const moved = results.filter(({ outcome }) => outcome === "ok").length;
      const account = await db
        .selectFrom("credit_account")
        .select(["available", "seq"])
        .where("id", "=", next)
        .execute();
      expect(account).toEqual([{ available: BigInt(moved), seq: BigInt(moved) }]);
    }
  });
});

describe("a movement that waited for the lock", () => {
  /** Sends the second movement while the first is decided but not yet committed. */
  const oneAfterTheOther = async (accountId: bigint, first: Move, second: Move) => {
    const { db } = database.current;
    const { waiting, held } = await db.transaction().execute(async (tx) => {
      const held = await moveCredits(tx, first);
      const waiting = moveCredits(db, second);
      const winner = await Promise.race([waiting.then(() => "answered"), sleep(LONG_ENOUGH_TO_WAIT_MS, "waits")]);
      expect(winner).toBe("waits");
      return { waiting: { answer: waiting }, held };
    });
    expect(first.accountId).toBe(accountId);
    return [held, await waiting.answer] as const;
  };

  it("sees the lots that were committed meanwhile", async () => {
    const accountId = (await aCustomer(database.current.db)).id;
    const [, second] = await oneAfterTheOther(
      accountId,
      aMove(accountId, "a", grant(10)),
      aMove(accountId, "b", { kind: "reserve", amount: 10 }),
    );
    expect(second).toMatchObject({ outcome: "ok", movement: { seq: 2, lots: [{ lot: 1, amount: 10 }] } });
  });

  it("does not spend what was spent meanwhile", async () => {
    const { db } = database.current;
    const accountId = (await aCustomer(db)).id;
    await moveCredits(db, aMove(accountId, "g", grant(10)));
    const [, second] = await oneAfterTheOther(
      accountId,
      aMove(accountId, "a", { kind: "reserve", amount: 6 }),
      aMove(accountId, "b", { kind: "reserve", amount: 6 }),
    );
    expect(second).toEqual({ outcome: "insufficient" });
  });

  it("finds its own key when its twin was first", async () => {
    const accountId = (await aCustomer(database.current.db)).id;
    const move = aMove(accountId, "twin", grant(10));
    const [first, second] = await oneAfterTheOther(accountId, move, move);
    expect(second).toEqual({ ...first, outcome: "replay" });
  });

  it("fails rather than decide from an older snapshot", async () => {
    const { db } = database.current;
    const accountId = (await aCustomer(db)).id;
    const stale = db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (tx) => {
        await tx.selectFrom("credit_account").select("seq").where("id", "=", accountId).execute();
        await moveCredits(db, aMove(accountId, "a", grant(10)));
        return moveCredits(tx, aMove(accountId, "b", grant(10)));
      });
    await expect(stale).rejects.toMatchObject({ code: "40001" });
  });
});

describe("many at once", () => {
  it("never spend more than there is, and close a hold once", async () => {
    const { db } = database.current;
    const accountId = (await aCustomer(db)).id;
    await moveCredits(db, aMove(accountId, "g", grant(10)));
    const reserves = await Promise.all(
      Array.from({ length: 25 }, (_, n) => moveCredits(db, aMove(accountId, `r${n}`, { kind: "reserve", amount: 1 }))),
    );
    expect(reserves.filter(({ outcome }) => outcome === "ok")).toHaveLength(10);
    const closes = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        moveCredits(db, aMove(accountId, `c${n}`, { kind: "settle", ref: 2, amount: n % 2 })),
      ),
    );
    expect(closes.filter(({ outcome }) => outcome === "ok")).toHaveLength(1);
  });
});
