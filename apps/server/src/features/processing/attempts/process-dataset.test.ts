import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import type { MadeItem } from "../../../testing/builders/an-item-table.ts";
import { startRayServer } from "../../../testing/outsiders/ray-server.ts";
import { indexToEnd, runDataRig } from "../../../testing/rigs/data-rig.ts";
import { aClipDataset, aView } from "../../../testing/rigs/packages/package-rig.ts";
import { runProcessingRig } from "../../../testing/rigs/processing/processing-rig.ts";
import { useFeatureWorkers } from "../../../testing/rigs/run-worker.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { outputFolder, workFolder } from "../object-keys.ts";
import { processingTaskQueue, processingWorkflowId } from "../processing.rules.ts";
import { processDatasetActivities } from "./process-dataset.activities.ts";

const ray = await startRayServer();
const running = runApp((config) => ({ ...config, clusters: { trustedOrigins: [ray.url], sockets: [] } }));
const data = runDataRig(running);
const rig = runProcessingRig(running, data, ray);
const acts = () => processDatasetActivities(rig.current().deps);
const { taskQueue, temporal } = useFeatureWorkers(
  processingTaskQueue,
  () =>
    ({
      prepareProcessing: (input) => acts().prepareProcessing(input),
      submitProcessing: (input) => acts().submitProcessing(input),
      followProcessing: (input) => acts().followProcessing(input),
      failProcessing: (input) => acts().failProcessing(input),
    }) satisfies ReturnType<typeof processDatasetActivities>,
);
afterAll(() => ray.close());

const SAMPLES = 24;
const PART_ITEMS = 10;
let viewId = "";
beforeAll(async () => {
  const { ada } = rig.current();
  const item = (n: number): MadeItem => (n === 5 ? { object: null, media_bytes: null } : {});
  const clipOf = (n: number) => Buffer.concat([Buffer.from("\u001aEß£", "latin1"), Buffer.alloc(500 + n)]);
  const { datasetId } = await aClipDataset(data.current, ada, { samples: SAMPLES, clipOf, item });
  viewId = await aView(ada, datasetId);
});
beforeEach(() => ray.overrides.clear());

/** Starts the workflow of an attempt as the outbox would. */
const start = async (runId: string, attempt = 1) => {
  const { workflow } = await temporal.client();
  const workflowId = processingWorkflowId(runId, attempt);
  return workflow.start("processDataset", { taskQueue, workflowId, args: [{ runId, attempt, requestId: "r" }] });
};
/** A run in parts that are small enough for a test. */
const aRun = async (more: object = {}): Promise<string> => {
  const { status, body } = await rig.ask(viewId, more);
  expect([status, body]).toMatchObject([200, { status: "Waiting" }]);
  await sql`update processing_run set part_items = ${PART_ITEMS} where id = ${String(body.id)}`.execute(
    running.current.db,
  );
  return String(body.id);
};
const retry = async (id: string) =>
  (await rig.current().ada.post(`/api_v1/processing/retry/${id}`, { request_key: newId() })).body;

describe("the workflow of a processing run", () => {
  it("lists the items, submits one job, and registers what it wrote as a dataset that can be indexed", async () => {
    const id = await aRun({ parameters: { columns: ["score"], has_sha256: true } });
    const handle = await start(id);
    const job = await rig.submitted(id);
    expect(job).toMatchObject({
      submission_id: `dailies-processing-${id}-1`,
      entrypoint: "python -u -m dailies_processing",
      metadata: { owner: rig.current().ada.username, template: "probe" },
    });
    expect(ray.packages.has(job.runtime_env.working_dir.replace("gcs://", ""))).toBe(true);
    const { accessKeyId, secretAccessKey } = running.current.config.s3;
    expect(JSON.stringify({ ...job, runtime_env: {} })).not.toContain("X-Amz-");
    expect(JSON.stringify(job)).not.toContain(secretAccessKey);
    expect(accessKeyId.length).toBeGreaterThan(0);
    await rig.perform(job, 1);
    await expect.poll(async () => (await rig.detailOf(id)).parts_done, { timeout: 20_000 }).toBe(1);
    expect(await rig.detailOf(id)).toMatchObject({ status: "Running", phase: "processing", parts_total: 3 });
    await rig.perform(job);
    const printed = ["part 0: 10 rows", "DONE: 3 parts", "read https://s3/x?X-Amz-Signature=canary", ray.token];
    ray.logs.set(job.submission_id, `${printed.join("\n")}\n`);
    rig.end(job, "SUCCEEDED");
    await handle.result();
    const done = await rig.detailOf(id);
    expect(done).toMatchObject({
      status: "Finished",
      phase: null,
      items_total: SAMPLES - 1,
      parts_done: 3,
      rows_out: SAMPLES - 1,
      items_failed: 0,
      error: null,
      attempt_list: [{ status: "Finished", ray_status: "SUCCEEDED", parts_done: 3 }],
    });
    expect(done.cpu_seconds).toBeGreaterThan(0);
    expect(done.attempt_list[0]?.log_tail).toContain("DONE: 3 parts");
    for (const secret of ["canary", ray.token]) expect(JSON.stringify(done)).not.toContain(secret);
    expect(await rig.keysOf(workFolder(id))).toEqual([]);
    expect(await rig.keysOf(outputFolder(id))).toHaveLength(3);
    const { db } = running.current;
    const output = String(done.output_dataset_id);
    const indexing = await db
      .selectFrom("dataset_index_run")
      .select("id")
      .where("dataset_id", "=", output)
      .executeTakeFirstOrThrow();
    expect(await indexToEnd(data.current, indexing.id)).toBe("published");
    const { body } = await rig.current().ada.post(`/api_v1/dataset/${output}/items`, {
      columns: ["source_ordinal", "container", "clip_bytes", "score"],
      page_size: 3,
    });
    expect(body).toMatchObject({ total: SAMPLES - 1 });
    expect(body.items).toMatchObject([
      { values: { source_ordinal: 0, container: "Matroska", clip_bytes: 504, score: 0 }, fault: null },
      { values: { source_ordinal: 1, clip_bytes: 505, score: 0.125 }, fault: null },
      { values: { source_ordinal: 2 } },
    ]);
  });

  it("fails with the end of the log, and the next attempt does only the parts that are missing", async () => {
    const id = await aRun({ template: "filter", parameters: { expression: "width == 640", columns: ["seen"] } });
    const first = await start(id);
    const job = await rig.submitted(id);
    await rig.perform(job, 2);
    ray.logs.set(job.submission_id, "part 2 failed: the clip: storage answered 500\n");
    rig.end(job, "FAILED", { error_type: "JOB_ENTRYPOINT_COMMAND_ERROR", driver_exit_code: 2 });
    await first.result();
    const failed = await rig.detailOf(id);
    expect(failed).toMatchObject({
      status: "Failed",
      fault: "job_failed",
      error: "the job ended with an error; the end of its log says more",
      parts_done: 2,
      attempt_list: [{ status: "Failed", parts_done: 2, log_tail: "part 2 failed: the clip: storage answered 500\n" }],
      may_retry: true,
    });
    expect(await retry(id)).toMatchObject({ attempts: 2, status: "Waiting", error: null });
    const second = await start(id, 2);
    const again = await rig.submitted(id, 2);
    expect(again.submission_id).not.toBe(job.submission_id);
    await rig.perform(again);
    rig.end(again, "SUCCEEDED");
    await second.result();
    expect(await rig.detailOf(id)).toMatchObject({
      status: "Finished",
      rows_out: SAMPLES,
      attempt_list: [
        { number: 2, status: "Finished", parts_done: 1 },
        { number: 1, status: "Failed", parts_done: 2 },
      ],
    });
  });

  it("stops the job when it is cancelled, and says so when the job was lost or stopped by others", async () => {
    const { ada } = rig.current();
    const cancelled = await aRun();
    const handle = await start(cancelled);
    const job = await rig.submitted(cancelled);
    expect((await ada.post(`/api_v1/processing/cancel/${cancelled}`, {})).body.is_cancelling).toBe(true);
    await handle.result();
    expect(await rig.detailOf(cancelled)).toMatchObject({
      status: "Cancelled",
      error: null,
      is_cancelling: false,
      attempt_list: [{ status: "Cancelled", ray_status: "STOPPED" }],
    });
    expect(ray.jobs.find(({ submission_id }) => submission_id === job.submission_id)?.status).toBe("STOPPED");

    const lost = await aRun();
    const losing = await start(lost);
    const forgotten = await rig.submitted(lost);
    ray.jobs = ray.jobs.filter(({ submission_id }) => submission_id !== forgotten.submission_id);
    await losing.result();
    expect(await rig.detailOf(lost)).toMatchObject({ status: "Failed", fault: "job_lost" });

    const stopped = await aRun();
    const stopping = await start(stopped);
    rig.end(await rig.submitted(stopped), "STOPPED");
    await stopping.result();
    expect(await rig.detailOf(stopped)).toMatchObject({ status: "Failed", fault: "job_stopped" });
  });

  it("waits for a cluster that does not answer, and refuses an output that is not whole", async () => {
    const id = await aRun();
    const handle = await start(id);
    const job = await rig.submitted(id);
    ray.overrides.set("/api/jobs/", (_, response) => response.writeHead(500).end("Traceback …"));
    await expect.poll(async () => (await rig.detailOf(id)).silent_since, { timeout: 20_000 }).not.toBeNull();
    ray.overrides.clear();
    await expect.poll(async () => (await rig.detailOf(id)).silent_since, { timeout: 20_000 }).toBeNull();
    await rig.perform(job);
    const { storage } = rig.current().deps;
    await storage.putObject(`${outputFolder(id)}part-00001.parquet`, Buffer.from("cut"), { contentType: "x/y" });
    rig.end(job, "SUCCEEDED");
    await handle.result();
    expect(await rig.detailOf(id)).toMatchObject({
      status: "Failed",
      fault: "output_incomplete",
      error: "part 1 of the output is missing or not whole",
    });
  });

  it("ends when nothing can be processed, and finds a job that was submitted before", async () => {
    const none = await aRun({ template: "filter", parameters: { expression: "width > 9000" } });
    const handle = await start(none);
    const job = await rig.submitted(none);
    await rig.perform(job);
    rig.end(job, "SUCCEEDED");
    await handle.result();
    expect(await rig.detailOf(none)).toMatchObject({ status: "Failed", fault: "nothing_to_process", rows_out: null });

    const gone = await aRun();
    const { db } = running.current;
    await sql`update dataset set deleted_at = now() from processing_run r
      where dataset.id = r.dataset_id and r.id = ${gone}`.execute(db);
    await (await start(gone)).result();
    expect(await rig.detailOf(gone)).toMatchObject({ status: "Failed", fault: "unexpected", items_total: null });
    await sql`update dataset set deleted_at = null`.execute(db);

    const found = await aRun();
    ray.add({ submission_id: `dailies-processing-${found}-1`, status: "FAILED", driver_exit_code: 3 });
    await (await start(found)).result();
    expect(ray.submissions.some(({ metadata }) => metadata.run === found)).toBe(false);
    expect(await rig.detailOf(found)).toMatchObject({ status: "Failed", fault: "out_of_time" });
  });
});
