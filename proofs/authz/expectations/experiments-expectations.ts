import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-000000000013";
const KEY = "019a0000-0000-7000-8000-000000000014";
const PROMPT = "0".repeat(64);
const RUN = { request_key: KEY, experiment: "authz", name: "authz" };
const BATCH = { batch_key: "authz-batch", metrics: [{ key: "loss", steps: [1], values: [0.5] }] };
const CLIP = { name: "authz.mp4", mime: "video/mp4", size: 3 };

const SOURCE = { name: "authz example", address: "https://mlflow.example.com", is_check_skipped: true };

const VIEW = {
  request_key: KEY,
  name: "authz",
  run_ids: [ID],
  metrics: ["loss"],
  settings: { axis: "step", smoothing: 0, is_log: false },
};

const administrators = (path: string, body: unknown): Record<string, Expectation> => ({
  [`POST ${path}`]: { rule: { staffWith: "ADMIN_MANAGE_R" }, path: path.replace(":id", ID), body },
});
const machine = (path: string, body: unknown): Record<string, Expectation> => ({
  [`POST ${path}`]: { rule: { service: "runs:write" }, path: path.replace(":id", ID), body },
});
const staff = (path: string, query = ""): Record<string, Expectation> => ({
  [`GET ${path}`]: { rule: "staff", path: path.replace(":id", ID) + query },
});

/** Training programs write with a key of their own; everyone inside reads, and nobody outside. Administrators name sources. */
export const EXPERIMENTS_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...machine("/api_v1/service/run/create", RUN),
  ...machine("/api_v1/service/run/log/:id", BATCH),
  ...machine("/api_v1/service/run/update/:id", { status: "Finished" }),
  ...machine("/api_v1/service/run/clip/create/:id", CLIP),
  ...machine("/api_v1/service/run/clip/complete/:id", { asset_id: ID, sha256: PROMPT }),
  ...staff("/api_v1/experiment/list"),
  ...staff("/api_v1/experiment/runs"),
  ...staff("/api_v1/experiment/columns"),
  ...staff("/api_v1/experiment/run/:id"),
  ...staff("/api_v1/experiment/run/:id/log"),
  ...staff("/api_v1/experiment/compare", `?run_id=${ID}`),
  ...staff("/api_v1/experiment/curves", `?run_id=${ID}&metric=loss`),
  ...staff("/api_v1/experiment/sparklines", `?run_id=${ID}&metric=loss`),
  ...staff("/api_v1/experiment/sample-steps", `?run_id=${ID}`),
  ...staff("/api_v1/experiment/samples", `?run_id=${ID}&prompt=${PROMPT}`),
  ...staff("/api_v1/experiment/reports"),
  ...staff("/api_v1/experiment/report/:id"),
  ...staff("/api_v1/experiment/report/:id/curves", "?metric=loss"),
  ...staff("/api_v1/experiment/report/:id/samples"),
  "POST /api_v1/experiment/report/create": { rule: "staff", path: "/api_v1/experiment/report/create", body: VIEW },
  ...staff("/api_v1/experiment/sources"),
  ...administrators("/api_v1/experiment/source/create", { ...SOURCE, request_key: KEY }),
  ...administrators("/api_v1/experiment/source/update/:id", { ...SOURCE, expect_revision: 1 }),
  ...administrators("/api_v1/experiment/source/delete/:id", {}),
  ...administrators("/api_v1/experiment/source/check/:id", {}),
  "POST /api_v1/experiment/run/annotate/:id": {
    rule: "staff",
    path: `/api_v1/experiment/run/annotate/${ID}`,
    body: { expect_revision: 1, notes: "authz" },
  },
};
