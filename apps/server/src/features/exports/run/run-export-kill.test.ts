import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aGrid } from "../../../testing/builders/a-grid.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { aVideoPerformer } from "../../../testing/builders/a-video-performer.ts";
import { anExport, readExport } from "../../../testing/builders/an-export.ts";
import { eventually } from "../../../testing/eventually.ts";
import { LarkBase } from "../../../testing/outsiders/lark-base.ts";
import { type LarkServer, startLarkServer } from "../../../testing/outsiders/lark-server.ts";
import { killableWorkers, killWorker } from "../../../testing/rigs/killable-workers.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { startRun } from "../create-export.ts";

const database = testDatabase();
let server: LarkServer;

beforeAll(async () => {
  server = await startLarkServer();
});
afterAll(async () => {
  await server.close();
});

const workers = killableWorkers(() => database.current.url, "export-kill");
const startWorker = () =>
  workers.start({
    DAILIES_LARK_APP_ID: server.appId,
    DAILIES_LARK_APP_SECRET: server.appSecret,
    DAILIES_LARK_BASE_URL: server.url,
  });

/** The table is written, and the worker is killed before the reply arrives. */
const replaceWorker = async (): Promise<void> => {
  const worker = workers.started.at(-1);
  if (!worker) throw new Error("there is no worker");
  await killWorker(worker);
  void startWorker();
};

describe("an export of 5,000 rows whose worker is killed twice between a call and its note", () => {
  it("has no row twice and none missing, written by one at a time", async () => {
    const { db } = database.current;
    const base = new LarkBase("Results");
    server.bases.set("basKILL", base);
    const performerId = await aVideoPerformer(db, { endpoint: "http://performer.test" });
    const { taskId } = await aGrid(db, { performerId, cells: 5_000 });
    const user = await aUser(db, { permissions: ["USE_VERSION_1_0"] });
    const link = "https://x.feishu.cn/base/basKILL";
    const id = await anExport(db, {
      createdBy: user.id,
      taskIds: [taskId],
      target: { kind: "lark", link, table_id: null, table_name: "Out", mapping: [], updates_in_place: true },
    });
    let creates = 0;
    // The first write creates the table, the others add rows.
    server.behaviour.afterWrite = async (write) => {
      creates = write - 1;
      if (creates === 4 || creates === 8) await replaceWorker();
    };
    await db.transaction().execute((tx) => startRun(tx, newId(), id, 1));
    await startWorker();
    const job = await eventually(async () => {
      const now = await readExport(db, id);
      return now.status === "Waiting" || now.status === "Running" ? undefined : now;
    }, 280_000);
    expect(job).toMatchObject({ status: "Finished", rowsDone: 5_000, rowsTotal: 5_000, run: 1 });
    const records = base.recordsOf([...base.tables.keys()][0] ?? "");
    expect(records).toHaveLength(5_000);
    expect(new Set(records.map((record) => record["Dailies key"])).size).toBe(5_000);
    expect(records.map(({ Row }) => Row)).toEqual(Array.from({ length: 5_000 }, (_, n) => n + 1));
    expect([workers.started.length, creates, server.counts.conflicts]).toEqual([3, 10, 0]);
  }, 300_000);
});
