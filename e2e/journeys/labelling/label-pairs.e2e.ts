import type { LabelItemTimeline, LabelTaskDetail } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { readFrom } from "../../fixtures/call.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { clipReady, ensureLabelTask, ensureLabelView, keyPairsOf } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 2 * INDEX_MS });

const PAIRS = 4;
const name = unique("Which clip is better");
let owner: Person;
let outside: Person;
let pairs: [string, string][];
let taskId = "";

test.beforeAll(async ({ people }) => {
  owner = await people.add({ realname: "Olga Owner", permissions: ["ADMIN_MANAGE_R"] });
  outside = await people.add({ realname: "Lea Labeller", role: "labeller" });
});

const submitButton = (page: Page) => page.getByRole("button", { name: /^Submit label/ });
const choice = (page: Page, words: RegExp) => page.getByRole("button", { name: words });

test("a task of pairs is made from a list with two keys on each line", async ({ page, enterAs }) => {
  await enterAs(owner);
  const view = await ensureLabelView(page, unique("Clips to compare"), 2 * PAIRS);
  pairs = await keyPairsOf(page, view, PAIRS);
  await page.goto(`/#/label/task/list?new=1&dataset=${view.dataset_id}`);
  await page.getByRole("textbox", { name: "Task name" }).fill(name);
  await page.getByText("List of keys").click();
  const keys = page.getByRole("textbox", { name: "Keys, one for each line" });
  await keys.fill([...pairs.map((pair) => pair.join(",")), "alone"].join("\n"));
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: /^Pairwise comparison/ }).click();
  await expect(page.getByText(`Line ${PAIRS + 1} does not name two different clips`)).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await keys.fill(pairs.map((pair) => pair.join(",")).join("\n"));
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText(`${PAIRS} pairs of clips.`)).toBeVisible();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: "Create task" }).click();
  const row = page.getByRole("grid").getByRole("row", { name: new RegExp(name) });
  await expect(row).toContainText("Open", { timeout: INDEX_MS });
});

test("an external person compares two clips on one clock by keyboard, and learns no key of them", async ({
  page,
  enterAs,
}) => {
  await enterAs(owner);
  const view = await ensureLabelView(page, unique("Clips to compare outside"), 2 * PAIRS);
  pairs = await keyPairsOf(page, view, PAIRS);
  const people = [outside.username];
  const options = { name: unique("Pairs outside"), view, starter: "pairwise" as const, people, pairs };
  taskId = (await ensureLabelTask(page, options)).id;
  await enterAs(outside);
  await page.goto(`/#/label/task/${taskId}`);
  await expect(submitButton(page)).toBeVisible();
  await clipReady(page);
  const shown = page.locator("video:not([inert] video)");
  await expect(shown).toHaveCount(2);
  for (const key of pairs.flat()) await expect(page.getByText(key, { exact: true })).toHaveCount(0);
  await page.keyboard.press(" ");
  await expect
    .poll(() => shown.evaluateAll((videos) => videos.every((video) => (video as HTMLVideoElement).currentTime > 0)))
    .toBe(true);
  await page.keyboard.press("v");
  await expect(page.getByRole("radio", { name: "Wipe" })).toBeChecked();
  await page.keyboard.press("1");
  await expect(choice(page, /A is better$/)).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Enter");
  for (const [key, words] of [
    ["2", /B is better$/],
    ["3", /About the same$/],
    ["4", /Both are bad$/],
  ] as const) {
    await expect(choice(page, words)).toHaveAttribute("aria-pressed", "false");
    await page.keyboard.press(key);
    await expect(choice(page, words)).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("Enter");
  }
  await expect(page.getByText("All done")).toBeVisible();
});

test("the history names the better clip by its key, whichever side it was on", async ({ page, enterAs }) => {
  await enterAs(owner);
  expect((await readFrom<LabelTaskDetail>(page, `/label/task/detail/${taskId}`)).progress.labels_done).toBe(PAIRS);
  const timeline = await readFrom<LabelItemTimeline>(page, `/label/history/${taskId}/item/1`);
  const { preference } = timeline.revisions[0]?.values ?? {};
  const better = preference === "A" ? timeline.item_key : timeline.other_key;
  expect([pairs[0]?.[0], pairs[0]?.[1]]).toEqual([timeline.item_key, timeline.other_key]);
  await page.goto(`/#/label/history/${taskId}?open=1`);
  await expect(page.getByRole("dialog", { name: "Item 1" }).getByText(`${better} is better`)).toBeVisible();
});
