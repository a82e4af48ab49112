import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aBenchmark, type OpenBenchmark } from "../../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../../testing/builders/a-priced-performer.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
const [ROWS, SAMPLES] = [110, 20];
const CELLS = ROWS * SAMPLES;
let rita: Caller;
let performerId: string;
let benchmark: OpenBenchmark;

beforeAll(async () => {
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  performerId = (await aPricedPerformer(app.current.db)).id;
  const prompts = Array.from({ length: ROWS }, (_, row) => `"take" \\ ${row}`);
  benchmark = await aBenchmark(rita, { prompts, performerIds: [performerId], samples: SAMPLES });
});

const listTold = async () => {
  const { db } = app.current;
  const topic = `task:${benchmark.id}`;
  const rows = await db.deleteFrom("event_outbox").where("topic", "=", topic).returning("payload").execute();
  return rows.map(({ payload }) => payload);
};

const listPending = () =>
  app.current.db
    .selectFrom("performer_task as p")
    .innerJoin("benchmark_cell as c", "c.latest_attempt_id", "p.id")
    .select(["c.row_index", "c.sample", "p.title", "p.resolved_input", "p.partition", "p.run", "p.request_key"])
    .where("p.task_id", "=", benchmark.id)
    .where("p.status", "=", "Pending")
    .execute();

const expectPartitionsOf500 = (calls: readonly { readonly partition: number | null }[]): void => {
  const sizes = [...Map.groupBy(calls, ({ partition }) => partition).values()].map((group) => group.length);
  expect(sizes.toSorted((a, b) => b - a)).toEqual([500, 500, 500, 500, 200]);
};

describe("more cells than are told one by one", () => {
  it("are made with what their rows and columns say", async () => {
    expect(await benchmark.generate()).toMatchObject({ progress: { total: CELLS, queued: CELLS } });
    const calls = await listPending();
    expect(calls).toHaveLength(CELLS);
    expect(new Set(calls.map(({ row_index, sample }) => `${row_index},${sample}`)).size).toBe(CELLS);
    for (const { row_index, title, resolved_input } of calls) {
      const prompt = `"take" \\ ${row_index}`;
      expect(title).toBe(prompt);
      expect(resolved_input).toEqual({ prompt, seconds: 4, size: "640x360" });
    }
    expectPartitionsOf500(calls);
  });

  it("end together when they are cancelled, and watchers are told once to read again", async () => {
    await listTold();
    const { status, body } = await benchmark.post("cancel", {});
    expect(status).toBe(200);
    expect(body).toMatchObject({ progress: { total: CELLS, cancelled: CELLS }, spend: { estimated_micros: 0 } });
    expect(await listTold()).toEqual([{ is_reset: true }]);
  });

  it("are tried again as one run, which the same form begins once", async () => {
    const form = { reason: "again", request_key: randomUUID() };
    expect((await benchmark.post("retry_failed", form)).body).toMatchObject({ progress: { queued: CELLS } });
    expect(await listTold()).toEqual([{ is_reset: true }]);
    expect((await benchmark.post("retry_failed", form)).body).toMatchObject({ progress: { queued: CELLS } });
    const calls = await listPending();
    expect(calls).toHaveLength(CELLS);
    expect(new Set(calls.map(({ run }) => run))).toEqual(new Set([2]));
    expect(calls.filter(({ request_key }) => request_key === form.request_key)).toHaveLength(1);
    expectPartitionsOf500(calls);
  });
});

describe("what cells and calls stand for", () => {
  const remove = (table: string, id: string): Promise<unknown> =>
    sql`delete from ${sql.table(table)} where id = ${id}`.execute(app.current.db);

  it("cannot be removed from under them", async () => {
    const { db } = app.current;
    const cell = await db
      .selectFrom("benchmark_cell")
      .select(["row_id", "column_id"])
      .where("task_id", "=", benchmark.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    await expect(remove("benchmark_row", cell.row_id)).rejects.toThrow("still has cells");
    await expect(remove("benchmark_column", cell.column_id)).rejects.toThrow("still has cells");
    const taskId = benchmark.id;
    await expect(sql`delete from benchmark where task_id = ${taskId}`.execute(db)).rejects.toThrow("still has cells");
    await expect(sql`delete from benchmark_cell where task_id = ${taskId}`.execute(db)).rejects.toThrow("has attempts");
    const other = await aPricedPerformer(db);
    await remove("performer", other.id);
    await expect(remove("performer", performerId)).rejects.toThrow(/still has calls|benchmark_column/);
  });
});

describe("a reset of many cells", () => {
  it("takes all of them back and leaves their calls in the history", async () => {
    await listTold();
    expect((await benchmark.post("reset", undefined)).body).toMatchObject({
      status: "Init",
      progress: { waiting: CELLS },
    });
    expect(await listTold()).toEqual([{ is_reset: true }]);
    const calls = await app.current.db
      .selectFrom("performer_task")
      .select(["status", "cell_id", "attempt_n"])
      .where("task_id", "=", benchmark.id)
      .execute();
    expect(calls).toHaveLength(2 * CELLS);
    expect(new Set(calls.map((call) => JSON.stringify(Object.values(call))))).toEqual(
      new Set([JSON.stringify(["Cancelled", null, null])]),
    );
    expect((await benchmark.detail()).progress).toMatchObject({ total: CELLS, waiting: CELLS });
  });
});
