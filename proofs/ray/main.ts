import { randomUUID } from "node:crypto";
import type { Actor } from "../../apps/server/src/actor.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import {
  clustersHandlers,
  findClusterRow,
  openClusters,
  openLiveLogs,
  startClusterPoller,
} from "../../apps/server/src/features/clusters/index.ts";
import { openServices } from "../../apps/server/src/features/inference-services/index.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { openLog } from "../../apps/server/src/platform/observability/log.ts";
import { engineUnit } from "../../apps/server/src/testing/engines/engine-unit.ts";
import { openRay } from "../../apps/server/src/testing/engines/ray-engine.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { eventually } from "../../apps/server/src/testing/eventually.ts";
import { createMigratedDatabase, dropDatabase, withDatabase } from "../../apps/server/src/testing/template-database.ts";
import { proveLiveLog } from "./prove-live-log.ts";
import { proveProcessing } from "./prove-processing.ts";
import { proveServices } from "./prove-services.ts";

/** The console against a real Ray: every fact it shows is compared with what was started there. */
const faults: string[] = [];
const beganMs = performance.now();
const say = (words: string): void => {
  process.stdout.write(`${((performance.now() - beganMs) / 1_000).toFixed(1).padStart(6)} s  ${words}\n`);
};
const expect = (what: string, isTrue: boolean, found?: unknown): void => {
  say(`${isTrue ? "ok  " : "FAIL"} ${what}`);
  if (!isTrue) faults.push(`${what}: ${JSON.stringify(found)}`);
};

/** It is stopped at the end also when it was found running. */
const unit = engineUnit("ray");
await unit.start();
const ray = await openRay();
say("Ray is up");
const config = readConfig(testEnvironment());
const { ownerUrl = "", url: appUrl } = config.database;
const name = await createMigratedDatabase({ ownerUrl, appUrl });
const url = withDatabase(appUrl, name);
const { db, close } = createDatabase({ url, poolSize: 5, applicationName: "dailies-ray-proof" });
const lines: string[] = [];
const { log } = openLog({ level: "info", isBuffered: false, to: { write: (line: string) => lines.push(line) } });
const clock = () => new Date();
const clusters = openClusters({ db, clock, secretKeys: config.secretKeys, network: config.clusters });
const services = openServices({
  db,
  clock,
  secretKeys: config.secretKeys,
  network: config.clusters,
  serviceOrigins: [],
});
const poller = startClusterPoller({ ...clusters, log, intervalMs: 200 });

/** Access is proven elsewhere, so the handlers are called as an administrator who was let in. */
const admin = {
  userId: randomUUID(),
  username: "admin",
  role: "developer",
  isExternal: false,
  permissions: new Set(["ADMIN_MANAGE_R"]),
};
const logs = openLiveLogs({
  db,
  network: config.clusters,
  log,
  readActors: async () => new Map(),
  isDraining: () => false,
});
const handlers = clustersHandlers(clusters, logs);
interface Reply {
  readonly isDone: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are compared field by field.
  readonly body: any;
}
const call = async (name: keyof typeof handlers, given: object = {}): Promise<Reply> => {
  const actor = admin as unknown as Actor;
  const context = { actor, requestId: randomUUID(), at: clock() };
  const handle = handlers[name] as (call: object) => Promise<unknown>;
  try {
    return { isDone: true, body: await handle({ actor, context, ...given }) };
  } catch (error) {
    return { isDone: false, body: String(error) };
  }
};
const register = (token: string) =>
  call("createCluster", {
    body: {
      name: "Real Ray",
      kind: "Ray",
      address: ray.address,
      token,
      request_key: randomUUID(),
      is_check_skipped: false,
    },
  });
const ofJob = (name: keyof typeof handlers, { id }: { id: string }, body: object = {}) =>
  call(name, { params: { id }, body });

const CANARY = "canary-secret-71aa";
const JOBS = {
  fine: `print("\\033[32mgreen\\033[0m line"); print("api_key=${CANARY}")`,
  broken: 'raise ValueError("it broke here")',
  long: 'import time\nfor i in range(600): print("step", i, flush=True); time.sleep(0.5)',
  large: `import ray, time
ray.init()
@ray.remote(num_gpus=9)
class Holder:
    def ping(self): return 1
holder = Holder.remote()
ray.get(holder.ping.remote())
print("holds nine", flush=True)
time.sleep(300)`,
} as const;

try {
  const refused = await register("wrong");
  expect("a wrong token is refused", !refused.isDone, refused.body);
  const made = await register(ray.token);
  expect("the cluster is registered after its check", made.isDone, made.body);
  const id: string = made.body.id;
  const statuses = await Promise.all(
    Object.entries(JOBS).map(([key, python]) => ray.submit(`proof-${key}`, python, { owner: "ada" })),
  );
  expect(
    "four jobs are submitted at once",
    statuses.every((status) => status === 200),
    statuses,
  );
  const read = async (kind: "listRunningJobs" | "listRecentJobs", key: string) => {
    const { body } = await call(kind, { params: { id }, query: { limit: 50, offset: 0 } });
    return body.items.find((job: { key: string }) => job.key === `proof-${key}`);
  };
  const ended = (key: string) => eventually(() => read("listRecentJobs", key), 60_000);
  const detail = async (job: { id: string }) => (await ofJob("getClusterJob", job)).body;

  const broken = await detail(await ended("broken"));
  expect(
    "a failure has its type, exit code and traceback without paths",
    broken.error_type === "JOB_ENTRYPOINT_COMMAND_ERROR" &&
      broken.exit_code === 1 &&
      broken.traceback.at(-1) === "ValueError: it broke here" &&
      !JSON.stringify(broken).includes("/tmp/"),
    broken,
  );
  const fine = await ended("fine");
  const log1 = await eventually(async () => {
    const { body } = await ofJob("getClusterJobLog", fine);
    return body.is_final ? body : undefined;
  });
  expect(
    "the whole log of an ended job is kept, with its colours and without the secret in it",
    log1.text.includes("\u001b[32mgreen") && log1.text.includes("api_key=[removed]") && !log1.text.includes(CANARY),
    log1,
  );
  const large = await eventually(async () => {
    const job = await read("listRunningJobs", "large");
    return job?.gpus === 9 ? detail(job) : undefined;
  });
  expect("the GPUs that an actor holds belong to its job", large.is_stop_typed === true, large);
  const untyped = await ofJob("stopClusterJob", large);
  const typed = await ofJob("stopClusterJob", large, { typed_name: "proof-large" });
  expect("it is stopped by typing its name only", !untyped.isDone && typed.isDone, [untyped, typed]);
  expect("the stopped job ends as stopped", (await ended("large")).status === "STOPPED");
  const long = await read("listRunningJobs", "long");
  const tail = await eventually(async () => {
    const { body } = await ofJob("getClusterJobLog", long);
    return body.text.includes("step 3") ? body : undefined;
  });
  expect("the log of a running job is followed", tail.is_final === false, tail);
  const row = await findClusterRow(db, id);
  if (row) await proveLiveLog({ db, clusters, outgoing: logs.outgoing, cluster: row, expect });
  const item = (await call("listClusters")).body.items[0];
  expect(
    "version, nodes, resources and the age of the head are known",
    item.ray_version === "2.57.0" &&
      item.is_token_required === true &&
      item.nodes_alive === 1 &&
      item.resources.gpu.total === 16 &&
      item.head_started_at !== null,
    item,
  );
  const pipelines = (await detail(long)).pipelines;
  expect("a job without Ray Data has no pipelines", pipelines.length === 0, pipelines);

  await proveProcessing({ config, db, log, clusters: services.clusters, clusterId: id, expect });
  await proveServices({ ray, services, clusterId: id, actor: admin as unknown as Actor, expect });

  await ray.kill();
  say("the head was killed");
  const down = await eventually(async () => {
    const [found] = (await call("listClusters")).body.items;
    return found.status === "Unreachable" ? found : undefined;
  }, 30_000);
  expect("the killed cluster is unreachable with a reason", down.fault !== null && down.seen_at !== null, down);
  const after = (await ofJob("getClusterJobLog", fine)).body;
  expect("the log of the ended job outlives the head", after.text === log1.text);
  expect(
    "its running job is still listed as it was last seen",
    (await read("listRunningJobs", "long"))?.status === "RUNNING",
  );
  expect("no log line has a secret", ![ray.token, CANARY].some((secret) => lines.join("\n").includes(secret)));
} catch (error) {
  faults.push(String(error));
} finally {
  logs.close();
  await poller.stop();
  clusters.close();
  services.close();
  await close();
  await dropDatabase(ownerUrl, name);
  ray.close();
  await unit.tell("stop");
}
say(faults.length === 0 ? "ray: ok" : `ray: ${faults.length} FAILED\n${faults.join("\n")}`);
process.exitCode = faults.length === 0 ? 0 : 1;
