import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { OpenedData } from "../../features/datasets/index.ts";
import { openData } from "../../features/datasets/index.ts";
import { listUnreadParts } from "../../features/datasets/index-part.store.ts";
import { findLivingRun } from "../../features/datasets/index-run.store.ts";
import type { Beat, IndexingDeps } from "../../features/datasets/indexing/indexing-deps.ts";
import { readPart } from "../../features/datasets/indexing/rows/read-part.ts";
import { commitRun } from "../../features/datasets/indexing/runs/commit-run.ts";
import { finishRun } from "../../features/datasets/indexing/runs/finish-run.ts";
import { planRun } from "../../features/datasets/indexing/runs/plan-run.ts";
import { createItemTables } from "../../features/datasets/item-table.ts";
import { openReplicas } from "../../features/datasets/items/replica/open-replicas.ts";
import type { Replicas } from "../../features/datasets/items/replica/replica.ts";
import { provisionOwnProfile } from "../../features/storage/index.ts";
import { newId } from "../../platform/ids.ts";
import { createObjectStorage, type ObjectStorage } from "../../platform/s3/object-storage.ts";
import { programContext } from "../../request-context.ts";
import type { Caller } from "../builders/a-caller.ts";
import { captureLog } from "../captured-log.ts";
import type { RunningApp } from "./start-app.ts";

export interface DataRig extends IndexingDeps {
  readonly data: OpenedData & Pick<IndexingDeps, "itemTables">;
  /** This file's own folder in the datasets bucket. */
  readonly folder: string;
  readonly uriOf: (path: string) => string;
}

export const steadyBeat = (): Beat => ({ signal: new AbortController().signal, check: async () => undefined });

/** Dependencies of indexing on the running engines; removes the objects it created. Call it at the top of a test file. */
export const runDataRig = (running: { readonly current: RunningApp }): { readonly current: DataRig } => {
  let rig: DataRig | undefined;
  let storage: ObjectStorage | undefined;
  beforeAll(async () => {
    const { db, clock, config } = running.current;
    const { secretKeys, storageOrigins, queries } = config;
    const { log } = captureLog();
    storage = createObjectStorage(config.s3);
    const opened = openData({
      db,
      clock: clock.now,
      log,
      storage,
      own: config.s3,
      queries,
      storageOrigins,
      secretKeys,
    });
    const data = { ...opened, itemTables: createItemTables(opened.catalogue) };
    const folder = `test-${newId()}/`;
    await provisionOwnProfile(data.stores, programContext("test", "rig", clock.now()));
    const uriOf = (path: string): string => `s3://${config.s3.datasetsBucket}/${folder}${path}`;
    rig = { ...data, data, folder, uriOf, log, readsMedia: true };
  });
  afterAll(async () => {
    if (!rig) return;
    const datasets = await rig.db.selectFrom("dataset").select("id").execute();
    const prefixes = [rig.folder, ...datasets.map(({ id }) => rig?.catalogue.folderKey(id) ?? "")];
    for (const prefix of prefixes) await removeAll(rig, prefix);
    await rig.data.close();
    await storage?.close();
  });
  return {
    get current() {
      if (!rig) throw new Error("the rig is there only while tests run");
      return rig;
    },
  };
};

const removeAll = async ({ storage }: Pick<DataRig, "storage">, prefix: string): Promise<void> => {
  for (;;) {
    const objects = await storage.listObjects(prefix, { limit: 1_000 });
    if (objects.length === 0) return;
    await storage.deleteObjects(objects.map(({ key }) => key));
  }
};

/** Registers a set that was put into the rig's folder and indexes it; returns the id of the dataset. */
export const indexNewDataset = async (rig: DataRig, owner: Caller, path: string): Promise<string> => {
  const body = { uri: rig.uriOf(path), name: `set ${newId()}`, request_key: newId() };
  const id = String((await owner.post("/api_v1/dataset/create", body)).body.id);
  const outcome = await indexToEnd(rig, (await findLivingRun(rig.db, id))?.id ?? "");
  if (outcome !== "published") throw new Error(`the dataset was not indexed: ${outcome}`);
  return id;
};

/** Replicas in a folder of their own, as each worker has them. */
export const openRigReplicas = async (
  { data, log }: DataRig,
  { config }: Pick<RunningApp, "config">,
): Promise<{ readonly replicas: Replicas; readonly close: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), "dailies-replicas-"));
  const { diskBytes, memoryBytes, threads } = config.replica;
  const replicas = openReplicas({ ...data, folder, limitBytes: diskBytes, memoryBytes, threads, log });
  return {
    replicas,
    close: async () => {
      await replicas.close();
      await rm(folder, { recursive: true });
    },
  };
};

/** Runs the workflow's steps in sequence, without Temporal. */
export const indexToEnd = async (deps: IndexingDeps, runId: string): Promise<string> => {
  const beat = steadyBeat();
  const plan = await planRun(deps, runId, beat);
  if (plan !== "planned") return plan;
  for (let round = 0; round < 10; round++) {
    for (const part of await listUnreadParts(deps.db, runId, 10_000)) await readPart(deps, runId, part, beat);
    const committed = await commitRun(deps, runId, beat);
    const outcome = committed === "committed" ? await finishRun(deps, runId, beat) : committed;
    if (outcome === "published" || outcome === "over") return outcome;
  }
  return "again and again";
};
