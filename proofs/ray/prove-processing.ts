import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { promisify } from "node:util";
import type { Actor } from "../../apps/server/src/actor.ts";
import type { Config } from "../../apps/server/src/config.ts";
import type { OpenedClusters } from "../../apps/server/src/features/clusters/index.ts";
import { openData, openItems } from "../../apps/server/src/features/datasets/index.ts";
import { listUnreadParts } from "../../apps/server/src/features/datasets/index-part.store.ts";
import { readPart } from "../../apps/server/src/features/datasets/indexing/rows/read-part.ts";
import { commitRun } from "../../apps/server/src/features/datasets/indexing/runs/commit-run.ts";
import { finishRun as finishIndexing } from "../../apps/server/src/features/datasets/indexing/runs/finish-run.ts";
import { planRun } from "../../apps/server/src/features/datasets/indexing/runs/plan-run.ts";
import { createItemTables } from "../../apps/server/src/features/datasets/item-table.ts";
import { insertView } from "../../apps/server/src/features/datasets/views/view.store.ts";
import { removeFolder } from "../../apps/server/src/features/processing/attempts/end-attempt.ts";
import { finishRun } from "../../apps/server/src/features/processing/attempts/finish-run.ts";
import { followAttempt } from "../../apps/server/src/features/processing/attempts/follow-attempt.ts";
import { prepareAttempt } from "../../apps/server/src/features/processing/attempts/prepare-attempt.ts";
import { stopAttempt } from "../../apps/server/src/features/processing/attempts/stop-attempt.ts";
import { submitAttempt } from "../../apps/server/src/features/processing/attempts/submit-attempt.ts";
import { processingHandlers } from "../../apps/server/src/features/processing/index.ts";
import { outputFolder, workFolder } from "../../apps/server/src/features/processing/object-keys.ts";
import { provisionOwnProfile } from "../../apps/server/src/features/storage/index.ts";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import type { Log } from "../../apps/server/src/platform/observability/log.ts";
import { createObjectStorage } from "../../apps/server/src/platform/s3/object-storage.ts";
import { systemContext } from "../../apps/server/src/request-context.ts";
import { aUser } from "../../apps/server/src/testing/builders/a-user.ts";
import { anItemTable } from "../../apps/server/src/testing/builders/an-item-table.ts";
import { eventually } from "../../apps/server/src/testing/eventually.ts";

interface ProofContext {
  readonly config: Config;
  readonly db: Db;
  readonly log: Log;
  readonly clusters: OpenedClusters;
  readonly clusterId: string;
  readonly expect: (what: string, isTrue: boolean, found?: unknown) => void;
}

const SAMPLES = 60;
const PART_ITEMS = 20;
const clock = () => new Date();
const never = () => new AbortController().signal;
const run = promisify(execFile);

const box = (kind: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(kind, 4, "latin1");
  return Buffer.concat([head, body]);
};
/** As much of an MP4 file as its facts need. */
const aClip = (n: number): Buffer => {
  const times = Buffer.alloc(100);
  times.writeUInt32BE(1_000, 12);
  times.writeUInt32BE(1_000 + n, 16);
  const size = Buffer.alloc(84);
  size.writeUInt32BE(640 * 65_536, 76);
  size.writeUInt32BE(360 * 65_536, 80);
  const moov = box("moov", Buffer.concat([box("mvhd", times), box("trak", box("tkhd", size))]));
  return Buffer.concat([box("ftyp", Buffer.from("isom0000")), box("mdat", Buffer.alloc(2_000)), moov]);
};

const openRig = async ({ config, db, log }: ProofContext) => {
  const storage = createObjectStorage(config.s3);
  const data = openData({
    db,
    clock,
    log,
    storage,
    own: config.s3,
    queries: config.queries,
    storageOrigins: config.storageOrigins,
    secretKeys: config.secretKeys,
  });
  await provisionOwnProfile(data.stores, systemContext("proof", clock()));
  const items = openItems({ ...data, log, replica: config.replica });
  const close = async () => {
    await items.close();
    await data.close();
    await storage.close();
  };
  const itemTables = createItemTables(data.catalogue);
  return { data, itemTables, items, close };
};
type Rig = Awaited<ReturnType<typeof openRig>>;

const aView = async ({ data, itemTables }: Rig, db: Db, folder: string, ownerId: string): Promise<string> => {
  const clips = Array.from({ length: SAMPLES }, (_, n) => aClip(n));
  await data.storage.putObject(`${folder}clips.bin`, Buffer.concat(clips), { contentType: "application/octet-stream" });
  const { id: profileId } = await db.selectFrom("storage_profile").select("id").executeTakeFirstOrThrow();
  let offset = 0;
  const rows = clips.map((clip, n) => {
    const media = { object: `${folder}clips.bin`, media_offset: offset, media_bytes: clip.length };
    offset += clip.length;
    return { ...media, media_type: "video/mp4", caption: `clip ${n}`, seen: n, is_ok: n % 2 === 0, width: 640 };
  });
  const { datasetId, version } = await anItemTable({ db, itemTables }, { ownerId, profileId, items: rows });
  const id = randomUUID();
  await db.transaction().execute((tx) =>
    insertView(tx, {
      id,
      datasetId,
      name: "all",
      version,
      query: { filters: [], where: "", q: "" },
      orderBy: "",
      seed: 1,
      items: SAMPLES,
      requestKey: randomUUID(),
      createdBy: ownerId,
      at: clock(),
    }),
  );
  return id;
};

const openRuns = (
  { db, log, clusters, clusterId }: ProofContext,
  { data, items, itemTables }: Rig,
  actor: Actor,
  viewId: string,
) => {
  const deps = { ...data, replicas: items.deps.replicas, clusters, lookMs: { first: 500, most: 2_000 } };
  const handlers = processingHandlers({ db, items: items.deps, storage: data.storage }) as unknown as Record<
    string,
    // biome-ignore lint/suspicious/noExplicitAny: bodies are compared field by field.
    (given: object) => Promise<any>
  >;
  const call = (name: string, given: object) =>
    handlers[name]?.({ actor, context: { actor, requestId: randomUUID(), at: clock() }, ...given });
  const made: string[] = [];
  const submit = (runId: string) => submitAttempt(deps, { runId, attempt: 1 }, never());
  return {
    made,
    submit,
    start: async (template: string, parameters: object, resources: object = {}): Promise<string> => {
      const body = {
        name: `${template} ${randomUUID()}`,
        view_id: viewId,
        template,
        cluster_id: clusterId,
        parameters,
      };
      const all = { cpus: 0.5, gpus: 0, memory_bytes: 0, parallel: 2, max_hours: 1, ...resources };
      const { id } = await call("createProcessing", { body: { ...body, resources: all, request_key: randomUUID() } });
      await db.updateTable("processing_run").set({ part_items: PART_ITEMS }).where("id", "=", id).execute();
      made.push(id);
      await prepareAttempt(deps, { runId: id, attempt: 1 }, never());
      // Ray answers 500 until the agent that starts jobs is up.
      await eventually(() => submit(id).catch(() => undefined), 90_000);
      return id;
    },
    finish: async (runId: string) => {
      const followed = await followAttempt(deps, { runId, attempt: 1 }, AbortSignal.timeout(240_000));
      if (followed.outcome === "succeeded")
        await finishRun(deps, { runId, attempt: 1 }, { seen: followed.seen, requestId: "proof" });
      return call("getProcessing", { params: { id: runId } });
    },
    stop: (runId: string) =>
      stopAttempt({ ...deps, lookMs: { first: 1_500, most: 1_500 } }, { runId, attempt: 1 }, never()),
    /** Indexes a dataset as the worker would, and says what it has. */
    indexed: async (datasetId: string) => {
      const indexRuns = db.selectFrom("dataset_index_run").select("id").where("dataset_id", "=", datasetId);
      const { id } = await indexRuns.executeTakeFirstOrThrow();
      const beat = { signal: never(), check: async () => undefined };
      const indexing = { ...data, itemTables, log, readsMedia: true };
      await planRun(indexing, id, beat);
      for (const part of await listUnreadParts(db, id, 1_000)) await readPart(indexing, id, part, beat);
      await commitRun(indexing, id, beat);
      await finishIndexing(indexing, id, beat);
      const versions = db.selectFrom("dataset_version").selectAll().where("dataset_id", "=", datasetId);
      const { items: rows, faults, columns } = await versions.executeTakeFirstOrThrow();
      return { rows: Number(rows), faults: Number(faults), columns: JSON.stringify(columns) };
    },
  };
};

const proveCode = async ({ expect }: ProofContext): Promise<void> => {
  const cwd = path.resolve(import.meta.dirname, "../../ray");
  const tests = await run("python3", ["-m", "unittest", "discover", "-t", ".", "-s", "tests"], { cwd }).then(
    ({ stderr }) => ({ isFine: /\nOK\s*$/.test(stderr), stderr }),
    (error: unknown) => ({ isFine: false, stderr: String(error) }),
  );
  expect("the tests of the entry points pass", tests.isFine, tests.stderr);
};

/** Dataset views processed by jobs of a real Ray that read and write a real storage through signed addresses. */
export const proveProcessing = async (context: ProofContext): Promise<void> => {
  const { db } = context;
  await proveCode(context);
  const rig = await openRig(context);
  const folder = `ray-proof-${randomUUID()}/`;
  const user = await aUser(db);
  const actor = { userId: user.id, username: user.username, permissions: new Set() } as unknown as Actor;
  const runs = openRuns(context, rig, actor, await aView(rig, db, folder, user.id));
  try {
    await proveRuns(context, runs);
  } finally {
    const folders = runs.made.flatMap((id) => [outputFolder(id), workFolder(id)]);
    const datasets = await db.selectFrom("dataset").select("id").execute();
    folders.push(folder, ...datasets.map(({ id }) => rig.data.catalogue.folderKey(id)));
    for (const each of folders) await removeFolder(rig.data.storage, each);
    await rig.close();
  }
};

const proveRuns = async ({ expect }: ProofContext, runs: ReturnType<typeof openRuns>): Promise<void> => {
  const probe = await runs.start("probe", { columns: ["seen"], has_sha256: true });
  await runs.submit(probe);
  const probed = await runs.finish(probe);
  expect(
    "a view is probed by a job on Ray, in parts, and its cost is recorded",
    probed.status === "Finished" && probed.rows_out === SAMPLES && probed.items_failed === 0 && probed.cpu_seconds > 0,
    probed,
  );
  expect("the log of the job is kept", String(probed.attempt_list[0]?.log_tail).includes("DONE: 3 parts"), probed);
  const output = await runs.indexed(probed.output_dataset_id);
  expect(
    "its output is a dataset with the facts of every clip and no fault",
    output.rows === SAMPLES && output.faults === 0 && output.columns.includes("probed_duration_s"),
    output,
  );

  const [filter, features] = await Promise.all([
    runs.start("filter", { expression: "seen >= 30 and 'clip' in caption", columns: ["seen"] }),
    runs.start("features", { text_column: "caption", dimensions: 16 }),
  ]);
  const filtered = await runs.finish(filter);
  expect("a filter keeps what matches", filtered.status === "Finished" && filtered.rows_out === 30, filtered);
  const embedded = await runs.finish(features);
  const vectors = await runs.indexed(embedded.output_dataset_id);
  expect("features are a column of vectors", vectors.rows === SAMPLES && vectors.columns.includes('"vector"'), vectors);

  const wrong = await runs.start("filter", { expression: "import os" });
  const refused = await runs.finish(wrong).catch((error: unknown) => error);
  expect("an expression that is none fails the job", String(refused).includes("ended with an error"), refused);

  // A part holds all GPUs of the cluster, so that the job goes on for a while.
  const stuck = await runs.start("probe", {}, { gpus: 16, parallel: 2 });
  const stopped = await runs.stop(stuck);
  expect(
    "a job is stopped, and that was looked at",
    stopped.doubt === null && stopped.rayStatus === "STOPPED",
    stopped,
  );
};
