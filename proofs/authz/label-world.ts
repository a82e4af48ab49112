import { randomUUID } from "node:crypto";
import type { App } from "../../apps/server/src/app.ts";
import { appendItems, finishFilling } from "../../apps/server/src/features/labelling/filling/label-item.store.ts";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import type { Person } from "./principals.ts";

const ITEM = {
  mediaType: "video/mp4",
  durationUs: 1_000_000,
  fps: 24,
  frames: 24,
  prefill: null,
  score: null,
  other: null,
};

/** An open label task of the owner, to which no external user was asked, with an item in the owner's hands. */
export const makeLabelTask = async (
  { http, db }: { readonly http: App["http"]; readonly db: Db },
  { token }: Person,
  datasetId: string,
): Promise<{ labelTaskId: string; labelLeaseId: string }> => {
  const at = new Date();
  const counts = {
    items: 9n,
    duration_s: 9,
    bytes: 0n,
    faults: 0n,
    table_name: "authz",
    table_version: 1n,
    columns: "[]",
  };
  await db
    .insertInto("dataset_version")
    .values({ ...counts, dataset_id: datasetId, version: 1, note: "", created_by: "authz", created_at: at })
    .execute();
  const make = async (path: string, payload: object): Promise<Record<string, unknown>> => {
    const headers = { cookie: `__Host-sid=${token}`, "sec-fetch-site": "same-origin" };
    const reply = await http.inject({ method: "POST", url: `/api_v1/label/${path}`, payload, headers });
    if (reply.statusCode !== 200) throw new Error(`the owner's label task was not made: ${reply.body}`);
    return reply.json<Record<string, unknown>>();
  };
  const fields = [{ key: "caption", name: "Caption", input: { kind: "caption" } }];
  const template = await make("template/create", { name: "Authz", fields, request_key: randomUUID() });
  const { id } = await make("task/create", {
    name: "The owner's",
    template_id: template.id,
    template_version: 1,
    source: { kind: "keys", dataset_id: datasetId, version: 1, keys: ["a"] },
    request_key: randomUUID(),
  });
  const labelTaskId = String(id);
  const items = Array.from({ length: 9 }, (_, ordinal) => ({ ...ITEM, ordinal, key: `key-${ordinal}` }));
  await appendItems(db, { id: labelTaskId, overlap: 1 }, { after: 0, items, at });
  await finishFilling(db, labelTaskId, { total: items.length, missing: { count: 0, examples: [] }, at });
  const claimed = await make("work/claim", { task_id: labelTaskId });
  const [item] = claimed.items as { lease_id: string }[];
  return { labelTaskId, labelLeaseId: item?.lease_id ?? "" };
};
