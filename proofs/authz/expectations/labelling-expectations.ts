import type { Expectation } from "./expectation.ts";

const LABEL = "/api_v1/label";
const ID = "019a0000-0000-7000-8000-00000000000c";
const LEASE = { lease_id: ID };
const WHEN = "2026-01-01T00:00:00Z";
const FIELDS = [{ key: "caption", name: "Caption", input: { kind: "caption" } }];
const TEMPLATE = { name: "authz example", fields: FIELDS };
const SETTINGS = { name: "authz example" };
const SOURCE = { kind: "view", view_id: ID };
const TASK = { ...SETTINGS, template_id: ID, template_version: 1, source: SOURCE, request_key: ID };
const PREFILL = { file_name: "captions.csv", format: "csv", size_bytes: 10, request_key: ID };
const ASKED_MODEL = { performer_id: ID, max_items: 10 };
const SUBMITTED = {
  ...LEASE,
  client_id: ID,
  values: { caption: "a cat" },
  guidelines_version: 1,
  duration_ms: 1,
  watched_s: 1,
};

const route = (rule: "staff" | "signed-in", method: "GET" | "POST", path: string, body?: unknown) => ({
  [`${method} ${LABEL}/${path}`]: {
    rule,
    path: `${LABEL}/${path.replace(/:(?:id|lease)/, ID).replace(":item", "1")}`,
    ...(body !== undefined && { body }),
  },
});

/**
 * Any signed-in user may be asked to label; the task and the lease are checked on each request. Whatever makes or changes a
 * task, second opinions about labels, files of labels, and reports about people, are for staff.
 */
export const LABELLING_EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...route("staff", "POST", "template/create", { ...TEMPLATE, request_key: ID }),
  ...route("staff", "GET", "template/list"),
  ...route("staff", "GET", "template/detail/:id"),
  ...route("staff", "POST", "template/update/:id", { ...TEMPLATE, expect_version: 1 }),
  ...route("staff", "POST", "template/delete/:id", {}),
  ...route("signed-in", "GET", "task/list"),
  ...route("signed-in", "GET", "task/detail/:id"),
  ...route("staff", "POST", "task/create", TASK),
  ...route("staff", "POST", "task/update/:id", { ...SETTINGS, expect_revision: 1 }),
  ...route("staff", "POST", "task/status/:id", { action: "pause" }),
  ...route("staff", "POST", "task/people/:id", { usernames: ["somebody"] }),
  ...route("staff", "GET", "group/list"),
  ...route("staff", "POST", "task/add-items/:id", { source: SOURCE, request_key: ID }),
  ...route("staff", "POST", "task/release-person/:id", { user_id: ID }),
  ...route("staff", "POST", "task/delete/:id"),
  ...route("staff", "POST", "task/guidelines/:id", { text: "authz", expect_version: 1 }),
  ...route("signed-in", "GET", "task/guidelines/:id"),
  ...route("signed-in", "POST", "work/claim", { task_id: ID }),
  ...route("signed-in", "POST", "work/heartbeat", { lease_ids: [ID] }),
  ...route("signed-in", "POST", "work/draft", { ...LEASE, values: {}, saved_at: WHEN }),
  ...route("signed-in", "POST", "work/release", LEASE),
  ...route("signed-in", "POST", "work/skip", { ...LEASE, reason: "other" }),
  ...route("signed-in", "POST", "work/submit", SUBMITTED),
  ...route("signed-in", "POST", "work/undo", { revision_id: ID }),
  ...route("signed-in", "GET", "work/media/:lease"),
  ...route("staff", "POST", "review/claim", { task_id: ID }),
  ...route("staff", "POST", "review/heartbeat", { lease_ids: [ID] }),
  ...route("staff", "POST", "review/release", LEASE),
  ...route("staff", "POST", "review/decide", { ...LEASE, client_id: ID, verdict: "accept", revision: 1 }),
  ...route("staff", "GET", "review/media/:id/:item"),
  ...route("staff", "POST", "adjudication/claim", { task_id: ID }),
  ...route("staff", "POST", "adjudication/heartbeat", { lease_ids: [ID] }),
  ...route("staff", "POST", "adjudication/release", LEASE),
  ...route("staff", "POST", "adjudication/decide", { ...LEASE, client_id: ID, values: {}, duration_ms: 1 }),
  ...route("signed-in", "GET", "history/:id"),
  ...route("signed-in", "GET", "history/:id/item/:item"),
  ...route("staff", "POST", "history/restore", { revision_id: ID, reason: "authz" }),
  ...route("staff", "POST", "history/revert-day/:id", { is_preview: true, person: "somebody", day: "2026-01-01" }),
  ...route("staff", "GET", "gold/:id"),
  ...route("staff", "POST", "gold/:id", { share: 5 }),
  ...route("staff", "POST", "gold/mark/:id", { item: 1 }),
  ...route("staff", "POST", "prefill/create/:id", PREFILL),
  ...route("staff", "POST", "prefill/start/:id"),
  ...route("staff", "POST", "prefill/cancel/:id"),
  ...route("staff", "GET", "prefill/list/:id"),
  ...route("staff", "GET", "prefill/performers"),
  ...route("staff", "POST", "prefill/estimate/:id", ASKED_MODEL),
  ...route("staff", "POST", "prefill/ask/:id", { ...ASKED_MODEL, request_key: ID }),
  ...route("staff", "POST", "report/:id", {}),
  ...route("staff", "GET", "report/:id"),
  ...route("staff", "POST", "export/create/:id", { format: "jsonl", request_key: ID }),
  ...route("staff", "GET", "export/list/:id"),
  ...route("staff", "POST", "export/cancel/:id", {}),
  ...route("staff", "GET", "export/download/:id"),
  ...route("staff", "POST", "snapshot/create/:id", { name: "authz", request_key: ID }),
  ...route("staff", "GET", "snapshot/list/:id"),
};
