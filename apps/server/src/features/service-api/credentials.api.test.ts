import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { eventually } from "../../testing/eventually.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { signRequest } from "./index.ts";

const app = runApp();
const TOOLS = "/api_v1/admin/tools/service_credentials";
const BALANCE = "/api_v1/service/credits/balance";
const DAY_MS = 86_400_000;

interface Made {
  credential: { id: string; key_id: string; secrets: { version: number; expires_at: string | null }[] };
  secret: string;
}

const admin = (): Promise<Caller> => aCaller(app.current, { permissions: ["MAGI_ADMIN"] });

const create = async (caller: Caller, name: string): Promise<Made> => {
  const { status, body } = await caller.post(`${TOOLS}/create`, { name, scopes: ["credits:read", "credits:read"] });
  expect(status).toBe(200);
  return body as unknown as Made;
};

const statusWith = async (keyId: string, secret: string): Promise<number> => {
  const body = JSON.stringify({ user_email: "nobody@example.com" });
  const now = app.current.clock.now();
  const headers = signRequest({ keyId, secret }, { method: "POST", path: BALANCE, body, now });
  return (await app.current.call(BALANCE, { method: "POST", body, headers })).status;
};

/** Credentials are cached for some seconds, so a change takes effect with a delay. */
const becomes = (status: number, keyId: string, secret: string): Promise<boolean> =>
  eventually(async () => ((await statusWith(keyId, secret)) === status ? true : undefined));

describe("service credentials", () => {
  it("show their secret once, and let the machine in", async () => {
    const caller = await admin();
    const { credential, secret } = await create(caller, "renderer");
    expect(await statusWith(credential.key_id, secret)).toBe(404);
    const list = await caller.get(TOOLS);
    expect(list).toMatchObject({
      status: 200,
      body: { total: 1, items: [{ name: "renderer", scopes: ["credits:read"] }] },
    });
    expect(JSON.stringify(list.body)).not.toContain(secret);
    const again = await caller.post(`${TOOLS}/create`, { name: "renderer", scopes: ["backfill"] });
    expect(again).toMatchObject({ status: 409, body: { code: "conflict" } });
  });

  it("have two good secrets for a day after one was replaced", async () => {
    const caller = await admin();
    const { credential, secret: first } = await create(caller, "rotated");
    const { body } = await caller.post(`${TOOLS}/rotate`, { id: credential.id });
    const { secret: second, credential: rotated } = body as unknown as Made;
    expect(rotated.secrets.map(({ version }) => version)).toEqual([2, 1]);
    expect(await statusWith(credential.key_id, first)).toBe(404);
    expect(await becomes(404, credential.key_id, second)).toBe(true);
    const third = (await caller.post(`${TOOLS}/rotate`, { id: credential.id })).body as unknown as Made;
    expect(third.credential.secrets.map(({ version }) => version)).toEqual([3, 2]);
    expect(await becomes(404, credential.key_id, third.secret)).toBe(true);
    expect(await statusWith(credential.key_id, first)).toBe(401);
    expect(await statusWith(credential.key_id, second)).toBe(404);
    app.current.clock.advance(DAY_MS + 1_000);
    expect(await statusWith(credential.key_id, second)).toBe(401);
    expect(await statusWith(credential.key_id, third.secret)).toBe(404);
  });

  it("stop working within seconds after they are revoked", async () => {
    const caller = await admin();
    const { credential, secret } = await create(caller, "revoked");
    expect(await statusWith(credential.key_id, secret)).toBe(404);
    const revoke = { id: credential.id, reason: "it was left on a train" };
    const first = await caller.post(`${TOOLS}/revoke`, revoke);
    expect(first).toMatchObject({ status: 200, body: { secrets: [] } });
    expect(await becomes(401, credential.key_id, secret)).toBe(true);
    expect((await caller.post(`${TOOLS}/revoke`, revoke)).body.revoked_at).toBe(first.body.revoked_at);
    expect((await caller.post(`${TOOLS}/rotate`, { id: credential.id })).status).toBe(409);
  });

  it("are in the history, and no secret is, nor in any line of the log", async () => {
    const caller = await admin();
    const { credential, secret } = await create(caller, "quiet");
    const { secret: second } = (await caller.post(`${TOOLS}/rotate`, { id: credential.id })).body as unknown as Made;
    await caller.post(`${TOOLS}/revoke`, { id: credential.id, reason: "no longer used" });
    const entries = await app.current.db
      .selectFrom("operation")
      .selectAll()
      .where("user_name", "=", caller.username)
      .orderBy("seq")
      .execute();
    expect(entries.map(({ op_type }) => op_type)).toEqual([
      "Create_service_credential",
      "Rotate_service_credential",
      "Revoke_service_credential",
    ]);
    const rows = await app.current.db.selectFrom("service_secret").selectAll().execute();
    const seen = JSON.stringify([entries.map(({ meta, reason }) => [meta, reason]), app.current.log, rows]);
    for (const each of [secret, second]) expect(seen).not.toContain(each);
  });

  it("are for MAGI_ADMIN alone", async () => {
    const other = await aCaller(app.current, { permissions: ["ADMIN_MANAGE_R"] });
    expect((await other.get(TOOLS)).status).toBe(403);
    expect((await other.post(`${TOOLS}/create`, { name: "mine", scopes: ["backfill"] })).status).toBe(403);
  });
});

describe("a lost response of creating a credential", () => {
  const body = (name: string, more = {}) => ({
    name,
    scopes: ["credits:read"],
    idempotency_key: `lost-response-${name}`,
    ...more,
  });
  const send = (caller: Caller, input: object) => caller.post(`${TOOLS}/create`, input);

  it("can be asked for again with the same key, also by several requests at once", async () => {
    const caller = await admin();
    const answers = await Promise.all([1, 2, 3].map(() => send(caller, body("lost"))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [first, ...others] = answers.map(({ body: made }) => made as unknown as Made);
    for (const other of others) expect(other).toEqual(first);
    expect(await statusWith(first?.credential.key_id ?? "", first?.secret ?? "")).toBe(404);
    const { rows } = await sql<{ op_type: string }>`
      select op_type from operation where user_name = ${caller.username} order by seq`.execute(app.current.db);
    expect(rows.map(({ op_type }) => op_type)).toEqual([
      "Create_service_credential",
      "Repeat_service_secret",
      "Repeat_service_secret",
    ]);
  });

  it("is shown to nobody else, and not for a different request", async () => {
    const [caller, other] = [await admin(), await admin()];
    const { secret } = (await send(caller, body("mine"))).body as unknown as Made;
    const foreign = await send(other, body("mine"));
    expect(foreign).toMatchObject({ status: 409, body: { code: "conflict" } });
    const changed = await send(caller, body("mine", { scopes: ["backfill"] }));
    expect(changed).toMatchObject({ status: 409, body: { detail: expect.stringContaining("a different request") } });
    const keyless = await send(caller, { name: "mine", scopes: ["credits:read"] });
    expect(keyless.status).toBe(409);
    expect(JSON.stringify([foreign.body, changed.body, keyless.body])).not.toContain(secret);
  });

  it("ends after ten minutes, with the first use, with a rotation and with a revocation", async () => {
    const caller = await admin();
    const gone = async (name: string, words: string) =>
      expect(await send(caller, body(name))).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining(words) },
      });
    const make = async (name: string): Promise<Made> => (await send(caller, body(name))).body as unknown as Made;
    const rotated = await make("turned");
    await caller.post(`${TOOLS}/rotate`, { id: rotated.credential.id });
    await gone("turned", "was replaced");
    const ended = await make("ended");
    await caller.post(`${TOOLS}/revoke`, { id: ended.credential.id, reason: "made by mistake" });
    await gone("ended", "was revoked");
    const used = await make("used");
    await statusWith(used.credential.key_id, used.secret);
    await eventually(async () => ((await send(caller, body("used"))).status === 409 ? true : undefined));
    await gone("used", "is in use");
    await make("late");
    app.current.clock.advance(10 * 60_000 + 1);
    await gone("late", "more than 10 minutes ago");
  });

  it("that waits for a second person is shown again while it waits", async () => {
    const caller = await admin();
    const input = body("waiting", { scopes: ["credits:grant"], daily_credits: 100 });
    const first = await send(caller, input);
    expect(first).toMatchObject({ status: 200, body: { credential: { waiting: { requested_by: caller.username } } } });
    expect((await send(caller, input)).body).toEqual(first.body);
  });
});
