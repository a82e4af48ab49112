import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aBenchmark } from "../../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../../testing/builders/a-priced-performer.ts";
import { aGeneratedBenchmark } from "../../../testing/builders/an-evaluation.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { closeRun } from "./close-run.ts";

const app = runApp();
const anOwner = () => aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
const noticesOf = async (caller: Caller): Promise<unknown> =>
  (await caller.get("/api_v1/notification/list")).body.items;

describe("closing a run", () => {
  it("notifies the owner once, with how many cells failed", async () => {
    const owner = await anOwner();
    const { id } = await aGeneratedBenchmark(app.current, owner, { prompts: 2 });
    const { db, clock } = app.current;
    await sql`update benchmark_cell set status = 'Failed' where task_id = ${id} and row_index = 0`.execute(db);
    await closeRun(db, clock.now(), { taskId: id, run: 1 });
    await closeRun(db, clock.now(), { taskId: id, run: 1 });
    expect(await noticesOf(owner)).toMatchObject([
      { kind: "generation_finished", task: { id }, succeeded: 2, failed: 2 },
    ]);
  });

  it("does nothing while one of its jobs is unfinished", async () => {
    const owner = await anOwner();
    const { db, clock } = app.current;
    const benchmark = await aBenchmark(owner, { performerIds: [(await aPricedPerformer(db)).id] });
    await benchmark.generate();
    await closeRun(db, clock.now(), { taskId: benchmark.id, run: 1 });
    expect(await noticesOf(owner)).toEqual([]);
  });
});
