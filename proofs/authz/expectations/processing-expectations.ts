import type { Expectation } from "./expectation.ts";

const PROCESSING = "/api_v1/processing";
const ID = "019a0000-0000-7000-8000-000000000021";
const CHOSEN = { view_id: ID, template: "probe" };
const KEY = { request_key: ID };

const route = (method: "GET" | "POST", path: string, body?: unknown) => ({
  [`${method} ${PROCESSING}/${path}`]: {
    rule: "staff" as const,
    path: `${PROCESSING}/${path.replace(":id", ID)}`,
    ...(body !== undefined && { body }),
  },
});

/** Training data and clusters are internal. Who may cancel or retry a run is checked for each one. */
export const PROCESSING_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...route("POST", "estimate", CHOSEN),
  ...route("POST", "create", { ...CHOSEN, name: "authz example", cluster_id: ID, ...KEY }),
  ...route("GET", "list"),
  ...route("GET", "detail/:id"),
  ...route("POST", "cancel/:id"),
  ...route("POST", "retry/:id", KEY),
};
