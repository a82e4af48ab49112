import { readFile, writeFile } from "node:fs/promises";
import type { TemplateFile } from "@dailies/contract";
import {
  EDITOR_PATH,
  expectOrder,
  makeDimension,
  makeFromStarter,
  openSet,
  panel,
  preview,
  questions,
} from "../../fixtures/judging/dimensions.ts";
import { expect, test } from "../../fixtures/test.ts";

// A journey here goes through several dialogs.
test.describe.configure({ timeout: 90_000 });

const unique = (): string => Math.random().toString(36).slice(2, 8);

test.beforeEach(async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ realname: "Mira Model", permissions: ["USE_VERSION_1_0"] }));
  await page.goto(EDITOR_PATH);
  await expect(page.getByRole("heading", { level: 1, name: "Dimension set editor" })).toBeVisible();
});

test("a set is begun from a ready one, changed by keys, tried out as judges see it, and saved", async ({ page }) => {
  const starters = page.getByText("Templates", { exact: true });
  const begin = page.getByRole("button", { name: "Use template Overall, motion, instruction, picture" });
  // The starters are open until there is a first template, and other tests may have created one.
  await expect(starters.or(begin).first()).toBeVisible();
  if (!(await begin.isVisible())) await starters.click();
  await begin.click();
  await expectOrder(page, ["Overall", "Motion Quality", "Instruction Following", "Visual Quality"]);
  await expect(page).toHaveURL(/template=/);

  await questions(page)
    .getByRole("button", { name: /^Visual Quality/ })
    .focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  await expectOrder(page, ["Overall", "Visual Quality", "Motion Quality", "Instruction Following"]);
  await questions(page).getByRole("spinbutton", { name: "Weight of Overall" }).fill("3");
  await expect(questions(page).getByText("50 %")).toBeVisible();
  const name = `Night set ${unique()}`;
  await page.getByRole("textbox", { name: "Set name" }).fill(name);
  await page.getByRole("button", { name: "Save set" }).click();
  await expect(page.getByText("Saved as version 1")).toBeVisible();

  const form = preview(page);
  await form.getByRole("radio", { name: "-1 A is better" }).first().focus();
  await page.keyboard.press("3");
  await expect(form.getByRole("radio", { name: "1 B is better" }).first()).toBeChecked();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("2");
  await expect(form.getByRole("radio", { name: "0 About the same" }).nth(1)).toBeChecked();
  await page.keyboard.press("0");
  await expect(form.getByRole("radio", { name: "0 About the same" }).nth(1)).not.toBeChecked();

  await page.reload();
  await expectOrder(page, ["Overall", "Visual Quality", "Motion Quality", "Instruction Following"]);
  await page.getByRole("link", { name: "All sets" }).click();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Two clips");
});

test("a dimension that a set holds gets its next version, with what changes before the eyes", async ({ page }) => {
  const key = `lip_${unique()}`;
  const held = await makeDimension(page, key, { name: `Lip sync ${key}` });
  const { id } = await makeFromStarter(page, "acr");
  await openSet(page, id);
  await page.getByRole("searchbox", { name: "Name or key" }).fill(key);
  await page.getByRole("button", { name: `Add ${held.name} to the set` }).click();
  await page.getByRole("button", { name: "Save set" }).click();
  await expect(page.getByText("Saved as version 1")).toBeVisible();

  await questions(page)
    .getByRole("button", { name: new RegExp(`^${held.name}`) })
    .click();
  await expect(page).toHaveURL(new RegExp(`dimension=${held.id}`));
  await panel(page).getByRole("textbox", { name: "Question" }).fill("Do the lips fit the words?");
  await expect(preview(page).getByText("Do the lips fit the words?")).toBeVisible();
  await page.getByRole("link", { name: "All sets" }).click();
  const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
  await leaving.getByRole("button", { name: "Cancel" }).click();

  await panel(page).getByRole("button", { name: "Save as v2" }).click();
  const next = page.getByRole("dialog", { name: `Create v2 of ${held.name}?` });
  await expect(next.locator("ins")).toHaveText(["Do the lips fit the words?"]);
  await next.getByRole("button", { name: "Create v2" }).click();
  await expect(questions(page).getByRole("button", { name: new RegExp(`^${held.name}.*v2`) })).toBeVisible();
  await page.getByRole("button", { name: "Save set" }).click();
  await expect(page.getByRole("button", { name: "Save set" })).toBeDisabled();
});

test("a set travels as a file, and what it would change is told first", async ({ page }, info) => {
  const { id } = await makeFromStarter(page, "ccr");
  await openSet(page, id);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export set" }).click(),
  ]);
  const file = JSON.parse(await readFile(await download.path(), "utf8")) as TemplateFile;
  const [item] = file.items;
  if (!item) throw new Error("the file has no dimension");
  const key = `afar_${unique()}`;
  const changed = { ...file, template: { ...file.template, name: `From afar ${key}` }, items: [{ ...item, key }] };
  const path = info.outputPath("set.json");
  await writeFile(path, JSON.stringify(changed));

  await page.getByRole("link", { name: "All sets" }).click();
  await page.getByRole("button", { name: "Import set" }).click();
  const dialog = page.getByRole("dialog", { name: "Import set" });
  await dialog.getByLabel("Choose file").setInputFiles(path);
  await expect(dialog.getByText("Will be created")).toBeVisible();
  await dialog.getByRole("button", { name: "Import the set" }).click();
  await expectOrder(page, ["Preference"]);
  await expect(page.getByRole("textbox", { name: "Set name" })).toHaveValue(`From afar ${key}`);
});
