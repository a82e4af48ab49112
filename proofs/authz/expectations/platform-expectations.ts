import type { Expectation } from "./expectation.ts";

const ID = "019a0000-0000-7000-8000-00000000000a";
const WHO = "somebody@example.com";
const KEY = "authz-example";
const WHEN = "2026-01-01T00:00:00Z";
const WHY = "authz example";

const get = (path: string, query = ""): Record<string, Expectation> => ({
  [`GET ${path}`]: { rule: "MAGI_ADMIN", path: `${path}${query}` },
});
const post = (path: string, body: unknown): Record<string, Expectation> => ({
  [`POST ${path}`]: { rule: "MAGI_ADMIN", body },
});

const ofUser = `?user_email=${WHO}`;
const USER = "/api_v1/admin/user";
const CONTENT = "/api_v1/admin/content";
const LOGGER = "/api_v1/admin/logger";
const TOOLS = "/api_v1/admin/tools";

/** Platform operators, by their one permission. */
const OPERATORS: Readonly<Record<string, Expectation>> = {
  ...get(`${USER}/search`, "?q=some"),
  "GET /api_v1/admin/user/credits/:email": { rule: "MAGI_ADMIN", path: `${USER}/credits/${WHO}` },
  ...get(`${USER}/order`, ofUser),
  ...get(`${USER}/plan`, ofUser),
  ...get(`${USER}/transaction`, ofUser),
  ...get(`${USER}/consumption`, ofUser),
  ...get(`${USER}/project`, ofUser),
  ...get(`${USER}/export`, `${ofUser}&kind=order`),
  ...post(`${USER}/grant_credits`, {
    user_email: WHO,
    amount: 1,
    category: "promo",
    reason: WHY,
    idempotency_key: KEY,
  }),
  ...post(`${USER}/grant_credits/bulk`, {
    dry_run: true,
    category: "promo",
    reason: WHY,
    bulk_key: KEY,
    lines: [{ line: 1, user_email: WHO, amount: 1 }],
  }),
  ...post(`${USER}/void_grant`, { user_email: WHO, lot: 1, reason: WHY, idempotency_key: KEY }),
  ...get(`${USER}/grant_request`),
  ...post(`${USER}/grant_request/decide`, { id: ID, decision: "rejected", reason: WHY }),
  ...post("/api_v1/user/unsubscribe", { user_email: WHO, subscription_id: ID, reason: WHY, idempotency_key: KEY }),
  ...post(`${CONTENT}/favorites`, {}),
  "GET /api_v1/admin/content/:projectId/tasks": { rule: "MAGI_ADMIN", path: `${CONTENT}/some-project/tasks` },
  "GET /api_v1/admin/content/task/:id": { rule: "MAGI_ADMIN", path: `${CONTENT}/task/some-task` },
  ...post(`${CONTENT}/favorites/audit`, { id: ID, audit_status: "approved", expected_status: "none" }),
  ...post(`${CONTENT}/favorites/benchmark_row`, { id: ID, task_id: ID }),
  ...get(`${LOGGER}/operations`),
  ...get(`${LOGGER}/operation_types`),
  ...get(`${LOGGER}/security`),
  ...post(`${LOGGER}/operations`, { op_type: "Authz_example" }),
  ...post(`${LOGGER}/verify`, {}),
  ...get(`${LOGGER}/export`),
  ...post(`${TOOLS}/ledger_check`, {}),
  ...get(`${TOOLS}/expiry`),
  ...get(`${TOOLS}/holds`),
  ...post(`${TOOLS}/holds/void`, { user_email: WHO, hold: 1, reason: WHY, idempotency_key: KEY }),
  ...get(`${TOOLS}/payment_events`),
  ...post(`${TOOLS}/payment_events/replay`, { provider: "stripe", event_id: "evt_authz" }),
  ...get(`${TOOLS}/service_credentials`),
  ...post(`${TOOLS}/service_credentials/create`, { name: "authz example", scopes: ["credits:read"] }),
  ...post(`${TOOLS}/service_credentials/rotate`, { id: ID }),
  ...post(`${TOOLS}/service_credentials/revoke`, { id: ID, reason: WHY }),
  ...get("/api_v1/admin/approval"),
  ...post("/api_v1/admin/approval/decide", { id: ID, decision: "rejected", reason: WHY }),
};

const signed = (path: string, scope: string, body: object): Record<string, Expectation> => ({
  [`POST /api_v1/service/${path}`]: { rule: { service: scope }, body },
});
const MOVE = { user_email: WHO, idempotency_key: KEY };
const PRODUCT = { type: "plan", code: "pro", name: "Pro" };
const MONEY = { currency: "USD", provider: "stripe", occurred_at: WHEN };

/** Product backends, each for its purpose; no user is admitted, whatever their permissions. */
const MACHINES: Readonly<Record<string, Expectation>> = {
  ...signed("user/upsert", "users:write", { email: WHO, occurred_at: WHEN }),
  ...signed("credits/balance", "credits:read", { user_email: WHO }),
  ...signed("credits/reserve", "credits:write", { ...MOVE, amount: 1 }),
  ...signed("credits/settle", "credits:write", { ...MOVE, hold: 1, amount: 1 }),
  ...signed("credits/void", "credits:write", { ...MOVE, hold: 1 }),
  ...signed("credits/refund", "credits:write", { ...MOVE, settle: 1, amount: 1 }),
  ...signed("credits/grant", "credits:grant", { ...MOVE, amount: 1, category: "promo", reference: "authz" }),
  ...signed("project/upsert", "content:write", { id: "a", user_email: WHO, name: "A", occurred_at: WHEN }),
  ...signed("task/upsert", "content:write", {
    id: "a",
    project_id: "a",
    type: "t2v",
    status: "queued",
    model: "m",
    prompt: "p",
    created_at: WHEN,
    occurred_at: WHEN,
  }),
  ...signed("favorite/upsert", "content:write", {
    id: ID,
    user_email: WHO,
    source: "studio",
    assets_type: "video",
    visibility: "public",
    favorited_at: WHEN,
    occurred_at: WHEN,
  }),
  ...signed("order/upsert", "orders:write", {
    order_no: "1",
    user_email: WHO,
    product: PRODUCT,
    credits: 1,
    amount_minor: 1,
    status: "paid",
    ordered_at: WHEN,
    ...MONEY,
  }),
  ...signed("plan/upsert", "orders:write", {
    subscription_id: ID,
    user_email: WHO,
    code: "pro",
    name: "Pro",
    interval: "month",
    price_minor: 1,
    credits_per_period: 1,
    status: "active",
    started_at: WHEN,
    current_period_start: WHEN,
    current_period_end: WHEN,
    ...MONEY,
  }),
};

export const PLATFORM_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...OPERATORS,
  ...MACHINES,
  // The handler authenticates the sender by its signature.
  "POST /api_v1/payments/stripe/webhook": { rule: "anyone" },
};
