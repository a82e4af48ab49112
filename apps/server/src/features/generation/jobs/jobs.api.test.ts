import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";

const ORIGIN = "http://127.0.0.1:9";
const KEY = Buffer.from("a key that only the two of them know").toString("base64");
const running = runApp((config) => ({ ...config, performerOrigins: [ORIGIN] }));
let bench: Caller;
let person: Caller;
let other: Caller;
let performerId: string;

const WISH = {
  adapter: "videos",
  endpoint: `${ORIGIN}/v1`,
  model: "m",
  adapter_config: { webhook: "standard" },
  input_schema: [
    { key: "prompt", label: "Prompt", spec: { type: "text" }, role: "prompt", is_required: true },
    { key: "seconds", label: "Length", spec: { type: "number" }, role: "seconds", default: 4 },
    { key: "seed", label: "Seed", spec: { type: "number" }, role: "seed" },
  ],
  capabilities: ["t2v", "seed", "cancel", "webhook"],
  limits: { concurrency: 4, rpm: null, timeout_s: 60 },
  pricing: { unit: "second", unit_price_micros: 50_000, currency: "USD", checked_at: null },
  shared_with_internal: true,
  secret: `token whsec_${KEY}`,
};

beforeAll(async () => {
  bench = await aCaller(running.current, { permissions: ["PERFORMER_PLAYGROUND"] });
  person = await aCaller(running.current);
  other = await aCaller(running.current);
  const { status, body } = await bench.post("/api_v1/performer/create", { ...WISH, name: "Shared" });
  expect([status, body]).toMatchObject([200, {}]);
  performerId = body.id as string;
});

interface Item {
  readonly id: string;
  readonly status: string;
  readonly title: string;
  readonly seed_requested: number | null;
}
const create = (who: Caller, more: object = {}) =>
  who.post("/api_v1/performer/task/create", {
    performer_id: performerId,
    input: { prompt: "a fox on a frozen lake" },
    request_key: newId(),
    ...more,
  });
const created = async (who: Caller, more: object = {}): Promise<Item[]> => {
  const { status, body } = await create(who, more);
  expect([status, body]).toMatchObject([200, {}]);
  return body.items as Item[];
};
const one = async (who: Caller, more: object = {}): Promise<Item> => {
  const [item] = await created(who, more);
  if (!item) throw new Error("nothing was made");
  return item;
};
const startsOf = (jobId: string) =>
  running.current.db
    .selectFrom("outbox")
    .select(["workflow_type", "workflow_id"])
    .where("workflow_id", "like", `perform/${jobId}/%`)
    .execute();

describe("making a call", () => {
  it("makes one for each seed, with a workflow for each, and writes it down", async () => {
    const items = await created(person, { seeds: [7, 8, 9] });
    expect(items.map((item) => item.seed_requested)).toEqual([7, 8, 9]);
    expect(items[0]).toMatchObject({ status: "Pending", title: "a fox on a frozen lake" });
    expect(await startsOf(items[0]?.id ?? "")).toMatchObject([{ workflow_type: "performOne" }]);
    const { items: history } = await listOperations(running.current.db, `performer:${performerId}`, { limit: 1 });
    expect(history).toMatchObject([{ op_type: "Create_performer_task", meta: { calls: items.map(({ id }) => id) } }]);
  });

  it("answers a repeated form with what it made before, also when both come at once", async () => {
    const request_key = newId();
    const answers = await Promise.all([1, 2, 3].map(() => created(person, { request_key, seeds: [1, 2] })));
    const ids = answers.map((items) => items.map(({ id }) => id).join());
    expect(new Set(ids).size).toBe(1);
    expect(await startsOf(answers[0]?.[0]?.id ?? "")).toHaveLength(1);
  });

  it("chooses a seed when none is given, and keeps one that stands among the inputs", async () => {
    expect((await one(person)).seed_requested).toEqual(expect.any(Number));
    expect(await one(person, { input: { prompt: "p", seed: 42 } })).toMatchObject({ seed_requested: 42 });
  });

  it("refuses a text that does not match the pattern of its input, and a pattern that could run for ever", async () => {
    const withPattern = (pattern: string) => {
      const ratio = { key: "ratio", label: "Ratio", spec: { type: "text", max_length: 20, pattern } };
      const input_schema = [...WISH.input_schema, ratio];
      return bench.post("/api_v1/performer/create", { ...WISH, name: `Pattern ${newId()}`, input_schema });
    };
    expect(await withPattern("^(a+)+$")).toMatchObject({ status: 422 });
    const { body } = await withPattern("^\\d+:\\d+$");
    const ask = (ratio: string) => create(bench, { performer_id: body.id, input: { prompt: "p", ratio } });
    const refused = await ask("wide");
    expect([refused.status, JSON.stringify(refused.body.detail)]).toEqual([422, expect.stringContaining("matches")]);
    expect((await ask("16:9")).status).toBe(200);
  });

  it("refuses inputs that do not fit, performers one may not use, and too many at once", async () => {
    expect(await create(person, { input: {} })).toMatchObject({ status: 422 });
    expect(await create(person, { input: { prompt: "p", colour: "red" } })).toMatchObject({ status: 422 });
    expect(await create(person, { performer_id: newId() })).toMatchObject({ status: 404 });
    const { body } = await bench.post("/api_v1/performer/create", {
      ...WISH,
      name: "Bench only",
      shared_with_internal: false,
    });
    expect(await create(other, { performer_id: body.id })).toMatchObject({ status: 404 });
    const seeds = Array.from({ length: 16 }, (_, seed) => seed);
    const busy = await aCaller(running.current);
    for (let round = 0; round < 4; round++) await created(busy, { seeds });
    expect(await create(busy)).toMatchObject({ status: 409 });
  });

  it("says beforehand what it would cost", async () => {
    const input = { prompt: "p" };
    const estimate = { performer_id: performerId, input, calls: 3 };
    expect(await person.post("/api_v1/performer/task/estimate", estimate)).toMatchObject({
      body: { cost: { amount_micros: 600_000, currency: "USD" } },
    });
  });
});

describe("looking at calls", () => {
  it("shows people their own calls, and all calls to those with the playground permission", async () => {
    const mine = await one(other, { input: { prompt: "only mine" } });
    const list = async (who: Caller) => {
      const { body } = await who.post("/api_v1/performer/task/filter?page_size=100", { text: "ONLY min" });
      return (body.items as Item[]).map(({ id }) => id);
    };
    expect(await list(other)).toEqual([mine.id]);
    expect(await list(bench)).toEqual([mine.id]);
    expect(await list(person)).toEqual([]);
    expect(await person.get(`/api_v1/performer/task/detail?id=${mine.id}`)).toMatchObject({ status: 404 });
    const detail = await other.get(`/api_v1/performer/task/detail?id=${mine.id}`);
    expect(detail).toMatchObject({ status: 200, body: { resolved_input: { prompt: "only mine", seconds: 4 } } });
    expect(detail.body.curl).toContain("$SECRET");
    expect(JSON.stringify(detail.body)).not.toContain(KEY);
  });

  it("filters by everything it names, and counts", async () => {
    const item = await one(bench, { input: { prompt: "50% of a_b" } });
    const filter = async (body: object) => {
      const answer = await bench.post("/api_v1/performer/task/filter?page_size=1", body);
      expect(answer.status).toBe(200);
      return answer.body as { items: Item[]; total: number };
    };
    const all = { performer_ids: [performerId], statuses: ["Pending"], sources: ["playground"], text: "0% of a_" };
    const found = { items: [{ id: item.id }], total: 1 };
    expect(await filter({ ...all, created_by: bench.username, from: "2020-01-01T00:00:00Z" })).toMatchObject(found);
    expect(await filter({ ...all, to: "2020-01-01T00:00:00Z" })).toEqual({ items: [], total: 0 });
    expect(await filter({ error_code: "refused" })).toEqual({ items: [], total: 0 });
    expect(await filter({ min_cost_micros: 1 })).toEqual({ items: [], total: 0 });
    const { body } = await bench.get("/api_v1/performer/task/list?page=2&page_size=2&sort=cost");
    expect((body.items as Item[]).length).toBe(2);
    expect(body.total).toBeGreaterThan(4);
  });
});

describe("cancelling", () => {
  it("stops one's own call once, and nobody else's", async () => {
    const item = await one(person);
    const cancel = (who: Caller) => who.post("/api_v1/performer/task/cancel", { id: item.id });
    expect(await cancel(other)).toMatchObject({ status: 404 });
    expect(await cancel(bench)).toMatchObject({ status: 403 });
    expect(await cancel(person)).toMatchObject({ status: 200, body: { status: "Cancelled" } });
    expect(await cancel(person)).toMatchObject({ status: 200, body: { status: "Cancelled" } });
    const { items: history } = await listOperations(running.current.db, `performer:${performerId}`, { limit: 1 });
    expect(history).toMatchObject([{ op_type: "Cancel_performer_task", meta: { call: item.id } }]);
  });
});

describe("a webhook", () => {
  const send = (body: string, headers: Record<string, string>, id = performerId) =>
    running.current.app.http.inject({
      method: "POST",
      url: `/api_v1/performer/webhook/${id}`,
      headers: { "content-type": "application/json", ...headers },
      payload: body,
    });
  const signed = (body: string, { id = newId(), at = running.current.clock.now() } = {}) => {
    const stamp = `${Math.floor(at.getTime() / 1_000)}`;
    const mac = createHmac("sha256", Buffer.from(KEY, "base64")).update(`${id}.${stamp}.${body}`).digest("base64");
    return { "webhook-id": id, "webhook-timestamp": stamp, "webhook-signature": `v1,${mac}` };
  };
  const moved = async () => {
    const { id } = await one(person);
    const externalId = `ext-${id}`;
    await running.current.db
      .updateTable("performer_task")
      .set({ external_id: externalId })
      .where("id", "=", id)
      .execute();
    return { id, body: JSON.stringify({ type: "video.completed", data: { id: externalId } }) };
  };
  const looks = async (id: string) => (await startsOf(id)).filter((start) => start.workflow_type === "lookAtCall");

  it("that is signed makes us look once, however often it comes", async () => {
    const { id, body } = await moved();
    const headers = signed(body);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body, headers)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
    expect(await looks(id)).toHaveLength(1);
  });

  it("that is forged, changed, old or for nobody changes nothing", async () => {
    const { id, body } = await moved();
    expect((await send(body, {})).statusCode).toBe(403);
    expect((await send(`${body} `, signed(body))).statusCode).toBe(403);
    const dayAgo = new Date(running.current.clock.now().getTime() - 25 * 3_600_000);
    expect((await send(body, signed(body, { at: dayAgo }))).statusCode).toBe(403);
    expect((await send(body, signed(body), newId())).statusCode).toBe(404);
    expect((await send("x".repeat(1024 ** 2 + 1), {})).statusCode).toBe(413);
    expect(await looks(id)).toEqual([]);
    const unknown = JSON.stringify({ type: "video.completed", data: { id: "nobody" } });
    expect((await send(unknown, signed(unknown))).statusCode).toBe(204);
  });
});
