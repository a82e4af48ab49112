import { expect, it } from "vitest";
import { aPricedPerformer } from "../../testing/builders/a-priced-performer.ts";
import { aUser } from "../../testing/builders/a-user.ts";
import { testDatabase } from "../../testing/test-database.ts";
import { announceTask } from "../events/index.ts";
import { listUsersById } from "../users/index.ts";
import { provisionDemoTasks } from "./demo-tasks.ts";
import { TASK_KIND_ACTS } from "./task-kinds.ts";

const database = testDatabase();

it("the demo seed creates its tasks once, with nothing generated", async () => {
  const { db } = database.current;
  await aPricedPerformer(db);
  const { id } = await aUser(db, { permissions: ["USE_VERSION_1_0"] });
  const [owner] = await listUsersById(db, [id]);
  if (!owner) throw new Error("the owner was not made");
  const deps = { db, clock: () => new Date(), kinds: TASK_KIND_ACTS, hasJudgements: async () => false, announceTask };
  expect(await provisionDemoTasks(deps, owner, "seed-1")).toBe(4);
  expect(await provisionDemoTasks(deps, owner, "seed-2")).toBe(0);
  const tasks = await db.selectFrom("console_task").select(["kind", "status"]).orderBy("id").execute();
  expect(tasks.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    "Benchmark Init",
    "Benchmark Init",
    "DataProcessing Init",
    "Evaluation Init",
  ]);
  expect(await db.selectFrom("performer_task").select("id").execute()).toEqual([]);
});
