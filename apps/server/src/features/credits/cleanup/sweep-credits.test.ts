import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aCustomer } from "../../../testing/builders/credits/a-customer.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { type Move, moveCredits } from "../ledger/ledger.store.ts";
import { EXPIRE_BATCH_LOTS, sweepCreditsActivities } from "./sweep-credits.activities.ts";

const database = testDatabase();
const activities = () => sweepCreditsActivities({ db: database.current.db, clock: () => new Date() });
const sweep = async (): Promise<void> => {
  let after = await activities().expireLotsBatch();
  while (after) after = await activities().expireLotsBatch({ after });
};
const stateOf = async (id: bigint) => {
  const { rows } = await sql<{ available: number; reserved: number; kinds: string[] }>`
    select a.available::int, a.reserved::int,
      array(select m.kind::text from credit_movement m where m.account_id = a.id order by m.seq) as kinds
    from credit_account a where a.id = ${id}`.execute(database.current.db);
  return rows[0];
};
const faults = async () => (await sql`select * from check_credits(0, 1000000)`.execute(database.current.db)).rows;

describe("the sweep of credits", () => {
  it("lets lots expire whose time is over, however many, also when two sweep at once", async () => {
    const { db } = database.current;
    const { id } = await aCustomer(db);
    const grant = { accountId: id, kind: "grant" as const, category: "promo" as const, actor: "test", memo: {} };
    const lots = EXPIRE_BATCH_LOTS + 50;
    for (let n = 0; n < lots; n++) {
      await moveCredits(db, { ...grant, amount: 2, key: `k${n}`, expiresAt: new Date(Date.now() - n * 60_000) });
    }
    await moveCredits(db, { ...grant, amount: 7, key: "stays", expiresAt: new Date(Date.now() + 3_600_000) });
    await moveCredits(db, { ...grant, amount: 5, key: "for-ever" });
    await Promise.all([sweep(), sweep(), sweep()]);
    const state = await stateOf(id);
    expect(state?.available).toBe(12);
    expect(state?.kinds.filter((kind) => kind === "expire")).toHaveLength(lots);
    await sweep();
    expect((await stateOf(id))?.kinds).toHaveLength(state?.kinds.length ?? 0);
    expect(await faults()).toEqual([]);
  });

  it("leaves a job what it holds, and lets expire later what the job gives back", async () => {
    const { db } = database.current;
    const { id } = await aCustomer(db);
    let n = 0;
    const move = (it: Pick<Move, "kind"> & Partial<Move>) =>
      moveCredits(db, { accountId: id, key: `k${n++}`, actor: "test", memo: {}, ...it });
    await move({ kind: "grant", amount: 100, category: "promo", expiresAt: new Date(Date.now() - 1_000) });
    await move({ kind: "reserve", amount: 30 });
    await move({ kind: "reserve", amount: 20 });
    await sweep();
    expect(await stateOf(id)).toMatchObject({ available: 0, reserved: 50 });
    await move({ kind: "settle", ref: 2, amount: 25 });
    await sweep();
    expect(await stateOf(id)).toMatchObject({ available: 0, reserved: 20 });
    await move({ kind: "void", ref: 3 });
    await Promise.all([sweep(), sweep()]);
    expect(await stateOf(id)).toMatchObject({
      available: 0,
      reserved: 0,
      kinds: ["grant", "reserve", "reserve", "expire", "settle", "expire", "void", "expire"],
    });
    expect(await faults()).toEqual([]);
  });

  it("makes room for the next months, whatever is there", async () => {
    const { db } = database.current;
    const late = sweepCreditsActivities({ db, clock: () => new Date("2030-11-30T23:30:00Z") });
    await late.addCreditMonths();
    await late.addCreditMonths();
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relname ~ '^credit_movement_203[01]_\\d\\d$' order by 1`.execute(db);
    expect(rows.map(({ name }) => name.slice(-7))).toEqual(["2030_11", "2030_12", "2031_01", "2031_02"]);
    const rights = await sql<{ may: boolean }>`
      select has_table_privilege('credit_movement_2031_02', 'insert, update, delete') as may`.execute(db);
    expect(rights.rows).toEqual([{ may: false }]);
  });
});
