import { randomBytes, randomUUID } from "node:crypto";
import { CLUSTER_JOB_RULES } from "./cluster-rules.ts";
import { SERVICE_RULES } from "./inference-service-rules.ts";
import { LINEAGE_RULES } from "./lineage-rules.ts";
import { get, type ObjectRequest, type ObjectRule, post } from "./object-rule.ts";
import {
  FURTHER_STANDPOINTS,
  type FurtherStandpoint,
  openWorld,
  STANDPOINTS,
  type Standpoint,
  type World,
} from "./object-world.ts";

const HIDDEN = { owner: 200, colleague: 404, outsider: 403, manager: 404 } as const;
const upload = (name: string, ask: (id: string) => ObjectRequest, owner: number): ObjectRule => ({
  name,
  ask,
  idOf: (world) => world.uploadId,
  expected: { ...HIDDEN, owner },
});
const HASH = "ab".repeat(32);

/** The last rule ends the upload; nobody can complete an upload with missing parts. */
const UPLOADS: readonly ObjectRule[] = [
  upload("signing parts", (id) => post("/api_v1/asset/sign_parts", { asset_id: id, version: 1, numbers: [1] }), 200),
  upload("the state of an upload", (id) => get(`/api_v1/asset/upload_state?asset_id=${id}&version=1`), 200),
  upload("watching an upload", (id) => get(`/api_v1/asset/mine?id=${id}`), 200),
  upload("completing", (id) => post("/api_v1/asset/complete", { asset_id: id, version: 1, sha256: HASH }), 409),
  upload("giving up", (id) => post("/api_v1/asset/cancel", { asset_id: id, version: 1 }), 200),
];

const SEEN = { expect_revision: 1 };
const REASONED = { reason: "authz", request_key: "019a0000-0000-7000-8000-000000000009" };
const readTask = (name: string, path: string): ObjectRule => ({
  name,
  ask: (id) => get(`/api_v1/task/${path.replace(":id", id)}`),
  idOf: (world) => world.taskId,
  expected: { owner: 200, colleague: 200, outsider: 403, manager: 200, partner: 404 },
});
/** For the owner and members; an administrator may view and delete, but not work in another user's task. */
const changeTask = (name: string, path: string, body: unknown, owner: number): ObjectRule => ({
  name,
  ask: (id) => post(`/api_v1/task/${path.replace(":id", id)}`, body),
  idOf: (world) => world.taskId,
  expected: { owner, colleague: 403, outsider: 403, manager: 403, partner: 404 },
});

const ofEvaluation = (
  name: string,
  ask: (id: string) => ObjectRequest,
  expected: ObjectRule["expected"],
): ObjectRule => ({
  name,
  ask,
  expected,
  idOf: (world) => world.taskId,
});
/**
 * Members only judge and administrators only view, so only the owner is admitted. Nothing is judged yet, so the owner gets a
 * conflict.
 */
const ofOwner = (name: string, act: string, body: unknown): ObjectRule =>
  ofEvaluation(name, (id) => post(`/api_v1/evaluating/${act}/${id}`, body), {
    owner: 409,
    colleague: 403,
    outsider: 403,
    manager: 403,
    partner: 404,
  });

/** An empty benchmark in Init: what its owner may do but cannot do yet is a conflict. The last rule deletes it. */
const TASKS: readonly ObjectRule[] = [
  readTask("a task", "detail/:id"),
  readTask("a benchmark", "benchmark/detail/:id"),
  readTask("rows of a benchmark", "benchmark/rows/:id"),
  readTask("cells of a benchmark", "benchmark/cells/:id?row_from=0&row_to=9"),
  ofEvaluation("how a task is judged", (id) => get(`/api_v1/evaluating/detail/${id}`), {
    owner: 200,
    colleague: 200,
    outsider: 403,
    manager: 200,
    partner: 404,
  }),
  ofEvaluation("what people said", (id) => get(`/api_v1/evaluating/judgements/${id}`), {
    owner: 200,
    colleague: 403,
    outsider: 403,
    manager: 200,
    partner: 404,
  }),
  ofEvaluation("judging without being asked", (id) => post("/api_v1/evaluating/claim", { task_id: id }), {
    owner: 404,
    colleague: 404,
    outsider: 404,
    manager: 404,
  }),
  ofOwner("who judges", "raters", { usernames: [] }),
  ofOwner("known answers", "gold", { row: 0, a: 0, b: 1, expected: "a" }),
  ofOwner("counting informed judgements", "count_informed", { counts_informed: true, reason: "authz" }),
  ofOwner("closing", "close", { reason: "authz" }),
  ofOwner("reopening", "reopen", { reason: "authz" }),
  {
    ...readTask("a board before anything is judged", "detail/:id"),
    ask: (id) => get(`/api_v1/leaderboard/${id}`),
    expected: { owner: 409, colleague: 409, outsider: 403, manager: 409, partner: 404 },
  },
  changeTask("dry run", "benchmark/dry_run/:id", undefined, 200),
  changeTask("generating", "benchmark/generate_data/:id", {}, 409),
  changeTask("regenerating", "benchmark/regenerate_data/:id/0/0", { ...SEEN, ...REASONED, seed: { mode: "new" } }, 409),
  changeTask("refreshing", "benchmark/refresh_generate_status/:id", undefined, 200),
  changeTask("starting an evaluation", "benchmark/start_evaluation/:id", undefined, 409),
  changeTask("stopping an evaluation", "benchmark/stop_evaluation/:id", undefined, 409),
  changeTask("resetting", "benchmark/reset/:id", undefined, 409),
  changeTask("retrying", "benchmark/retry_failed/:id", REASONED, 409),
  changeTask("cancelling", "benchmark/cancel/:id", {}, 409),
  changeTask("excluding", "benchmark/exclude/:id/0/0", { is_excluded: true, reason: "authz" }, 409),
  changeTask("pinning", "benchmark/pin/:id/0/0", { attempt_id: null, reason: "authz" }, 409),
  changeTask("settings of a benchmark", "benchmark/update/:id", SEEN, 200),
  changeTask("adding rows", "benchmark/add_rows/:id", { expect_revision: 2, rows: [{ inputs: {} }] }, 200),
  changeTask("renaming a task", "update/:id", { expect_revision: 3, name: "Renamed" }, 200),
  {
    ...changeTask("archiving a task", "archive", undefined, 200),
    ask: (id) => post("/api_v1/task/archive", { ids: [id], is_archived: true }),
  },
  {
    ...changeTask("deleting a task", "delete/:id", undefined, 200),
    // The administrator comes first and deletes it; for the others it is gone, and the owner may repeat the request.
    expected: { owner: 200, colleague: 403, outsider: 403, manager: 200, partner: 404 },
  },
];

const QUESTION = { name: "Authz", field: { type: "boolean" }, expect_version: 1 };
const ofDimension = (name: string, ask: (id: string) => ObjectRequest, colleague: number): ObjectRule => ({
  name,
  ask,
  idOf: (world) => world.dimensionId,
  expected: { owner: 200, colleague, outsider: 403, manager: 200 },
});
const ofTemplate = (name: string, ask: (id: string) => ObjectRequest, colleague: number): ObjectRule => ({
  ...ofDimension(name, ask, colleague),
  idOf: (world) => world.templateId,
});

/** All internal users may read and use them; only the owner and administrators change them. */
const DIMENSIONS: readonly ObjectRule[] = [
  ofDimension("a dimension", (id) => get(`/api_v1/dimension/detail/${id}`), 200),
  ofDimension("changing a dimension", (id) => post(`/api_v1/dimension/update/${id}`, QUESTION), 403),
  ofDimension("putting a dimension away", (id) => post(`/api_v1/dimension/delete/${id}`, {}), 403),
  ofTemplate("a template", (id) => get(`/api_v1/dimension/template/detail/${id}`), 200),
  ofTemplate("a template as a file", (id) => get(`/api_v1/dimension/template/export/${id}`), 200),
  ofTemplate(
    "bringing a template back",
    (id) => post(`/api_v1/dimension/template/delete/${id}`, { is_archived: false }),
    403,
  ),
];

const ofDataset = (name: string, ask: (id: string) => ObjectRequest, owner: number, colleague: number): ObjectRule => ({
  name,
  ask,
  idOf: (world) => world.datasetId,
  expected: { owner, colleague, outsider: 403, manager: owner },
});

/** All internal users see them; only the owner and administrators change them. The dataset is not read yet. */
const DATASETS: readonly ObjectRule[] = [
  ofDataset("a dataset", (id) => get(`/api_v1/dataset/${id}/detail`), 200, 200),
  ofDataset("stopping to read", (id) => post(`/api_v1/dataset/${id}/cancel_index`, {}), 409, 403),
  ofDataset(
    "renaming a dataset",
    (id) => post(`/api_v1/dataset/${id}/update`, { name: "Authz", description: "", tags: [], expect_revision: 9 }),
    409,
    403,
  ),
];

const ofHandle = (name: string, ask: (id: string) => ObjectRequest): ObjectRule => ({
  name,
  ask,
  idOf: (world) => world.viewerHandleId,
  expected: { owner: 200, colleague: 404, outsider: 403, manager: 404 },
});

/**
 * An opened dataset is private to its user; verification results are for all internal users, and only their owner may stop
 * one.
 */
const VIEWED: readonly ObjectRule[] = [
  ofHandle("verifications of an opened set", (id) => get(`/api_v1/sdv/${id}/verifications`)),
  {
    ...ofHandle("what a verification found", (id) => get(`/api_v1/sdv/verification/${id}`)),
    idOf: (world) => world.verificationId,
    expected: { owner: 200, colleague: 200, outsider: 403, manager: 200 },
  },
  {
    ...ofHandle("stopping a verification", (id) => post(`/api_v1/sdv/verification/${id}/cancel`, undefined)),
    idOf: (world) => world.verificationId,
    // It has already ended, which only its owner is told.
    expected: { owner: 409, colleague: 403, outsider: 403, manager: 403 },
  },
];

const ofLabelTask = (
  name: string,
  ask: (id: string) => ObjectRequest,
  expected: ObjectRule["expected"],
): ObjectRule => ({
  name,
  ask,
  idOf: (world) => world.labelTaskId,
  expected,
});
const ofLabelLease = (name: string, act: string, body: object): ObjectRule => ({
  name,
  ask: (id) => post(`/api_v1/label/work/${act}`, { lease_id: id, ...body }),
  idOf: (world) => world.labelLeaseId,
  expected: { owner: 200, colleague: 404, outsider: 404, manager: 404 },
});
/** Every internal user may label and change it; an external user who was not asked does not learn of it. */
const LABELLERS = { owner: 200, colleague: 200, outsider: 404, manager: 200 } as const;
const STAFF_ONLY = { ...LABELLERS, outsider: 403 } as const;
const OWNER_ONLY = { owner: 200, colleague: 403, outsider: 403, manager: 403 } as const;

const LABELLING: readonly ObjectRule[] = [
  ofLabelTask("a label task", (id) => get(`/api_v1/label/task/detail/${id}`), LABELLERS),
  ofLabelTask("guidelines", (id) => get(`/api_v1/label/task/guidelines/${id}`), LABELLERS),
  ofLabelTask("the history of labels", (id) => get(`/api_v1/label/history/${id}`), LABELLERS),
  ofLabelTask("the timeline of an item", (id) => get(`/api_v1/label/history/${id}/item/1`), LABELLERS),
  ofLabelTask("claiming items to label", (id) => post("/api_v1/label/work/claim", { task_id: id }), LABELLERS),
  ofLabelTask("asking people to label", (id) => post(`/api_v1/label/task/people/${id}`, { usernames: [] }), STAFF_ONLY),
  ofLabelTask("gold items of a label task", (id) => get(`/api_v1/label/gold/${id}`), OWNER_ONLY),
  ofLabelTask("marking gold items", (id) => post(`/api_v1/label/gold/${id}`, { share: 5 }), OWNER_ONLY),
  ofLabelTask("the report on labels", (id) => get(`/api_v1/label/report/${id}`), STAFF_ONLY),
  ofLabelTask("measuring the labels", (id) => post(`/api_v1/label/report/${id}`, {}), STAFF_ONLY),
  ofLabelTask("claiming labels to review", (id) => post("/api_v1/label/review/claim", { task_id: id }), STAFF_ONLY),
  ofLabelTask(
    "claiming items to adjudicate",
    (id) => post("/api_v1/label/adjudication/claim", { task_id: id }),
    STAFF_ONLY,
  ),
  ofLabelTask("exports of labels", (id) => get(`/api_v1/label/export/list/${id}`), STAFF_ONLY),
  ofLabelTask("files of prefilled values", (id) => get(`/api_v1/label/prefill/list/${id}`), STAFF_ONLY),
  ofLabelTask("labels as columns", (id) => get(`/api_v1/label/snapshot/list/${id}`), STAFF_ONLY),
  ofLabelLease("a draft", "draft", { values: {}, saved_at: "2026-01-01T00:00:00Z" }),
  ofLabelLease("releasing an item", "release", {}),
];

const ofPackage = (name: string, ask: (id: string) => ObjectRequest, expected: ObjectRule["expected"]): ObjectRule => ({
  name,
  ask,
  idOf: (world) => world.packageId,
  expected,
});
const changePackage = (name: string, act: string, body: unknown, owner: number): ObjectRule =>
  ofPackage(name, (id) => post(`/api_v1/package/${act}/${id}`, body), {
    owner,
    colleague: 403,
    outsider: 403,
    manager: 403,
  });
/** The package failed, so it has no files and cannot be deprecated. */
const NO_FILES = { owner: 409, colleague: 409, outsider: 403, manager: 409 } as const;

/** Every internal user may read it. The last rule deletes it. */
const PACKAGES: readonly ObjectRule[] = [
  ofPackage("a package", (id) => get(`/api_v1/package/detail/${id}`), STAFF_ONLY),
  ofPackage("the shards of a package", (id) => get(`/api_v1/package/shards/${id}`), STAFF_ONLY),
  ofPackage("what a package left out", (id) => get(`/api_v1/package/left-out/${id}`), STAFF_ONLY),
  ofPackage("the manifest of a package", (id) => get(`/api_v1/package/manifest/${id}`), NO_FILES),
  ofPackage("the metadata of a package", (id) => get(`/api_v1/package/croissant/${id}`), NO_FILES),
  changePackage("deprecating a package", "deprecate", { is_deprecated: true, reason: "authz" }, 409),
  changePackage("deleting a package", "delete", {}, 200),
];

const RULES: readonly ObjectRule[] = [
  {
    name: "disabling somebody who holds more",
    ask: (id) => post("/api_v1/user/update", { id, expected_version: 1, is_enabled: false }),
    idOf: (world) => world.people.manager.id,
    expected: { owner: 403, colleague: 403, outsider: 403, manager: 403, steward: 403 },
  },
  {
    name: "another person's page",
    ask: (id) => get(`/api_v1/user/info?id=${id}`),
    idOf: (world) => world.people.owner.id,
    expected: { owner: 200, colleague: 403, outsider: 403, manager: 200 },
  },
  {
    name: "ending a session of one's own list",
    ask: (id) => ({ method: "DELETE", url: `/api/auth/sessions/${id}` }),
    idOf: (world) => world.sessionId,
    // Skipped for the owner: it would end the session that the other rows need.
    expected: { owner: 0, colleague: 404, outsider: 404, manager: 404 },
  },
  {
    name: "a ready file",
    ask: (id) => get(`/api_v1/asset/download?id=${id}`),
    idOf: (world) => world.readyAssetId,
    expected: { owner: 302, colleague: 404, outsider: 404, manager: 302 },
  },
  {
    name: "a file that was not checked",
    ask: (id) => get(`/api_v1/asset/download?id=${id}`),
    idOf: (world) => world.uncheckedAssetId,
    expected: { owner: 409, colleague: 404, outsider: 404, manager: 409 },
  },
  {
    name: "a ready file as an input",
    ask: (id) => get(`/api_v1/asset/usable_detail?id=${id}`),
    idOf: (world) => world.readyAssetId,
    expected: { owner: 200, colleague: 404, outsider: 403, manager: 200 },
  },
  {
    name: "a new version of a file",
    ask: (id) => get(`/api_v1/asset/generate_upload_info?name=a.mp4&mime=video%2Fmp4&size=10&replaces=${id}`),
    idOf: (world) => world.readyAssetId,
    expected: { owner: 200, colleague: 404, outsider: 403, manager: 200 },
  },
  {
    name: "an object under a prefix of the owner's",
    ask: (id) => post("/api_v1/asset/register", { key: `u/${id}/0000/a.mp4`, name: "a.mp4" }),
    idOf: (world) => world.people.owner.id,
    expected: { owner: 404, colleague: 404, outsider: 403, manager: 404 },
  },
  ...UPLOADS,
  ...DIMENSIONS,
  ...DATASETS,
  ...VIEWED,
  ...LABELLING,
  ...LINEAGE_RULES,
  ...PACKAGES,
  ...CLUSTER_JOB_RULES,
  ...SERVICE_RULES,
  ...TASKS,
];

const send = async (world: World, standpoint: Standpoint | FurtherStandpoint, { method, url, body }: ObjectRequest) => {
  const response = await world.http.inject({
    method,
    url,
    headers: {
      cookie: `__Host-sid=${world.people[standpoint].token}`,
      "sec-fetch-site": "same-origin",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const seen = response.body.replaceAll(String(response.headers["x-request-id"]), "");
  return { status: response.statusCode, seen };
};

const check = async (world: World, rule: ObjectRule, standpoint: Standpoint | FurtherStandpoint): Promise<string[]> => {
  const expected = rule.expected[standpoint];
  const { status, seen } = await send(world, standpoint, rule.ask(rule.idOf(world)));
  if (status !== expected) return [`${rule.name} as ${standpoint}: ${status}, expected ${expected}`];
  if (status !== 404) return [];
  const unknown = await send(world, standpoint, rule.ask(randomUUID()));
  return unknown.status === 404 && unknown.seen === seen
    ? []
    : [`${rule.name} as ${standpoint}: a 404 that tells more`];
};

/** Knowing a file's hash must not reveal whether another user has uploaded it. */
const checkCache = async (world: World): Promise<string[]> => {
  const about = (sha256: string): ObjectRequest =>
    get(`/api_v1/asset/generate_upload_info_with_cache?name=a.mp4&mime=video%2Fmp4&size=4096&sha256=${sha256}`);
  const isHit = async (standpoint: Standpoint, sha256: string): Promise<unknown> =>
    (JSON.parse((await send(world, standpoint, about(sha256))).seen) as { hit?: boolean }).hit;
  const expected = { owner: true, colleague: false, manager: true };
  const faults: string[] = [];
  for (const [standpoint, hit] of Object.entries(expected)) {
    if ((await isHit(standpoint as Standpoint, world.readySha256)) !== hit)
      faults.push(`bytes of the owner's, asked for by hash as ${standpoint}: expected ${hit ? "a hit" : "no hit"}`);
  }
  if ((await isHit("owner", randomBytes(32).toString("hex"))) !== false) faults.push("a hash that nobody has is a hit");
  return faults;
};

/** Every owned object, from four standpoints, and some from two more. */
export const runObjects = async (): Promise<{ decisions: number; differing: string[] }> => {
  const world = await openWorld();
  try {
    const differing: string[] = [];
    let decisions = 4;
    for (const rule of RULES) {
      // The owner comes last, because their request may end what the others ask about.
      for (const standpoint of [...FURTHER_STANDPOINTS, ...STANDPOINTS.toReversed()]) {
        if ((rule.expected[standpoint] ?? 0) === 0) continue;
        differing.push(...(await check(world, rule, standpoint)));
        decisions += 1;
      }
    }
    return { decisions, differing: [...differing, ...(await checkCache(world))] };
  } finally {
    await world.close();
  }
};
