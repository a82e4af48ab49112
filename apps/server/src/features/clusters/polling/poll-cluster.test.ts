import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { openLog } from "../../../platform/observability/log.ts";
import { programContext } from "../../../request-context.ts";
import { eventually } from "../../../testing/eventually.ts";
import { type FakeClock, fakeClock } from "../../../testing/fake-clock.ts";
import { aRecordedJob, type RayServer, startRayServer } from "../../../testing/outsiders/ray-server.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { type OpenedClusters, openClusters } from "../clusters-deps.ts";
import { findCluster } from "../registration/cluster.store.ts";
import { createCluster } from "../registration/create-cluster.ts";
import { deleteCluster } from "../registration/delete-cluster.ts";
import { claimDueClusters } from "./poll.store.ts";
import { MAX_BACKOFF_MS, openPollBudgets, type PollDeps, pollCluster } from "./poll-cluster.ts";
import { startClusterPoller } from "./start-cluster-poller.ts";
import { MAX_KEPT_JOBS } from "./sync-jobs.ts";

const database = testDatabase();
const lines: string[] = [];
let ray: RayServer;
let clock: FakeClock;
let clusters: OpenedClusters;
let deps: PollDeps;

beforeAll(async () => {
  clock = fakeClock(new Date());
});
beforeEach(async () => {
  ray = await startRayServer();
  const { log } = openLog({ level: "debug", isBuffered: false, to: { write: (line: string) => lines.push(line) } });
  clusters = openClusters({
    db: database.current.db,
    clock: clock.now,
    secretKeys: testConfig().secretKeys,
    network: { trustedOrigins: [ray.url], sockets: [] },
  });
  deps = { ...clusters, log, pollerId: newId(), memories: new Map(), budgets: openPollBudgets() };
  return async () => {
    clusters.close();
    await ray.close();
  };
});
afterAll(async () => {
  await ray.close().catch(() => undefined);
});

const context = () => programContext("tester", newId(), clock.now());
const register = (more: { address?: string; token?: string | null; isCheckSkipped?: boolean } = {}): Promise<string> =>
  createCluster(clusters, context(), {
    input: { name: `Cluster ${newId()}`, kind: "Ray", address: more.address ?? ray.url, namespace: null },
    token: more.token === undefined ? ray.token : more.token,
    requestKey: newId(),
    isCheckSkipped: more.isCheckSkipped ?? false,
  });

/** Polls one cluster as the worker would when it is due. */
const poll = async (id: string) => {
  clock.advance(MAX_BACKOFF_MS * 2);
  const due = await claimDueClusters(deps.db, { limit: 100, leaseS: 60, at: clock.now() });
  const mine = due.find((cluster) => cluster.id === id);
  if (!mine) throw new Error("the cluster is not due");
  for (const { id: other } of due) {
    if (other !== id) {
      await deps.db.updateTable("cluster_state").set({ leased_until: null }).where("cluster_id", "=", other).execute();
    }
  }
  return pollCluster(deps, mine);
};
const jobsOf = (id: string) =>
  deps.db.selectFrom("cluster_job").selectAll().where("cluster_id", "=", id).orderBy("job_key").execute();
const jobOf = async (id: string, key: string) => (await jobsOf(id)).find(({ job_key }) => job_key === key);

describe("a poll of a cluster", () => {
  it("writes version, resources, nodes and jobs with the time they were read", async () => {
    ray.add({ submission_id: "a", status: "RUNNING" });
    ray.add({ submission_id: "b", status: "PENDING", driver_node_id: null, job_id: null, driver_info: null });
    const id = await register();
    expect(await poll(id)).toMatchObject({ fault: null, jobsFault: null });
    expect(await findCluster(deps.db, id)).toMatchObject({
      ray_version: "2.57.0",
      is_token_required: true,
      failures: 0,
      fault: null,
      nodes_alive: 1,
      nodes_total: 2,
      running_jobs: 1,
      pending_jobs: 1,
      resources: { cpu: { used: 3, total: 8 }, pending: [{ resources: { GPU: 1 }, count: 1 }] },
      jobs_at: clock.now(),
      nodes_at: clock.now(),
    });
    expect(await jobsOf(id)).toMatchObject([
      { job_key: "a", owner: "ada", status: "RUNNING", driver_job_id: "02000000", ended_at: null },
      { job_key: "b", status: "PENDING", driver_job_id: null },
    ]);
  });

  it("writes only the jobs that changed", async () => {
    ray.add({ submission_id: "still" });
    const moving = ray.add({ submission_id: "moving" });
    const id = await register();
    await poll(id);
    const before = await jobOf(id, "still");
    Object.assign(moving, { status: "SUCCEEDED", end_time: Date.now(), message: "Job finished successfully." });
    await poll(id);
    expect(await jobOf(id, "moving")).toMatchObject({ status: "SUCCEEDED", id: expect.any(String) });
    expect((await jobOf(id, "still"))?.changed_at).toEqual(before?.changed_at);
  });

  it("keeps log, pipelines and end of a job after the cluster forgot it", async () => {
    const job = ray.add({ submission_id: "kept", job_id: "03000000" });
    ray.logs.set("kept", "step 1\nstep 2\n");
    ray.datasets.set("03000000", [
      {
        dataset: "dataset_4_0",
        state: "RUNNING",
        progress: 3,
        total: 8,
        start_time: 1_794_702_196.09,
        operators: [{ operator: "Input_0", name: "Input", state: "FINISHED", progress: 1, total: 1, queued_blocks: 0 }],
      },
    ]);
    const lost = ray.add({ submission_id: "lost", job_id: "04000000" });
    const id = await register();
    await poll(id);
    Object.assign(job, { status: "SUCCEEDED", end_time: Date.now() });
    ray.logs.set("kept", "step 1\nstep 2\ndone\n");
    await poll(id);
    expect(lost.status).toBe("RUNNING");
    ray.jobs.length = 0;
    await poll(id);
    const kept = await jobOf(id, "kept");
    expect(kept).toMatchObject({
      status: "SUCCEEDED",
      gone_at: clock.now(),
      is_log_final: true,
      pipelines: [{ dataset: "dataset_4_0", blocks_done: 3, has_metrics: false }],
      blocks_total: 8n,
    });
    expect(await jobOf(id, "lost")).toMatchObject({ status: "LOST", gone_at: clock.now(), ended_at: clock.now() });
    const log = await deps.db
      .selectFrom("cluster_job_log")
      .selectAll()
      .where("job_id", "=", kept?.id ?? "")
      .execute();
    expect(log).toMatchObject([{ tail: "step 1\nstep 2\ndone\n", is_truncated: false }]);
  });

  it("takes a lost job back when the cluster lists it again", async () => {
    const job = ray.add({ submission_id: "back" });
    const id = await register();
    await poll(id);
    ray.jobs.length = 0;
    await poll(id);
    ray.jobs.push(job);
    await poll(id);
    expect(await jobOf(id, "back")).toMatchObject({ status: "RUNNING", gone_at: null, ended_at: null });
  });

  it("keeps the end of a run whose id a new head gives again", async () => {
    const start = Date.now() - 600_000;
    const first = { type: "DRIVER", submission_id: null, job_id: "02000000", start_time: start } as const;
    ray.add({ ...first, status: "SUCCEEDED", end_time: start + 5_000 });
    ray.add({ submission_id: "nightly", start_time: start });
    ray.logs.set("nightly", "of the first run\n");
    const id = await register();
    await poll(id);
    ray.jobs.length = 0;
    ray.add({ ...first, start_time: start + 60_000, status: "RUNNING" });
    ray.add({ submission_id: "nightly", start_time: start + 60_000, status: "FAILED", end_time: start + 61_000 });
    ray.logs.set("nightly", "of the second run\n");
    await poll(id);
    await poll(id);
    const startedAt = new Date(start).toISOString();
    expect(await jobsOf(id)).toMatchObject([
      { job_key: "02000000", status: "RUNNING", ended_at: null, gone_at: null },
      { job_key: `02000000@${startedAt}`, status: "SUCCEEDED", ended_at: new Date(start + 5_000) },
      { job_key: "nightly", status: "FAILED" },
      { job_key: `nightly@${startedAt}`, status: "LOST", ended_at: expect.any(Date), gone_at: expect.any(Date) },
    ]);
    const tailOf = async (key: string) =>
      deps.db
        .selectFrom("cluster_job_log")
        .select("tail")
        .where("job_id", "=", (await jobOf(id, key))?.id ?? "")
        .executeTakeFirst();
    expect(await tailOf(`nightly@${startedAt}`)).toEqual({ tail: "of the first run\n" });
    expect(await tailOf("nightly")).toEqual({ tail: "of the second run\n" });
  });

  it("marks nothing as lost in a list that could not be read whole", async () => {
    ray.add({ submission_id: "careful" });
    const id = await register();
    await poll(id);
    ray.jobs.length = 0;
    ray.jobs.push({ ...aRecordedJob(), status: "DANCING" });
    await poll(id);
    expect(await jobOf(id, "careful")).toMatchObject({ status: "RUNNING", gone_at: null });
    expect(await findCluster(deps.db, id)).toMatchObject({ jobs_left_out: 1 });
  });

  it("counts the GPUs that actors of a job hold", async () => {
    ray.add({ submission_id: "big", job_id: "05000000", driver_info: { id: "05000000" } });
    ray.gpusInUse = 12;
    ray.actors = [
      { job_id: "05000000", name: "Trainer", required_resources: { GPU: 8 } },
      { job_id: "01000000", name: "_ray_internal_job_actor_big", required_resources: { GPU: 4, CPU: 1 } },
    ];
    const id = await register();
    await poll(id);
    expect(await jobOf(id, "big")).toMatchObject({ gpus: 12 });
    // The list of jobs is the same, and the job has released some.
    ray.actors.shift();
    await poll(id);
    expect(await jobOf(id, "big")).toMatchObject({ gpus: 4, status: "RUNNING" });
  });

  it("keeps no secrets of a hostile or careless job", async () => {
    const canary = "canary-5d1f";
    ray.add({
      submission_id: "<img src=x onerror=alert(1)>",
      entrypoint: `python x.py --api-key=${canary} --token ${canary} \u0000\ud800`,
      metadata: { owner: "ada", api_key: canary },
      message: `Job entrypoint command failed with exit code 1, last available logs (truncated to 20,000 chars):
\u001b[31mTraceback (most recent call last):\u001b[0m
  File "/tmp/ray/session_1/runtime_resources/x.py", line 3, in <module>
    raise ValueError("password=${canary}")
ValueError: password=${canary}
more`,
      status: "FAILED",
      error_type: "JOB_ENTRYPOINT_COMMAND_ERROR",
      end_time: Date.now(),
    });
    ray.logs.set("<img src=x onerror=alert(1)>", `token=${canary} and ${ray.token}\n`);
    const id = await register();
    await poll(id);
    const rows = [
      await jobsOf(id),
      await deps.db.selectFrom("cluster_job_log").selectAll().where("cluster_id", "=", id).execute(),
    ];
    const all = JSON.stringify([rows, lines], (_, value) => (typeof value === "bigint" ? String(value) : value));
    for (const secret of [canary, ray.token, "canary-runtime-env", "/tmp/ray"]) expect(all).not.toContain(secret);
    expect(rows[0]).toMatchObject([
      {
        message: "Job entrypoint command failed with exit code 1",
        traceback: [
          "Traceback (most recent call last):",
          '  File "…/x.py", line 3, in <module>',
          '    raise ValueError("password=[removed]")',
          "ValueError: password=[removed]",
        ],
      },
    ]);
  });

  it("keeps a traceback whole when Ray wrote the line with the entrypoint into the middle of it", async () => {
    ray.add({
      submission_id: "broken",
      message: `Job entrypoint command failed with exit code 1, last available logs (truncated to 20,000 chars):
Traceback (most recent call last):
Running entrypoint for job broken: python train.py
  File "train.py", line 1, in <module>
ValueError: it broke here
`,
      status: "FAILED",
      end_time: Date.now(),
    });
    const id = await register();
    await poll(id);
    expect(await jobOf(id, "broken")).toMatchObject({
      traceback: [
        "Traceback (most recent call last):",
        '  File "train.py", line 1, in <module>',
        "ValueError: it broke here",
      ],
    });
  });

  it("keeps at most so many jobs, the unfinished ones first", async () => {
    const start = Date.now() - 90_000_000;
    for (let index = 0; index < MAX_KEPT_JOBS + 40; index++) {
      const status = index < 5 ? "RUNNING" : "SUCCEEDED";
      const ended = status === "RUNNING" ? null : start + index + 1;
      ray.add({ submission_id: `n${index}`, status, start_time: start + index, end_time: ended, driver_node_id: null });
    }
    const id = await register();
    await poll(id);
    expect(await findCluster(deps.db, id)).toMatchObject({ jobs_left_out: 40, running_jobs: 5 });
    const { n } = await deps.db
      .selectFrom("cluster_job")
      .select(({ fn }) => fn.countAll<string>().as("n"))
      .where("cluster_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(MAX_KEPT_JOBS);
    expect(await jobOf(id, "n6")).toBeUndefined();
    const asked = ray.requests.filter(({ path }) => path === "/api/jobs/").length;
    await poll(id);
    expect(ray.requests.filter(({ path }) => path === "/api/jobs/").length).toBe(asked + 1);
  });
});

describe("the memory of polls", () => {
  it("is shared: a list that is longer than expected is read again with all that it may take", async () => {
    const id = await register();
    await poll(id);
    const long = "x".repeat(20_000);
    for (let n = 0; n < 80; n += 1) ray.add({ submission_id: `long-${n}`, message: long });
    expect(await poll(id)).toMatchObject({ fault: null, jobsFault: null });
    expect(await jobsOf(id)).toHaveLength(80);
    expect([deps.budgets.lists.held(), deps.budgets.logs.held()]).toEqual([0, 0]);
  });

  it("lets a poll wait while others hold all of it", async () => {
    ray.add({ submission_id: "waits" });
    const id = await register();
    ray.requests.length = 0;
    const others = Promise.withResolvers<void>();
    const holding = deps.budgets.lists.hold(Number.MAX_SAFE_INTEGER, () => others.promise);
    const polling = poll(id);
    await eventually(() => (ray.requests.some(({ path }) => path === "/api/gcs_healthz") ? true : undefined));
    expect(ray.requests.some(({ path }) => path === "/api/jobs/")).toBe(false);
    others.resolve();
    await holding;
    expect(await polling).toMatchObject({ fault: null });
    expect(await jobOf(id, "waits")).toBeDefined();
  });
});

describe("a cluster that fails", () => {
  it("keeps what was known of it, and is asked less and less often", async () => {
    ray.add({ submission_id: "before" });
    const id = await register();
    await poll(id);
    const seen = clock.now();
    ray.overrides.set(
      "/api/gcs_healthz",
      (_request, response) => void response.writeHead(503).end("Health check failed"),
    );
    for (const failures of [1, 2, 3]) {
      expect(await poll(id)).toEqual({ fault: "gcs_down", jobsFault: null });
      expect(await findCluster(deps.db, id)).toMatchObject({
        failures,
        fault: "gcs_down",
        ray_version: "2.57.0",
        seen_at: seen,
      });
    }
    expect(await jobOf(id, "before")).toMatchObject({ status: "RUNNING", gone_at: null });
    ray.overrides.clear();
    expect(await poll(id)).toMatchObject({ fault: null });
    expect(await findCluster(deps.db, id)).toMatchObject({ failures: 0, fault: null });
  });

  it("is still reachable when only its job list cannot be read", async () => {
    const id = await register();
    ray.overrides.set("/api/jobs/", (_request, response) => void response.writeHead(500).end("Traceback canary"));
    expect(await poll(id)).toMatchObject({ fault: null, jobsFault: "bad_answer" });
    ray.overrides.set("/api/jobs/", (_request, response) => void response.writeHead(200).end('[{"type":'));
    expect(await poll(id)).toMatchObject({ fault: null, jobsFault: "bad_answer" });
    expect(await findCluster(deps.db, id)).toMatchObject({ jobs_at: null });
  });

  it("is unreachable when its token is refused", async () => {
    const id = await register({ token: "another", isCheckSkipped: true });
    expect(await poll(id)).toEqual({ fault: "token_refused", jobsFault: null });
  });
});

describe("the poller", () => {
  it("polls all clusters while one of them hangs, and stops cleanly", async () => {
    const hanging = await startRayServer();
    hanging.overrides.set("/", () => undefined);
    const opened = openClusters({
      db: deps.db,
      clock: () => new Date(),
      secretKeys: testConfig().secretKeys,
      network: { trustedOrigins: [ray.url, hanging.url], sockets: [] },
    });
    const make = (address: string) =>
      createCluster(opened, programContext("tester", newId(), new Date(Date.now() - 1_000)), {
        input: { name: `Cluster ${newId()}`, kind: "Ray", address, namespace: null },
        token: ray.token,
        requestKey: newId(),
        isCheckSkipped: true,
      });
    const [slow, good] = [await make(hanging.url), await make(ray.url)];
    const poller = startClusterPoller({ ...opened, log: deps.log, intervalMs: 50 });
    const began = performance.now();
    await eventually(async () => ((await findCluster(deps.db, good))?.seen_at ? true : undefined));
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(await findCluster(deps.db, slow)).toMatchObject({ seen_at: null });
    await eventually(async () => ((await findCluster(deps.db, slow))?.fault === "timeout" ? true : undefined));
    await deleteCluster(opened, context(), good);
    await poller.stop();
    opened.close();
    await hanging.close();
  }, 30_000);
});
