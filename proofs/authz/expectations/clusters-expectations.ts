import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-000000000011";
const KEY = "019a0000-0000-7000-8000-000000000012";
const CLUSTER = { name: "authz example", address: "https://ray.example.com", token: null, is_check_skipped: true };

const staff = (path: string): Record<string, Expectation> => ({
  [`GET ${path}`]: { rule: "staff", path: path.replace(":id", ID) },
});
const administrators = (path: string, body: unknown): Record<string, Expectation> => ({
  [`POST ${path}`]: { rule: { staffWith: "ADMIN_MANAGE_R" }, path: path.replace(":id", ID), body },
});

/** Staff see the clusters and their jobs; administrators among them register clusters. A job decides who may stop it. */
export const CLUSTERS_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...staff("/api_v1/ray/clusters"),
  ...staff("/api_v1/ray/clusters/:id/running-jobs"),
  ...staff("/api_v1/ray/clusters/:id/recent-jobs"),
  ...staff("/api_v1/ray/clusters/:id/nodes"),
  ...staff("/api_v1/ray/clusters/:id/ray-clusters"),
  ...staff("/api_v1/ray/job/:id"),
  ...staff("/api_v1/ray/job/:id/log"),
  ...staff("/api_v1/ray/job/:id/log/live"),
  "POST /api_v1/ray/job/:id/stop": { rule: "staff", path: `/api_v1/ray/job/${ID}/stop`, body: {} },
  ...administrators("/api_v1/ray/cluster/create", { ...CLUSTER, request_key: KEY }),
  ...administrators("/api_v1/ray/cluster/update/:id", { ...CLUSTER, expect_revision: 1 }),
  ...administrators("/api_v1/ray/cluster/delete/:id", {}),
  ...administrators("/api_v1/ray/cluster/check/:id", {}),
};
