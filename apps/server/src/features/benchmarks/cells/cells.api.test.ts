import { randomUUID } from "node:crypto";
import type { AttemptItem, GridCell } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aBenchmark, type OpenBenchmark, openBenchmark, settleCells } from "../../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../../testing/builders/a-priced-performer.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
let rita: Caller;
let kenji: Caller;
let performerId: string;

beforeAll(async () => {
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  kenji = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  performerId = (await aPricedPerformer(app.current.db)).id;
});

const generated = async (prompts: readonly string[] = ["a", "b"]): Promise<OpenBenchmark> => {
  const benchmark = await aBenchmark(rita, { prompts, performerIds: [performerId] });
  await benchmark.generate();
  return benchmark;
};

const asMember = async (benchmark: OpenBenchmark): Promise<OpenBenchmark> => {
  const { revision } = await benchmark.detail();
  await rita.post(`/api_v1/task/update/${benchmark.id}`, { expect_revision: revision, members: [kenji.username] });
  return openBenchmark(kenji, benchmark.id);
};

const cellOf = async (benchmark: OpenBenchmark, row: number): Promise<{ cell: GridCell; attempts: AttemptItem[] }> => {
  const { status, body } = await benchmark.get("cell", `/${row}/0`);
  expect(status).toBe(200);
  return body as unknown as { cell: GridCell; attempts: AttemptItem[] };
};

describe("regenerate", () => {
  it("adds an attempt, gives up the one under way, and keeps every earlier one", async () => {
    const benchmark = await generated();
    expect(
      (await benchmark.regenerate(0, 0, { seed: { mode: "value", value: 42 }, reason: "six fingers" })).status,
    ).toBe(200);
    const { cell, attempts } = await cellOf(benchmark, 0);
    expect(cell).toMatchObject({ status: "Queued", attempt_count: 2 });
    expect(attempts.map(({ n, status, seed_requested, note }) => [n, status, seed_requested, note])).toEqual([
      [2, "Pending", 42, "six fingers"],
      [1, "Cancelled", expect.any(Number), ""],
    ]);
    expect(attempts[0]?.retry_of).toBe(attempts[1]?.id);
    const started = await app.current.db
      .selectFrom("outbox")
      .select("input")
      .where("workflow_type", "=", "performOne")
      .execute();
    expect(started.map(({ input }) => input)).toContainEqual(expect.objectContaining({ jobId: attempts[0]?.id }));
  });

  it("keeps the clip that counts while another is tried, with the same seed or a new one", async () => {
    const benchmark = await generated(["a"]);
    await settleCells(app.current.db, benchmark.id, "Succeeded");
    const first = (await cellOf(benchmark, 0)).attempts[0];
    await benchmark.regenerate(0, 0, { seed: { mode: "same" } });
    await settleCells(app.current.db, benchmark.id, "Succeeded");
    const again = await cellOf(benchmark, 0);
    expect(again.attempts[0]).toMatchObject({
      n: 2,
      seed_requested: first?.seed_requested,
      request_hash: first?.request_hash,
    });
    expect(again.attempts.map(({ is_counted }) => is_counted)).toEqual([false, true]);
    await benchmark.regenerate(0, 0, { seed: { mode: "new" } });
    const { attempts } = await cellOf(benchmark, 0);
    expect(attempts[0]?.seed_requested).not.toBe(first?.seed_requested);
    expect(attempts[0]?.request_hash).not.toBe(first?.request_hash);
  });

  it("of two people at once makes one attempt and refuses the other", async () => {
    const benchmark = await generated(["a"]);
    const kenjis = await asMember(benchmark);
    const answers = await Promise.all([
      benchmark.regenerate(0, 0),
      kenjis.regenerate(0, 0),
      benchmark.regenerate(0, 0),
      kenjis.regenerate(0, 0),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await cellOf(benchmark, 0)).attempts).toHaveLength(2);
    const under = await app.current.db
      .selectFrom("performer_task")
      .select("id")
      .where("task_id", "=", benchmark.id)
      .where("finished_at", "is", null)
      .execute();
    expect(under).toHaveLength(1);
  });

  it("of one form makes one attempt, however often it is sent", async () => {
    const benchmark = await generated(["a"]);
    const { revision: expect_revision } = await benchmark.detail();
    const form = { expect_revision, request_key: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => benchmark.regenerate(0, 0, form)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await benchmark.regenerate(0, 0, form)).status).toBe(200);
    expect((await cellOf(benchmark, 0)).attempts).toHaveLength(2);
  });

  it.each([
    ["without a body", {}],
    ["with an empty body of no type", { "content-length": "0" }],
    ["with an empty JSON body", { "content-type": "application/json", "content-length": "0" }],
    ["with an empty object", { "content-type": "application/json" }, "{}"],
  ])("takes a new seed when it is asked for %s", async (_how, headers, payload?: string) => {
    const benchmark = await generated(["a"]);
    await settleCells(app.current.db, benchmark.id, "Succeeded");
    const answer = await app.current.app.http.inject({
      method: "POST",
      url: `/api_v1/task/benchmark/regenerate_data/${benchmark.id}/0/0`,
      headers: { "sec-fetch-site": "same-origin", ...headers },
      cookies: rita.cookies,
      ...(payload !== undefined && { payload }),
    });
    expect([answer.statusCode, answer.payload]).toEqual([200, expect.any(String)]);
    const { attempts } = await cellOf(benchmark, 0);
    expect(attempts.map(({ n, status, note }) => [n, status, note])).toEqual([
      [2, "Pending", ""],
      [1, "Succeeded", ""],
    ]);
    expect(attempts[0]?.seed_requested).not.toBe(attempts[1]?.seed_requested);
  });

  it("refuses a revision that is not the current one, and people who are no members", async () => {
    const benchmark = await generated();
    const { revision } = await benchmark.detail();
    expect((await benchmark.regenerate(0, 0, { expect_revision: revision + 1 })).status).toBe(409);
    expect((await openBenchmark(kenji, benchmark.id).regenerate(0, 0)).status).toBe(403);
    expect((await cellOf(benchmark, 0)).attempts).toHaveLength(1);
  });

  it.each([
    "-1",
    "01",
    "00",
    "1.0",
    "1e1",
    "%31",
    "%2531",
    "0x1",
    "+1",
    "%201",
    "1%20",
    "2147483648",
    "99999999",
    "９",
    "%EF%BC%91",
    "1,0",
    "null",
    "NaN",
    "Infinity",
    "١",
    "1%00",
    "--1",
    "1_0",
    "0b1",
    "%2B0",
  ])("takes no index like %s", async (index) => {
    const benchmark = await hostile();
    const before = await countJobs();
    for (const [row, col] of [
      [index, "0"],
      ["0", index],
    ] as const) {
      expect((await benchmark.regenerate(inUrl(row), inUrl(col))).status).toBe(422);
    }
    expect(await countJobs()).toBe(before);
  });

  it("takes no index outside of the grid, and none at all", async () => {
    const benchmark = await hostile();
    expect((await benchmark.regenerate(2, 0)).body.detail).toBe("there is no row 2: the grid has 2, counted from 0");
    expect((await benchmark.regenerate(0, 1)).status).toBe(422);
    expect((await benchmark.regenerate(0, 0, { sample: 1 })).status).toBe(422);
    expect((await benchmark.regenerate("", 0)).status).toBe(422);
    expect((await benchmark.regenerate(0, "")).status).toBe(422);
  });

  const inUrl = (index: string): string => (/^[\x21-\x7e]*$/.test(index) ? index : encodeURIComponent(index));
  let shared: OpenBenchmark | undefined;
  const hostile = async (): Promise<OpenBenchmark> => (shared ??= await generated());
  const countJobs = async (): Promise<number> =>
    (await app.current.db.selectFrom("performer_task").select("id").execute()).length;
});

describe("retry, cancel and reset", () => {
  it("tries what failed or was cancelled again with the same input and seed, as one run, once a form", async () => {
    const benchmark = await generated(["a", "b", "c"]);
    await settleCells(app.current.db, benchmark.id, "Succeeded", [{ row: 0, col: 0 }]);
    await settleCells(app.current.db, benchmark.id, "Failed", [{ row: 1, col: 0 }]);
    expect((await benchmark.post("cancel", {})).body.progress).toMatchObject({
      succeeded: 1,
      failed: 1,
      cancelled: 1,
    });
    const form = { reason: "again", request_key: randomUUID() };
    const { status, body } = await benchmark.post("retry_failed", form);
    expect([status, body.progress]).toEqual([200, expect.objectContaining({ succeeded: 1, queued: 2 })]);
    expect((await benchmark.post("retry_failed", form)).status).toBe(200);
    const { attempts } = await cellOf(benchmark, 1);
    expect(attempts).toHaveLength(2);
    expect(attempts[0]).toMatchObject({
      seed_requested: attempts[1]?.seed_requested,
      request_hash: attempts[1]?.request_hash,
    });
    const nothing = await benchmark.post("retry_failed", { reason: "x", request_key: randomUUID() });
    expect([nothing.status, nothing.body.detail]).toEqual([409, "there are no failed or cancelled cells to retry"]);
  });

  it("cancels some cells or all of them", async () => {
    const benchmark = await generated(["a", "b", "c"]);
    const some = await benchmark.post("cancel", { cells: [{ row: 1, col: 0 }] });
    expect(some.body.progress).toMatchObject({ queued: 2, cancelled: 1 });
    expect((await benchmark.post("cancel", { cells: [{ row: 7, col: 0 }] })).status).toBe(422);
    expect((await benchmark.post("cancel", {})).body.progress).toMatchObject({ queued: 0, cancelled: 3 });
  });

  it("goes back to Init as long as nothing succeeded, and can begin again", async () => {
    const benchmark = await generated();
    await settleCells(app.current.db, benchmark.id, "Failed", [{ row: 0, col: 0 }]);
    const { status, body } = await benchmark.post("reset", undefined);
    expect([status, body.status, body.progress]).toEqual([
      200,
      "Init",
      expect.objectContaining({ total: 2, waiting: 2, queued: 0 }),
    ]);
    expect((await benchmark.change("add_rows", { rows: [{ inputs: { prompt: "c" } }] })).status).toBe(200);
    expect((await benchmark.generate()).progress).toMatchObject({ total: 3, queued: 3 });
    await settleCells(app.current.db, benchmark.id, "Succeeded", [{ row: 0, col: 0 }]);
    const late = await benchmark.post("reset", undefined);
    expect([late.status, (await benchmark.detail()).progress?.queued]).toEqual([409, 2]);
  });
});

describe("deciding about a cell", () => {
  it("leaves one out with a reason and takes it back as it stands", async () => {
    const benchmark = await generated();
    await settleCells(app.current.db, benchmark.id, "Succeeded", [{ row: 0, col: 0 }]);
    const out = await benchmark.post("exclude", { is_excluded: true, reason: "watermark" }, "/0/0");
    expect(out.body.progress).toMatchObject({ excluded: 1, queued: 1 });
    expect((await cellOf(benchmark, 0)).cell).toMatchObject({ status: "Excluded", excluded_reason: "watermark" });
    const back = await benchmark.post("exclude", { is_excluded: false, reason: "looked again" }, "/0/0");
    expect(back.body.progress).toMatchObject({ excluded: 0, succeeded: 1 });
    expect((await benchmark.post("exclude", { is_excluded: true, reason: "" }, "/0/0")).status).toBe(422);
  });

  it("pins a success by hand, and lets the rule decide again; the rule itself can change", async () => {
    const benchmark = await generated(["a"]);
    await settleCells(app.current.db, benchmark.id, "Succeeded");
    await benchmark.regenerate(0, 0);
    await settleCells(app.current.db, benchmark.id, "Succeeded");
    await benchmark.regenerate(0, 0);
    await settleCells(app.current.db, benchmark.id, "Failed");
    const [failed, second, first] = (await cellOf(benchmark, 0)).attempts;
    const counted = async () => (await cellOf(benchmark, 0)).attempts.find(({ is_counted }) => is_counted)?.n;
    const pin = (attempt_id: string | null | undefined) =>
      benchmark.post("pin", { attempt_id, reason: "better" }, "/0/0");
    expect(await counted()).toBe(1);
    expect((await pin(failed?.id)).status).toBe(409);
    expect((await pin(randomUUID())).status).toBe(404);
    expect([(await pin(second?.id)).status, await counted()]).toEqual([200, 2]);
    expect((await cellOf(benchmark, 0)).cell.is_pinned).toBe(true);
    expect([(await pin(null)).status, await counted()]).toEqual([200, 1]);
    await benchmark.change("update", { attempt_policy: "latest" });
    expect(await counted()).toBe(2);
    await pin(first?.id);
    await benchmark.change("update", { attempt_policy: "first_success" });
    await benchmark.change("update", { attempt_policy: "latest" });
    expect(await counted()).toBe(1);
  });
});
