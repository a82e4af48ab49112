import { CATALOGUE_EXPECTATIONS } from "./catalogue-expectations.ts";
import { CLUSTERS_EXPECTATIONS } from "./clusters-expectations.ts";
import { DATA_EXPERIMENTS_EXPECTATIONS } from "./data-experiments-expectations.ts";
import { DIMENSIONS_EXPECTATIONS } from "./dimensions-expectations.ts";
import { EVALUATIONS_EXPECTATIONS } from "./evaluations-expectations.ts";
import type { Expectation } from "./expectation.ts";
import { EXPERIMENTS_EXPECTATIONS } from "./experiments-expectations.ts";
import { EXPORTS_EXPECTATIONS } from "./exports-expectations.ts";
import { INFERENCE_SERVICES_EXPECTATIONS } from "./inference-services-expectations.ts";
import { ITEMS_EXPECTATIONS } from "./items-expectations.ts";
import { JOBS_EXPECTATIONS } from "./jobs-expectations.ts";
import { LABELLING_EXPECTATIONS } from "./labelling-expectations.ts";
import { LEADERBOARDS_EXPECTATIONS } from "./leaderboards-expectations.ts";
import { PACKAGES_EXPECTATIONS } from "./packages-expectations.ts";
import { PLATFORM_EXPECTATIONS } from "./platform-expectations.ts";
import { PROCESSING_EXPECTATIONS } from "./processing-expectations.ts";
import { STORAGE_EXPECTATIONS } from "./storage-expectations.ts";
import { VIEWER_EXPECTATIONS } from "./viewer-expectations.ts";

const SOME_CONFIG = { key: "authz.example", expected_version: 1 };
const SOME_EXPORT = { key: "authz.example", schema: { type: "boolean" }, value: true, description: "" };
const SOME_CODE = { key: "AUTHZ_EXAMPLE", expected_version: 1 };
const SOME_CSV = "username,email,realname,user_role\nsomebody,somebody@example.com,Somebody,partner";
const SOME_USER = { id: "019a0000-0000-7000-8000-000000000002" };
const SOME_CHANGE = { changes: [{ ...SOME_USER, expected_version: 1, add: [], remove: ["MAGI_ADMIN"] }] };
const SOME_ASSET = "019a0000-0000-7000-8000-000000000003";
const SOME_UPLOAD = { asset_id: SOME_ASSET, version: 1 };
const SOME_FILE = "name=a.mp4&mime=video/mp4&size=3";
const SOME_SHA256 = "0".repeat(64);
const UPLOADERS = ["staff", "USE_VERSION_1_0", "STATIC_RESOURCE_MANAGE"] as const;
const SOME_PERFORMER_ID = "019a0000-0000-7000-8000-000000000004";
const SOME_CALL = { id: "019a0000-0000-7000-8000-000000000005" };
const SOME_PERFORMER = {
  name: "authz example",
  adapter: "videos",
  endpoint: "https://performer.example/v1",
  input_schema: [],
  capabilities: [],
  limits: { concurrency: 1, rpm: null, timeout_s: 60 },
  pricing: null,
};
const SOME_INPUT = { performer_id: SOME_PERFORMER_ID, input: {} };
const PLAYERS = ["staff", "PERFORMER_PLAYGROUND"] as const;
const SOME_SESSION = "019a0000-0000-7000-8000-000000000001";

const SOME_CREDENTIAL = { id: "AAAA", rawId: "AAAA", type: "public-key" };
const SOME_ASSERTION = {
  ...SOME_CREDENTIAL,
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA" },
};
const SOME_REGISTRATION = { ...SOME_CREDENTIAL, response: { clientDataJSON: "AAAA", attestationObject: "AAAA" } };

const SOME_TASK = "019a0000-0000-7000-8000-000000000007";
const SOME_KEY = "019a0000-0000-7000-8000-000000000008";
const SEEN = { expect_revision: 1 };
const SOME_COLUMN = { performer_id: SOME_KEY, params: {} };

/** Everyone inside reads it; each object in it is for those who may open its page. */
const ofLineage = (what: string, query = ""): Record<string, Expectation> => ({
  [`GET /api_v1/lineage/${what}/:kind/:id`]: {
    rule: "staff",
    path: `/api_v1/lineage/${what}/run/${SOME_TASK}${query}`,
  },
});

/** An account as the operator's directory sees it. */
const ofDirectory = (method: string, body?: unknown): Record<string, Expectation> => ({
  [`${method} /api_v1/scim/v2/Users/:id`]: {
    rule: "anyone",
    path: `/api_v1/scim/v2/Users/${SOME_USER.id}`,
    ...(body !== undefined && { body }),
  },
});

/** Routes of one task: for users of version 1.0. The task itself decides whether they may change it. */
const ofTask = (method: "GET" | "POST", path: string, body?: unknown, query = ""): Record<string, Expectation> => ({
  [`${method} ${path}`]: {
    rule: "USE_VERSION_1_0",
    path: path.replace(":id", SOME_TASK).replace(":row", "0").replace(":col", "0") + query,
    ...(body !== undefined && { body }),
  },
});

/** The same for calls that read datasets, which only staff may do. */
const ofTaskInside = (method: "GET" | "POST", path: string, body?: unknown): Record<string, Expectation> => ({
  [`${method} ${path}`]: {
    rule: { staffWith: "USE_VERSION_1_0" },
    path: path.replace(":id", SOME_TASK).replace(":import_id", SOME_KEY),
    ...(body !== undefined && { body }),
  },
});

/**
 * Who may call each route, decided and maintained by hand. Every new route needs a line here; `pnpm authz` fails when only
 * one of the two changes.
 */
export const EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  ...DATA_EXPERIMENTS_EXPECTATIONS,
  ...DIMENSIONS_EXPECTATIONS,
  ...PLATFORM_EXPECTATIONS,
  ...EVALUATIONS_EXPECTATIONS,
  ...EXPERIMENTS_EXPECTATIONS,
  ...EXPORTS_EXPECTATIONS,
  ...JOBS_EXPECTATIONS,
  ...LABELLING_EXPECTATIONS,
  ...PACKAGES_EXPECTATIONS,
  ...LEADERBOARDS_EXPECTATIONS,
  ...ofLineage("near"),
  ...ofLineage("list", "?direction=uses&of=run"),
  ...ofLineage("graph"),
  ...CATALOGUE_EXPECTATIONS,
  ...CLUSTERS_EXPECTATIONS,
  ...INFERENCE_SERVICES_EXPECTATIONS,
  ...ITEMS_EXPECTATIONS,
  ...PROCESSING_EXPECTATIONS,
  ...STORAGE_EXPECTATIONS,
  ...VIEWER_EXPECTATIONS,
  "POST /api/auth/login": { rule: "anyone", body: { username: "nobody", password: "not the password" } },
  "POST /api/auth/send_code": { rule: "anyone", body: { email: "nobody@example.com" } },
  "GET /api/auth/logout": { rule: "anyone" },
  "GET /api/auth/me": { rule: "signed-in" },
  "POST /api/auth/set_password": { rule: "signed-in", body: { password: "correct horse battery staple" } },
  "POST /api/auth/confirm_identity": { rule: "signed-in", body: { password: "not the password" } },
  "POST /api/auth/confirm_identity/send_code": { rule: "signed-in" },
  "POST /api/auth/login/second_factor": { rule: "anyone", body: { totp: "000000" } },
  "GET /api/auth/second_factor": { rule: "signed-in" },
  "POST /api/auth/second_factor/totp/start": { rule: "signed-in" },
  "POST /api/auth/second_factor/totp/confirm": { rule: "signed-in", body: { totp: "000000" } },
  "POST /api/auth/second_factor/totp/remove": { rule: "signed-in", body: { totp: "000000" } },
  "POST /api/auth/second_factor/recovery_codes": { rule: "signed-in" },
  "POST /api/auth/login/passkey/start": { rule: "anyone" },
  "POST /api/auth/login/passkey": { rule: "anyone", body: SOME_ASSERTION },
  "POST /api/auth/login/second_factor/passkey/start": { rule: "anyone" },
  "POST /api/auth/login/second_factor/passkey": { rule: "anyone", body: SOME_ASSERTION },
  "POST /api/auth/confirm_identity/passkey/start": { rule: "signed-in" },
  "POST /api/auth/confirm_identity/passkey": { rule: "signed-in", body: SOME_ASSERTION },
  "GET /api/auth/passkeys": { rule: "signed-in" },
  "POST /api/auth/passkeys/start": { rule: "signed-in" },
  "POST /api/auth/passkeys/create": { rule: "signed-in", body: { name: "a key", credential: SOME_REGISTRATION } },
  "POST /api/auth/passkeys/:id/rename": {
    rule: "signed-in",
    path: `/api/auth/passkeys/${SOME_SESSION}/rename`,
    body: { name: "a key" },
  },
  "POST /api/auth/passkeys/:id/remove": {
    rule: "signed-in",
    path: `/api/auth/passkeys/${SOME_SESSION}/remove`,
    body: { totp: "000000" },
  },
  "GET /api/auth/sessions": { rule: "signed-in" },
  "DELETE /api/auth/sessions/:id": { rule: "signed-in", path: `/api/auth/sessions/${SOME_SESSION}` },
  "POST /api/auth/sessions/end_others": { rule: "signed-in" },
  "GET /api/auth/sign_on": { rule: "anyone" },
  "POST /api/auth/sign_on/start": { rule: "anyone", body: {} },
  "GET /api/auth/sign_on/callback": { rule: "anyone" },
  "POST /api/auth/sign_on/logout": { rule: "anyone" },
  "GET /api/auth/sign_on/identities": { rule: "signed-in" },
  "POST /api/auth/sign_on/link": { rule: "signed-in" },
  "POST /api/auth/sign_on/identities/:id/unlink": {
    rule: "signed-in",
    path: `/api/auth/sign_on/identities/${SOME_SESSION}/unlink`,
  },
  // For the operator's directory: the token is looked at by the handlers, and no user's session replaces it.
  "GET /api_v1/scim/v2/ServiceProviderConfig": { rule: "anyone" },
  "GET /api_v1/scim/v2/Users": { rule: "anyone" },
  "POST /api_v1/scim/v2/Users": { rule: "anyone", body: {} },
  ...ofDirectory("GET"),
  ...ofDirectory("PUT", {}),
  ...ofDirectory("PATCH", {}),
  ...ofDirectory("DELETE"),
  "POST /api_v1/asset/upload": { rule: UPLOADERS },
  "GET /api_v1/asset/generate_upload_info": {
    rule: UPLOADERS,
    path: `/api_v1/asset/generate_upload_info?${SOME_FILE}`,
  },
  "GET /api_v1/asset/generate_upload_info_with_cache": {
    rule: UPLOADERS,
    path: `/api_v1/asset/generate_upload_info_with_cache?${SOME_FILE}&sha256=${SOME_SHA256}`,
  },
  "POST /api_v1/asset/sign_parts": { rule: UPLOADERS, body: { ...SOME_UPLOAD, numbers: [1] } },
  "GET /api_v1/asset/upload_state": {
    rule: UPLOADERS,
    path: `/api_v1/asset/upload_state?asset_id=${SOME_ASSET}&version=1`,
  },
  "POST /api_v1/asset/complete": { rule: UPLOADERS, body: { ...SOME_UPLOAD, sha256: SOME_SHA256 } },
  "POST /api_v1/asset/cancel": { rule: UPLOADERS, body: SOME_UPLOAD },
  "GET /api_v1/asset/mine": { rule: UPLOADERS, path: `/api_v1/asset/mine?id=${SOME_ASSET}` },
  "GET /api_v1/asset/oss_credentials": { rule: UPLOADERS },
  "GET /api_v1/oss/credentials": { rule: UPLOADERS },
  "POST /api_v1/asset/register": { rule: UPLOADERS, body: { key: "u/a/b/c", name: "c" } },
  "GET /api_v1/asset/download": { rule: "signed-in", path: `/api_v1/asset/download?id=${SOME_ASSET}` },
  "GET /api_v1/asset/usable": { rule: UPLOADERS, path: "/api_v1/asset/usable?kind=image" },
  "GET /api_v1/asset/usable_detail": { rule: UPLOADERS, path: `/api_v1/asset/usable_detail?id=${SOME_ASSET}` },
  "GET /api_v1/asset/usable_folders": { rule: UPLOADERS, path: "/api_v1/asset/usable_folders?kind=image" },
  "GET /api_v1/asset/list": { rule: "STATIC_RESOURCE_MANAGE" },
  "GET /api_v1/asset/detail": { rule: "STATIC_RESOURCE_MANAGE", path: `/api_v1/asset/detail?id=${SOME_ASSET}` },
  "POST /api_v1/asset/update": { rule: "STATIC_RESOURCE_MANAGE", body: { ids: [SOME_ASSET], add_tags: ["a"] } },
  "POST /api_v1/asset/delete": { rule: "STATIC_RESOURCE_MANAGE", body: { ids: [SOME_ASSET] } },
  "GET /api_v1/asset/references": {
    rule: "STATIC_RESOURCE_MANAGE",
    path: `/api_v1/asset/references?id=${SOME_ASSET}`,
  },
  "POST /api_v1/asset/link": { rule: "STATIC_RESOURCE_MANAGE", body: { id: SOME_ASSET, valid_minutes: 1 } },
  "POST /api_v1/asset/check_again": { rule: "STATIC_RESOURCE_MANAGE", body: { id: SOME_ASSET } },
  "POST /api_v1/asset/restore_version": { rule: "STATIC_RESOURCE_MANAGE", body: { id: SOME_ASSET, version: 1 } },
  "GET /api_v1/asset/usage": { rule: "STATIC_RESOURCE_MANAGE" },
  "GET /api_v1/asset/tags": { rule: "STATIC_RESOURCE_MANAGE" },
  "GET /api_v1/asset/folders": { rule: "STATIC_RESOURCE_MANAGE" },
  "POST /api_v1/asset/ensure_folder": { rule: "STATIC_RESOURCE_MANAGE", body: { parent_id: null, path: ["a"] } },
  "POST /api_v1/asset/update_folder": { rule: "STATIC_RESOURCE_MANAGE", body: { id: SOME_ASSET, name: "b" } },
  "POST /api_v1/asset/delete_folder": { rule: "STATIC_RESOURCE_MANAGE", body: { id: SOME_ASSET } },
  "POST /api_v1/config/get": { rule: "DYNAMIC_CONFIG_MANAGE", body: { keys: ["authz.example"] } },
  "POST /api_v1/config/list": { rule: "DYNAMIC_CONFIG_MANAGE", body: {} },
  "POST /api_v1/config/create": {
    rule: "DYNAMIC_CONFIG_MANAGE",
    body: { key: "authz.example", schema: { type: "boolean" }, value: true },
  },
  "POST /api_v1/config/update": { rule: "DYNAMIC_CONFIG_MANAGE", body: { ...SOME_CONFIG, value: false } },
  "POST /api_v1/config/publish": { rule: "DYNAMIC_CONFIG_MANAGE", body: { ...SOME_CONFIG, comment: "" } },
  "POST /api_v1/config/history": { rule: "DYNAMIC_CONFIG_MANAGE", body: { key: "authz.example" } },
  "POST /api_v1/config/rollback": { rule: "DYNAMIC_CONFIG_MANAGE", body: { ...SOME_CONFIG, version: 1, comment: "" } },
  "POST /api_v1/config/delete": { rule: "DYNAMIC_CONFIG_MANAGE", body: SOME_CONFIG },
  "POST /api_v1/config/restore": { rule: "DYNAMIC_CONFIG_MANAGE", body: SOME_CONFIG },
  "POST /api_v1/config/export": { rule: "DYNAMIC_CONFIG_MANAGE", body: {} },
  "POST /api_v1/config/import": { rule: "DYNAMIC_CONFIG_MANAGE", body: { items: [SOME_EXPORT], is_dry_run: true } },
  "GET /api_v1/perm/list": { rule: ["PERM_MANAGE_R", "USER_MANAGE_R"] },
  "POST /api_v1/perm/create": {
    rule: "PERM_MANAGE_W",
    body: { key: "AUTHZ_EXAMPLE", name: "Example", group: "Services" },
  },
  "POST /api_v1/perm/update": { rule: "PERM_MANAGE_W", body: { ...SOME_CODE, description: "An example." } },
  "POST /api_v1/perm/delete": { rule: "PERM_MANAGE_W", body: SOME_CODE },
  "GET /api_v1/perm/matrix": { rule: "PERM_MANAGE_R" },
  "POST /api_v1/perm/change": { rule: "PERM_MANAGE_W", body: SOME_CHANGE },
  "GET /api_v1/perm/history": { rule: "PERM_MANAGE_R" },
  "GET /api_v1/perm/flags": { rule: "MAGI_ADMIN" },
  "POST /api_v1/perm/change_flags": { rule: "MAGI_ADMIN", body: SOME_CHANGE },
  "GET /api_v1/notification/summary": { rule: "signed-in" },
  "GET /api_v1/notification/list": { rule: "signed-in" },
  "POST /api_v1/notification/read": { rule: "signed-in", body: { up_to: 1 } },
  "POST /api_v1/notification/settings": { rule: "signed-in", body: { is_mailed: true, language: "en" } },
  "GET /api_v1/events": { rule: "signed-in", path: "/api_v1/events?topic=notifications" },
  "GET /api_v1/performer/list": { rule: ["staff", "PERFORMER_PLAYGROUND", "USE_VERSION_1_0"] },
  "POST /api_v1/performer/create": { rule: "PERFORMER_PLAYGROUND", body: SOME_PERFORMER },
  "POST /api_v1/performer/update": {
    rule: "PERFORMER_PLAYGROUND",
    body: { ...SOME_PERFORMER, id: SOME_PERFORMER_ID, expected_revision: 1 },
  },
  "POST /api_v1/performer/delete": { rule: "PERFORMER_PLAYGROUND", body: { id: SOME_PERFORMER_ID } },
  "POST /api_v1/performer/test": { rule: "PERFORMER_PLAYGROUND", body: { id: SOME_PERFORMER_ID } },
  "POST /api_v1/performer/task/estimate": { rule: PLAYERS, body: { ...SOME_INPUT, calls: 1 } },
  "POST /api_v1/performer/task/create": {
    rule: PLAYERS,
    body: { ...SOME_INPUT, request_key: "019a0000-0000-7000-8000-000000000006" },
  },
  "GET /api_v1/performer/task/list": { rule: PLAYERS },
  "POST /api_v1/performer/task/filter": { rule: PLAYERS, body: {} },
  "GET /api_v1/performer/task/detail": { rule: PLAYERS, path: `/api_v1/performer/task/detail?id=${SOME_CALL.id}` },
  "POST /api_v1/performer/task/cancel": { rule: PLAYERS, body: SOME_CALL },
  "POST /api_v1/performer/webhook/:performer_id": {
    rule: "anyone",
    path: `/api_v1/performer/webhook/${SOME_PERFORMER_ID}`,
  },
  // Each kind of result needs the right to read its list.
  "GET /api_v1/search": { rule: "signed-in", path: "/api_v1/search?q=some" },
  "POST /api_v1/demo/remove": { rule: { staffWith: "ADMIN_MANAGE_R" } },
  "GET /api_v1/system/health": { rule: "staff" },
  // Browsers send it without cookies, and before anybody has signed in.
  "POST /api/csp_report": { rule: "anyone" },
  "GET /api_v1/task/list": { rule: "USE_VERSION_1_0" },
  "GET /api_v1/task/people": { rule: ["staff", "USE_VERSION_1_0"] },
  "POST /api_v1/task/create": {
    rule: "USE_VERSION_1_0",
    body: { kind: "Benchmark", name: "authz example", request_key: SOME_KEY },
  },
  ...ofTask("GET", "/api_v1/task/detail/:id"),
  ...ofTask("POST", "/api_v1/task/update/:id", SEEN),
  ...ofTask("POST", "/api_v1/task/delete/:id"),
  ...ofTask("POST", "/api_v1/task/duplicate/:id", { name: "a copy", request_key: SOME_KEY }),
  "POST /api_v1/task/archive": { rule: "USE_VERSION_1_0", body: { ids: [SOME_TASK], is_archived: true } },
  ...ofTask("GET", "/api_v1/task/benchmark/detail/:id"),
  ...ofTask("POST", "/api_v1/task/benchmark/update/:id", SEEN),
  ...ofTask("GET", "/api_v1/task/benchmark/rows/:id"),
  ...ofTask("POST", "/api_v1/task/benchmark/add_rows/:id", { ...SEEN, rows: [{ inputs: {} }] }),
  ...ofTask("POST", "/api_v1/task/benchmark/import_rows/:id", {
    ...SEEN,
    format: "lines",
    text: "a fox",
    is_dry_run: true,
  }),
  ...ofTaskInside("POST", "/api_v1/task/benchmark/import_dataset_rows/:id", {
    dataset_id: SOME_KEY,
    seed: 0,
    count: 1,
    mapping: { inputs: { prompt: { from: "column", column: "caption" } } },
    request_key: SOME_KEY,
  }),
  ...ofTaskInside("GET", "/api_v1/task/benchmark/row_imports/:id"),
  ...ofTaskInside("POST", "/api_v1/task/benchmark/cancel_row_import/:id/:import_id"),
  ...ofTask("POST", "/api_v1/task/benchmark/update_row/:id", { ...SEEN, row_id: SOME_KEY, inputs: {} }),
  ...ofTask("POST", "/api_v1/task/benchmark/remove_rows/:id", { ...SEEN, row_ids: [SOME_KEY] }),
  ...ofTask("POST", "/api_v1/task/benchmark/exclude_rows/:id", {
    ...SEEN,
    row_ids: [SOME_KEY],
    is_excluded: true,
    reason: "x",
  }),
  ...ofTask("POST", "/api_v1/task/benchmark/add_column/:id", { ...SEEN, ...SOME_COLUMN }),
  ...ofTask("POST", "/api_v1/task/benchmark/update_column/:id", { ...SEEN, ...SOME_COLUMN, column_id: SOME_KEY }),
  ...ofTask("POST", "/api_v1/task/benchmark/remove_column/:id", { ...SEEN, column_id: SOME_KEY }),
  ...ofTask("GET", "/api_v1/task/benchmark/cells/:id", undefined, "?row_from=0&row_to=1"),
  ...ofTask("GET", "/api_v1/task/benchmark/cell/:id/:row/:col"),
  ...ofTask("POST", "/api_v1/task/benchmark/dry_run/:id"),
  ...ofTask("POST", "/api_v1/task/benchmark/generate_data/:id", {}),
  ...ofTask("POST", "/api_v1/task/benchmark/regenerate_data/:id/:row/:col", {
    ...SEEN,
    seed: { mode: "new" },
    reason: "authz",
    request_key: SOME_KEY,
  }),
  ...ofTask("POST", "/api_v1/task/benchmark/refresh_generate_status/:id"),
  ...ofTask("POST", "/api_v1/task/benchmark/start_evaluation/:id"),
  ...ofTask("POST", "/api_v1/task/benchmark/stop_evaluation/:id"),
  ...ofTask("POST", "/api_v1/task/benchmark/reset/:id"),
  ...ofTask("POST", "/api_v1/task/benchmark/retry_failed/:id", { reason: "authz", request_key: SOME_KEY }),
  ...ofTask("POST", "/api_v1/task/benchmark/cancel/:id", {}),
  ...ofTask("POST", "/api_v1/task/benchmark/exclude/:id/:row/:col", { is_excluded: true, reason: "authz" }),
  ...ofTask("POST", "/api_v1/task/benchmark/pin/:id/:row/:col", { attempt_id: null, reason: "authz" }),
  "GET /api_v1/user/list": { rule: "USER_MANAGE_R" },
  "GET /api_v1/user/info": { rule: "signed-in" },
  "POST /api_v1/user/create": {
    rule: "USER_MANAGE_W",
    body: { username: "somebody", email: "somebody@example.com", realname: "Somebody", user_role: "partner" },
  },
  "POST /api_v1/user/update": { rule: "USER_MANAGE_W", body: { ...SOME_USER, expected_version: 1, realname: "S" } },
  "POST /api_v1/user/invite": { rule: "USER_MANAGE_W", body: SOME_USER },
  "POST /api_v1/user/end_sessions": { rule: "USER_MANAGE_W", body: SOME_USER },
  "POST /api_v1/user/reset_second_factor": { rule: "USER_MANAGE_W", body: { ...SOME_USER, reason: "authz" } },
  "POST /api_v1/user/import_check": { rule: "USER_MANAGE_W", body: { csv: SOME_CSV } },
  "POST /api_v1/user/import_apply": { rule: "USER_MANAGE_W", body: { csv: SOME_CSV, digest: "0" } },
};
