import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-00000000000e";
const KEY = "019a0000-0000-7000-8000-00000000001f";
const DATASET = "/api_v1/dataset/:id";

const staff = (method: "GET" | "POST", path: string, body?: unknown): Record<string, Expectation> => ({
  [`${method} ${path}`]: {
    rule: "staff",
    path: path.replace(":id", ID).replace(":ordinal", "0"),
    ...(body !== undefined && { body }),
  },
});

/** External users see no row, image, view or file of a dataset through any route. Files also check their owner. */
export const ITEMS_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...staff("GET", `${DATASET}/sample`),
  ...staff("POST", `${DATASET}/items`, {}),
  ...staff("GET", `${DATASET}/item/:ordinal`),
  ...staff("GET", `${DATASET}/similar/:ordinal`),
  ...staff("POST", `${DATASET}/facets`, {}),
  ...staff("POST", `${DATASET}/values`, { field: "source" }),
  ...staff("POST", `${DATASET}/funnel`, { steps: ["fps > 1"] }),
  ...staff("POST", `${DATASET}/buckets`, {}),
  ...staff("POST", `${DATASET}/explain`, {}),
  ...staff("POST", `${DATASET}/media`, { ordinals: [0] }),
  ...staff("GET", `${DATASET}/blob/:ordinal`),
  ...staff("GET", `${DATASET}/poster/:ordinal`),
  ...staff("GET", `${DATASET}/views`),
  ...staff("POST", `${DATASET}/view`, { name: "authz example", request_key: KEY }),
  ...staff("POST", "/api_v1/dataset/view/:id/delete"),
  ...staff("POST", "/api_v1/dataset/columns/:id/delete"),
  ...staff("POST", `${DATASET}/export`, { format: "csv", request_key: KEY }),
  ...staff("GET", `${DATASET}/exports`),
  ...staff("POST", "/api_v1/dataset/export/:id/cancel"),
  ...staff("GET", "/api_v1/dataset/export/:id/download"),
};
