import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-000000000011";
const KEY = "019a0000-0000-7000-8000-000000000012";
const CONFIG = {
  import_path: "authz:app",
  route_prefix: "/authz",
  deployments: [{ name: "Model", scaling: { mode: "fixed", replicas: 1 }, cpus: 1, gpus: 0 }],
};
const ENDPOINT = {
  kind: "HTTP endpoint",
  name: "authz",
  address: "https://service.example.com",
  health_address: "https://service.example.com/health",
  request_key: KEY,
};

const staff = (method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Record<string, Expectation> => ({
  [`${method} ${path}`]: { rule: "staff", path: path.replace(":id", ID), ...(body !== undefined && { body }) },
});

/** Staff see and create services; the service itself decides who may change it, and secrets are their owner's. */
export const INFERENCE_SERVICES_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...staff("GET", "/api_v1/is"),
  ...staff("POST", "/api_v1/is", ENDPOINT),
  ...staff("DELETE", "/api_v1/is/:id"),
  ...staff("GET", "/api_v1/is/clusters"),
  ...staff("POST", "/api_v1/is/preview", { name: "authz", cluster_id: ID, config: CONFIG }),
  ...staff("GET", "/api_v1/is/:id"),
  ...staff("POST", "/api_v1/is/:id/deploy", { kind: "pause", expect_revision: 1, request_key: KEY }),
  ...staff("GET", "/api_v1/is/:id/callers"),
  ...staff("GET", "/api_v1/is/secrets"),
  ...staff("POST", "/api_v1/is/secret/save", { name: "authz", value: "authz" }),
  ...staff("POST", "/api_v1/is/secret/delete/:id", {}),
};
