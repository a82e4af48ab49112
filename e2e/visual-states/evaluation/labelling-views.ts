import {
  contract,
  type DatasetColumnSet,
  type LabelReportState,
  type LabelStarter,
  type LabelTaskDetail,
} from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, changeReply } from "../../fixtures/answers.ts";
import { callFrom, ownName, readFrom } from "../../fixtures/call.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { exportedFiles, modelPrefills, prefilledFiles } from "../../fixtures/labelling/label-files.ts";
import { labelReportState } from "../../fixtures/labelling/label-report.ts";
import { clipReady, ensureLabelTask, ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import type { View } from "../view.ts";

const SAMPLES = 24;
const NAMES: Record<"caption_edit" | "temporal_segments" | "multi_attribute_rating", string> = {
  caption_edit: "Captions of small clips",
  temporal_segments: "What happens when",
  multi_attribute_rating: "Look and motion",
};
const GUIDELINES = `# Captions

Write **one sentence** for each clip, in the present tense.

1. What moves, and where to
2. The background, if it matters

> Do not guess what happens outside the picture.
`;

const ensureTask = async (page: Page, starter: keyof typeof NAMES & LabelStarter): Promise<LabelTaskDetail> =>
  ensureLabelTask(page, {
    name: NAMES[starter],
    view: await ensureLabelView(page, "Clips to label", SAMPLES),
    starter,
    people: [await ownName(page)],
    overlap: 2,
    guidelines: GUIDELINES,
    isPrefilled: starter === "caption_edit",
  });

const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `label-${name}`,
  viewer: "administrator",
  open,
});

const openTask = async (page: Page, starter: keyof typeof NAMES & LabelStarter): Promise<void> => {
  const { id } = await ensureTask(page, starter);
  await page.goto(`/#/label/task/${id}`);
  await expect(page.getByRole("button", { name: /^Submit label/ })).toBeVisible();
  await clipReady(page);
};

/** A label of another person on a real clip: nobody reviews the own one, so the answers of the server are given. */
const openCheck = async (page: Page, mode: "review" | "adjudicate", item: object): Promise<void> => {
  const saved = await ensureLabelView(page, "Clips to label", SAMPLES);
  const { id } = await ensureLabelTask(page, {
    name: "Keep or drop",
    view: saved,
    starter: "keep_or_drop",
    overlap: 3,
  });
  const [lease_id, content_type] = [crypto.randomUUID(), "video/mp4"];
  const media = { url: `/api_v1/label/review/media/${id}/1`, content_type, duration_us: null, fps: null, frames: null };
  const lease_until = new Date(Date.now() + 600_000).toISOString();
  const clip = { lease_id, task_id: id, item: 1, item_key: "clip-0001", media, lease_until, prefill: {}, ...ALONE };
  const checks = { reviews: 12, adjudications: 5 };
  const json = { items: [{ ...clip, ...item }], queue: { state: "working", checks } };
  const kept = { kept: [{ lease_id, lease_until }], lost: [] };
  const { labelling } = contract;
  const isReview = mode === "review";
  await answerCall(page, isReview ? labelling.claimLabelReviews : labelling.claimLabelAdjudications, json);
  await answerCall(page, isReview ? labelling.heartbeatLabelReviews : labelling.heartbeatLabelAdjudications, kept);
  await page.goto(`/#/label/task/${id}?mode=${mode}`);
  await clipReady(page);
};

/** An item of one clip. */
const ALONE = { other_media: null, other_key: null };

const DROPPED = { decision: "drop", reason: "watermark" };
const REVIEW = {
  person: "lea",
  revision: 2,
  values: DROPPED,
  edited: {},
  duration_ms: 8_400,
  submitted_at: "2026-11-17T09:00:00Z",
  rejections: 1,
  note: "Look at the lower right corner.",
};
const answer = (person: string, values: object, more: object = {}) => ({
  revision_id: crypto.randomUUID(),
  revision: 1,
  person,
  by: person,
  values,
  review: null,
  note: "",
  ...more,
});

const openExports = async (page: Page): Promise<void> => {
  await ensureTask(page, "multi_attribute_rating");
  await page.goto("/#/label/task/list");
  await page.getByRole("button", { name: `Actions on ${NAMES.multi_attribute_rating}` }).click();
  await page.getByRole("menuitem", { name: "Export labels" }).click();
  await expect(page.getByRole("radiogroup", { name: "Format" })).toBeVisible();
};

const RATED = { visual_quality: 4, motion: 3, aesthetics: 5, caption_match: 2 };

/** The ratings of a few clips as columns of their dataset, through the API; reused the second time. */
const ensureColumns = async (page: Page): Promise<DatasetColumnSet> => {
  const { id } = await ensureTask(page, "multi_attribute_rating");
  const list = () => readFrom<{ items: DatasetColumnSet[] }>(page, `/label/snapshot/list/${id}`);
  if ((await list()).items.length === 0) {
    const claim = { task_id: id, count: 4 };
    const { items: leased } = await callFrom<{ items: { lease_id: string }[] }>(page, "/label/work/claim", claim);
    for (const [at, { lease_id }] of leased.entries()) {
      const values = { ...RATED, motion: 1 + (at % 5) };
      const entered = { values, guidelines_version: 1, duration_ms: 4_000, watched_s: 2 };
      await callFrom(page, "/label/work/submit", { lease_id, client_id: crypto.randomUUID(), ...entered });
    }
    await callFrom(page, `/label/snapshot/create/${id}`, { name: "ratings", request_key: crypto.randomUUID() });
  }
  await expect.poll(async () => (await list()).items[0]?.status, { timeout: INDEX_MS }).toBe("Finished");
  const [set] = (await list()).items;
  if (!set) throw new Error("the columns are gone");
  return set;
};

/** The dialog of an action on a task of the list. */
const openAct = async (page: Page, act: string): Promise<void> => {
  await ensureTask(page, "temporal_segments");
  await page.goto("/#/label/task/list");
  await page.getByRole("button", { name: `Actions on ${NAMES.temporal_segments}` }).click();
  await page.getByRole("menuitem", { name: act }).click();
};

/** Two revisions of one label, through the API. */
const ensureHistory = async (page: Page): Promise<string> => {
  const { id } = await ensureTask(page, "caption_edit");
  const { items } = await readFrom<{ items: unknown[] }>(page, `/label/history/${id}?event=submitted`);
  if (items.length > 0) return id;
  const claim = { task_id: id, count: 1 };
  const { items: leased } = await callFrom<{ items: { lease_id: string }[] }>(page, "/label/work/claim", claim);
  await callFrom(page, "/label/work/submit", {
    lease_id: leased[0]?.lease_id,
    client_id: crypto.randomUUID(),
    values: { caption: "A small square moves from left to right over a grey background." },
    guidelines_version: 1,
    duration_ms: 8_400,
    watched_s: 2,
  });
  return id;
};

/** A tab of the history with the report of four people, who cannot be made for a picture. */
const openReport = async (page: Page, search: string, state: Partial<LabelReportState> = {}): Promise<void> => {
  const { id } = await ensureTask(page, "caption_edit");
  await answerCall(page, contract.labelling.getLabelReport, { ...labelReportState(id), ...state });
  await page.goto(`/#/label/history/${id}?${search}`);
};

/** The list, the wizard, the workspace, exports and the history. */
export const LABELLING_VIEWS: readonly View[] = [
  view("list", async (page) => {
    for (const starter of ["caption_edit", "temporal_segments", "multi_attribute_rating"] as const)
      await ensureTask(page, starter);
    await page.goto("/#/label/task/list");
    await expect(page.getByRole("grid").getByText(NAMES.caption_edit, { exact: true })).toBeVisible();
  }),
  view("list-empty", async (page) => {
    await answerCall(page, contract.labelling.listLabelTasks, { items: [], total: 0 });
    await page.goto("/#/label/task/list");
    await expect(page.getByText("No label tasks yet")).toBeVisible();
  }),
  view("wizard-form", async (page) => {
    const saved = await ensureLabelView(page, "Clips to label", SAMPLES);
    await page.goto(`/#/label/task/list?new=1&dataset=${saved.dataset_id}&view=${saved.id}`);
    await page.getByRole("textbox", { name: "Task name" }).fill("Captions, round 2");
    await expect(page.getByText("Leave empty to label all")).toBeVisible();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByRole("button", { name: /^Keep or drop Decide/ }).click();
    await expect(page.getByRole("region", { name: "Preview" }).locator("video")).toBeVisible();
  }),
  view("caption", async (page) => {
    await openTask(page, "caption_edit");
    await page.getByRole("textbox").fill("A small shape moves slowly over a plain background, at dusk.");
    await expect(page.getByText(/^saved \d/)).toBeVisible();
  }),
  view("keys", async (page) => {
    await openTask(page, "caption_edit");
    await page.getByRole("button", { name: "Change keys" }).click();
    await expect(page.getByRole("button", { name: "Change the key of Skip item: X" })).toBeVisible();
  }),
  view("groups", async (page) => {
    const group = (code: string, name: string, members: number) => ({ code, name, description: "", members });
    const items = [group("NIGHT_SHIFT", "Night shift", 12), group("VENDOR_LABELLERS", "Labellers of the vendor", 140)];
    await answerCall(page, contract.labelling.searchLabelGroups, { items });
    await openAct(page, "People");
    await page.getByRole("combobox", { name: "Groups asked to label" }).click();
    await expect(page.getByText("140 members")).toBeVisible();
  }),
  view("wizard-disagreements", async (page) => {
    const { id } = await ensureTask(page, "temporal_segments");
    await page.goto(`/#/label/task/list?new=1&from=${id}`);
    await page.getByRole("textbox", { name: "Task name" }).fill("Second opinion");
    await page.getByText("Items whose labels agree less than").click();
    await expect(page.getByRole("spinbutton", { name: "Agreement below (%)" })).toBeVisible();
  }),
  view("segments", async (page) => {
    await openTask(page, "temporal_segments");
    // A draft of an earlier picture returns; this view shows one segment.
    if ((await page.getByRole("slider", { name: /^Start of/ }).count()) > 0) return;
    await page.keyboard.press("i");
    for (let step = 0; step < 8; step += 1) await page.keyboard.press(".");
    await page.keyboard.press("o");
    await page.keyboard.press("2");
    await expect(page.getByRole("slider", { name: "Start of camera move" })).toBeVisible();
  }),
  view("rating", async (page) => {
    await openTask(page, "multi_attribute_rating");
    await page.keyboard.press("4");
  }),
  view("review", async (page) => {
    await openCheck(page, "review", REVIEW);
    await expect(page.getByText("Look at the lower right corner.")).toBeVisible();
  }),
  view("review-reject", async (page) => {
    await openCheck(page, "review", REVIEW);
    await page.keyboard.press("r");
    await expect(page.getByRole("textbox", { name: "What is wrong?" })).toBeVisible();
  }),
  view("adjudicate", async (page) => {
    const answers = [
      answer("ada", { decision: "keep" }),
      answer("lea", DROPPED, { review: "escalated", note: "There is none." }),
      answer("tom", { decision: "drop", reason: "low quality" }, { by: "mei", review: "fixed" }),
    ];
    await openCheck(page, "adjudicate", { agreement: 0.33, is_escalated: true, answers, adjudicated: null });
    await page.keyboard.press("2");
    await expect(page.getByRole("button", { name: "Take the answer of lea", pressed: true })).toBeVisible();
  }),
  view("list-review", async (page) => {
    await ensureTask(page, "caption_edit");
    const { items } = await readFrom<{ items: object[] }>(page, "/label/task/list?tab=all&limit=5");
    await answerCall(page, contract.labelling.listLabelTasks, {
      items: items.map((each, n) => ({ ...each, checks: { reviews: 12 * n, adjudications: 3 } })),
      total: 1,
    });
    await page.goto("/#/label/task/list?tab=review");
    await expect(page.getByRole("link", { name: /^Adjudicate/ }).first()).toBeVisible();
  }),
  view("returned", async (page) => {
    const { id } = await ensureTask(page, "caption_edit");
    const returned = { note: "Say what the shape does, not what it looks like.", at: "2026-11-17T09:00:00Z" };
    await changeReply<{ items: object[] }>(page, contract.labelling.claimLabelItems, (reply) => ({
      ...reply,
      items: reply.items.map((each, n) => (n === 0 ? { ...each, returned } : each)),
    }));
    await page.goto(`/#/label/task/${id}`);
    await expect(page.getByText("Returned by a reviewer:")).toBeVisible();
    await clipReady(page);
  }),
  view("export", async (page) => {
    await openExports(page);
    await page.getByRole("radio", { name: "Parquet" }).check({ force: true });
    await page.getByRole("radio", { name: "Wide" }).check({ force: true });
    await expect(page.getByText("with a column for each field")).toBeVisible();
  }),
  view("columns", async (page) => {
    await openExports(page);
    await page.getByText("Columns of the dataset", { exact: true }).click();
    await expect(page.getByText("labels.agreement")).toBeVisible();
  }),
  view("dataset-columns", async (page) => {
    const set = await ensureColumns(page);
    await page.goto(`/#/dataset?id=${set.dataset_id}&version=${set.version}`);
    await expect(page.getByRole("region", { name: `${set.name}.motion` }).getByText(/% null$/)).toBeVisible();
  }),
  view("edit", async (page) => {
    await openAct(page, "Edit");
    await expect(page.getByRole("textbox", { name: "Task name" })).toHaveValue(NAMES.temporal_segments);
  }),
  view("add-items", async (page) => {
    await openAct(page, "Add items");
    await expect(page.getByRole("combobox", { name: "View" })).toBeVisible();
  }),
  view("prefill", async (page) => {
    const { id } = await ensureTask(page, "temporal_segments");
    await answerCall(page, contract.labelling.listLabelPrefills, { items: prefilledFiles(id) });
    await openAct(page, "Prefill");
    await page.getByText("118 wrong lines").click();
    await expect(page.getByText("the task has no item with this key")).toBeVisible();
  }),
  view("prefill-model", async (page) => {
    const { id } = await ensureTask(page, "temporal_segments");
    const answers = modelPrefills(id);
    await answerCall(page, contract.labelling.listLabelPrefills, { items: answers.runs });
    await answerCall(page, contract.labelling.listPrefillPerformers, { items: answers.performers });
    await answerCall(page, contract.labelling.estimateModelPrefill, answers.estimate);
    await openAct(page, "Prefill");
    await page.getByRole("radio", { name: "By a model" }).click();
    await expect(page.getByText("At most 24 items, about $0.05")).toBeVisible();
    await page.getByText("3 wrong answers").click();
    await expect(page.getByText("the answer is no JSON object")).toBeVisible();
  }),
  view("export-expired", async (page) => {
    const { id } = await ensureTask(page, "multi_attribute_rating");
    await answerCall(page, contract.labelling.listLabelExports, exportedFiles(id));
    await openExports(page);
    await expect(page.getByText(/was removed 30 days after/)).toBeVisible();
  }),
  view("prefill-score", async (page) => {
    await changeReply<{ items: object[] }>(page, contract.labelling.claimLabelItems, (reply) => ({
      ...reply,
      items: reply.items.map((item) => ({ ...item, prefill_score: 0.93 })),
    }));
    await openTask(page, "caption_edit");
    await expect(page.getByText("Prefilled with a score of 0.93")).toBeVisible();
  }),
  view("gold", async (page) => {
    const items = ["clip-0003", "clip-0011", "clip-0042"].map((key, n) => ({
      id: crypto.randomUUID(),
      key,
      item: n === 2 ? null : 3 + 8 * n,
      values: { segments: [] },
      state: (["ready", "waiting", "missing"] as const)[n],
    }));
    await answerCall(page, contract.labelling.getLabelGold, { task_id: items[0]?.id, share: 5, items });
    await openAct(page, "Gold items");
    await expect(page.getByRole("row", { name: /clip-0042/ })).toBeVisible();
  }),
  view("history", async (page) => {
    const id = await ensureHistory(page);
    const { items } = await readFrom<{ items: { item: number }[] }>(page, `/label/history/${id}?event=submitted`);
    await page.goto(`/#/label/history/${id}?open=${items[0]?.item ?? 1}`);
    await expect(page.getByText("Revision 1").first()).toBeVisible();
  }),
  view("agreement", async (page) => {
    await openReport(page, "tab=agreement&field=decision&one=ada&other=ben");
    await expect(page.getByRole("region", { name: "ada and ben: Decision" })).toBeVisible();
  }),
  view("agreement-none", async (page) => {
    const none = { status: "None", report: null, measured_at: null, requested_at: null } as const;
    await openReport(page, "tab=agreement", none);
    await expect(page.getByText("Not measured yet")).toBeVisible();
  }),
  view("quality", async (page) => {
    await openReport(page, "tab=quality");
    await expect(page.getByRole("region", { name: "Quality by person" })).toBeVisible();
  }),
];
