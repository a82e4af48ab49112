import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-000000000023";
const KEY = "019a0000-0000-7000-8000-000000000024";
const OTHER = "019a0000-0000-7000-8000-000000000025";
const QUESTION = {
  request_key: KEY,
  question: "authz",
  metric: "loss",
  direction: "lower",
  min_difference: 0,
  arms: [
    { name: "a", source: { kind: "package", id: ID } },
    { name: "b", source: { kind: "view", id: OTHER } },
  ],
};

const staff = (call: `${"GET" | "POST"} ${string}`, body?: unknown): Record<string, Expectation> => ({
  [call]: { rule: "staff", path: call.replace(/^\w+ /, "").replace(":id", ID), ...(body !== undefined && { body }) },
});

/** Only those to whom leaderboards are open attach a judging. */
const judges = (call: `POST ${string}`, body: unknown): Record<string, Expectation> => ({
  [call]: { rule: { staffWith: "USE_VERSION_1_0" }, path: call.replace("POST ", "").replace(":id", ID), body },
});

/** Everyone inside asks, attaches, decides and reads; nobody outside sees any of it. */
export const DATA_EXPERIMENTS_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...staff("GET /api_v1/data-experiment/list"),
  ...staff("POST /api_v1/data-experiment/create", QUESTION),
  ...staff("GET /api_v1/data-experiment/detail/:id"),
  ...staff("GET /api_v1/data-experiment/proposals/:id"),
  ...staff("POST /api_v1/data-experiment/attach/:id", { position: 1, run_ids: [OTHER] }),
  ...staff("POST /api_v1/data-experiment/detach/:id", { run_id: OTHER }),
  ...judges("POST /api_v1/data-experiment/attach-judging/:id", {
    task_id: OTHER,
    arms: [
      { position: 1, column_id: ID },
      { position: 2, column_id: KEY },
    ],
  }),
  ...judges("POST /api_v1/data-experiment/detach-judging/:id", { task_id: OTHER }),
  ...staff("POST /api_v1/data-experiment/compare/:id", {}),
  ...staff("POST /api_v1/data-experiment/decide/:id", { expect_revision: 1, chosen: null, reason: "authz" }),
  ...staff("POST /api_v1/data-experiment/reopen/:id", { expect_revision: 1, reason: "authz" }),
};
