import { z } from "zod";
import { defineRoutes, nonNegativeInt, uuid } from "../kit.ts";
import {
  actCount,
  countActBody,
  jobActBody,
  jobActReply,
  jobCounts,
  jobDetail,
  jobFilter,
  jobItem,
  jobQueueState,
  jobRates,
  jobRatesBody,
  pauseQueueBody,
  searchJobsBody,
  stuckJob,
} from "./schemas.ts";

const administrators = { permission: "ADMIN_MANAGE_R" } as const;

/** All background work of the console. */
export const jobsRoutes = defineRoutes({
  searchJobs: {
    method: "POST",
    path: "/api_v1/admin/job/search",
    access: administrators,
    summary: "Search background jobs of all kinds, newest first; any page costs as much as the first",
    body: searchJobsBody,
    reply: z.object({ items: z.array(jobItem), next_cursor: z.string().nullable() }),
    errors: ["invalid"],
  },
  countJobs: {
    method: "POST",
    path: "/api_v1/admin/job/count",
    access: administrators,
    summary: "Count the jobs of a filter by status; exact unless the filter has an owner, a time or a text",
    body: jobFilter,
    reply: jobCounts,
  },
  getJobRates: {
    method: "POST",
    path: "/api_v1/admin/job/rates",
    access: administrators,
    summary: "How many jobs started, finished and failed in each five minutes, and how long they had waited",
    body: jobRatesBody,
    reply: jobRates,
  },
  getJob: {
    method: "GET",
    path: "/api_v1/admin/job/detail/:id",
    access: administrators,
    summary: "Get one job with its payload, its timeline and what the workflow engine says about it now",
    params: z.object({ id: uuid }),
    reply: jobDetail,
    errors: ["not_found"],
  },
  countJobActs: {
    method: "POST",
    path: "/api_v1/admin/job/count_acts",
    access: administrators,
    summary: "Count how many jobs of a filter can be retried and cancelled",
    body: countActBody,
    reply: actCount,
    errors: ["invalid"],
  },
  retryJobs: {
    method: "POST",
    path: "/api_v1/admin/job/retry",
    access: administrators,
    summary: "Retry the next failed jobs of a filter; called again with the cursor until there are no more",
    body: jobActBody,
    reply: jobActReply,
    errors: ["invalid"],
  },
  cancelJobs: {
    method: "POST",
    path: "/api_v1/admin/job/cancel",
    access: administrators,
    summary: "Cancel the next unfinished jobs of a filter; called again with the cursor until there are no more",
    body: jobActBody,
    reply: jobActReply,
    errors: ["invalid"],
  },
  listJobQueues: {
    method: "GET",
    path: "/api_v1/admin/job/queues",
    access: administrators,
    summary: "List the queues of background work, which of them are paused, and how much waits in each",
    reply: z.object({ items: z.array(jobQueueState) }),
  },
  pauseJobQueue: {
    method: "POST",
    path: "/api_v1/admin/job/pause",
    access: administrators,
    summary: "Pause or resume a queue: while it is paused no new job of it starts, and running ones go on",
    body: pauseQueueBody,
    reply: z.object({ items: z.array(jobQueueState) }),
    errors: ["conflict", "not_found"],
  },
  findStuckJobs: {
    method: "POST",
    path: "/api_v1/admin/job/stuck",
    access: administrators,
    summary:
      "Ask the workflow engine about the oldest unfinished jobs, and report those that do not go on by themselves",
    reply: z.object({
      items: z.array(stuckJob),
      /** How many unfinished jobs were looked at, oldest first. */
      looked_at: nonNegativeInt,
      /** False when the workflow engine did not answer for some of them. */
      is_complete: z.boolean(),
    }),
  },
});
