import { afterAll, afterEach, beforeAll } from "vitest";
import type { BatchOutcome, RunExportDeps } from "../../features/exports/run/export-batch.ts";
import { writeBatch } from "../../features/exports/run/write-batch.ts";
import { openLark } from "../../platform/lark/lark.ts";
import { createObjectStorage, type ObjectStorage } from "../../platform/s3/object-storage.ts";
import { aGrid } from "../builders/a-grid.ts";
import { aUser } from "../builders/a-user.ts";
import { aVideoPerformer } from "../builders/a-video-performer.ts";
import { anExport, type ExportOptions, readExport } from "../builders/an-export.ts";
import { type LarkServer, startLarkServer } from "../outsiders/lark-server.ts";
import { type TestDatabase, testConfig, testDatabase } from "../test-database.ts";

export interface ExportRig {
  readonly database: TestDatabase;
  readonly storage: ObjectStorage;
  readonly server: LarkServer;
  readonly deps: RunExportDeps;
  readonly userId: string;
  readonly aTask: (cells: number) => Promise<string>;
  readonly begin: (options: Omit<ExportOptions, "createdBy"> & { createdBy?: string }) => Promise<string>;
  readonly step: (id: string) => Promise<BatchOutcome>;
  /** Runs batches until the export ends. */
  readonly finish: (id: string) => Promise<BatchOutcome>;
}

const open = async (database: TestDatabase): Promise<ExportRig> => {
  const { db } = database;
  const storage = createObjectStorage(testConfig().s3);
  const server = await startLarkServer();
  const { appId, appSecret, url: baseUrl } = server;
  const lark = openLark({ appId, appSecret, baseUrl, retryMs: 1 });
  const deps = {
    db,
    storage,
    lark,
    clock: () => new Date(),
    publicOrigin: "https://dailies.test",
    partBytes: 5 * 1024 ** 2,
  };
  const { id: userId } = await aUser(db, { permissions: ["USE_VERSION_1_0"] });
  const performerId = await aVideoPerformer(db, { endpoint: "http://performer.test" });
  const step = async (id: string) => writeBatch(deps, { id, run: (await readExport(db, id)).run });
  return {
    database,
    storage,
    server,
    deps,
    userId,
    step,
    aTask: async (cells) => (await aGrid(db, { performerId, cells })).taskId,
    begin: (options) => anExport(db, { createdBy: userId, ...options }),
    finish: async (id) => {
      for (let steps = 0; steps < 200; steps++) {
        const outcome = await step(id);
        if (outcome !== "more") return outcome;
      }
      throw new Error("it did not end");
    },
  };
};

/** Exports without their workflow, on real storage and a separate Lark server. Call it at the top of a test file. */
export const exportRig = (): { readonly current: ExportRig } => {
  const database = testDatabase();
  let rig: ExportRig | undefined;
  const current = (): ExportRig => {
    if (!rig) throw new Error("the rig is there only while tests run");
    return rig;
  };
  beforeAll(async () => {
    rig = await open(database.current);
  });
  afterEach(() => {
    Object.assign(current().server.behaviour, { writeMs: 0, fault: () => undefined });
  });
  afterAll(async () => {
    await rig?.server.close();
    await rig?.storage.close();
  });
  return {
    get current() {
      return current();
    },
  };
};
