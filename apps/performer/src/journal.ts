import type { Job } from "./job.ts";
import { clipIdOf } from "./video-request.ts";

/** What was actually accepted and rendered, for proofs that nothing was submitted twice. */
export const writeJournal = (jobs: readonly Job[], renders: number, withEntries: boolean) => {
  const keyed = jobs.filter(({ key }) => key !== null);
  return {
    jobs: jobs.length,
    posts: jobs.reduce((sum, { posts }) => sum + posts, 0),
    keys: new Set(keyed.map(({ key }) => key)).size,
    keyed_jobs: keyed.length,
    by_status: Object.fromEntries(
      [...Map.groupBy(jobs, ({ status }) => status)].map(([status, list]) => [status, list.length]),
    ),
    distinct_clips: new Set(jobs.filter(({ status }) => status === "completed").map(({ clip }) => clipIdOf(clip))).size,
    renders_since_start: renders,
    entries: withEntries
      ? jobs.map((job) => ({
          id: job.id,
          idempotency_key: job.key,
          posts: job.posts,
          model: job.request.model,
          seed: job.seed,
          status: job.status,
          clip: clipIdOf(job.clip),
          is_cancel_asked: job.isCancelAsked,
          content_reads: job.contentReads,
          created_at: Math.floor(job.createdAtMs / 1_000),
        }))
      : [],
  };
};
