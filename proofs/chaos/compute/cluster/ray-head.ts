// The head of a simulated cluster, in a process of its own so that it can be killed: it speaks Ray's REST API on one port and
// is directed over another. What it stores is in a file, which a head that keeps nothing forgets when it starts again.
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServedApplication, serveApplication } from "../../../../apps/server/src/testing/outsiders/ray-serve.ts";
import {
  type RayServer,
  type RecordedJob,
  startRayServer,
} from "../../../../apps/server/src/testing/outsiders/ray-server.ts";
import { seeded } from "../../../seeded.ts";
import { badAnswers } from "./bad-answers.ts";
import {
  type AnswerMode,
  FOREIGN,
  type HeadOrder,
  type HeadState,
  type JournalEntry,
  type NextBoot,
} from "./head-protocol.ts";
import { runDrivers } from "./job-drivers.ts";

interface Stored {
  readonly sessionName: string;
  readonly jobs: RecordedJob[];
  readonly logs: [string, string][];
  readonly isServeStarted: boolean;
  readonly applications: [string, ServedApplication][];
}

/** Ray needs about 40 s for this; nothing here depends on how long it takes. */
const SUPERVISOR_LOST_MS = 4_000;
const UNHEALTHY_MS = 2_000;

const [folder = "", port = "", controlPort = "", token = ""] = process.argv.slice(2);
const files = {
  stored: path.join(folder, "stored.json"),
  journal: path.join(folder, "journal.jsonl"),
  nextBoot: path.join(folder, "next-boot.json"),
};

const note = (entry: JournalEntry): void => appendFileSync(files.journal, `${JSON.stringify(entry)}\n`);

/** Written to the side first: the process may be killed at any time. */
const store = ({ sessionName, jobs, logs, serve }: RayServer): void => {
  const stored: Stored = {
    sessionName,
    jobs,
    logs: [...logs],
    isServeStarted: serve.isStarted,
    applications: [...serve.applications],
  };
  writeFileSync(`${files.stored}.new`, JSON.stringify(stored));
  renameSync(`${files.stored}.new`, files.stored);
};

const readNextBoot = (): NextBoot => {
  if (!existsSync(files.nextBoot)) return { isLost: false, delayMs: 0 };
  const asked = JSON.parse(readFileSync(files.nextBoot, "utf8")) as NextBoot;
  rmSync(files.nextBoot);
  return asked;
};

const isRunning = ({ status }: RecordedJob): boolean => status === "RUNNING";

const fail = (job: RecordedJob, errorType: string, message: string): void => {
  Object.assign(job, { status: "FAILED", error_type: errorType, message, end_time: Date.now() });
};

/** Processes of jobs do not outlive the head, and Ray notices that only later. */
const recover = (ray: RayServer, stored: Stored): void => {
  ray.sessionName = stored.sessionName;
  ray.jobs.push(...stored.jobs);
  for (const [id, log] of stored.logs) ray.logs.set(id, log);
  ray.serve.isStarted = stored.isServeStarted;
  for (const [name, application] of stored.applications) ray.serve.applications.set(name, application);
  const orphans = ray.jobs.filter(isRunning);
  setTimeout(() => {
    for (const job of orphans.filter(isRunning))
      fail(job, "JOB_SUPERVISOR_ACTOR_START_FAILURE", "failed to get job supervisor.");
    store(ray);
  }, SUPERVISOR_LOST_MS);
};

/** The owner of the application of others deploys it with the cluster. */
const begin = (ray: RayServer): void => {
  ray.sessionName = `session_${new Date().toISOString()}_${process.pid}`;
  serveApplication(ray.serve, FOREIGN);
};

const boot = async (): Promise<RayServer> => {
  const { isLost, delayMs } = readNextBoot();
  await sleep(delayMs);
  if (isLost) rmSync(files.stored, { force: true });
  const ray = await startRayServer(Number(port));
  ray.token = token;
  if (existsSync(files.stored)) recover(ray, JSON.parse(readFileSync(files.stored, "utf8")) as Stored);
  else begin(ray);
  note({ kind: "boot", sessionName: ray.sessionName });
  store(ray);
  ray.serve.afterWrite = () => {
    note({ kind: "write", applications: ray.serve.writes.at(-1)?.applications ?? [] });
    store(ray);
  };
  return ray;
};

const stateOf = (ray: RayServer): HeadState => ({
  sessionName: ray.sessionName,
  shutdowns: ray.serve.shutdowns,
  jobs: ray.jobs.map((job) => ({
    key: job.submission_id ?? job.job_id ?? "",
    status: job.status,
    startMs: job.start_time ?? 0,
    endMs: job.end_time,
  })),
  applications: Object.fromEntries([...ray.serve.applications].map(([name, { config }]) => [name, config])),
});

/** Ids of drivers begin anew with each session. */
const addJob = (ray: RayServer, { submissionId, log }: Extract<HeadOrder, { order: "start job" }>) => {
  const driver = `${(ray.jobs.length + 1).toString(16).padStart(2, "0")}000000`;
  const job = ray.add({
    type: submissionId === null ? "DRIVER" : "SUBMISSION",
    submission_id: submissionId,
    job_id: driver,
    driver_info: { id: driver },
    start_time: Date.now(),
  });
  if (submissionId !== null) ray.logs.set(submissionId, log);
  return { key: submissionId ?? driver, startMs: job.start_time, sessionName: ray.sessionName };
};

const endJob = (ray: RayServer, { key, startMs, status, log }: Extract<HeadOrder, { order: "end job" }>) => {
  const job = ray.jobs.find((each) => (each.submission_id ?? each.job_id) === key && each.start_time === startMs);
  if (!job || !isRunning(job)) return { endMs: null };
  Object.assign(job, {
    status,
    end_time: Date.now(),
    message: "It ended.",
    driver_exit_code: status === "FAILED" ? 1 : 0,
  });
  if (job.submission_id !== null) ray.logs.set(key, (ray.logs.get(key) ?? "") + log);
  return { endMs: job.end_time };
};

const loseNode = (ray: RayServer): void => {
  for (const job of ray.jobs.filter(isRunning))
    fail(job, "JOB_SUPERVISOR_ACTOR_DIED", "The node 10.0.0.7 of the job supervisor has died.");
  drivers.kill();
  const served = [...ray.serve.applications.values()].filter(({ status }) => status === "RUNNING");
  for (const application of served) application.status = "UNHEALTHY";
  setTimeout(() => {
    for (const application of served) application.status = "RUNNING";
  }, UNHEALTHY_MS);
};

const answerAs = (ray: RayServer, mode: AnswerMode, seed: number): void => {
  ray.serve.isHidden = mode === "hidden";
  ray.overrides.clear();
  const answer = badAnswers(mode, ray, seeded(seed));
  if (answer) ray.overrides.set("/", answer);
};

const obey = (ray: RayServer, order: HeadOrder): unknown => {
  switch (order.order) {
    case "start job":
      return addJob(ray, order);
    case "end job":
      return endJob(ray, order);
    case "lose node":
      return loseNode(ray);
    case "answer":
      return answerAs(ray, order.mode, order.seed);
    case "describe":
      return stateOf(ray);
  }
};

const direct = async (ray: RayServer, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method === "GET") return void response.writeHead(200).end("ok");
  let text = "";
  for await (const part of request) text += String(part);
  const order = JSON.parse(text) as HeadOrder;
  const result = obey(ray, order);
  if (order.order !== "describe") store(ray);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result ?? null));
};

const ray = await boot();
const drivers = runDrivers(ray, note, () => store(ray));
const control = createServer((request, response) => void direct(ray, request, response));
control.listen(Number(controlPort), "127.0.0.1");
await once(control, "listening");
process.on("SIGTERM", () => process.exit(0));
