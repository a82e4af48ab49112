// Many simulated clusters in one process. Each has some running jobs, of which one ends and another begins between any two
// polls, and their logs grow, so that no list and no log is ever equal to the one before. Sends the addresses once all of
// them listen.
import { serveApplication } from "../../../apps/server/src/testing/outsiders/ray-serve.ts";
import { aRecordedJob, type RayServer, startRayServer } from "../../../apps/server/src/testing/outsiders/ray-server.ts";

const [clusterCount = 0, jobCount = 0] = process.argv.slice(2).map(Number);

/** Sent to the farm: from now on all clusters accept connections and never answer, or answer again. */
export type FarmOrder = "hang" | "answer";
export interface FarmAddress {
  readonly url: string;
  readonly token: string;
}

const RUNNING = 20;
const GPUS = 8;
const CHANGE_EVERY_MS = 2_000;
const DAY_MS = 86_400_000;
const lineOf = (step: number): string =>
  `step ${String(step).padStart(4, "0")} of 9999, loss 0.4312, 812 ms a step, 14.1 GB of memory\n`;
const LOG_LINE = lineOf(120);
const FAILURE = `Job entrypoint command failed with exit code 1, last available logs (truncated to 20,000 chars):\n${LOG_LINE.repeat(20)}`;

const endedJob = (n: number) => {
  const startedMs = Date.now() - DAY_MS - n * 10_000;
  const isFailed = n % 10 === 0;
  return aRecordedJob({
    submission_id: `job-${n}`,
    job_id: null,
    driver_info: null,
    status: isFailed ? "FAILED" : "SUCCEEDED",
    message: isFailed ? FAILURE : "Job finished successfully.",
    error_type: isFailed ? "JOB_ENTRYPOINT_COMMAND_ERROR" : null,
    start_time: startedMs,
    end_time: startedMs + 60_000,
    driver_exit_code: isFailed ? 1 : 0,
  });
};

let begun = jobCount;
const begin = (ray: RayServer): void => {
  begun += 1;
  const id = `job-${begun}`;
  ray.add({ submission_id: id, start_time: Date.now(), job_id: `${begun}`, driver_info: { id: `${begun}` } });
  ray.logs.set(id, LOG_LINE.repeat(300));
};

/** The oldest job leaves, so that the list stays as long as it is. */
const change = (ray: RayServer): void => {
  const running = ray.jobs.find(({ status }) => status === "RUNNING");
  if (running) Object.assign(running, { status: "SUCCEEDED", end_time: Date.now(), driver_exit_code: 0 });
  // Those of jobs that have left the list.
  for (const id of [...ray.logs.keys()].slice(0, Math.max(0, ray.logs.size - 4 * RUNNING))) ray.logs.delete(id);
  ray.jobs.splice(0, 1);
  begin(ray);
  for (const [id, log] of ray.logs) ray.logs.set(id, `${log.slice(LOG_LINE.length)}${lineOf(Date.now() % 10_000)}`);
  ray.requests.length = 0;
};

const startCluster = async (): Promise<RayServer> => {
  const ray = await startRayServer();
  for (let n = 1; n <= jobCount - RUNNING; n += 1) ray.jobs.push(endedJob(n));
  for (let n = 0; n < RUNNING; n += 1) begin(ray);
  ray.gpusInUse = GPUS;
  ray.actors = Array.from({ length: GPUS }, (_, n) => ({
    job_id: `${begun - n}`,
    name: "Trainer",
    required_resources: { GPU: 1, CPU: 1 },
  }));
  for (let n = 0; n < 10; n += 1) {
    serveApplication(ray.serve, { name: `app-${n}`, route_prefix: `/app-${n}`, deployments: [{ name: "Model" }] });
  }
  return ray;
};

const farm: RayServer[] = [];
for (let n = 0; n < clusterCount; n += 1) farm.push(await startCluster());
setInterval(() => {
  for (const ray of farm) change(ray);
}, CHANGE_EVERY_MS);
process.on("message", (order: FarmOrder) => {
  for (const ray of farm) {
    if (order === "hang") ray.overrides.set("/", () => undefined);
    else ray.overrides.clear();
  }
  process.send?.("done");
});
process.send?.(farm.map(({ url, token }): FarmAddress => ({ url, token })));
