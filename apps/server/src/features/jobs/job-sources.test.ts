import { JOB_KINDS, type JobKind, type JobStatus } from "@dailies/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { aCaller } from "../../testing/builders/a-caller.ts";
import { aGeneratedBenchmark, anEvaluation, prepareClips } from "../../testing/builders/an-evaluation.ts";
import { aCancellation } from "../../testing/builders/credits/a-cancellation.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const app = runApp();
const id = newId();
const AT = "2026-01-02T03:04:05Z";
const RUN = { id, status: "Running", created_at: AT, started_at: AT, created_by: id, started_by: id, version: 1 };

/** A row of each source table as far as its job depends on it, and what that job is. */
const ROWS: Readonly<Record<JobKind, readonly [table: string, row: object, status: JobStatus]>> = {
  generation: ["generation_run", { task_id: id, run: 2, restarts: 0, started_at: AT, finished_at: null }, "Running"],
  performer_call: [
    "performer_task",
    { id, source: "playground", status: "Expired", title: "a fox", failures: 2, queued_at: AT, finished_at: AT },
    "Failed",
  ],
  asset_ingest: ["asset_version", { asset_id: id, version: 3, status: "Quarantined", created_at: AT }, "Running"],
  row_import: ["benchmark_row_import", RUN, "Running"],
  clip_preparation: [
    "evaluation",
    { task_id: id, started_at: AT, clips_total: 4, clips_ready: 3, clips_failed: 1 },
    "Failed",
  ],
  export: ["export_job", { ...RUN, task_ids: [id], rows: "cells", target: { kind: "csv" }, run: 1 }, "Running"],
  dataset_index: ["dataset_index_run", { ...RUN, started_by: "nobody", table_try: 0 }, "Running"],
  dataset_export: ["dataset_export", { ...RUN, format: "csv" }, "Running"],
  package: ["package", { ...RUN, name: "night", number: 1, format: "MDS", status: "Verifying" }, "Running"],
  package_comparison: ["package_comparison", RUN, "Running"],
  data_comparison: ["data_experiment_comparison", { ...RUN, position: 2 }, "Running"],
  set_verification: ["viewer_verification", { ...RUN, uri: "s3://a/" }, "Running"],
  column_means: ["viewer_column_run", { ...RUN, uri: "s3://a/", column_name: "c" }, "Running"],
  label_fill: [
    "label_task",
    { id, name: "n", status: "Closed", fill_run: 1, owner_id: id, created_at: AT, updated_at: AT },
    "Cancelled",
  ],
  label_addition: ["label_addition", RUN, "Running"],
  label_prefill: ["label_prefill", { ...RUN, file_name: "captions.csv", status: "Uploading" }, "Waiting"],
  label_export: ["label_export", { ...RUN, format: "csv" }, "Running"],
  label_snapshot: ["dataset_column_set", { ...RUN, task_name: "t", name: "n" }, "Running"],
  label_report: [
    "label_report",
    { task_id: id, run: 1, status: "Failed", requested_by: id, requested_at: AT },
    "Failed",
  ],
  subscription_cancellation: [
    "provider_cancellation",
    { id, plan_id: id, mode: "now", state: "sending", attempts: 4, requested_at: AT, detail: "" },
    "Running",
  ],
  cluster_job: [
    "cluster_job",
    {
      id,
      cluster_id: id,
      job_key: "caption-1",
      entrypoint: "python c.py",
      status: "LOST",
      ordered_at: AT,
      ended_at: AT,
    },
    "Failed",
  ],
  service_deploy: [
    "inference_service_deploy",
    { service_id: id, number: 2, kind: "scale", status: "Waiting", created_by: "nobody", created_at: AT },
    "Waiting",
  ],
  processing: ["processing_run", { ...RUN, name: "probed", template: "probe", attempt: 2 }, "Running"],
};

it.each(JOB_KINDS)("a row of the source of %s is a job of that kind, and its table keeps it", async (kind) => {
  const { db } = app.current;
  const [table, row, status] = ROWS[kind];
  const { rows } = await sql<{ id: string; kind: string; status: string }>`
    select job.* from ${sql.raw(`job_of_${table}`)}(
      jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)) job`.execute(db);
  expect(rows[0]).toMatchObject({ id: expect.any(String), kind, status });
  const { rows: triggers } = await sql<{ does: string }>`
    select distinct substring(p.proname from '^(keep|forget)_(?:background|cluster)_jobs?$') as does
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = ${table}::regclass and p.proname ~ '^(keep|forget)_(background|cluster)_jobs?$'
    order by does`.execute(db);
  expect(triggers.map(({ does }) => does)).toEqual(["forget", "keep"]);
});

describe("jobs of real work", () => {
  const jobsOf = async (subjectId: string) =>
    (
      await app.current.db
        .selectFrom("background_job")
        .select(["kind", "status", "last_error"])
        .where("subject_id", "=", subjectId)
        .orderBy("kind")
        .execute()
    ).map(({ kind, status, last_error }) => [kind, status, last_error]);
  const anOwner = () => aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });

  it("a run of a grid is one job, which failed when a cell did", async () => {
    const { db } = app.current;
    const { id: taskId } = await aGeneratedBenchmark(app.current, await anOwner(), { prompts: 2 });
    expect(await jobsOf(taskId)).toEqual([["generation", "Running", null]]);
    await sql`update benchmark_cell set status = 'Failed' where task_id = ${taskId} and row_index = 0`.execute(db);
    await sql`update generation_run set finished_at = now() where task_id = ${taskId}`.execute(db);
    expect(await jobsOf(taskId)).toEqual([["generation", "Failed", "some cells of the grid failed"]]);
  });

  it("the clips of a judging are one job, until all of them are prepared", async () => {
    const { db } = app.current;
    const { id: taskId } = await anEvaluation(app.current, await anOwner(), {
      raters: [await anOwner()],
      isPrepared: false,
    });
    expect(await jobsOf(taskId)).toContainEqual(["clip_preparation", "Running", null]);
    await prepareClips(db, taskId);
    expect(await jobsOf(taskId)).toContainEqual(["clip_preparation", "Finished", null]);
  });

  it("the end of a subscription names no customer", async () => {
    const { db } = app.current;
    const made = await aCancellation(db, { mode: "now", providerRef: `sub_${newId()}` });
    await sql`update provider_cancellation set state = 'failed', problem = 'refused' where id = ${made.id}`.execute(db);
    const job = await db.selectFrom("background_job").selectAll().where("id", "=", made.id).executeTakeFirstOrThrow();
    expect(job).toMatchObject({ kind: "subscription_cancellation", status: "Failed", last_error: "refused" });
    expect(JSON.stringify(job)).not.toContain(made.email);
  });
});
