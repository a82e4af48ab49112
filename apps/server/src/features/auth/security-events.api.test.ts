import type { SecurityEventItem } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aUser } from "../../testing/builders/a-user.ts";
import { runApp, signIn } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";
import { sweepSignInsActivities } from "./cleanup/sweep-sign-ins.activities.ts";

const PASSWORD = "a long enough passphrase";
const running = runApp((config) => ({ ...config, signInLimits: { perAccount: 2, perNetwork: 100 } }));
let operator: Caller;

beforeAll(async () => {
  operator = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
});

const search = async (query: string) => {
  const { status, body } = await operator.get(`/api_v1/admin/logger/security?${query}`);
  expect(status).toBe(200);
  return body as unknown as { items: SecurityEventItem[]; has_more: boolean };
};
const kindsOf = async (query: string) => (await search(query)).items.map(({ kind }) => kind);
const login = (body: object, from = "192.0.2.7", agent = "a browser") =>
  running.current.call("/api/auth/login", { method: "POST", body, from, headers: { "user-agent": agent } });

describe("security events", () => {
  it("tell of sign-ins, failures, throttles, sign-outs and password changes of a user, found by any of the names", async () => {
    const user = await aUser(running.current.db, { password: PASSWORD });
    await login({ username: user.username, password: "wrong wrong wrong" });
    const cookies = await signIn(running.current, user.username, PASSWORD);
    const body = { password: "another long passphrase", current_password: "wrong wrong wrong" };
    const change = (given: object) =>
      running.current.call("/api/auth/set_password", { method: "POST", body: given, cookies });
    expect((await change(body)).status).toBe(403);
    const changed = await change({ ...body, current_password: PASSWORD });
    expect(changed.status).toBe(200);
    await running.current.call("/api/auth/logout", { cookies: changed.cookies });
    for (let n = 0; n < 4; n++) await login({ username: user.username, password: "wrong wrong wrong" }, "198.51.100.9");
    const told = [
      "sign_in_throttled",
      "sign_in_failed",
      "sign_in_failed",
      "sign_out",
      "password_changed",
      "password_change_failed",
      "sign_in",
      "sign_in_failed",
    ];
    expect(await kindsOf(`user=${user.username}`)).toEqual(told);
    expect(await kindsOf(`user=${encodeURIComponent(user.email.toUpperCase())}`)).toEqual(told);
    expect(await kindsOf(`user=${user.username}&kind=sign_out`)).toEqual(["sign_out"]);
    expect(await kindsOf(`user=${user.username}&network=198.51.100.0/24`)).toEqual(told.slice(0, 3));
    const [newest] = (await search(`user=${user.username}&limit=1`)).items;
    expect(newest).toMatchObject({
      user_name: user.username,
      method: "password",
      network: "198.51.100.0/24",
      user_agent: "a browser",
    });
    expect(await kindsOf(`user=${user.username}&before=${newest?.seq}&limit=2`)).toEqual(told.slice(1, 3));
  });

  it("hold a keyed hash of what was typed, never the text, and bounded parts of the request", async () => {
    const typed = "hunter2-typed-in-the-wrong-field";
    await login({ username: typed, password: PASSWORD }, "2001:db8:7:8::9", `long ${"x".repeat(1_000)}`);
    const { items } = await search(`user=${typed.toUpperCase()}`);
    expect(items).toMatchObject([{ kind: "sign_in_failed", user_name: null, network: "2001:db8:7::/48" }]);
    expect(items[0]?.typed_mark).toMatch(/^[0-9a-f]{12}$/);
    expect(items[0]?.user_agent).toHaveLength(200);
    const { rows } = await sql`select e.*::text as line from security_event e`.execute(running.current.db);
    expect(JSON.stringify(rows)).not.toContain("hunter2");
  });

  it("of throttling are one a minute for each network", async () => {
    for (let n = 0; n < 8; n++) await login({ username: "somebody", password: PASSWORD }, "203.0.113.1");
    expect(await kindsOf("network=203.0.113.0/24")).toEqual(["sign_in_throttled", "sign_in_failed", "sign_in_failed"]);
    running.current.clock.advance(60_001);
    await login({ username: "somebody", password: PASSWORD }, "203.0.113.1");
    expect(await kindsOf("network=203.0.113.0/24&kind=sign_in_throttled")).toHaveLength(2);
  });

  it("are for operators only", async () => {
    const other = await aCaller(running.current, { permissions: ["USER_MANAGE_R", "USER_MANAGE_W", "PERM_MANAGE_W"] });
    expect((await other.get("/api_v1/admin/logger/security")).status).toBe(403);
  });

  it("cannot be changed, and only those older than a year are deleted", async () => {
    const { db } = running.current;
    await login({ username: "somebody-else", password: PASSWORD });
    const changed = sql`update security_event set kind = 'sign_in'`.execute(db);
    await expect(changed).rejects.toThrow();
    await expect(sql`delete from security_event`.execute(db)).rejects.toThrow();
    await expect(sql`truncate security_event`.execute(db)).rejects.toThrow();
    const count = async () =>
      Number((await sql<{ n: string }>`select count(*) as n from security_event`.execute(db)).rows[0]?.n);
    const before = await count();
    await sql`insert into security_event (at, kind, user_id, network, user_agent, request_id)
      select now() - n * interval '100 days', 'sign_out', ${operator.id}, '', '', '' from generate_series(1, 4) n`.execute(
      db,
    );
    const sweep = sweepSignInsActivities({ db, clock: () => new Date() });
    await sweep.sweepSignInsBatch();
    expect(await count()).toBe(before + 3);
    // Also a program with the application's rights cannot remove what has just happened.
    await sql`select delete_old_security_events('infinity', 1000)`.execute(db);
    expect(await count()).toBe(before);
  });

  it("of a password change are in the history of the user", async () => {
    const user = await aUser(running.current.db, { password: PASSWORD });
    const cookies = await signIn(running.current, user.username, PASSWORD);
    const body = { password: "another long passphrase", current_password: PASSWORD };
    await running.current.call("/api/auth/set_password", { method: "POST", body, cookies });
    const { items } = await listOperations(running.current.db, `user:${user.id}`, { limit: 5 });
    expect(items).toMatchObject([
      { op_type: "Change_password", user_name: user.username, meta: { username: user.username } },
    ]);
  });
});
