import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { openLog } from "../../../platform/observability/log.ts";
import { programContext } from "../../../request-context.ts";
import { type FakeClock, fakeClock } from "../../../testing/fake-clock.ts";
import {
  type KubeRayResource,
  type KubeRayServer,
  startKubeRayServer,
  TOKEN,
} from "../../../testing/outsiders/kuberay-server.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { type OpenedClusters, openClusters } from "../clusters-deps.ts";
import { claimDueClusters } from "../polling/poll.store.ts";
import { MAX_BACKOFF_MS, openPollBudgets, type PollDeps, pollCluster } from "../polling/poll-cluster.ts";
import { findCluster } from "../registration/cluster.store.ts";
import { createCluster, type NewCluster } from "../registration/create-cluster.ts";
import { openRayJobs, openServe } from "../registration/open-cluster.ts";
import { updateCluster } from "../registration/update-cluster.ts";

/** In the recorded resources, where people put such things: it must not be kept. */
const CANARY = "canary-secret-52bd";
const KEY = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----";
/** Of an authority whose key was thrown away. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmDCCAT+gAwIBAgIUaBXHzgtu8mopLiC+lhfhnlULnbgwCgYIKoZIzj0EAwIw
ITEfMB0GA1UEAwwWRGFpbGllcyB0ZXN0IGF1dGhvcml0eTAgFw0yNjExMTgxMTM0
MzFaGA8yMTI2MTAyNTExMzQzMVowITEfMB0GA1UEAwwWRGFpbGllcyB0ZXN0IGF1
dGhvcml0eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGPGs4ukV6Uc6nbgyMBf
IyVcZUm+i+Sc4yL1DghyRkpvUhip4SAq2YMv3a4k+9jCWpY2XVH4024mabvs6hZ9
jM6jUzBRMB0GA1UdDgQWBBT3SijJSpzSCctEY5d/hmLAYV5SGTAfBgNVHSMEGDAW
gBT3SijJSpzSCctEY5d/hmLAYV5SGTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49
BAMCA0cAMEQCICNjWviXV6WsKnGH9ecPEe278WEhMFRZNMnNmhQRV+CHAiB5gA3e
e0z6lLY3e8QWIxwOQLjIwKHzPMh2cvMou/edQw==
-----END CERTIFICATE-----`;
const database = testDatabase();
const lines: string[] = [];
let server: KubeRayServer;
let clock: FakeClock;
let clusters: OpenedClusters;
let deps: PollDeps;

beforeEach(async () => {
  clock = fakeClock(new Date());
  server = await startKubeRayServer();
  const { log } = openLog({ level: "debug", isBuffered: false, to: { write: (line: string) => lines.push(line) } });
  clusters = openClusters({
    db: database.current.db,
    clock: clock.now,
    secretKeys: testConfig().secretKeys,
    network: { trustedOrigins: [server.url], sockets: [] },
  });
  deps = { ...clusters, log, pollerId: newId(), memories: new Map(), budgets: openPollBudgets() };
});
afterEach(async () => {
  clusters.close();
  await server.close();
});

const context = () => programContext("tester", newId(), clock.now());
type RegisterOptions = Partial<NewCluster["input"]> &
  Pick<Partial<NewCluster>, "token" | "caCertificate" | "isCheckSkipped">;
const register = ({
  token = TOKEN,
  caCertificate,
  isCheckSkipped = false,
  ...more
}: RegisterOptions = {}): Promise<string> =>
  createCluster(clusters, context(), {
    input: { name: `KubeRay ${newId()}`, kind: "KubeRay", address: server.url, namespace: "video", ...more },
    token,
    caCertificate,
    requestKey: newId(),
    isCheckSkipped,
  });
const poll = async (id: string) => {
  clock.advance(MAX_BACKOFF_MS * 2);
  const due = await claimDueClusters(deps.db, { limit: 100, leaseS: 1, at: clock.now() });
  const mine = due.find((cluster) => cluster.id === id);
  if (!mine) throw new Error("the cluster is not due");
  return pollCluster(deps, mine);
};
const stateOf = (id: string) =>
  deps.db.selectFrom("cluster_state").selectAll().where("cluster_id", "=", id).executeTakeFirstOrThrow();
const jobsOf = (id: string) =>
  deps.db.selectFrom("cluster_job").selectAll().where("cluster_id", "=", id).orderBy("job_key").execute();
const resource = (list: KubeRayResource[], name: string): KubeRayResource => {
  const found = list.find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(`${name} is not recorded`);
  return found;
};

describe("a poll of a KubeRay namespace", () => {
  it("writes its RayClusters with their sums, and no resources that nobody measured", async () => {
    const id = await register();
    expect(await poll(id)).toMatchObject({ fault: null, jobsFault: null });
    expect(await findCluster(deps.db, id)).toMatchObject({
      resources: null,
      ray_version: null,
      nodes_total: null,
      kuberay: {
        ray_clusters: 6,
        ready_ray_clusters: 1,
        desired_workers: 14,
        ready_workers: 5,
        cpus: 64.5,
        gpus: 32,
        memory_bytes: 512 * 1024 ** 3,
        left_out: 0,
      },
    });
    const { ray_clusters: listed } = await stateOf(id);
    const states = (listed as unknown as { name: string; state: string }[]).map(({ name, state }) => [name, state]);
    expect(Object.fromEntries(states)).toEqual({
      captions: "Unhealthy",
      fresh: "Pending",
      nightly: "Suspended",
      scoring: "Failed",
      starting: "Provisioning",
      training: "Ready",
    });
  });

  it("writes its RayJobs with the operator's word for how far each is", async () => {
    const id = await register();
    await poll(id);
    const jobs = await jobsOf(id);
    expect(Object.fromEntries(jobs.map(({ job_key: key, status }) => [key, status]))).toEqual({
      caption: "FAILED",
      finetune: "RUNNING",
      halted: "STOPPED",
      late: "FAILED",
      preparing: "PENDING",
      probe: "SUCCEEDED",
      queued: "PENDING",
      unseen: "PENDING",
    });
    expect(jobs.find(({ job_key: key }) => key === "caption")).toMatchObject({
      type: "RAYJOB",
      owner: "ada",
      error_type: "AppFailed",
      message: "Job entrypoint command failed with exit code 1",
      started_at: new Date("2026-11-18T07:00:00Z"),
      ended_at: new Date("2026-11-18T07:10:00Z"),
      metadata: expect.objectContaining({ job_id: "caption-q8v4d", ray_cluster: "training-8x7qf" }),
      gpus: null,
    });
  });

  it("keeps no secret of a specification or a status, and asks for nothing but lists", async () => {
    const id = await register();
    await poll(id);
    const kept = JSON.stringify([await stateOf(id), await jobsOf(id), lines]);
    expect(kept).not.toContain(CANARY);
    expect(kept).not.toContain(TOKEN);
    expect(new Set(server.asked.map((address) => address.split("?")[0]))).toEqual(
      new Set(["/apis/ray.io/v1/namespaces/video/rayclusters", "/apis/ray.io/v1/namespaces/video/rayjobs"]),
    );
  });

  it("writes nothing of a list of jobs that has not changed", async () => {
    const id = await register();
    await poll(id);
    const before = await jobsOf(id);
    clock.advance(60_000);
    for (const { metadata } of server.rayJobs) metadata.resourceVersion = "999999";
    await poll(id);
    expect(await jobsOf(id)).toEqual(before);
  });

  it("tells a RayJob that is retried from one that was made again under its name", async () => {
    const id = await register();
    await poll(id);
    const job = resource(server.rayJobs, "finetune");
    job.status = { ...job.status, startTime: "2026-11-18T08:30:00Z" };
    await poll(id);
    expect((await jobsOf(id)).filter(({ job_key: key }) => key.startsWith("finetune"))).toMatchObject([
      { status: "RUNNING", started_at: new Date("2026-11-18T08:30:00Z") },
    ]);
    job.metadata = { ...job.metadata, uid: newId() };
    job.status = { ...job.status, startTime: "2026-11-18T09:00:00Z" };
    await poll(id);
    expect((await jobsOf(id)).filter(({ job_key: key }) => key.startsWith("finetune"))).toMatchObject([
      { status: "RUNNING", started_at: new Date("2026-11-18T09:00:00Z") },
      { status: "LOST", job_key: "finetune@2026-11-18T08:30:00.000Z" },
    ]);
  });

  it("loses a RayJob that is deleted while it runs, and keeps one that had ended", async () => {
    const id = await register();
    await poll(id);
    for (const name of ["finetune", "probe"]) {
      server.rayJobs.splice(server.rayJobs.indexOf(resource(server.rayJobs, name)), 1);
    }
    await poll(id);
    const jobs = await jobsOf(id);
    expect(jobs.find(({ job_key: key }) => key === "finetune")).toMatchObject({ status: "LOST" });
    expect(jobs.find(({ job_key: key }) => key === "probe")).toMatchObject({ status: "SUCCEEDED" });
  });

  it("keeps its RayClusters when RayJobs may not be listed, with the reason", async () => {
    const id = await register();
    server.answer = ({ url = "" }, response) => {
      if (url.includes("rayjobs")) response.writeHead(403).end("{}");
      return url.includes("rayjobs");
    };
    expect(await poll(id)).toMatchObject({ fault: null, jobsFault: "not_permitted" });
    expect(await stateOf(id)).toMatchObject({ kuberay: { ray_clusters: 6 } });
  });

  it("keeps everything when the API server is gone", async () => {
    const id = await register();
    await poll(id);
    await server.close();
    expect(await poll(id)).toMatchObject({ fault: "unreachable" });
    expect(await stateOf(id)).toMatchObject({ kuberay: { ray_clusters: 6 } });
    expect(await jobsOf(id)).toHaveLength(8);
    server = await startKubeRayServer();
  });

  it("does not ask other features to read more of it", async () => {
    const id = await register();
    const asked: string[] = [];
    deps = { ...deps, readMore: async ({ id: cluster }) => void asked.push(cluster) };
    await poll(id);
    expect(asked).toEqual([]);
  });
});

describe("a registration of a KubeRay namespace", () => {
  it("is refused without a namespace, or with one for a dashboard", async () => {
    await expect(register({ namespace: null })).rejects.toThrow("invalid body");
    await expect(register({ kind: "Ray" })).rejects.toThrow("invalid body");
  });

  it("is refused by http where no operator has allowed it", async () => {
    const address = "http://kubernetes.example.com";
    await expect(register({ address, isCheckSkipped: true })).rejects.toThrow("invalid body");
    await expect(register({ address: "https://kubernetes.example.com", isCheckSkipped: true })).resolves.toBeDefined();
  });

  it("is refused with a certificate that is none, and keeps certificates without the keys beside them", async () => {
    await expect(register({ caCertificate: "certificate" })).rejects.toThrow("invalid body");
    const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----";
    await expect(register({ caCertificate: broken })).rejects.toThrow("invalid body");
    const id = await register({ caCertificate: `${KEY}\n${CERTIFICATE}` });
    const { ca_certificate: kept } = (await findCluster(deps.db, id)) ?? {};
    expect(kept?.trim()).toBe(CERTIFICATE);
  });

  it("is refused twice for one namespace, and possible for others of the server", async () => {
    const id = await register();
    await expect(register()).rejects.toMatchObject({ code: "conflict" });
    await expect(register({ namespace: "audio", isCheckSkipped: true })).resolves.not.toBe(id);
  });

  it("keeps its kind, and forgets what another namespace answered", async () => {
    const id = await register();
    await poll(id);
    const row = await findCluster(deps.db, id);
    if (!row) return expect.unreachable("it is registered");
    const input = { name: row.name, kind: "KubeRay", address: server.url, namespace: "audio" } as const;
    const change = { id, expectedRevision: row.revision, token: undefined, isCheckSkipped: true };
    await expect(
      updateCluster(clusters, context(), { ...change, input: { ...input, kind: "Ray", namespace: null } }),
    ).rejects.toMatchObject({ code: "conflict" });
    await updateCluster(clusters, context(), { ...change, input });
    return expect(await stateOf(id)).toMatchObject({ kuberay: null, ray_clusters: null, nodes_at: null });
  });

  it("gives no client that could start something", async () => {
    const row = await findCluster(deps.db, await register());
    if (!row) return expect.unreachable("it is registered");
    expect(() => openServe(clusters, row)).toThrow("no dashboard");
    return expect(() => openRayJobs(clusters, row)).toThrow("no dashboard");
  });
});
