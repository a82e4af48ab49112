import type { Expectation } from "./expectation.ts";

const PACKAGE = "/api_v1/package";
const ID = "019a0000-0000-7000-8000-00000000000d";
const SETTINGS = { format: "MDS", columns: [{ source: "$media", name: "mp4" }] };
const KEY = { request_key: ID };

const route = (method: "GET" | "POST", path: string, body?: unknown) => ({
  [`${method} ${PACKAGE}/${path}`]: {
    rule: "staff" as const,
    path: `${PACKAGE}/${path.replace(":id", ID)}`,
    ...(body !== undefined && { body }),
  },
});

/** Training data is internal. Who may cancel, deprecate or delete a package is checked for each one. */
export const PACKAGES_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...route("POST", "estimate", { view_id: ID, settings: SETTINGS }),
  ...route("POST", "create", { name: "authz example", view_id: ID, settings: SETTINGS, ...KEY }),
  ...route("GET", "list"),
  ...route("GET", "detail/:id"),
  ...route("GET", "shards/:id"),
  ...route("GET", "left-out/:id"),
  ...route("POST", "cancel/:id"),
  ...route("POST", "verify/:id"),
  ...route("POST", "repeat/:id", KEY),
  ...route("POST", "deprecate/:id", { is_deprecated: true, reason: "authz" }),
  ...route("POST", "delete/:id"),
  ...route("POST", "compare/:id", { against_id: ID }),
  ...route("GET", "manifest/:id"),
  ...route("GET", "croissant/:id"),
};
