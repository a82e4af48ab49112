import { createHash } from "node:crypto";
import { clipOfRequest } from "./clip-of-request.ts";
import { type Fault, type FaultName, hasFault } from "./fault.ts";
import type { FaultBoard } from "./fault-board.ts";
import { HttpFault } from "./http.ts";
import { hasEnded, type Job, type JobFolder, newJobId } from "./job.ts";
import type { JobRunner } from "./job-runner.ts";
import { KEEP_MS } from "./job-view.ts";
import { MAX_SEED, type VideoRequest, videoRequest } from "./video-request.ts";

const MAX_JOBS = 250_000;
/** Faults of the submission itself; the others apply to the job. */
const AT_THE_DOOR: ReadonlySet<FaultName> = new Set(["throttle", "error_500"]);
const DEFAULT_REFUSALS = { throttle: 2, error_500: 1 } as const;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Runs before the body is validated. */
const promptOf = (body: unknown): string => {
  const prompt = typeof body === "object" && body !== null && "prompt" in body ? body.prompt : undefined;
  return typeof prompt === "string" ? prompt : "";
};

interface Parts {
  readonly folder: JobFolder;
  readonly runner: JobRunner;
  readonly board: FaultBoard;
}

/** Accepts submissions: one job per idempotency key, however often it is sent. */
export class JobQueue {
  readonly #parts: Parts;
  readonly #jobs = new Map<string, Job>();
  readonly #byKey = new Map<string, { readonly bodyHash: string; readonly accepted: Promise<Job> }>();
  readonly #arrivals = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async open(): Promise<void> {
    for (const job of await this.#parts.folder.load()) {
      this.#jobs.set(job.id, job);
      if (job.key !== null) {
        this.#byKey.set(job.key, { bodyHash: job.bodyHash, accepted: Promise.resolve(job) });
        this.#arrivals.set(job.key, job.posts);
      }
      this.#parts.runner.start(job);
    }
    await this.forgetOld();
  }

  find(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  list(): Job[] {
    return [...this.#jobs.values()];
  }

  /** Accepts a body once per key. `isAnswerLost`: the reply must not be sent. */
  async submit(body: unknown, key: string | null): Promise<{ job: Job; isAnswerLost: boolean }> {
    const bodyHash = hashOf(JSON.stringify(body));
    const name = key ?? bodyHash;
    const arrivals = (this.#arrivals.get(name) ?? 0) + 1;
    this.#arrivals.set(name, arrivals);
    const drawn = this.#parts.board.drawn("submit", `${name}|${arrivals}`, promptOf(body));
    this.#refuse(drawn, 0);
    const known = key === null ? undefined : this.#byKey.get(key);
    if (known) return this.#again(known, bodyHash);
    const request = parseRequest(body);
    this.#refuse(request.fault, arrivals - 1);
    const faults = [...request.fault, ...drawn].filter(({ name: fault }) => !AT_THE_DOOR.has(fault));
    if (this.#jobs.size >= MAX_JOBS) {
      throw new HttpFault(429, "rate_limit_exceeded", "the queue is full", { "retry-after": "30" });
    }
    const accepted = this.#accept(request, faults, { key, bodyHash });
    if (key !== null) this.#byKey.set(key, { bodyHash, accepted });
    return { job: await accepted, isAnswerLost: hasFault(faults, "lost_answer") };
  }

  async #again(known: { bodyHash: string; accepted: Promise<Job> }, bodyHash: string) {
    if (known.bodyHash !== bodyHash) {
      throw new HttpFault(409, "idempotency_conflict", "this key was used for another request");
    }
    const job = await known.accepted;
    job.posts += 1;
    await this.#parts.folder.save(job);
    return { job, isAnswerLost: false };
  }

  #refuse(faults: readonly Fault[], refusedBefore: number): void {
    for (const { name, amount } of faults) {
      if (name !== "throttle" && name !== "error_500") continue;
      if (refusedBefore >= (amount ?? DEFAULT_REFUSALS[name])) continue;
      throw name === "throttle"
        ? new HttpFault(429, "rate_limit_exceeded", "too many requests", { "retry-after": "1" })
        : new HttpFault(500, "internal_error", "something broke");
    }
  }

  async #accept(
    request: VideoRequest,
    faults: readonly Fault[],
    { key, bodyHash }: { key: string | null; bodyHash: string },
  ): Promise<Job> {
    const id = newJobId();
    const seed = request.seed ?? Number.parseInt(hashOf(id).slice(0, 8), 16) % MAX_SEED;
    const job: Job = {
      id,
      key,
      bodyHash,
      request,
      faults,
      seed,
      clip: clipOfRequest(request, seed, faults),
      createdAtMs: Date.now(),
      posts: 1,
      status: "queued",
      startedAtMs: null,
      endedAtMs: null,
      renderS: null,
      error: null,
      newsLeft: 0,
      contentReads: 0,
      isCancelAsked: false,
    };
    this.#jobs.set(id, job);
    this.#parts.runner.start(job);
    await this.#parts.folder.save(job);
    return job;
  }

  /** Deletes jobs two days after their end, as `expires_at` announces. */
  async forgetOld(): Promise<void> {
    for (const job of this.list()) {
      if (!hasEnded(job) || job.newsLeft > 0 || job.createdAtMs > Date.now() - KEEP_MS) continue;
      this.#jobs.delete(job.id);
      if (job.key !== null) {
        this.#byKey.delete(job.key);
        this.#arrivals.delete(job.key);
      }
      await this.#parts.folder.remove(job.id);
    }
  }
}

const parseRequest = (body: unknown): VideoRequest => {
  const parsed = videoRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`);
  throw new HttpFault(400, "invalid_request", faults.join("; "));
};
