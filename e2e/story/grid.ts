import { expect, type Locator, type Page } from "@playwright/test";
import { MADE_MS } from "./tiny-performer.ts";

export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole("dialog", { name });

/** The place of a cell, by row and column counted from 0. */
export const tile = (page: Page, row: number, col: number): Locator => page.locator(`[data-cell="${row}.${col}"]`);

/** What a cell says of itself, by row counted from 1. */
export const cell = (page: Page, row: number, words: string): Locator =>
  page.getByRole("gridcell", { name: new RegExp(`^Row ${row}, .*${words}`) });

export const cellPanel = (page: Page): Locator => page.getByRole("complementary", { name: "Selected cell" });

/** "2 of 3 ready, 1 failed" */
export const expectLine = (page: Page, words: string | RegExp, timeout = MADE_MS): Promise<void> =>
  expect(page.getByRole("toolbar", { name: "Acts on the benchmark" }).getByText(words)).toBeVisible({ timeout });

export const createBenchmark = async (page: Page, name: string, start: "The sample" | "An empty grid") => {
  await page.goto("/#/task-manage");
  await page.getByRole("button", { name: "Create task" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Benchmark" }).first().click();
  const form = dialog(page, "Create a benchmark");
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("radio", { name: start }).check();
  await form.getByRole("button", { name: "Create benchmark" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
};

export const pastePrompts = async (page: Page, prompts: readonly string[]): Promise<void> => {
  await page.getByRole("button", { name: "Import prompts" }).click();
  const form = dialog(page, "Import prompts");
  await form.getByLabel("Or paste here").fill(prompts.join("\n"));
  await form.getByRole("button", { name: "Check the rows" }).click();
  await form.getByRole("button", { name: /^Import \d+ rows?$/ }).click();
  await expect(form).toBeHidden();
};

export const choosePerformer = async (page: Page, form: Locator, performer: string): Promise<void> => {
  await form.getByRole("combobox", { name: "Performer" }).fill(performer);
  await page.keyboard.press("Enter");
};

const addColumn = async (page: Page, performer: string, label: string): Promise<void> => {
  await page.getByRole("button", { name: "Add a column" }).click();
  const form = dialog(page, "Add a column");
  await choosePerformer(page, form, performer);
  await form.getByRole("textbox", { name: /^Label/ }).fill(label);
  await form.getByRole("button", { name: "Add the column" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole("columnheader", { name: label })).toBeVisible();
};

interface Wanted {
  readonly name: string;
  readonly performer: string;
  readonly prompts: readonly string[];
}

/** One column of clips to make, by way of the screens. */
export const fillGrid = async (page: Page, { name, performer, prompts }: Wanted): Promise<void> => {
  await createBenchmark(page, name, "An empty grid");
  await pastePrompts(page, prompts);
  await addColumn(page, performer, "Tiny");
  await expectLine(page, new RegExp(`^${prompts.length} clips? to make$`));
};

export const openDryRun = async (page: Page): Promise<Locator> => {
  await page.getByRole("button", { name: "Generate…" }).click();
  const dryRun = dialog(page, /^Generate “/);
  await expect(dryRun.getByText("Estimated cost").first()).toBeVisible({ timeout: MADE_MS });
  return dryRun;
};

export const generate = async (page: Page): Promise<void> => {
  const dryRun = await openDryRun(page);
  await dryRun.getByRole("button", { name: /^Generate \d+ clips?$/ }).click();
  await expect(dryRun).toBeHidden();
};

/** The dialogs that ask why; the answer is kept with what was done. */
export const sayWhy = async (form: Locator, why: string, action: string | RegExp): Promise<void> => {
  await form.getByRole("textbox", { name: "Why" }).fill(why);
  await form.getByRole("button", { name: action }).click();
  await expect(form).toBeHidden();
};
