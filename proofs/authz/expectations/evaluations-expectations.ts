import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-00000000000b";
const WHY = "authz example";
const LEASE = { lease_id: ID };
const DRAFT = { choice: null, strength: null, answers: {}, marks: [] };
const WHEN = "2026-01-01T00:00:00Z";
const PLAN = {
  template_id: ID,
  mode: "pairwise",
  judges_per_item: 3,
  aggregation: "All",
  gold_rate: 0,
  repeat_rate: 0.05,
  item_budget: null,
  expect_revision: 1,
};
const ANSWER = {
  ...LEASE,
  client_id: ID,
  choice: "A",
  strength: null,
  answers: {},
  marks: [],
  watched: { A: 1, B: 1 },
  duration_ms: 1,
};

const EVALUATING = "/api_v1/evaluating";

/** Any signed-in user may be assigned as a rater; the assignment is checked on each request. */
const judges = (act: string, body: unknown): Record<string, Expectation> => ({
  [`POST ${EVALUATING}/${act}`]: { rule: "signed-in", body },
});
/** For users of version 1.0; the task itself checks owner-only actions. */
const ofTask = (method: "GET" | "POST", act: string, body?: unknown): Record<string, Expectation> => ({
  [`${method} ${EVALUATING}/${act}/:id`]: {
    rule: "USE_VERSION_1_0",
    path: `${EVALUATING}/${act}/${ID}`,
    ...(body !== undefined && { body }),
  },
});

export const EVALUATIONS_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  [`GET ${EVALUATING}/tasks`]: { rule: "signed-in" },
  [`GET ${EVALUATING}/list`]: { rule: "signed-in" },
  [`GET ${EVALUATING}/media/:lease/:slot`]: { rule: "signed-in", path: `${EVALUATING}/media/${ID}/A` },
  ...judges("claim", { task_id: ID }),
  ...judges("heartbeat", { lease_ids: [ID] }),
  ...judges("draft", { ...LEASE, draft: DRAFT, saved_at: WHEN }),
  ...judges("release", LEASE),
  ...judges("skip", { ...LEASE, reason: "other" }),
  ...judges("submit", ANSWER),
  ...judges("undo", { judgement_id: ID }),
  ...ofTask("GET", "detail"),
  ...ofTask("GET", "judgements"),
  ...ofTask("POST", "plan", PLAN),
  ...ofTask("POST", "start", { expect_revision: 1 }),
  ...ofTask("POST", "raters", { usernames: ["somebody"] }),
  ...ofTask("POST", "gold", { row: 0, a: 0, b: 1, expected: "a" }),
  ...ofTask("POST", "count_informed", { counts_informed: true, reason: WHY }),
  ...ofTask("POST", "close", { reason: WHY }),
  ...ofTask("POST", "reopen", { reason: WHY }),
  [`POST ${EVALUATING}/void`]: { rule: "USE_VERSION_1_0", body: { judgement_id: ID, reason: WHY } },
};
