import { randomUUID } from "node:crypto";
import type { LabelReportState, LabelValues } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { ensureLabelTask, ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 2 * INDEX_MS });

const ITEMS = 22;
const NAME = unique("Two opinions");

let owner: Person;
let outside: Person;
let taskId = "";

test.beforeAll(async ({ people }) => {
  owner = await people.add({ realname: "Olga Owner", permissions: ["ADMIN_MANAGE_R"] });
  outside = await people.add({ realname: "Lea Labeller", role: "labeller" });
});

interface Leased {
  readonly lease_id: string;
  readonly item: number;
}

/** Labels every item as the page's user, through the API. */
const labelAll = async (page: Page, valuesOf: (item: number) => LabelValues): Promise<void> => {
  const { items } = await callFrom<{ items: Leased[] }>(page, "/label/work/claim", { task_id: taskId });
  let next = items[0] ?? null;
  while (next !== null) {
    const label = { guidelines_version: 1, duration_ms: 4_000, watched_s: 2, client_id: randomUUID() };
    const body = { ...label, lease_id: next.lease_id, values: valuesOf(next.item) };
    ({ next } = await callFrom<{ next: Leased | null }>(page, "/label/work/submit", body));
  }
};

const KEEP = { decision: "keep" };
const DROP = { decision: "drop", reason: "watermark" };
const byTurns = (item: number): LabelValues => (item % 2 === 0 ? KEEP : DROP);

test("after two people labelled the same items, the owner sees how far they agree and where they do not", async ({
  page,
  enterAs,
}) => {
  await enterAs(owner);
  const view = await ensureLabelView(page, unique("Clips to compare"), ITEMS);
  const people = [owner.username, outside.username];
  ({ id: taskId } = await ensureLabelTask(page, { name: NAME, view, starter: "keep_or_drop", people, overlap: 2 }));
  await labelAll(page, byTurns);
  await enterAs(outside);
  // Items 1 and 3 are dropped by the owner only.
  await labelAll(page, (item) => (item === 1 || item === 3 ? KEEP : byTurns(item)));

  await enterAs(owner);
  await page.goto(`/#/label/history/${taskId}`);
  await page.getByRole("link", { name: "Agreement", exact: true }).click();
  await page.getByRole("button", { name: "Measure now" }).click();
  const fields = page.getByRole("region", { name: "Agreement by field" });
  await expect(fields).toBeVisible({ timeout: INDEX_MS });
  const decision = fields.getByRole("row", { name: /^Decision/ });
  await expect(decision).toContainText("91 %");
  await expect(decision).toContainText("κ = 0.82");
  await expect(decision).toContainText("22");
  // Both gave a reason for nine items only.
  await expect(fields.getByRole("row", { name: /^Reason/ })).toContainText("fewer than 20 (n = 9)");
  await page
    .getByRole("button", { name: /^\S+ and \S+: 91 %$/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Item 3", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Item 3" });
  await expect(drawer.getByRole("heading", { name: outside.username })).toBeVisible();
  await expect(drawer.getByRole("heading", { name: owner.username })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Quality", exact: true }).click();
  const row = page.getByRole("region", { name: "Quality by person" }).getByRole("row", { name: outside.username });
  await expect(row).toContainText("4.0 s");
  await expect(row).toContainText("n = 22");
  const { status } = await readFrom<LabelReportState>(page, `/label/report/${taskId}`);
  expect(status).toBe("Finished");
});

test("an external person sees the events of the task, and no report about people", async ({ page, enterAs }) => {
  await enterAs(outside);
  await page.goto(`/#/label/history/${taskId}?tab=agreement`);
  await expect(page.getByRole("grid", { name: "Events" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Agreement", exact: true })).toHaveCount(0);
  await expect(readFrom(page, `/label/report/${taskId}`)).rejects.toThrow("403");
});
