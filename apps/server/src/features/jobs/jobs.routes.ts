// All background work in one list, for administrators. Serves /admin/job/* of the specification and /admin/job-manage.
import type { jobsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { actOnJobs, countActs } from "./acts/act-on-jobs.ts";
import { findStuckJobs } from "./detail/find-stuck-jobs.ts";
import { getJob } from "./detail/get-job.ts";
import type { JobsDeps } from "./jobs-deps.ts";
import { listQueues, pauseQueue } from "./queues/pause-queue.ts";
import { readRates } from "./rates/read-rates.ts";
import { toJobItem } from "./search/job.dto.ts";
import { countJobs, searchJobs } from "./search/search-jobs.ts";

type AllHandlers = Handlers<typeof jobsRoutes>;

export const jobsHandlers = (deps: JobsDeps): AllHandlers => ({
  async searchJobs({ body: { cursor, limit, ...filter }, actor: viewer }) {
    const { items, nextCursor } = await searchJobs(deps.db, filter, { cursor, limit, viewer });
    return { items: items.map((job) => toJobItem(deps.acts, job)), next_cursor: nextCursor };
  },
  countJobs: ({ body, actor }) => countJobs(deps.db, body, actor),
  getJobRates: ({ body, actor }) => readRates(deps, actor, body),
  getJob: ({ params, actor }) => getJob(deps, actor, params.id),
  countJobActs: ({ body, context }) => countActs(deps, body, context),
  retryJobs: ({ body, context }) => actOnJobs(deps, context, { act: "retry", ...toBatch(body) }),
  cancelJobs: ({ body, context }) => actOnJobs(deps, context, { act: "cancel", ...toBatch(body) }),
  listJobQueues: async ({ actor }) => ({ items: await listQueues(deps.db, actor) }),
  async pauseJobQueue({ body: { queue, is_paused, reason }, context }) {
    return { items: await pauseQueue(deps.db, context, { queue, isPaused: is_paused, reason }) };
  },
  findStuckJobs: ({ actor }) => findStuckJobs(deps, actor),
});

const toBatch = ({ filter, ids, counted_at, cursor }: Parameters<AllHandlers["retryJobs"]>[0]["body"]) => ({
  filter,
  ids,
  countedAt: new Date(counted_at),
  cursor,
});
