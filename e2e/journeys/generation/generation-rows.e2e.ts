import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  addColumn,
  cell,
  createBenchmark,
  dialog,
  expectLine,
  generate,
  sayWhy,
} from "../../fixtures/benchmarks/grid.ts";
import { addTinyPerformer, MADE_MS, MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";
import { INDEX_MS, registerSet, storeMdsSet } from "../../fixtures/datasets/item-sets.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 240_000 });

let maker: Person;
let grid = "";

const VBENCH = [
  { prompt_en: "In a still frame, a stop sign", dimension: ["temporal_flickering"] },
  { prompt_en: "a bird and a cat", dimension: ["multiple_objects"], auxiliary_info: { object: "a bird and a cat" } },
  { prompt_en: "In a still frame, a stop sign", dimension: ["aesthetic_quality"] },
];

test.beforeAll(async ({ people }) => {
  maker = await people.add({ realname: "Rosa Rows", permissions: [...MAKER_PERMISSIONS, "ADMIN_MANAGE_R"] });
});
test.beforeEach(async ({ enterAs }) => {
  await enterAs(maker);
});

const openImport = async (page: Page) => {
  await page.getByRole("button", { name: "Import prompts" }).click();
  return dialog(page, "Import prompts");
};

test("a VBench list becomes rows with its dimensions, without what it repeats", async ({ page }) => {
  const performer = await addTinyPerformer(page);
  await createBenchmark(page, unique("VBench"), "Empty grid");
  grid = page.url();
  const form = await openImport(page);
  await form.getByLabel("Choose file").setInputFiles({
    name: "VBench_full_info.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(VBENCH)),
  });
  await expect(form.getByRole("radio", { name: "VBench JSON" })).toBeChecked();
  await form.getByRole("button", { name: "Check rows" }).click();
  await expect(form.getByText("2 rows will be added.")).toBeVisible();
  await expect(form.getByRole("checkbox", { name: "Leave out 1 repeated row" })).toBeChecked();
  await expect(form.getByText("Entry 3")).toBeVisible();
  await form.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(form).toBeHidden();
  await addColumn(page, performer, "Tiny");
  await expect(
    page.getByRole("rowheader", { name: /a stop sign.*temporal_flickering, aesthetic_quality/ }),
  ).toBeVisible();
});

test("an excluded row is neither generated nor counted, says so, and is included again", async ({ page }) => {
  await page.goto(grid);
  await page.getByRole("rowheader", { name: /a bird and a cat/ }).hover();
  await page.getByRole("button", { name: "Exclude row 2" }).click();
  await sayWhy(dialog(page, "Exclude row 2?"), "two objects are another test", "Exclude row");
  const head = page.getByRole("rowheader", { name: /a bird and a cat/ });
  await expect(head.getByText("Excluded")).toBeVisible();
  await expectLine(page, "1 clip to generate");
  await generate(page);
  await expectLine(page, /^1 of 1 ready, 1 excluded$/);
  await head.getByRole("button", { name: "Include row 2 again" }).click();
  await sayWhy(dialog(page, "Include row 2 again?"), "it belongs here", "Include row again");
  await expect(cell(page, 2, "Ready")).toBeVisible({ timeout: MADE_MS });
  await expectLine(page, "2 of 2 ready");
});

test("a seeded sample of a dataset view becomes rows, and the same sample adds none again", async ({ page }) => {
  test.setTimeout(3 * INDEX_MS);
  const name = unique("Captioned");
  await page.goto("/#/dataset");
  const { id } = await registerSet(page, await storeMdsSet(24), name);
  const { columns } = await readFrom<{ columns: { name: string; role: string | null; type: string }[] }>(
    page,
    `/dataset/${id}/detail`,
  );
  const caption = columns.find(({ role, type }) => role === "caption" && type === "text")?.name ?? "caption";
  const view = { name: "All captions", filters: [], where: "", q: "", seed: 7, request_key: randomUUID() };
  await callFrom(page, `/dataset/${id}/view`, view);
  await createBenchmark(page, unique("From a dataset"), "Empty grid");
  const choose = async (label: string, option: string): Promise<void> => {
    const form = dialog(page, "Import prompts");
    await form.getByRole("combobox", { name: label }).click();
    await page.locator(".ant-select-dropdown:visible").getByTitle(option, { exact: true }).click();
  };
  const draw = async (): Promise<void> => {
    const form = await openImport(page);
    await form.getByText("Dataset view").click();
    await form.getByRole("combobox", { name: "Dataset" }).fill(name);
    await page.keyboard.press("Enter");
    await choose("View", "All captions · version 1 · 24 items");
    await expect(form.getByRole("spinbutton", { name: "Seed" })).toHaveValue("7");
    await choose("Column of the prompt", caption);
    await form.getByRole("spinbutton", { name: /^Rows/ }).fill("5");
    await form.getByRole("button", { name: "Check rows" }).click();
  };
  await draw();
  const form = dialog(page, "Import prompts");
  const action = form.getByRole("button", { name: /^Import \d rows?$/ });
  await expect(form.getByRole("region", { name: "Preview of the first rows" })).toBeVisible();
  await action.click();
  await expect(form).toBeHidden();
  await draw();
  await expect(form.getByText("0 rows will be added.")).toBeVisible();
  await expect(form.getByText("is in the benchmark already").first()).toBeVisible();
});
