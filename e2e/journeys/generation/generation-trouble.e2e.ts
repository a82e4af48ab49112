import {
  cell,
  cellPanel,
  dialog,
  expectLine,
  generate,
  sayWhy,
  seedGrid,
  tile,
} from "../../fixtures/benchmarks/grid.ts";
import {
  addTinyPerformer,
  faultPrompts,
  MADE_MS,
  MAKER_PERMISSIONS,
  unique,
} from "../../fixtures/benchmarks/tiny-performer.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ timeout: 240_000 });
test.beforeEach(async ({ people, enterAs }) => {
  await enterAs(await people.add({ permissions: MAKER_PERMISSIONS }));
});

test("what failed is retried, and what came too short is flagged", async ({ page }) => {
  const performer = await addTinyPerformer(page);
  const windy = unique("in the wind");
  const prompts = [`a kite over the sea ${windy}`, `a door closes by itself ${windy} [fault:wrong_length]`];
  await seedGrid(page, { name: unique("Retried"), performer, prompts });
  await faultPrompts(windy, { fault: "fail" }, async () => {
    await generate(page);
    await expectLine(page, "0 of 2 ready, 2 failed");
  });
  await expect(cell(page, 1, "Failed.*the clip could not be made")).toBeVisible();
  await page.getByRole("button", { name: "Retry 2 failed" }).click();
  await sayWhy(dialog(page, /^Retry failed and cancelled/), "the provider had a bad hour", "Retry 2 cells");
  await expectLine(page, "2 of 2 ready");
  await expect(cell(page, 1, "Ready.*2 attempts")).toBeVisible();
  await expect(cell(page, 2, "Ready.*Duration: requested 1.*, got ")).toBeVisible();
  await tile(page, 1, 0).click();
  const panel = cellPanel(page);
  await expect(panel.getByRole("list", { name: "Requested and delivered" })).toContainText(/^Duration: requested 1/);
  await expect(panel.getByText("the provider had a bad hour")).toBeVisible();
  await panel.getByRole("button", { name: /^Attempt 1/ }).click();
  await expect(panel.getByText("generation_failed")).toBeVisible();
});

test("a row joins a benchmark that generates, and what is under way can be cancelled", async ({ page }) => {
  const performer = await addTinyPerformer(page);
  const prompts = ["snow falls upwards [fault:slow:600]", "a train that never arrives [fault:slow:600]"];
  await seedGrid(page, { name: unique("Joined"), performer, prompts });
  await generate(page);
  await expectLine(page, "0 of 2 ready, 2 running");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("menuitem", { name: "Add prompt" }).click();
  const form = dialog(page, "Add prompt");
  await form.getByRole("textbox", { name: "Prompt" }).fill("a candle is lit");
  await form.getByRole("button", { name: "Add prompt" }).click();
  await expect(form).toBeHidden();
  await expectLine(page, "1 of 3 ready, 2 running");
  await expect(cell(page, 3, "Ready")).toBeVisible({ timeout: MADE_MS });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Cancel generation" }).click();
  await dialog(page, /^Cancel generation of/)
    .getByRole("button", { name: "Cancel generation" })
    .click();
  await expectLine(page, "1 of 3 ready, 2 cancelled");
  await expect(page.getByText("all finished")).toBeVisible();
});

test("a cell without hope is excluded with a reason", async ({ page }) => {
  const performer = await addTinyPerformer(page);
  const prompts = ["a kite over the sea", "something forbidden [fault:refuse]"];
  await seedGrid(page, { name: unique("Excluded"), performer, prompts });
  await generate(page);
  await expectLine(page, "1 of 2 ready, 1 failed");
  await tile(page, 1, 0).click();
  await page.keyboard.press("x");
  await sayWhy(dialog(page, "Exclude this cell?"), "no model may draw it", "Exclude cell");
  await expectLine(page, "1 of 1 ready, 1 excluded");
  await expect(cell(page, 2, "Excluded.*no model may draw it")).toBeVisible();
});
