import type { Expectation } from "./expectation.ts";

const JOB = "/api_v1/admin/job";
const ID = "019a0000-0000-7000-8000-00000000000e";
const COUNTED = { ids: [ID], counted_at: "2026-11-18T00:00:00Z" };

const route = (method: "GET" | "POST", path: string, body?: unknown) => ({
  [`${method} ${JOB}/${path}`]: {
    rule: "ADMIN_MANAGE_R" as const,
    path: `${JOB}/${path.replace(":id", ID)}`,
    ...(body !== undefined && { body }),
  },
});

/** Background work of everybody, with what its features allow to be done with it. */
export const JOBS_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...route("POST", "search", {}),
  ...route("POST", "count", {}),
  ...route("POST", "rates", {}),
  ...route("GET", "detail/:id"),
  ...route("POST", "count_acts", {}),
  ...route("POST", "retry", COUNTED),
  ...route("POST", "cancel", COUNTED),
  ...route("GET", "queues"),
  ...route("POST", "pause", { queue: "package", is_paused: false, reason: "authz example" }),
  ...route("POST", "stuck"),
};
