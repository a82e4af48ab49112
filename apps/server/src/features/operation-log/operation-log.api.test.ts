import { createHash, randomUUID } from "node:crypto";
import { type Access, contract, type OperationLogEntry, type Routes } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { eventually } from "../../testing/eventually.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";
import { recordOperation } from "./index.ts";
import { operatorActOf } from "./operator-acts.ts";

const PATH = "/api_v1/admin/logger/operations";
const running = runApp();
let ada: Caller;

const itemsOf = ({ status, body }: Answer): OperationLogEntry[] => {
  expect(status).toBe(200);
  return body.items as OperationLogEntry[];
};
const record = (opType: string, userName: string, more: { meta?: Record<string, unknown>; reason?: string } = {}) => {
  const { db, clock } = running.current;
  const by = { userName, requestId: "r-7", at: clock.now() };
  return db.transaction().execute((tx) => recordOperation(tx, by, { opType, subjects: ["end_user:7"], ...more }));
};

beforeAll(async () => {
  ada = await aCaller(running.current, { permissions: ["MAGI_ADMIN"], username: "ada" });
});

describe("the list of operations", () => {
  it("filters by operation under both names, by user, by time, and pages with exact totals", async () => {
    const { clock } = running.current;
    const from = clock.now();
    for (const name of ["ada", "grace", "ada"]) await record("Grant_credits", name);
    await record("Unsubscribe_user_plan", "ada");
    clock.advance(60_000);
    const to = clock.now();
    await record("Grant_credits", "ada");

    for (const filter of ["op_type", "opt_type"]) {
      const { body } = await ada.get(`${PATH}?${filter}=Grant_credits&user_name=ada&limit=2`);
      expect(body).toMatchObject({ total: 3, items: [{ op_type: "Grant_credits", user_name: "ada" }, {}] });
    }
    const range = `start_time=${from.toISOString()}&end_time=${to.toISOString()}`;
    expect((await ada.get(`${PATH}?${range}`)).body.total).toBe(4);
    expect((await ada.get(`${PATH}?${range}&op_type=Grant_credits`)).body.total).toBe(3);
    expect((await ada.get(`${PATH}?start_time=${to.toISOString()}&op_type=Grant_credits`)).body.total).toBe(1);
    expect(itemsOf(await ada.get(`${PATH}?op_type=Grant_credits&user_name=grace&offset=1`))).toEqual([]);
    expect((await ada.get(`${PATH}?op_type=Never_done`)).body).toMatchObject({ items: [], total: 0 });
    expect((await ada.get(`${PATH}?offset=9999999999`)).body.items).toEqual([]);
    const [newest] = itemsOf(await ada.get(`${PATH}?limit=1`));
    expect(newest?.create_time).toBe(to.toISOString().slice(0, 19).replace("T", " "));
  });

  it("refuses two operations under the two names of one filter", async () => {
    expect(await ada.get(`${PATH}?op_type=Grant_credits&opt_type=Void_grant`)).toMatchObject({
      status: 422,
      body: { code: "invalid" },
    });
    expect((await ada.get(`${PATH}?op_type=Grant_credits&opt_type=Grant_credits`)).status).toBe(200);
  });

  it("gives every entry one shape of meta, and keeps what it says itself", async () => {
    await record("Update_user", "ada", { meta: { name: "Eve", changes: [1] } });
    await record("Void_grant", "ada", {
      meta: { target: "eve@example.com", before: { available: 7 }, after: { available: 2 } },
      reason: "granted twice",
    });
    const [full, bare] = itemsOf(await ada.get(`${PATH}?limit=2`));
    expect(full).toMatchObject({
      meta: { target: "eve@example.com", before: { available: 7 }, after: { available: 2 }, reason: "granted twice" },
      result: "ok",
      source: "server",
      prev_hash: bare?.hash,
    });
    expect(bare?.meta).toEqual({
      name: "Eve",
      changes: [1],
      target: "end_user:7",
      before: null,
      after: null,
      reason: "",
      request_id: "r-7",
    });
  });

  it("shows today's entries after 2031, when no end is given", async () => {
    const { clock } = running.current;
    clock.advance(Date.parse("2031-01-02T00:00:00Z") - clock.now().getTime());
    const late = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
    await record("Grant_credits", "ada");
    const [newest] = itemsOf(await late.get(`${PATH}?start_time=2021-01-01T00:00:00Z&op_type=Grant_credits`));
    expect(newest?.create_time).toBe("2031-01-02 00:00:00");
    ada = await aCaller(running.current, { permissions: ["MAGI_ADMIN"], username: "ada-2031" });
  });
});

describe("what a browser reports", () => {
  it("is a claim of the caller at the server's time, whatever it says", async () => {
    const body = {
      user_name: "mallory",
      create_time: "1999-01-01 00:00:00",
      op_type: "Grant_credits",
      meta: { source: "server", target: "eve@example.com", result: "ok", request_id: "forged", reason: "said so" },
    };
    const { status, body: answer } = await ada.post(PATH, body);
    expect(status).toBe(200);
    const [entry] = itemsOf(await ada.get(`${PATH}?limit=1`));
    expect(entry).toMatchObject({
      seq: answer.seq,
      user_name: ada.username,
      create_time: "2031-01-02 00:00:00",
      source: "client",
      result: "ok",
    });
    expect(entry?.meta).toEqual({
      claim: { user_name: "mallory", create_time: "1999-01-01 00:00:00", meta: body.meta },
      target: `claim:${ada.username}`,
      before: null,
      after: null,
      reason: "",
      request_id: expect.not.stringContaining("forged"),
    });
    expect((await ada.get(`${PATH}?user_name=mallory`)).body.total).toBe(0);
  });

  it.each([
    ["more than 8 KB", { note: "x".repeat(8_200) }],
    ["a NUL", { note: "a\u0000b" }],
    ["a NUL in a name far inside", { note: { "a\u0000b": 1 } }],
    ["half a character", { note: "\ud800" }],
    ["something nested without end", { note: JSON.parse("[".repeat(200) + "]".repeat(200)) }],
    ["a source of its own beside it", undefined],
  ])("is refused with %s", async (_what, meta) => {
    const extra = meta === undefined ? { source: "server" } : { meta };
    expect((await ada.post(PATH, { op_type: "Grant_credits", ...extra })).status).toBe(422);
  });
});

describe("verifying", () => {
  it("tells how far it came, and whether an earlier head still holds", async () => {
    const { body: first } = await ada.post("/api_v1/admin/logger/verify", {});
    expect(first).toMatchObject({ is_complete: true, broken_seq: null, is_known_sound: null });
    const { head } = first as { head: { seq: number; hash: string } };
    expect(first.checked_to).toBe(head.seq);
    await record("Update_user", "ada");
    const known = { seq: head.seq, hash: head.hash };
    const { body: second } = await ada.post("/api_v1/admin/logger/verify", { from: head.seq, known });
    expect(second).toMatchObject({ is_complete: true, checked_to: head.seq + 1, is_known_sound: true });
    const other = { seq: head.seq, hash: "0".repeat(64) };
    expect((await ada.post("/api_v1/admin/logger/verify", { known: other })).body.is_known_sound).toBe(false);
  });
});

describe("the export", () => {
  const readExport = async (query = ""): Promise<string[]> => {
    const answer = await running.current.app.http.inject({
      url: `/api_v1/admin/logger/export${query}`,
      cookies: ada.cookies,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/x-ndjson");
    return answer.body.trimEnd().split("\n");
  };

  it("can be checked by anybody with SHA-256, from the first line to the head", async () => {
    await record("Update_user", "ada", { meta: { note: 'quotes " and 漢字\n', deep: { b: 1, a: [1.5, null] } } });
    const lines = await readExport();
    let before = createHash("sha256").update("dailies operation log").digest("hex");
    for (const [index, line] of lines.slice(0, -1).entries()) {
      const { prev_hash, hash, entry } = JSON.parse(line);
      const content = line.slice('{"prev_hash":"","hash":"","entry":'.length + 128, -1);
      expect(prev_hash).toBe(before);
      expect(entry.seq).toBe(index + 1);
      expect(createHash("sha256").update(Buffer.from(prev_hash, "hex")).update(content).digest("hex")).toBe(hash);
      before = hash;
    }
    const { head, entries } = JSON.parse(lines.at(-1) ?? "");
    expect(head).toMatchObject({ seq: lines.length - 1, hash: before });
    expect(entries).toBe(lines.length - 1);
  });

  it("gives a range of time alone, and more entries than one page", async () => {
    const { clock } = running.current;
    clock.advance(3_600_000);
    const from = clock.now().toISOString();
    for (let n = 0; n < 450; n++) await record("Update_user", "ada", { meta: { n } });
    clock.advance(1_000);
    const to = clock.now().toISOString();
    await record("Update_user", "ada");
    const lines = await readExport(`?start_time=${from}&end_time=${to}`);
    const seen = lines.slice(0, -1).map((line) => JSON.parse(line).entry.meta.n);
    expect(seen).toEqual(Array.from({ length: 450 }, (_, n) => n));
    expect(JSON.parse(lines.at(-1) ?? "").entries).toBe(450);
    expect(await readExport(`?end_time=2000-01-01T00:00:00Z`)).toHaveLength(1);
  });
});

describe("a refused call of the platform", () => {
  /** Denials are written after the response was sent. */
  const deniedOf = (userName: string, count: number): Promise<OperationLogEntry[]> =>
    eventually(async () => {
      const items = itemsOf(await ada.get(`${PATH}?op_type=Denied&user_name=${userName}`));
      return items.length >= count ? items : undefined;
    });

  it("is written once a minute for each person and route, with its template and nobody's address", async () => {
    const { clock } = running.current;
    const eve = await aCaller(running.current, { username: "eve" });
    const credits = "/api_v1/admin/user/credits/secret%40example.com";
    for (let n = 0; n < 20; n++) expect((await eve.get(credits)).status).toBe(403);
    expect((await eve.post("/api_v1/admin/user/grant_credits", {})).status).toBe(403);
    const denied = await deniedOf("eve", 2);
    expect(denied.map(({ meta, result, source }) => [meta.target, result, source])).toEqual([
      ["route:POST /api_v1/admin/user/grant_credits", "denied", "server"],
      ["route:GET /api_v1/admin/user/credits/:email", "denied", "server"],
    ]);
    expect(JSON.stringify(denied)).not.toContain("secret");
    clock.advance(61_000);
    const refused = await eve.get(credits);
    const [newest, ...others] = await deniedOf("eve", 3);
    expect(others).toHaveLength(2);
    expect(newest?.meta.request_id).toBe(refused.body.request_id);
  });

  it("is not written for strangers, for other refusals, or for those who may", async () => {
    const { call } = running.current;
    const before = Number((await ada.get(`${PATH}?op_type=Denied`)).body.total);
    const grace = await aCaller(running.current, { username: "grace" });
    expect((await call(PATH)).status).toBe(401);
    expect((await grace.get("/api_v1/perm/list")).status).toBe(403);
    expect((await ada.post(PATH, {})).status).toBe(422);
    // Written after the entries that must not appear, so its arrival ends the wait.
    expect((await grace.get("/api_v1/admin/user/credits/last%40example.com")).status).toBe(403);
    expect(await deniedOf("grace", 1)).toHaveLength(1);
    expect((await ada.get(`${PATH}?op_type=Denied`)).body.total).toBe(before + 1);
  });

  it("is asked for by every call that only operators may make", () => {
    const routes = Object.values({ ...contract.operationLog, ...contract.content, ...contract.credits });
    expect(routes.map(({ access }) => access.permission)).toEqual(routes.map(() => "MAGI_ADMIN"));
  });
});

describe("an operator's act that fails", () => {
  const failedOf = (opType: string, userName: string): Promise<OperationLogEntry[]> =>
    eventually(async () => {
      const items = itemsOf(await ada.get(`${PATH}?op_type=${opType}&user_name=${userName}`));
      return items.length > 0 ? items : undefined;
    });
  const grant = (email: string) => ({
    user_email: email,
    amount: 5,
    category: "promo",
    reason: "for the demo",
    idempotency_key: randomUUID(),
  });

  it("is written with its target, its reason and why it failed", async () => {
    const olga = await aCaller(running.current, { username: "olga", permissions: ["MAGI_ADMIN"] });
    const refused = await olga.post("/api_v1/admin/user/grant_credits", grant("nobody@example.com"));
    expect(refused.status).toBe(404);
    const [entry] = await failedOf("Grant_credits", "olga");
    expect(entry).toMatchObject({ result: "failed", source: "server", user_name: "olga" });
    expect(entry?.meta).toMatchObject({
      target: "nobody@example.com",
      code: "not_found",
      error: refused.body.detail,
      reason: "for the demo",
      request_id: refused.body.request_id,
    });
  });

  it("is written once a minute for the same target, and not for a form that is not complete", async () => {
    const omar = await aCaller(running.current, { username: "omar", permissions: ["MAGI_ADMIN"] });
    expect((await omar.post("/api_v1/admin/user/grant_credits", {})).status).toBe(422);
    for (let n = 0; n < 5; n++) await omar.post("/api_v1/admin/user/grant_credits", grant("gone@example.com"));
    await omar.post("/api_v1/admin/user/grant_credits", grant("last@example.com"));
    const targets = await eventually(async () => {
      const items = await failedOf("Grant_credits", "omar");
      return items.length > 1 ? items.map(({ meta }) => meta.target) : undefined;
    });
    expect(targets).toEqual(["last@example.com", "gone@example.com"]);
  });

  const isForOperators = (access: Access): boolean =>
    typeof access === "object" && "permission" in access && access.permission === "MAGI_ADMIN";

  it("has an operation type for every route by which operators change something", () => {
    const reads = /\/(favorites|operations|verify|ledger_check)$/;
    const changing = Object.values(contract as Record<string, Routes>)
      .flatMap((routes) => Object.values(routes))
      .filter(({ method, access }) => method !== "GET" && isForOperators(access))
      .map(({ method, path }) => `${method} ${path}`);
    expect(changing.filter((route) => !operatorActOf(route, {})).every((route) => reads.test(route))).toBe(true);
    expect(changing.filter((route) => operatorActOf(route, {})).length).toBeGreaterThan(10);
  });
});

describe("the operation types", () => {
  it("are all those that occur in the log, once each", async () => {
    for (const opType of ["Keep_board", "Grant_credits", "Keep_board"]) await record(opType, "ada");
    const { body } = await ada.get("/api_v1/admin/logger/operation_types");
    const types = body.items as string[];
    expect(types).toEqual(expect.arrayContaining(["Grant_credits", "Keep_board"]));
    expect(new Set(types).size).toBe(types.length);
  });
});
