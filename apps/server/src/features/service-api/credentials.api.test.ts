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
