import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Fault } from "./fault.ts";
import type { ClipSpec, VideoRequest } from "./video-request.ts";

export const JOB_STATUSES = ["queued", "in_progress", "completed", "failed", "deleted"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** One accepted job, as stored in its file. */
export interface Job {
  readonly id: string;
  readonly key: string | null;
  readonly bodyHash: string;
  readonly request: VideoRequest;
  readonly faults: readonly Fault[];
  readonly seed: number;
  /** Gets its image when the job starts. */
  clip: ClipSpec;
  readonly createdAtMs: number;
  posts: number;
  status: JobStatus;
  startedAtMs: number | null;
  endedAtMs: number | null;
  renderS: number | null;
  error: { code: string; message: string } | null;
  /** Webhooks still to be sent. */
  newsLeft: number;
  contentReads: number;
  isCancelAsked: boolean;
}

export const newJobId = (): string => `video_${randomUUID().replaceAll("-", "")}`;

export const hasEnded = ({ status }: Job): boolean => status !== "queued" && status !== "in_progress";

/** One file per job, replaced atomically: a killed process leaves either the old or the new one. */
export class JobFolder {
  readonly #folder: string;
  readonly #last = new Map<string, { saved: Promise<void>; hasBegun: boolean }>();

  constructor(folder: string) {
    this.#folder = path.join(folder, "jobs");
  }

  #fileOf(id: string): string {
    return path.join(this.#folder, id.slice(6, 8), `${id}.json`);
  }

  /** Writes are serialised per job; a queued write that has not started will also cover this one. */
  save(job: Job): Promise<void> {
    const before = this.#last.get(job.id);
    if (before && !before.hasBegun) return before.saved;
    const turn = { hasBegun: false, saved: Promise.resolve() };
    turn.saved = this.#write(job, turn, before?.saved).finally(() => {
      if (this.#last.get(job.id) === turn) this.#last.delete(job.id);
    });
    this.#last.set(job.id, turn);
    return turn.saved;
  }

  async #write(job: Job, turn: { hasBegun: boolean }, before: Promise<void> | undefined): Promise<void> {
    await before;
    turn.hasBegun = true;
    const file = this.#fileOf(job.id);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.new`, JSON.stringify(job));
    await rename(`${file}.new`, file);
  }

  async load(): Promise<Job[]> {
    await mkdir(this.#folder, { recursive: true });
    const files = (await readdir(this.#folder, { recursive: true })).filter((name) => name.endsWith(".json"));
    const jobs: Job[] = [];
    for (const file of files) jobs.push(JSON.parse(await readFile(path.join(this.#folder, file), "utf8")) as Job);
    return jobs.sort((a, b) => a.createdAtMs - b.createdAtMs);
  }

  async remove(id: string): Promise<void> {
    await rm(this.#fileOf(id), { force: true });
  }
}
