import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";
import { listHealth } from "./health.store.ts";

const ORIGIN = "http://127.0.0.1:9";
const CANARY = "canary-performer-5b1d77";
const OWN_ORIGIN = "http://127.0.0.1:10";
const OTHER_ORIGIN = "http://127.0.0.1:11";
/** The operator reads the id of a performer once it is registered. */
const ownOrigins = [{ origin: OWN_ORIGIN, caller: "On the shelf" }];
const running = runApp((config) => ({
  ...config,
  performerOrigins: [ORIGIN],
  performerOwnOrigins: ownOrigins,
}));
let manager: Caller;
let reader: Caller;

const WISH = {
  name: "First",
  adapter: "videos",
  endpoint: `${ORIGIN}/v1`,
  model: "m",
  input_schema: [{ key: "prompt", label: "Prompt", spec: { type: "text" }, role: "prompt", is_required: true }],
  capabilities: ["t2v", "seed"],
  limits: { concurrency: 4, rpm: null, timeout_s: 60 },
  pricing: { unit: "second", unit_price_micros: 50_000, currency: "USD", checked_at: null },
};

beforeAll(async () => {
  manager = await aCaller(running.current, { permissions: ["PERFORMER_PLAYGROUND"] });
  reader = await aCaller(running.current);
});

const act = (name: string, body: unknown) => manager.post(`/api_v1/performer/${name}`, body);
const create = async (more: object = {}) => {
  const { status, body } = await act("create", { ...WISH, name: `P ${Math.random()}`, ...more });
  expect([status, body]).toMatchObject([200, {}]);
  return body as { id: string; revision: number; name: string };
};
const update = (item: { id: string; revision: number; name: string }, more: object) =>
  act("update", { ...WISH, name: item.name, id: item.id, expected_revision: item.revision, ...more });
const slotsOf = async (id: string): Promise<number[]> => {
  const rows = await running.current.db
    .selectFrom("performer_slot")
    .select("slot")
    .where("performer_id", "=", id)
    .orderBy("slot")
    .execute();
  return rows.map((row) => row.slot);
};

describe("the registry", () => {
  it("registers with slots, a gate and an entry of the history", async () => {
    const item = await create({ name: "Registered", secret: CANARY });
    expect(item).toMatchObject({ is_secret_set: true, revision: 1, adapter_config: { request_format: "json" } });
    expect(await slotsOf(item.id)).toEqual([0, 1, 2, 3]);
    const { items } = await listOperations(running.current.db, `performer:${item.id}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Create_performer", meta: { name: "Registered", secret: "set" } }]);
  });

  it("shows the others only what they may use, and not how it is reached", async () => {
    await create({ name: "Private" });
    await create({ name: "Disabled", shared_with_internal: true, is_enabled: false });
    await create({ name: "Shared", shared_with_internal: true });
    const names = async (caller: Caller) => {
      const { body } = await caller.get("/api_v1/performer/list");
      return (body.items as { name: string; endpoint: string; adapter_config: object }[]).map(
        ({ name, endpoint, adapter_config }) => ({ name, endpoint, settings: Object.keys(adapter_config).length }),
      );
    };
    expect(await names(reader)).toEqual([{ name: "Shared", endpoint: "", settings: 0 }]);
    expect(await names(manager)).toEqual(
      expect.arrayContaining([{ name: "Private", endpoint: WISH.endpoint, settings: 3 }]),
    );
  });

  it("admits a private address that the operator listed for one performer to that performer only", async () => {
    const endpoint = `${OWN_ORIGIN}/v1`;
    expect((await act("create", { ...WISH, name: "Another", endpoint })).status).toBe(422);
    const other = await create({ name: "Another" });
    expect((await update(other, { endpoint })).status).toBe(422);
    const own = await create({ name: "On the shelf", endpoint });
    expect((await update(own, { name: "Renamed", endpoint })).status).toBe(422);
    await running.current.db.updateTable("performer").set({ endpoint }).where("id", "=", other.id).execute();
    const messages = await Promise.all([own, other].map(async ({ id }) => (await act("test", { id })).body.message));
    expect(messages).toEqual([
      "could not be reached (ECONNREFUSED)",
      "127.0.0.1 is not an address of the public internet",
    ]);
    expect((await update(own, { endpoint: `${OWN_ORIGIN}/v2` })).status).toBe(200);
  });

  it("admits one that is listed for a performer's id to that performer, whatever it and others are called", async () => {
    const endpoint = `${OTHER_ORIGIN}/v1`;
    const own = await create({ name: "By its id" });
    ownOrigins.push({ origin: OTHER_ORIGIN, caller: own.id });
    expect((await act("create", { ...WISH, name: own.id, endpoint })).status).toBe(422);
    expect((await update(await create(), { name: own.id.toUpperCase(), endpoint })).status).toBe(422);
    expect((await update(own, { name: "Renamed by id", endpoint })).status).toBe(200);
    expect((await act("test", { id: own.id })).body.message).toBe("could not be reached (ECONNREFUSED)");
  });

  it("takes a name once", async () => {
    await create({ name: "Once" });
    expect(await act("create", { ...WISH, name: "ONCE" })).toMatchObject({ status: 409 });
    const both = await Promise.all([
      act("create", { ...WISH, name: "Race" }),
      act("create", { ...WISH, name: "race" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("names what does not fit where it stands", async () => {
    const wrong = {
      ...WISH,
      name: "Wrong",
      endpoint: "http://169.254.169.254/latest",
      adapter_config: { request_format: "xml", other: 1 },
      input_schema: [{ key: "n", label: "N", spec: { type: "number", max: 3 }, default: 4 }],
    };
    const { status, body } = await act("create", { ...wrong, secret: "two\nlines" });
    expect(status).toBe(422);
    const places = (body.detail as { loc: string }[]).map(({ loc }) => loc);
    expect(places).toEqual([
      "adapter_config.request_format",
      "adapter_config",
      "endpoint",
      "input_schema.0.default",
      "secret",
    ]);
  });

  it("changes only what its caller has seen", async () => {
    const item = await create();
    expect((await update(item, { model: "second" })).body).toMatchObject({ model: "second", revision: 2 });
    expect((await update(item, { model: "third" })).status).toBe(409);
    const { items } = await listOperations(running.current.db, `performer:${item.id}`, { limit: 1 });
    expect(items[0]?.meta).toMatchObject({ before: { model: "m" }, after: { model: "second" }, secret: "none" });
  });
});

describe("the limit of a performer", () => {
  it("is the number of its slots, but none is taken from a call", async () => {
    const item = await create();
    const { db } = running.current;
    const callId = await insertJob(item.id, "Running");
    await db
      .updateTable("performer_slot")
      .set({ call_id: callId })
      .where("performer_id", "=", item.id)
      .where("slot", "=", 3)
      .execute();
    expect((await update(item, { limits: { ...WISH.limits, concurrency: 2 } })).status).toBe(200);
    expect(await slotsOf(item.id)).toEqual([0, 1, 3]);
    await update({ ...item, revision: 2 }, { limits: { ...WISH.limits, concurrency: 5 } });
    expect(await slotsOf(item.id)).toEqual([0, 1, 2, 3, 4]);
  });
});

const insertJob = async (performerId: string, status: string, finishedAt: Date | null = null): Promise<string> => {
  const id = crypto.randomUUID();
  await running.current.db
    .insertInto("performer_task")
    .values({
      id,
      performer_id: performerId,
      performer_version: "",
      source: "playground",
      requested_by: manager.id,
      resolved_input: "{}",
      request_hash: Buffer.alloc(32),
      status,
      queued_at: new Date(),
      finished_at: finishedAt,
      started_at: finishedAt && new Date(finishedAt.getTime() - 4_000),
    })
    .execute();
  return id;
};

describe("a secret", () => {
  it("stays while the origin stays, and goes with it", async () => {
    const item = await create({ secret: CANARY });
    expect((await update(item, { endpoint: `${ORIGIN}/other` })).body).toMatchObject({ is_secret_set: true });
    const moved = await update({ ...item, revision: 2 }, { endpoint: "https://elsewhere.example/v1" });
    expect(moved.body).toMatchObject({ is_secret_set: false });
    await update({ ...item, revision: 3 }, { secret: CANARY });
    expect((await update({ ...item, revision: 4 }, { secret: null })).body).toMatchObject({ is_secret_set: false });
    const { items } = await listOperations(running.current.db, `performer:${item.id}`, { limit: 9 });
    const told = items.map(({ meta }) => (meta as { secret: string }).secret);
    expect(told).toEqual(["removed", "set", "erased with the old address", "kept", "set"]);
  });

  it("is not sent when somebody changes the address in the table", async () => {
    const item = await create({ secret: CANARY });
    const { db } = running.current;
    await db
      .updateTable("performer")
      .set({ secret_origin: "https://thief.example" })
      .where("id", "=", item.id)
      .execute();
    await db.updateTable("performer").set({ endpoint: "https://thief.example" }).where("id", "=", item.id).execute();
    const { body } = await act("test", { id: item.id });
    expect(body).toMatchObject({ is_ok: false, message: expect.stringContaining("can no longer be opened") });
  });

  it("stands in no reply, log, history or table", async () => {
    const item = await create({ secret: CANARY });
    const { db, log } = running.current;
    const rows = await db.selectFrom("performer").selectAll().execute();
    const tables = rows.map((row) =>
      Object.values(row).map((cell) => (Buffer.isBuffer(cell) ? cell.toString("latin1") : JSON.stringify(cell))),
    );
    const { items } = await listOperations(db, `performer:${item.id}`, { limit: 9 });
    const reply = await manager.get("/api_v1/performer/list");
    for (const place of [JSON.stringify(tables), JSON.stringify(items), JSON.stringify(reply), log.join("\n")]) {
      expect(place.length).toBeGreaterThan(100);
      expect(place).not.toContain(CANARY);
    }
  });
});

describe("deleting", () => {
  it("waits for calls, and then takes performer and secret away", async () => {
    const item = await create({ secret: CANARY });
    const { db } = running.current;
    const callId = await insertJob(item.id, "Running");
    expect((await act("delete", { id: item.id })).status).toBe(409);
    await db
      .updateTable("performer_task")
      .set({ status: "Failed", finished_at: new Date() })
      .where("id", "=", callId)
      .execute();
    expect((await act("delete", { id: item.id })).body).toEqual({ ok: true });
    expect((await act("delete", { id: item.id })).status).toBe(404);
    expect((await act("test", { id: item.id })).status).toBe(404);
    const row = await db.selectFrom("performer").selectAll().where("id", "=", item.id).executeTakeFirst();
    expect(row).toMatchObject({ sealed_secret: null, is_enabled: false });
    await create({ name: item.name });
  });
});

describe("health", () => {
  it("is counted from the calls of a day, and our own cancelling is no fault", async () => {
    const item = await create();
    const recently = new Date(Date.now() - 60_000);
    for (const status of ["Failed", "Expired", "Cancelled", "Cancelled"]) await insertJob(item.id, status, recently);
    await insertJob(item.id, "Failed", new Date(Date.now() - 25 * 60 * 60 * 1000));
    await insertJob(item.id, "Running");
    const { rows } = await readHealth(item.id);
    expect(rows).toMatchObject([{ calls: 4, error_rate: 1, p50_s: null, in_flight: 0, last_success_at: null }]);
  });

  it("tells why a performer did not answer", async () => {
    const item = await create();
    const { body } = await act("test", { id: item.id });
    expect(body).toMatchObject({ is_ok: false, message: "could not be reached (ECONNREFUSED)" });
    const row = await running.current.db
      .selectFrom("performer")
      .selectAll()
      .where("id", "=", item.id)
      .executeTakeFirst();
    expect(row).toMatchObject({ last_ok_at: null, last_error: "could not be reached (ECONNREFUSED)" });
  });
});

const readHealth = async (id: string) => {
  const rows = await listHealth(running.current.db, new Date(Date.now() - 24 * 60 * 60 * 1000));
  return { rows: rows.filter(({ performer_id }) => performer_id === id) };
};
