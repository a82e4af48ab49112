import type { LabelStarter, LabelTaskDetail } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { callFrom, ownName, readFrom } from "../../fixtures/call.ts";
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

/** The list, the wizard, the workspace and the history. */
export const LABELLING_VIEWS: readonly View[] = [
  view("list", async (page) => {
    for (const starter of ["caption_edit", "temporal_segments", "multi_attribute_rating"] as const)
      await ensureTask(page, starter);
    await page.goto("/#/label/task/list");
    await expect(page.getByRole("grid").getByText(NAMES.caption_edit, { exact: true })).toBeVisible();
  }),
  view("list-empty", async (page) => {
    await page.route(/\/label\/task\/list/, (route) => route.fulfill({ json: { items: [], total: 0 } }));
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
  view("history", async (page) => {
    const id = await ensureHistory(page);
    const { items } = await readFrom<{ items: { item: number }[] }>(page, `/label/history/${id}?event=submitted`);
    await page.goto(`/#/label/history/${id}?open=${items[0]?.item ?? 1}`);
    await expect(page.getByText("Revision 1").first()).toBeVisible();
  }),
];
