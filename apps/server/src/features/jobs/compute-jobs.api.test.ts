import type { JobDetail, JobItem, JobRates } from "@dailies/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../platform/ids.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aCluster, aClusterJob } from "../../testing/builders/jobs/a-cluster-job.ts";
import { anExportJob } from "../../testing/builders/jobs/an-export-job.ts";
import { type RayServer, startRayServer } from "../../testing/outsiders/ray-server.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";

const JOB = "/api_v1/admin/job";
const ray: RayServer = await startRayServer();
const app = runApp((config) => ({ ...config, clusters: { trustedOrigins: [ray.url], sockets: [] } }));
let admin: Caller;
/** One who holds the code and may see nothing of compute. */
let outsider: Caller;
beforeAll(async () => {
  admin = await aCaller(app.current, { permissions: ["ADMIN_MANAGE_R"] });
  outsider = await aCaller(app.current, { permissions: ["ADMIN_MANAGE_R"], role: "labeler" });
});
afterAll(() => ray.close());

const search = async (body: object, by: Caller = admin): Promise<JobItem[]> =>
  (await by.post(`${JOB}/search`, body)).body.items as JobItem[];
const detailOf = async (id: string): Promise<JobDetail> =>
  (await admin.get(`${JOB}/detail/${id}`)).body as unknown as JobDetail;
const cancel = async (ids: string[]) => {
  const counted_at = new Date(Date.now() + 60_000).toISOString();
  return (await admin.post(`${JOB}/cancel`, { ids, counted_at })).body;
};
const updateJob = (id: string, change: string) =>
  sql`update cluster_job set ${sql.raw(change)} where id = ${id}`.execute(app.current.db);

/** A service of the administrator with one deploy that has failed, without a cluster that answers. */
const aFailedDeploy = async (kind = "create"): Promise<{ serviceId: string; name: string }> => {
  const { db } = app.current;
  const [serviceId, clusterId] = [newId(), await aCluster(db)];
  const name = `s-${serviceId}`;
  await sql`insert into inference_service (id, name, kind, template, model, cluster_id, deploy_number, request_key, owner_id,
      owner, created_at, updated_at)
    values (${serviceId}, ${name}, 'Ray Serve', 'custom', '', ${clusterId}, 1, ${newId()}, ${admin.id}, ${admin.username},
      now(), now())`.execute(db);
  await sql`insert into inference_service_state (service_id) values (${serviceId})`.execute(db);
  const config = {
    import_path: "captioner.serve:app",
    route_prefix: `/${name}`,
    working_dir: null,
    args: {},
    deployments: [],
    env: [
      { name: "HF_TOKEN", value: "canary" },
      { name: "MODE", value: "fast" },
    ],
  };
  await sql`insert into inference_service_deploy (service_id, number, kind, status, config, message, request_key, created_by,
      created_at, ended_at)
    values (${serviceId}, 1, ${kind}, 'Failed', ${JSON.stringify(config)}, 'Ray Serve refused: no route', ${newId()},
      ${admin.username}, now() - interval '1 hour', now())`.execute(db);
  return { serviceId, name };
};

describe("a job of a Ray cluster", () => {
  it("is found with its cluster, its owner and what went wrong", async () => {
    const { db } = app.current;
    const clusterId = await aCluster(db);
    const key = `caption-${newId()}`;
    const id = await aClusterJob(db, { clusterId, key, owner: admin.username, status: "PENDING" });
    expect(await search({ text: key })).toMatchObject([
      { id, kind: "cluster_job", status: "Waiting", subject_id: clusterId, owner: admin.username, acts: ["cancel"] },
    ]);
    await updateJob(id, "status = 'RUNNING'");
    await updateJob(id, "log_read_at = now()");
    await updateJob(id, "status = 'FAILED', ended_at = now(), message = 'exit code 1', error_type = 'E'");
    const [job] = await search({ id: clusterId, kinds: ["cluster_job"] });
    expect(job).toMatchObject({ status: "Failed", last_error: "E: exit code 1", acts: [] });
    const { timeline } = await detailOf(id);
    expect(timeline.map(({ status }) => status)).toEqual(["Waiting", "Running", "Failed"]);
    await sql`delete from cluster_job where id = ${id}`.execute(db);
    expect(await search({ text: key })).toEqual([]);
  });

  it("shows its masked payload and the end of its log without colours, and has no workflow", async () => {
    const { db } = app.current;
    const clusterId = await aCluster(db);
    const id = await aClusterJob(db, { clusterId, status: "FAILED", message: "it broke" });
    const before = await detailOf(id);
    expect(before).toMatchObject({ execution: null, log: null, payload: { entrypoint: "python caption.py" } });
    expect(JSON.stringify(before)).not.toContain("canary");
    const tail = `${Array.from({ length: 150 }, (_, at) => `step ${at}`).join("\n")}\n\u001b[31m<b>Error</b>\u001b[0m\n`;
    await sql`insert into cluster_job_log (job_id, cluster_id, tail, is_truncated, read_at, changed_at)
      values (${id}, ${clusterId}, ${tail}, false, now(), now())`.execute(db);
    const { log } = await detailOf(id);
    expect(log).toMatchObject({ is_whole: false });
    expect([log?.lines.length, log?.lines.at(-1)]).toEqual([100, "<b>Error</b>"]);
  });

  it("is stopped from the list, unless it holds many GPUs or its cluster is down", async () => {
    const { db } = app.current;
    const clusterId = await aCluster(db, { address: ray.url });
    await admin.post(`/api_v1/ray/cluster/update/${clusterId}`, {
      name: `Lab ${clusterId}`,
      address: ray.url,
      token: ray.token,
      expect_revision: 1,
    });
    const key = `stop-${newId()}`;
    ray.add({ submission_id: key });
    const small = await aClusterJob(db, { clusterId, key });
    const large = await aClusterJob(db, { clusterId, gpus: 9 });
    const lost = await aClusterJob(db, { clusterId: await aCluster(db, { failures: 9 }) });
    const reply = await cancel([small, large, lost]);
    expect(reply).toMatchObject({ done: 1 });
    const reasons = (reply.refused as { reason: string }[]).map(({ reason }) => reason).join();
    expect(reasons).toContain("stop it on its own page");
    expect(reasons).toContain("does not answer");
    expect(ray.jobs.find(({ submission_id }) => submission_id === key)?.status).toBe("STOPPED");
    const { items } = await listOperations(db, `cluster-job:${small}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Stop_cluster_job", user_name: admin.username }]);
  });
});

describe("a deploy of a service", () => {
  it("is found, shows no variable that is named like a secret, and is deployed again by a retry", async () => {
    const { db } = app.current;
    const { serviceId, name } = await aFailedDeploy();
    const [job] = await search({ id: serviceId });
    expect(job).toMatchObject({
      kind: "service_deploy",
      title: `${name} · create #1`,
      status: "Failed",
      last_error: "Ray Serve refused: no route",
      acts: ["retry"],
    });
    const { payload } = await detailOf(String(job?.id));
    expect(payload).toMatchObject({ service: name, config: { env: { HF_TOKEN: "••••••", MODE: "fast" } } });
    const counted_at = new Date(Date.now() + 60_000).toISOString();
    const retry = () => admin.post(`${JOB}/retry`, { ids: [job?.id], counted_at });
    expect((await retry()).body).toMatchObject({ done: 1, refused: [] });
    expect((await search({ id: serviceId })).map(({ title, status }) => [title, status])).toEqual([
      [`${name} · update #2`, "Waiting"],
      [`${name} · create #1`, "Failed"],
    ]);
    const { rows } = await sql`select 1 from outbox where workflow_id = ${`service-deploy-${serviceId}-2`}`.execute(db);
    expect(rows).toHaveLength(1);
    await sql`update background_job set retried_at = null where id = ${job?.id}`.execute(db);
    expect((await retry()).body).toMatchObject({
      refused: [{ reason: "a newer deploy of this service followed", jobs: 1 }],
    });
  });
});

describe("an external person with the code", () => {
  it("sees nothing of clusters and services", async () => {
    const { db } = app.current;
    const clusterId = await aCluster(db);
    const id = await aClusterJob(db, { clusterId });
    const { serviceId } = await aFailedDeploy();
    expect(await search({ id: clusterId }, outsider)).toEqual([]);
    expect(await search({ id: serviceId }, outsider)).toEqual([]);
    expect(await search({ kinds: ["cluster_job"] }, outsider)).toEqual([]);
    expect((await outsider.get(`${JOB}/detail/${id}`)).status).toBe(404);
    const { statuses } = (await outsider.post(`${JOB}/count`, { kinds: ["cluster_job", "service_deploy"] })).body;
    expect((statuses as { jobs: number }[]).reduce((sum, { jobs }) => sum + jobs, 0)).toBe(0);
    const { items } = (await outsider.get(`${JOB}/queues`)).body as { items: { queue: string }[] };
    expect(items.map(({ queue }) => queue)).not.toContain("service_deploy");
    const paused = { queue: "service_deploy", is_paused: true, reason: "a test of access" };
    expect((await outsider.post(`${JOB}/pause`, paused)).status).toBe(404);
    const own = await anExportJob(db, { ownerId: outsider.id });
    expect(await search({ owner: outsider.username }, outsider)).toMatchObject([{ id: own }]);
  });
});

describe("rates of jobs", () => {
  const ratesOf = async (body: object, by: Caller = admin): Promise<JobRates> =>
    (await by.post(`${JOB}/rates`, body)).body as unknown as JobRates;
  const sumOf = ({ points }: JobRates, of: "started" | "finished" | "failed" | "cancelled"): number =>
    points.reduce((sum, point) => sum + point[of], 0);

  // The clock of the tests stands still, and that of the database does not.
  beforeAll(() => app.current.clock.advance(360_000));

  it("count starts and ends in steps of five minutes, where they happened", async () => {
    const { db } = app.current;
    const before = await ratesOf({ kinds: ["export"] });
    const hourAgo = new Date(Date.now() - 3_600_000);
    const id = await anExportJob(db, { ownerId: admin.id, status: "Waiting", at: hourAgo });
    await sql`update export_job set status = 'Running' where id = ${id}`.execute(db);
    await sql`update export_job set status = 'Failed', finished_at = now() where id = ${id}`.execute(db);
    await sql`update export_job set error_message = 'again' where id = ${id}`.execute(db);
    await anExportJob(db, { ownerId: admin.id, status: "Finished", at: hourAgo });
    await anExportJob(db, { ownerId: admin.id, status: "Finished", at: new Date("2026-01-01T00:00:00Z") });
    const after = await ratesOf({ kinds: ["export"] });
    const grown = (["started", "finished", "failed"] as const).map((of) => sumOf(after, of) - sumOf(before, of));
    expect(grown).toEqual([1, 1, 1]);
    expect(after.points.length).toBeGreaterThanOrEqual(72);
    const longest = Math.max(...after.points.map(({ longest_wait_s: waited }) => waited ?? 0));
    expect(longest).toBeGreaterThan(3_500);
    expect((await ratesOf({ kinds: ["export"], hours: 1 })).points.length).toBeLessThanOrEqual(13);
    expect(sumOf(await ratesOf({ kinds: ["package"] }), "failed")).toBe(0);
  });

  it("name the job that has waited longest, and no upload", async () => {
    const { db } = app.current;
    const at = new Date("2026-01-01T00:00:00Z");
    const id = await anExportJob(db, { ownerId: admin.id, status: "Waiting", at });
    const { oldest_waiting: oldest } = await ratesOf({});
    expect(oldest).toEqual({ id, kind: "export", created_at: at.toISOString() });
    expect(await ratesOf({ kinds: ["asset_ingest"] })).toMatchObject({ oldest_waiting: null });
  });

  it("are forgotten after two days", async () => {
    const { db } = app.current;
    await sql`insert into background_job_rate (bucket, kind, event, jobs)
      values (now() - interval '3 days', 'package', 'Failed', 7)`.execute(db);
    await sql`select add_background_job_rate(date_bin('5 minutes', now(), 'epoch'), 'package', 'Cancelled', 1, 0, 0)`.execute(
      db,
    );
    const { rows } = await sql`select 1 from background_job_rate where bucket < now() - interval '2 days'`.execute(db);
    expect(rows).toHaveLength(0);
  });
});
