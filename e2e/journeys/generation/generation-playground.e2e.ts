import type { Locator, Page } from "@playwright/test";
import { choosePerformer, dialog, seedGrid } from "../../fixtures/benchmarks/grid.ts";
import { addTinyPerformer, MADE_MS, MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { leavePage } from "../../fixtures/leave-page.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ timeout: 240_000 });

const results = (page: Page): Locator => page.getByRole("list", { name: "Results" });

test("four seeds are run, two compared, and the settings kept as a column", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: MAKER_PERMISSIONS }));
  const performer = await addTinyPerformer(page);
  const benchmark = unique("Kept");
  await seedGrid(page, { name: benchmark, performer, prompts: ["a lighthouse in the rain"] });

  await page.goto("/#/performer-playground");
  const form = page.getByRole("form", { name: "Run a performer" });
  await choosePerformer(page, form, performer);
  const prompt = unique("a lighthouse in the rain");
  await form.getByRole("textbox", { name: "Prompt" }).fill(prompt);
  await form.getByText("List", { exact: true }).click();
  await form.getByRole("textbox", { name: "List of seeds" }).fill("11, 12, 13 14");
  await expect(form.getByText("4 calls ≈ $0.08")).toBeVisible();
  await form.getByRole("button", { name: "Run 4 calls" }).click();
  await expect(results(page).getByRole("listitem").filter({ hasText: prompt })).toHaveCount(4);
  const marks = results(page).getByRole("checkbox", { name: /to compare$/ });
  await expect(marks).toHaveCount(4, { timeout: MADE_MS });
  for (const seed of [11, 14])
    await results(page)
      .getByRole("checkbox", { name: new RegExp(`seed ${seed} to`) })
      .check();
  await page.getByRole("button", { name: "Compare 2 clips" }).click();
  const player = page.getByRole("dialog");
  await expect(player.locator("video")).toHaveCount(2);
  await expect(player.getByText(/Seed 11$/)).toBeVisible();
  await expect(player.getByText(/Seed 14$/)).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(player).toBeHidden({ timeout: 1_000 });
  }).toPass();

  await form.getByRole("button", { name: "Save as column…" }).click();
  const save = dialog(page, "Save as benchmark column");
  await save.getByRole("combobox", { name: "Benchmark" }).fill(benchmark);
  await page.keyboard.press("Enter");
  await save.getByRole("textbox", { name: "Label" }).fill("From the bench");
  await save.getByRole("button", { name: "Add column" }).click();
  await expect(page.getByText(`Added as a column of ${benchmark}.`)).toBeVisible();
  await page.goto(`/#/task-manage?q=${encodeURIComponent(benchmark)}`);
  await page.getByRole("row", { name: new RegExp(benchmark) }).click();
  await expect(page.getByRole("columnheader", { name: /From the bench/ })).toBeVisible();
  await expect(page.getByText("2 clips to generate")).toBeVisible();
});

test("a call shows its way, is cancelled and found again", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: MAKER_PERMISSIONS }));
  const performer = await addTinyPerformer(page);
  await page.goto("/#/performer-playground");
  const form = page.getByRole("form", { name: "Run a performer" });
  await choosePerformer(page, form, performer);
  const prompt = unique("an endless corridor");
  await form.getByRole("textbox", { name: "Prompt" }).fill(`${prompt} [fault:slow:600]`);
  await form.getByRole("button", { name: "Run 1 call" }).click();
  await expect(results(page).getByText(/^Running/)).toBeVisible({ timeout: MADE_MS });
  await page.getByRole("button", { name: new RegExp(`^Actions for “${prompt}`) }).click();
  await page.getByRole("menuitem", { name: "Cancel call" }).click();
  await expect(results(page).getByText("Cancelled").first()).toBeVisible();
  await page.goto(`/#/performer-playground?tab=history&q=${encodeURIComponent(prompt)}`);
  await expect(page.getByRole("row", { name: new RegExp(prompt) })).toContainText("Cancelled");
});

test("an internal user makes a clip on the quick page", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: MAKER_PERMISSIONS }));
  const performer = await addTinyPerformer(page, { isShared: true });
  await enterAs(await people.add({ realname: "Ida Quick" }));
  await leavePage(page);
  await page.goto("/#/playground");
  const form = page.getByRole("form", { name: "Generate a clip" });
  await choosePerformer(page, form, performer);
  await form.getByRole("textbox", { name: "Prompt" }).fill("a small fox looks up");
  await page.keyboard.press("Control+Enter");
  const stage = page.getByRole("list", { name: "Latest request" });
  await expect(stage.locator("video")).toHaveCount(1, { timeout: MADE_MS });
  await expect
    .poll(() => stage.locator("video").evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0);
});
