import type { Page } from "@playwright/test";
import { cell, createBenchmark, dialog, expectLine, fillGrid, openDryRun } from "../../fixtures/benchmarks/grid.ts";
import { addTinyPerformer, MADE_MS, MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ timeout: 240_000 });
test.beforeEach(async ({ people, enterAs }) => {
  await enterAs(await people.add({ permissions: MAKER_PERMISSIONS }));
});

const setBudget = async (page: Page, budget: string): Promise<void> => {
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const form = dialog(page, "Generation settings");
  await form.getByRole("spinbutton", { name: /^Budget/ }).fill(budget);
  await expect(form.getByRole("switch", { name: /^Hard budget/ })).toBeChecked();
  await form.getByRole("button", { name: "Save settings" }).click();
  await expect(form).toBeHidden();
};

const addPrompt = async (page: Page, prompt: string) => {
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("menuitem", { name: "Add prompt" }).click();
  const form = dialog(page, "Add prompt");
  await form.getByRole("textbox", { name: "Prompt" }).fill(prompt);
  await form.getByRole("button", { name: "Add prompt" }).click();
  return form;
};

test("a hard budget is not passed: not at the start, not by a new row, not while it runs", async ({ page, faults }) => {
  faults.allow(/status of 409/);
  const performer = await addTinyPerformer(page, { concurrency: 1 });
  // Long enough for two dialogs while the first job runs; the others never start.
  const prompts = [1, 2, 3, 4].map((take) => `the sun rises, take ${take} [fault:slow:20]`);
  await fillGrid(page, { name: unique("Budget"), performer, prompts });
  await setBudget(page, "0.05");
  const refused = await openDryRun(page);
  await expect(refused.getByText("≈ $0.08").first()).toBeVisible();
  await expect(refused.getByRole("alert")).toContainText("exceeds the hard budget of $0.05");
  await expect(refused.getByRole("button", { name: /^Generate 4 clips/ })).toBeDisabled();
  await refused.getByRole("button", { name: "Cancel" }).click();

  await setBudget(page, "0.09");
  const allowed = await openDryRun(page);
  await allowed.getByRole("button", { name: "Generate 4 clips" }).click();
  await expectLine(page, /1 running/);
  const form = await addPrompt(page, "the sun rises once more");
  await expect(form.getByText(/the budget is USD 0\.09/)).toBeVisible();
  await form.getByRole("button", { name: "Cancel" }).click();

  await setBudget(page, "0.03");
  await expectLine(page, "1 of 4 ready, 3 cancelled");
  await expect(cell(page, 4, "Cancelled.*budget does not allow another call")).toBeVisible();
  const summary = page.locator('dl[aria-label="Summary"]');
  await expect(summary).toContainText(/Spent\s*\$0\.02/);
  await expect(summary).toContainText("$0.03 hard limit");
});

test("five hundred prompts come from a CSV, looked at first", async ({ page }) => {
  const lines = Array.from({ length: 500 }, (_, n) => `"Take ${n + 1}, ""slow"" pan over the harbour",harbour,1`);
  await createBenchmark(page, unique("From a file"), "Empty grid");
  await page.getByRole("button", { name: "Import prompts" }).click();
  const form = dialog(page, "Import prompts");
  const file = (text: string) => ({ name: "prompts.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const input = form.locator('input[type="file"]');
  await input.setInputFiles(file(`prompt,category,weight\n${lines.join("\n")}\nthe last take,harbour,heavy`));
  await expect(form.getByRole("radio", { name: "CSV" })).toBeChecked();
  await form.getByRole("button", { name: "Check rows" }).click();
  await expect(form.getByRole("alert")).toContainText("1 line cannot be read");
  await form.getByRole("button", { name: "Edit text" }).click();
  await input.setInputFiles(file(`prompt,category,weight\n${lines.join("\n")}\n`));
  await form.getByRole("button", { name: "Check rows" }).click();
  await expect(form.getByText("500 rows will be added.")).toBeVisible();
  await expect(form.getByRole("cell", { name: 'Take 1, "slow" pan over the harbour' })).toBeVisible();
  await form.getByRole("button", { name: "Import 500 rows" }).click();
  await expect(page.getByText("500 prompts added")).toBeVisible({ timeout: MADE_MS });
});
