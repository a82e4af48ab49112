import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-00000000000e";
const KEY = "019a0000-0000-7000-8000-00000000000f";
const SOURCE = { uri: "s3://authz-example/set/" };

const staff = (method: "GET" | "POST", path: string, body?: unknown): Record<string, Expectation> => ({
  [`${method} ${path}`]: { rule: "staff", path: path.replace(":id", ID), ...(body !== undefined && { body }) },
});

/** External users see no dataset through any route. The dataset itself decides whether staff may change it. */
export const CATALOGUE_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...staff("GET", "/api_v1/dataset"),
  ...staff("POST", "/api_v1/dataset/try", SOURCE),
  ...staff("POST", "/api_v1/dataset/create", { ...SOURCE, name: "authz example", request_key: KEY }),
  ...staff("POST", "/api_v1/dataset/demo"),
  ...staff("GET", "/api_v1/dataset/:id/detail"),
  ...staff("POST", "/api_v1/dataset/:id/update", { name: "authz", description: "", tags: [], expect_revision: 1 }),
  ...staff("POST", "/api_v1/dataset/:id/pin", { is_pinned: true }),
  ...staff("POST", "/api_v1/dataset/:id/delete", {}),
  ...staff("POST", "/api_v1/dataset/:id/index", {}),
  ...staff("POST", "/api_v1/dataset/:id/cancel_index", {}),
  ...staff("POST", "/api_v1/dataset/:id/tag", { tag: "authz", version: null }),
};
