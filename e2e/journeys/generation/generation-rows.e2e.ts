import type { Page } from "@playwright/test";
import {
  addColumn,
  cell,
  choosePerformer,
  createBenchmark,
  dialog,
  expectLine,
  generate,
  sayWhy,
} from "../../fixtures/benchmarks/grid.ts";
import { addTinyPerformer, MADE_MS, MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { INDEX_MS, openSet, registerSet, storeMdsSet } from "../../fixtures/datasets/item-sets.ts";
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

test("the items of a dataset become image-to-video rows with first frames, and the same sample adds none again", async ({
  page,
}) => {
  test.setTimeout(4 * INDEX_MS);
  const performer = await addTinyPerformer(page, { takesImage: true });
  await page.goto("/#/dataset");
  const { id } = await registerSet(page, await storeMdsSet(24), unique("Captioned"));
  await openSet(page, id, "&seed=7");
  await page.getByRole("button", { name: "Benchmark rows" }).click();
  const choice = dialog(page, "Use as benchmark rows");
  await choice.getByRole("button", { name: "New benchmark" }).click();
  const name = unique("From a dataset");
  await choice.getByRole("textbox", { name: "Name of the benchmark" }).fill(name);
  await choice.getByRole("button", { name: "Create benchmark" }).click();

  const form = dialog(page, "Import prompts");
  await expect(form.getByText(/only prompts can be filled/)).toBeVisible();
  await form.getByRole("button", { name: "Add column" }).click();
  const column = dialog(page, "Add column");
  await choosePerformer(page, column, performer);
  await column.getByRole("button", { name: "Add column" }).click();
  await expect(column).toBeHidden();

  const draw = async (): Promise<void> => {
    await expect(form.getByText("First frame of the clip")).toBeVisible();
    await form.getByRole("spinbutton", { name: /^Rows/ }).fill("3");
    await form.getByRole("button", { name: "Check rows" }).click();
    await expect(form.getByRole("region", { name: "Preview of the first rows" })).toBeVisible();
    await form.getByRole("button", { name: "Import 3 rows" }).click();
    await expect(form).toBeHidden();
  };
  await expect(form.getByRole("spinbutton", { name: "Seed" })).toHaveValue("7");
  await draw();
  await expect(page.getByText(/^3 rows imported from/)).toBeVisible({ timeout: MADE_MS });
  const picture = page.getByRole("img", { name: "image of row 1" });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(100);

  await openSet(page, id, "&seed=7");
  await page.getByRole("button", { name: "Benchmark rows" }).click();
  await choice.getByRole("searchbox", { name: "Search drafts by name" }).fill(name);
  await choice.getByRole("link", { name: new RegExp(name) }).click();
  await draw();
  await expect(page.getByText("3 rows were left out because the benchmark has them already.")).toBeVisible({
    timeout: MADE_MS,
  });
  await expectLine(page, "3 clips to generate");
  await generate(page);
  await expect(cell(page, 1, "Ready")).toBeVisible({ timeout: MADE_MS });
});
