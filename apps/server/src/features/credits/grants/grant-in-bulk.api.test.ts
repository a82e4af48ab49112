import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aCustomer, type TestCustomer } from "../../../testing/builders/credits/a-customer.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const PATH = "/api_v1/admin/user/grant_credits/bulk";
const running = runApp();
let admin: Caller;

beforeAll(async () => {
  admin = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
});

interface Reply {
  lines: {
    line: number;
    outcome: string;
    available_before: number | null;
    available_after: number | null;
    notes: string[];
  }[];
  granted: number;
  total_amount: number;
}
const send = async (body: object): Promise<Reply> => {
  const answer = await admin.post(PATH, { category: "promo", reason: "a sorry for all", ...body });
  expect(answer.status).toBe(200);
  return answer.body as unknown as Reply;
};
const outcomes = ({ lines }: Reply) => lines.map(({ outcome }) => outcome);
const historySize = async () =>
  Number(
    (await running.current.db.selectFrom("operation").select(sql<bigint>`count(*)`.as("n")).executeTakeFirstOrThrow())
      .n,
  );

describe("grants from a file", () => {
  it("are previewed, then granted once each, with a reason for each line that is missing or too large", async () => {
    const { db } = running.current;
    const [ann, bob] = [await aCustomer(db), await aCustomer(db)];
    const lines = [
      { line: 2, user_email: ann.email.toUpperCase(), amount: 10 },
      { line: 3, user_email: bob.email, amount: 20 },
      { line: 4, user_email: "nobody@example.com", amount: 5 },
      { line: 5, user_email: ann.email, amount: 30 },
      { line: 6, user_email: bob.email, amount: null },
      { line: 7, user_email: bob.email, amount: -1 },
      { line: 8, user_email: bob.email, amount: 100_001 },
      { line: 2, user_email: bob.email, amount: 1 },
    ];
    const bulk = { bulk_key: randomUUID(), lines };
    const before = await historySize();
    const preview = await send({ ...bulk, dry_run: true });
    expect(outcomes(preview)).toEqual(["ready", "ready", "refused", "ready", "refused", "refused", "waits", "refused"]);
    expect(preview.lines[3]).toMatchObject({ available_before: 10, available_after: 40 });
    expect([preview.granted, preview.total_amount, await historySize()]).toEqual([0, 60, before]);

    const done = await send({ ...bulk, dry_run: false });
    expect(outcomes(done)).toEqual([
      "granted",
      "granted",
      "refused",
      "granted",
      "refused",
      "refused",
      "waits",
      "refused",
    ]);
    expect(done.lines[3]).toMatchObject({ available_before: 10, available_after: 40 });
    expect([done.granted, done.total_amount, await historySize()]).toEqual([3, 60, before + 4]);

    const again = await send({ ...bulk, dry_run: false });
    expect(outcomes(again).slice(0, 4)).toEqual(["granted_before", "granted_before", "refused", "granted_before"]);
    expect(outcomes(again)[6]).toBe("waits");
    expect([again.granted, again.total_amount, await historySize()]).toEqual([0, 0, before + 4]);
    const changed = { ...bulk, lines: [{ line: 2, user_email: ann.email, amount: 11 }], dry_run: false };
    expect(await send(changed)).toMatchObject({ lines: [{ outcome: "refused" }], granted: 0 });
    expect(outcomes(await send({ ...bulk, dry_run: true }))[0]).toBe("granted_before");
    const { rows } = await sql`select * from check_credits(0, 1000000)`.execute(db);
    expect(rows).toEqual([]);
  });

  it("of a thousand lines, sent twice at once and in other orders, happen once", async () => {
    const { db } = running.current;
    const users: TestCustomer[] = [];
    for (let n = 0; n < 50; n++) users.push(await aCustomer(db));
    const lines = Array.from({ length: 1_000 }, (_, n) => ({
      line: n + 1,
      user_email: users[n % 50]?.email,
      amount: 1,
    }));
    const bulk = { bulk_key: randomUUID(), dry_run: false };
    const before = await historySize();
    const replies = await Promise.all([send({ ...bulk, lines }), send({ ...bulk, lines: lines.toReversed() })]);
    expect(replies.map(({ granted }) => granted).sort()).toEqual([0, 1_000].sort());
    expect(await historySize()).toBe(before + 1_000);
    const { rows } = await sql<{ available: bigint }>`
      select available from credit_account where id = any(${users.map(({ id }) => String(id))}::bigint[])`.execute(db);
    expect(new Set(rows.map(({ available }) => available))).toEqual(new Set([20n]));
    const tooMany = { ...bulk, lines: [...lines, lines[0]], category: "promo", reason: "a sorry for all" };
    expect((await admin.post(PATH, tooMany)).status).toBe(422);
  });
});
