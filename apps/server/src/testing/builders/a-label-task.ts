import type { claimedLabels, LabelItem, LabelTaskDetail } from "@dailies/contract";
import { sql } from "kysely";
import type { z } from "zod";
import { appendItems, finishFilling, type NewLabelItem } from "../../features/labelling/filling/label-item.store.ts";
import { newId } from "../../platform/ids.ts";
import type { DataRig } from "../rigs/data-rig.ts";
import type { Answer } from "../rigs/start-app.ts";
import type { Caller } from "./a-caller.ts";
import { anItemTable, type ItemTableInput, type MadeItem } from "./an-item-table.ts";

const CAPTION_FIELDS = [{ key: "caption", name: "Caption", input: { kind: "caption" } }];

export const aLabelTemplate = async (owner: Caller, fields: unknown = CAPTION_FIELDS): Promise<string> => {
  const body = { name: `template ${newId()}`, fields, request_key: newId() };
  return String((await owner.post("/api_v1/label/template/create", body)).body.id);
};

export const someDataset = async (
  rig: DataRig,
  owner: Caller,
  items: readonly MadeItem[],
  vectorOf?: ItemTableInput["vectorOf"],
): Promise<{ datasetId: string; version: number }> => {
  const { id: profileId } = await rig.db.selectFrom("storage_profile").select("id").executeTakeFirstOrThrow();
  return anItemTable(rig, { ownerId: owner.id, profileId, items, ...(vectorOf && { vectorOf }) });
};

export interface LabelTaskOptions {
  readonly items?: number;
  readonly fields?: unknown;
  readonly overlap?: number;
  readonly leaseMinutes?: number;
  readonly reviewShare?: number;
  readonly adjudicateBelow?: number;
  readonly people?: readonly Caller[];
  readonly guidelines?: string;
  /** Over the item's own values: a clip of 10 s without prefilled values. */
  readonly item?: (n: number) => Partial<NewLabelItem>;
  /** The items have two clips; `fields` compares them. */
  readonly isPairwise?: boolean;
  /** An existing dataset; otherwise one without rows, which is enough for everything but media. */
  readonly dataset?: { readonly datasetId: string; readonly version: number };
}

/** An open task, as filling would have left it. */
export const aLabelTask = async (rig: DataRig, owner: Caller, options: LabelTaskOptions = {}): Promise<string> => {
  const { items = 3, overlap = 1, people = [] } = options;
  const { datasetId, version } = options.dataset ?? (await someDataset(rig, owner, []));
  const { body } = await owner.post("/api_v1/label/task/create", {
    name: `task ${newId()}`,
    template_id: await aLabelTemplate(owner, options.fields),
    template_version: 1,
    source: {
      kind: "keys",
      dataset_id: datasetId,
      version,
      keys: ["key-0"],
      ...(options.isPairwise && { other_keys: ["key-1"] }),
    },
    overlap,
    lease_minutes: options.leaseMinutes ?? 10,
    review_share: options.reviewShare ?? 0,
    adjudicate_below: options.adjudicateBelow,
    guidelines: options.guidelines ?? "Look twice.",
    people: people.map(({ username }) => username),
    is_started: false,
    request_key: newId(),
  });
  const id = String(body.id);
  await sql`update label_task set status = 'Filling', fill_run = 1 where id = ${id}`.execute(rig.db);
  const clip = (n: number) => ({
    key: `key-${n}`,
    ordinal: n,
    mediaType: "video/mp4",
    durationUs: 10_000_000,
    fps: 24,
    frames: 240,
  });
  const made = Array.from(
    { length: items },
    (_, n): NewLabelItem => ({
      ...clip(n),
      prefill: null,
      score: null,
      other: options.isPairwise ? clip(n + 1) : null,
      ...options.item?.(n),
    }),
  );
  const at = rig.clock();
  await appendItems(rig.db, { id, overlap }, { after: 0, items: made, at });
  await finishFilling(rig.db, id, { total: items, missing: { count: 0, examples: [] }, at });
  return id;
};

export type ClaimedLabels = z.output<typeof claimedLabels>;

/** The calls of one person in one task. */
export const aLabeller = (caller: Caller, taskId: string) => {
  const ask = (what: string, body: object): Promise<Answer> => caller.post(`/api_v1/label/work/${what}`, body);
  const claim = async (count = 1): Promise<ClaimedLabels> =>
    (await ask("claim", { task_id: taskId, count })).body as ClaimedLabels;
  return {
    caller,
    ask,
    claim,
    claimOne: async (): Promise<LabelItem> => {
      const [item] = (await claim(1)).items;
      if (!item) throw new Error("there is no item to label");
      return item;
    },
    submit: (item: LabelItem, values: object = { caption: "a cat" }, more: object = {}): Promise<Answer> =>
      ask("submit", {
        lease_id: item.lease_id,
        client_id: newId(),
        values,
        guidelines_version: 1,
        duration_ms: 1_500,
        watched_s: 4,
        ...more,
      }),
    detail: async (): Promise<LabelTaskDetail> =>
      (await caller.get(`/api_v1/label/task/detail/${taskId}`)).body as LabelTaskDetail,
  };
};
