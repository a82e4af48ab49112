import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aService } from "../../../testing/builders/a-service.ts";
import { aCustomer } from "../../../testing/builders/credits/a-customer.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
const welcome = (user_email: string, amount: number, idempotency_key: string = randomUUID()) => ({
  user_email,
  amount,
  category: "promo",
  reference: "welcome",
  idempotency_key,
});

describe("grants of one credential that arrive at the same time", () => {
  it("are each made once, recorded for their own request, and refused for their own reason", async () => {
    const { db } = app.current;
    const service = await aService(app.current, ["credits:grant"]);
    const users = await Promise.all(Array.from({ length: 12 }, async () => (await aCustomer(db)).email));
    const [copied = "", rich = ""] = users;
    const grant = (body: object) => service.post("/api_v1/service/credits/grant", body);
    const key = randomUUID();
    const answers = await Promise.all([
      ...users.map((user) => grant(welcome(user, 100))),
      ...users.toReversed().map((user) => grant(welcome(user, 7))),
      ...[1, 2, 3].map(() => grant(welcome(copied, 5, key))),
      grant(welcome(rich, 100_000)),
      grant(welcome(`${randomUUID()}@example.com`, 1)),
    ]);
    const made = answers.slice(0, 24);
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
    const copies = answers.slice(24, 27).map(({ body }) => [body.seq, body.is_replay]);
    expect(new Set(copies.map(([seq]) => seq)).size).toBe(1);
    expect(copies.filter(([, isReplay]) => !isReplay)).toHaveLength(1);
    expect(answers.slice(27).map(({ status, body }) => [status, body.detail])).toEqual([
      [409, expect.stringContaining("this end user got")],
      [404, "no end user has this e-mail address"],
    ]);
    expect((await grant(welcome(copied, 6, key))).status).toBe(409);

    const { rows } = await sql<{ entries: bigint; requests: bigint; amount: bigint }>`
      select count(*) as entries, count(distinct request_id) as requests, sum((meta->>'amount')::bigint)::bigint as amount
      from operation where user_name = ${`service:${service.name}`}`.execute(db);
    expect(rows).toEqual([{ entries: 25n, requests: 25n, amount: BigInt(12 * 107 + 5) }]);
    const unsound = await sql`select * from check_credits(0, 1000000)`.execute(db);
    expect(unsound.rows).toEqual([]);
  });
});
