import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aFavorite, anEndUser } from "../../testing/builders/a-favorite.ts";
import { aCustomer, type TestCustomer } from "../../testing/builders/credits/a-customer.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";

const running = runApp();
let admin: Caller;
let user: TestCustomer;

beforeAll(async () => {
  const { db } = running.current;
  admin = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
  user = await aCustomer(db);
  const userId = await anEndUser(db, { email: "eve@example.com" });
  await aFavorite(db, { userId, seq: 1, at: new Date("2026-06-01T08:00:00Z") });
});

/** The six calls that take a time range. */
const CALLS: Record<string, (range: Record<string, string>) => Promise<Answer>> = {
  favorites: (range) => admin.post("/api_v1/admin/content/favorites", range),
  credits: (range) => admin.get(`/api_v1/admin/user/credits/${user.email}?${new URLSearchParams(range)}`),
  order: (range) => listOf("order", range),
  plan: (range) => listOf("plan", range),
  transaction: (range) => listOf("transaction", range),
  operations: (range) => admin.get(`/api_v1/admin/logger/operations?${new URLSearchParams(range)}`),
};
const listOf = (list: string, range: Record<string, string>): Promise<Answer> =>
  admin.get(`/api_v1/admin/user/${list}?${new URLSearchParams({ user_email: user.email, ...range })}`);

describe.each(Object.keys(CALLS))("the time range of the call %s", (name) => {
  const ask = (range: Record<string, string>): Promise<Answer> => CALLS[name]?.(range) ?? Promise.reject();

  it("may be written as YYYY-MM-DD HH:mm:ss in UTC or in ISO 8601", async () => {
    for (const start_time of ["2021-01-01 00:00:00", "2021-01-01T00:00:00Z", "2021-01-01T08:00:00+08:00"]) {
      const answer = await ask({ start_time, end_time: "2031-01-01 00:00:00" });
      expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
    }
  });

  it("is open where a bound is empty", async () => {
    expect((await ask({ start_time: "", end_time: "" })).status).toBe(200);
  });

  it("refuses what is no time", async () => {
    for (const start_time of ["2026-13-01 00:00:00", "2026-01-01 25:00:00", "yesterday"]) {
      expect((await ask({ start_time })).status).toBe(422);
    }
  });
});

describe("a time without a zone", () => {
  it("is read as UTC", async () => {
    const total = async (range: Record<string, string>) => (await CALLS.favorites?.(range))?.body.total;
    expect(await total({ start_time: "2026-06-01 08:00:00", end_time: "2026-06-01 08:00:01" })).toBe(1);
    expect(await total({ start_time: "2026-06-01 08:00:01" })).toBe(0);
    expect(await total({ end_time: "2026-06-01 08:00:00" })).toBe(0);
  });
});

describe("an empty filter", () => {
  it("in a query or in a body means that it is absent", async () => {
    const { body } = await admin.get("/api_v1/admin/logger/operations");
    const filters = "op_type=&opt_type=&user_name=&start_time=&end_time=&offset=&limit=";
    const empty = await admin.get(`/api_v1/admin/logger/operations?${filters}`);
    expect([empty.status, empty.body.total]).toEqual([200, body.total]);
    const wall = await admin.post("/api_v1/admin/content/favorites", {
      user_email: "",
      start_time: "",
      end_time: "",
      source: "",
      assets_type: "",
    });
    expect([wall.status, wall.body.total]).toEqual([200, 1]);
    expect((await admin.get("/api_v1/admin/user/order?user_email=")).status).toBe(422);
  });
});
