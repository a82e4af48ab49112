import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One requested clip, as the performer sees it. */
export interface Job {
  readonly id: string;
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly startedMs: number;
  status: "queued" | "in_progress" | "completed" | "failed" | "cancelled";
}

export interface Behaviour {
  workMs: number;
  /** Fault injection per submission and poll: false lets it pass, otherwise the status to reply with. */
  fault: (what: "submit" | "look" | "content", job: Job | undefined) => number | false;
  content: (job: Job) => Buffer;
  outcome: (job: Job) => "completed" | "failed";
}

export interface InstantPerformer {
  readonly url: string;
  readonly jobs: Map<string, Job>;
  readonly behaviour: Behaviour;
  /** Submissions, including repeated ones. */
  readonly submissions: () => number;
  readonly mostInFlight: () => number;
  readonly close: () => Promise<void>;
}

/** A small real /v1/videos server that returns a clip at once, so that tests measure our own code. */
export const startInstantPerformer = async (clip: Buffer): Promise<InstantPerformer> => {
  const jobs = new Map<string, Job>();
  const behaviour: Behaviour = { workMs: 0, fault: () => false, content: () => clip, outcome: () => "completed" };
  let submissions = 0;
  let mostInFlight = 0;
  const inFlight = new Set<Job>();

  const settle = (job: Job): Job => {
    const isOpen = job.status === "queued" || job.status === "in_progress";
    if (isOpen && performance.now() - job.startedMs >= behaviour.workMs) job.status = behaviour.outcome(job);
    if (job.status !== "queued" && job.status !== "in_progress") inFlight.delete(job);
    return job;
  };
  const viewOf = ({ id, status }: Job) => ({ id, object: "video", status, ...(status === "failed" ? FAILED : {}) });

  const submit = async (request: IncomingMessage): Promise<Answer> => {
    const body = JSON.parse(await readText(request)) as Record<string, unknown>;
    const key = String(request.headers["idempotency-key"] ?? "");
    submissions += 1;
    const known = jobs.get(`job-${key}`);
    const refused = behaviour.fault("submit", known);
    if (refused !== false) return { status: refused, json: { error: { message: "not now" } } };
    if (known) return { status: 200, json: viewOf(settle(known)) };
    const job: Job = { id: `job-${key}`, key, body, startedMs: performance.now(), status: "in_progress" };
    jobs.set(job.id, job);
    for (const each of inFlight) settle(each);
    inFlight.add(job);
    mostInFlight = Math.max(mostInFlight, inFlight.size);
    return { status: 200, json: viewOf(settle(job)) };
  };

  const ofJob = (job: Job | undefined, method: string, isContent: boolean): Answer => {
    const refused = behaviour.fault(isContent ? "content" : "look", job);
    if (refused !== false) return { status: refused, json: { error: { message: "not now" } } };
    if (!job) return { status: 404, json: { error: { message: "no such video" } } };
    if (isContent) return { status: 200, bytes: behaviour.content(job) };
    settle(job);
    if (method === "DELETE" && (job.status === "queued" || job.status === "in_progress")) {
      job.status = "cancelled";
      inFlight.delete(job);
    }
    return { status: 200, json: viewOf(job) };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, , , id, part] = (request.url ?? "").split("/");
    const isNew = request.method === "POST";
    const found = isNew ? await submit(request) : ofJob(jobs.get(id ?? ""), request.method ?? "", part === "content");
    const bytes = found.bytes ?? Buffer.from(JSON.stringify(found.json));
    const type = found.bytes ? "video/mp4" : "application/json";
    response.writeHead(found.status, { "content-type": type, "content-length": bytes.length }).end(bytes);
  };

  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    jobs,
    behaviour,
    submissions: () => submissions,
    mostInFlight: () => mostInFlight,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};

interface Answer {
  readonly status: number;
  readonly json?: object;
  readonly bytes?: Buffer;
}

const FAILED = { error: { code: "content_policy", message: "this prompt is not allowed" } };

const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
};
