import { setTimeout as sleep } from "node:timers/promises";
import type { ClipLibrary } from "./clip-library.ts";
import { amountOf, hasFault } from "./fault.ts";
import { hasEnded, type Job, type JobFolder } from "./job.ts";
import { viewJob } from "./job-view.ts";
import { sendWebhook } from "./webhook.ts";

const DEFAULT_SLOW_S = 5;
const HANG_PROGRESS = 0.4;

interface Parts {
  readonly library: ClipLibrary;
  readonly folder: JobFolder;
  readonly webhookSecret: string | undefined;
  readonly complain: (message: string, detail: object) => void;
}

/** Runs jobs from queued to their end and sends webhooks. */
export class JobRunner {
  readonly #parts: Parts;
  readonly #waiting = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Starts a new job, or one left behind by a killed process. */
  start(job: Job): void {
    this.#watch(job, hasEnded(job) ? this.#tell(job) : this.#run(job));
  }

  #watch(job: Job, work: Promise<void>): void {
    work.catch((error: unknown) => this.#parts.complain("a job could not be carried on", { id: job.id, error }));
  }

  view(job: Job) {
    const isWaiting = this.#waiting.has(job.id);
    const position = isWaiting ? [...this.#waiting].indexOf(job.id) + 1 : null;
    return viewJob(job, this.#progressOf(job), position);
  }

  /** False when it had ended. A cancelled job stays cancelled, unless it was told to ignore cancellation. */
  async cancel(job: Job): Promise<boolean> {
    if (job.status === "deleted") return true;
    if (hasEnded(job)) return false;
    job.isCancelAsked = true;
    if (!hasFault(job.faults, "late_after_cancel")) await this.#end(job, { status: "deleted" });
    else await this.#parts.folder.save(job);
    return true;
  }

  #progressOf(job: Job): number {
    if (job.status === "completed") return 1;
    if (job.status !== "in_progress") return 0;
    if (hasFault(job.faults, "hang")) return HANG_PROGRESS;
    const slowMs = amountOf(job.faults, "slow", DEFAULT_SLOW_S) * 1_000;
    if (slowMs > 0) return Math.min(0.99, (Date.now() - (job.startedAtMs ?? 0)) / slowMs);
    return Math.min(0.99, this.#parts.library.progressOf(job.clip) ?? 0);
  }

  async #run(job: Job): Promise<void> {
    if (hasFault(job.faults, "fail")) {
      return this.#end(job, { error: { code: "generation_failed", message: "the clip could not be made" } });
    }
    if (hasFault(job.faults, "refuse")) {
      const message = "the prompt was refused by the content policy";
      return this.#end(job, { error: { code: "content_policy_violation", message } });
    }
    if (hasFault(job.faults, "hang")) return this.#begin(job);
    if (!(await this.#hasItsImage(job))) return;
    try {
      await this.#make(job);
    } catch (error) {
      this.#parts.complain("a clip could not be rendered", { id: job.id, error });
      await this.#end(job, { error: { code: "generation_failed", message: "the renderer failed" } });
    }
  }

  /** False when the job has ended because its image could not be used. */
  async #hasItsImage(job: Job): Promise<boolean> {
    const url = job.request.image ?? job.request.input_reference;
    if (url === undefined || job.request.model === "reference-instant" || job.clip.image) return true;
    try {
      job.clip = await this.#parts.library.withImage(job.clip, url);
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await this.#end(job, { error: { code: "invalid_image", message } });
      return false;
    }
  }

  async #make(job: Job): Promise<void> {
    const isReady = this.#parts.library.has(job.clip);
    const slowS = amountOf(job.faults, "slow", DEFAULT_SLOW_S);
    const startedMs = performance.now();
    if (!isReady) {
      this.#waiting.add(job.id);
      const file = await this.#parts.library.take(job.clip, () => {
        this.#waiting.delete(job.id);
        if (hasEnded(job)) return false;
        job.status = "in_progress";
        job.startedAtMs ??= Date.now();
        return true;
      });
      if (file === undefined) return;
    }
    const renderS = (performance.now() - startedMs) / 1_000;
    if (slowS > 0) await this.#waitUntilSlowIsOver(job, slowS);
    if (!hasEnded(job)) await this.#end(job, { renderS });
  }

  async #waitUntilSlowIsOver(job: Job, slowS: number): Promise<void> {
    if (job.startedAtMs === null || job.status === "queued") await this.#begin(job);
    const leftMs = (job.startedAtMs ?? 0) + slowS * 1_000 - Date.now();
    if (leftMs > 0) await sleep(leftMs, undefined, { ref: false });
  }

  async #begin(job: Job): Promise<void> {
    job.status = "in_progress";
    job.startedAtMs ??= Date.now();
    await this.#parts.folder.save(job);
  }

  async #end(job: Job, how: { status?: "deleted"; error?: Job["error"]; renderS?: number }): Promise<void> {
    job.status = how.status ?? (how.error ? "failed" : "completed");
    job.error = how.error ?? null;
    job.renderS = how.renderS === undefined ? null : Math.round(how.renderS * 1_000) / 1_000;
    job.endedAtMs = Date.now();
    if (job.request.webhook_url) job.newsLeft = hasFault(job.faults, "answer_twice") ? 2 : 1;
    await this.#parts.folder.save(job);
    // Not awaited: the cancellation does not wait for the webhook receiver.
    this.#watch(job, this.#tell(job));
  }

  async #tell(job: Job): Promise<void> {
    const url = job.request.webhook_url;
    while (url && job.newsLeft > 0) {
      const body = JSON.stringify({ type: `video.${job.status}`, data: this.view(job) });
      await sendWebhook({ url, id: `msg_${job.id}`, body, secret: this.#parts.webhookSecret });
      job.newsLeft -= 1;
      await this.#parts.folder.save(job);
    }
  }
}
