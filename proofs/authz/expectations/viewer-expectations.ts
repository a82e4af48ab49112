import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-00000000000f";
const SDV = "/api_v1/sdv";

const staff = (method: "GET" | "POST", path: string, more: { query?: string; body?: unknown } = {}) => ({
  [`${method} ${SDV}${path}`]: {
    rule: "staff" as const,
    path: `${SDV}${path
      .replace(/:handle|:id/, ID)
      .replace(/:shard|:index/, "0")
      .replace(":column", "video")}${more.query ?? ""}`,
    ...(more.body !== undefined && { body: more.body }),
  },
});

/** Internal users with any permissions, no external ones; the handle itself checks ownership. */
export const VIEWER_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...staff("GET", "/open", { query: "?uri=s3%3A%2F%2Fdatasets%2Fauthz%2F" }),
  ...staff("GET", "/recent"),
  ...staff("GET", "/:handle"),
  ...staff("GET", "/:handle/shards"),
  ...staff("GET", "/:handle/shard/:shard"),
  ...staff("GET", "/:handle/address/:shard"),
  ...staff("GET", "/:handle/sample/:index"),
  ...staff("GET", "/:handle/find", { query: "?what=0%3A1" }),
  ...staff("GET", "/:handle/blob/:index/:column"),
  ...staff("GET", "/:handle/bytes/:shard", { query: "?begin=0&end=16" }),
  ...staff("GET", "/:handle/order"),
  ...staff("GET", "/:handle/means", { query: "?column=fps" }),
  ...staff("POST", "/:handle/means", { body: { column: "fps" } }),
  ...staff("POST", "/:handle/verify", { body: { request_key: ID } }),
  ...staff("GET", "/verification/:id"),
  ...staff("GET", "/:handle/verifications"),
  ...staff("POST", "/verification/:id/cancel"),
  ...staff("POST", "/compare", { body: { left: ID, right: ID } }),
};
