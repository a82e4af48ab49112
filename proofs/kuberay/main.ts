import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Actor } from "../../apps/server/src/actor.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import {
  clustersHandlers,
  openClusters,
  openLiveLogs,
  startClusterPoller,
} from "../../apps/server/src/features/clusters/index.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { openLog } from "../../apps/server/src/platform/observability/log.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { eventually } from "../../apps/server/src/testing/eventually.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";
import { startKubernetes } from "./engine.ts";
import { recordAnswers } from "./record-answers.ts";
import { CANARY, CLUSTER_STATUSES, JOB_STATUSES, NAMESPACE, openOperator } from "./resources.ts";

/**
 * The console against a real Kubernetes API server with KubeRay's own resource definitions. No operator runs: the statuses
 * are written as it would write them. With `--record` the answers are kept for the tests of the server.
 */
const RECORDED = path.resolve(import.meta.dirname, "../../apps/server/src/testing/outsiders/kuberay-answers.json");
const MANY = 600;
const faults: string[] = [];
const beganMs = performance.now();
const say = (words: string): void => {
  process.stdout.write(`${((performance.now() - beganMs) / 1_000).toFixed(1).padStart(6)} s  ${words}\n`);
};
const expect = (what: string, isTrue: boolean, found?: unknown): void => {
  say(`${isTrue ? "ok  " : "FAIL"} ${what}`);
  if (!isTrue) faults.push(`${what}: ${JSON.stringify(found)}`);
};

const kubernetes = await startKubernetes();
say("the API server is up, with the definitions of KubeRay");
const operator = openOperator(kubernetes);
const config = readConfig(testEnvironment());
const { ownerUrl = "", url: appUrl } = config.database;
const name = await createMigratedDatabase({ ownerUrl, appUrl });
const { db, close } = createDatabase({
  url: withDatabase(appUrl, name),
  poolSize: 5,
  applicationName: "dailies-kuberay-proof",
});
const lines: string[] = [];
const { log } = openLog({ level: "info", isBuffered: false, to: { write: (line: string) => lines.push(line) } });
const clock = () => new Date();
const network = { trustedOrigins: [kubernetes.address], sockets: [] };
const clusters = openClusters({ db, clock, secretKeys: config.secretKeys, network });
const poller = startClusterPoller({ ...clusters, log, intervalMs: 200 });

/** Access is proven elsewhere, so the handlers are called as an administrator who was let in. */
const admin = {
  userId: randomUUID(),
  username: "admin",
  role: "developer",
  isExternal: false,
  permissions: new Set(["ADMIN_MANAGE_R"]),
};
const logs = openLiveLogs({ db, network, log, readActors: async () => new Map(), isDraining: () => false });
const handlers = clustersHandlers(clusters, logs);
const call = async (name: keyof typeof handlers, given: object = {}) => {
  const actor = admin as unknown as Actor;
  const context = { actor, requestId: randomUUID(), at: clock() };
  const handle = handlers[name] as (call: object) => Promise<unknown>;
  try {
    // biome-ignore lint/suspicious/noExplicitAny: bodies are compared field by field.
    return { isDone: true, body: (await handle({ actor, context, ...given })) as any };
  } catch (error) {
    return { isDone: false, body: String(error) };
  }
};
const register = (more: object) =>
  call("createCluster", {
    body: {
      name: `KubeRay ${randomUUID()}`,
      kind: "KubeRay",
      address: kubernetes.address,
      namespace: NAMESPACE,
      ca_certificate: kubernetes.caCertificate,
      request_key: randomUUID(),
      is_check_skipped: false,
      ...more,
    },
  });

try {
  await operator.createNamespace();
  for (const [one, status] of Object.entries(CLUSTER_STATUSES)) await operator.createCluster(one, status);
  for (const [one, status] of Object.entries(JOB_STATUSES)) await operator.createJob(one, status);
  const token = await kubernetes.allow(NAMESPACE, "console", ["rayclusters", "rayjobs"]);
  const halfToken = await kubernetes.allow(NAMESPACE, "half", ["rayclusters"]);
  const noToken = await kubernetes.allow(NAMESPACE, "nobody", ["raycronjobs"]);
  say("six RayClusters and eight RayJobs are there");
  if (process.argv.includes("--record")) {
    const answers = await recordAnswers(kubernetes, { token, noToken });
    await writeFile(RECORDED, `${JSON.stringify(answers)}\n`);
    say("the answers are recorded");
  }

  for (const [what, more, words] of [
    ["without a token", {}, /asks for a token/],
    ["with a wrong token", { token: "wrong" }, /refuses this token/],
    ["with a token that may list nothing", { token: noToken }, /may not list/],
    ["with a token that may not list RayJobs", { token: halfToken }, /may not list/],
    ["without the certificate of its authority", { token, ca_certificate: null }, /certificate/],
    ["at a path that is no API server", { token, address: `${kubernetes.address}/wrong` }, /KubeRay|may not list/],
  ] as const) {
    const { isDone, body } = await register(more);
    expect(`registering ${what} is refused with the reason`, !isDone && words.test(body), body);
  }
  const made = await register({ token });
  expect("the namespace is registered after its check", made.isDone, made.body);
  const id: string = made.body.id;
  const item = async () => (await call("listClusters")).body.items.find((one: { id: string }) => one.id === id);
  const seen = await eventually(async () => ((await item()).jobs_at === null ? undefined : item()));
  expect(
    "the card has the sums of what the operator reported",
    seen.kuberay.ray_clusters === 6 &&
      seen.kuberay.ready_ray_clusters === 1 &&
      seen.kuberay.desired_workers === 14 &&
      seen.kuberay.ready_workers === 5 &&
      seen.kuberay.cpus === 64.5 &&
      seen.kuberay.gpus === 32 &&
      seen.kuberay.memory_bytes === 512 * 1024 ** 3 &&
      seen.kuberay.left_out === 0 &&
      seen.resources === null &&
      seen.ray_version === null,
    seen,
  );
  const listed = (await call("listRayClusters", { params: { id } })).body.items;
  const states = Object.fromEntries(listed.map((one: { name: string; state: string }) => [one.name, one.state]));
  const expected = {
    captions: "Unhealthy",
    fresh: "Pending",
    nightly: "Suspended",
    scoring: "Failed",
    starting: "Provisioning",
    training: "Ready",
  };
  expect("each RayCluster has its state", JSON.stringify(states) === JSON.stringify(expected), states);
  const training = listed.find((one: { name: string }) => one.name === "training");
  expect(
    "a RayCluster has its head, its groups and its conditions",
    training.head_service === "training-head-svc" &&
      training.dashboard_port === "8265" &&
      training.max_workers === null &&
      training.groups.length === 2 &&
      training.groups[0].max_replicas === 8 &&
      training.groups[1].max_replicas === null &&
      training.conditions.length === 2,
    training,
  );

  const jobs = async () => {
    const query = { limit: 200, offset: 0 };
    const running = (await call("listRunningJobs", { params: { id }, query })).body;
    const ended = (await call("listRecentJobs", { params: { id }, query })).body;
    return [...running.items, ...ended.items];
  };
  const jobOf = async (key: string) => (await jobs()).find((job) => job.key === key);
  const statuses = Object.fromEntries((await jobs()).map(({ key, status }) => [key, status]).toSorted());
  const expectedJobs = {
    caption: "FAILED",
    finetune: "RUNNING",
    halted: "STOPPED",
    late: "FAILED",
    preparing: "PENDING",
    probe: "SUCCEEDED",
    queued: "PENDING",
    unseen: "PENDING",
  };
  expect("each RayJob has its status", JSON.stringify(statuses) === JSON.stringify(expectedJobs), statuses);
  const failed = (await call("getClusterJob", { params: { id: (await jobOf("caption")).id } })).body;
  expect(
    "a failed RayJob says why, with its times and its Ray job",
    failed.error_type === "AppFailed" &&
      failed.message === "Job entrypoint command failed with exit code 1" &&
      failed.traceback.length === 3 &&
      failed.owner === "ada" &&
      failed.ended_at === "2026-11-18T07:10:00.000Z" &&
      failed.metadata.job_id === "caption-q8v4d" &&
      failed.metadata.ray_cluster === "training-8x7qf",
    failed,
  );
  const stopped = await call("stopClusterJob", { params: { id: (await jobOf("finetune")).id }, body: {} });
  expect("a RayJob is not stopped from here", !stopped.isDone && /in Kubernetes/.test(stopped.body), stopped.body);

  const { finetune = {} } = JOB_STATUSES;
  await operator.report("rayjobs", "finetune", { ...finetune, startTime: "2026-11-18T08:30:00Z" });
  await eventually(async () => {
    const job = await jobOf("finetune");
    return job.started_at === "2026-11-18T08:30:00.000Z" ? job : undefined;
  });
  expect("a RayJob that is retried stays the same job", (await jobs()).length === 8, await jobs());
  await operator.remove("rayjobs", "finetune");
  await operator.createJob("finetune", { ...finetune, startTime: "2026-11-18T09:00:00Z" });
  const aside = await eventually(async () => (await jobs()).find((job) => job.key.startsWith("finetune@")));
  expect("one that is made again under its name is another", aside.status === "LOST", aside);

  for (let index = 0; index < MANY; index += 20) {
    const some = Array.from({ length: 20 }, (_, offset) => `many-${String(index + offset).padStart(4, "0")}`);
    await Promise.all(some.map((one) => operator.createJob(one, JOB_STATUSES.probe)));
  }
  say(`${MANY} more RayJobs are there`);
  const count = async () =>
    Number(
      (
        await db
          .selectFrom("cluster_job")
          .select(({ fn }) => fn.countAll().as("n"))
          .executeTakeFirstOrThrow()
      ).n,
    );
  await eventually(async () => ((await count()) === MANY + 9 ? true : undefined));
  expect("all pages of the list are read", (await item()).jobs_left_out === 0, await item());

  await kubernetes.killServer();
  const down = await eventually(async () => ((await item()).fault === null ? undefined : item()));
  expect(
    "an API server that is gone is said so, and everything known stays",
    down.fault === "unreachable" && down.kuberay.ray_clusters === 6 && (await count()) === MANY + 9,
    down,
  );
  await kubernetes.startServer();
  const again = await eventually(async () => ((await item()).fault === null ? item() : undefined));
  expect("it is read again when it is back", again.status === "Reachable", again);

  const kept = JSON.stringify([
    await db.selectFrom("cluster_job").selectAll().execute(),
    await db.selectFrom("cluster_state").selectAll().execute(),
    lines,
  ]);
  expect("no secret of a resource is kept or logged", !kept.includes(CANARY), kept.indexOf(CANARY));
  expect("the token is neither kept nor logged", ![token, halfToken].some((secret) => kept.includes(secret)));
} catch (error) {
  faults.push(String(error));
} finally {
  logs.close();
  await poller.stop();
  clusters.close();
  await close();
  await dropDatabase(ownerUrl, name);
  await kubernetes.stop();
}
say(faults.length === 0 ? "kuberay: ok" : `kuberay: ${faults.length} FAILED\n${faults.join("\n")}`);
process.exitCode = faults.length === 0 ? 0 : 1;
