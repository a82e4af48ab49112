import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import {
  addColumn,
  choosePerformer,
  createBenchmark,
  dialog,
  expectLine,
  generate,
} from "../../fixtures/benchmarks/grid.ts";
import { addTinyPerformer, MADE_MS, MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { type FilmFolder, makeFilmFolder } from "../../fixtures/datasets/films.ts";
import { CHECK_MS } from "../../fixtures/library.ts";
import { expect, test } from "../../fixtures/test.ts";

let films: FilmFolder;

test.describe.configure({ timeout: 240_000 });
test.beforeAll(async () => {
  films = await makeFilmFolder();
});
test.afterAll(() => films.remove());

const openPromptForm = async (page: Page, prompt: string): Promise<Locator> => {
  await page.getByRole("button", { name: "Add prompt" }).first().click();
  const form = dialog(page, "Add prompt");
  await form.getByRole("textbox", { name: "Prompt" }).fill(prompt);
  return form;
};

/** Pastes a picture as a copied file: the browser gives a page no other way to fill the clipboard with one. */
const pastePicture = async (field: Locator, file: string, name: string): Promise<void> => {
  const bytes = (await readFile(file)).toString("base64");
  await field.getByRole("button", { name: "Choose image" }).focus();
  await field.getByRole("button", { name: "Choose image" }).evaluate(
    (button, copied) => {
      const content = Uint8Array.from(atob(copied.bytes), (sign) => sign.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([content], copied.name, { type: "image/png" }));
      button.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    },
    { bytes, name },
  );
};

test("an image-to-video benchmark goes from an uploaded picture to a finished grid", async ({
  page,
  people,
  enterAs,
}) => {
  await enterAs(await people.add({ permissions: MAKER_PERMISSIONS }));
  const performer = await addTinyPerformer(page, { takesImage: true });
  const picture = await films.picture("first-frame.png");
  await createBenchmark(page, unique("Image to video"), "Empty grid");
  await addColumn(page, performer, "Tiny");
  await expect(page.getByText("1 column added")).toBeVisible();

  const uploaded = await openPromptForm(page, "the picture starts to move");
  await uploaded.getByRole("button", { name: "Choose image" }).click();
  const picker = dialog(page, "Choose image");
  await expect(picker.getByText("No images yet")).toBeVisible();
  await picker.locator('input[type="file"]').setInputFiles(picture);
  await expect(picker).toBeHidden({ timeout: CHECK_MS });
  await expect(uploaded.getByText("first-frame.png")).toBeVisible();
  await expect(uploaded.getByText(/^426×240 · png · /)).toBeVisible();
  await uploaded.getByRole("button", { name: "Add prompt" }).click();
  await expect(uploaded).toBeHidden();

  const picked = await openPromptForm(page, "the same picture, another motion");
  await picked.getByRole("button", { name: "Choose image" }).focus();
  await page.keyboard.press("Enter");
  await expect(picker.getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(picker).toBeHidden();
  await expect(picked.getByRole("button", { name: "Choose image" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(picker.getByRole("option", { name: /first-frame\.png/ })).toBeVisible();
  await expect(picker.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("first");
  await page.keyboard.press("ArrowDown");
  await expect(picker.getByRole("option", { selected: true })).toContainText("first-frame.png");
  await page.keyboard.press("Enter");
  await expect(picker).toBeHidden();
  await expect(picked.getByText(/^426×240 · png · /)).toBeVisible();
  await picked.getByRole("button", { name: "Add prompt" }).click();
  await expect(picked).toBeHidden();

  await expectLine(page, "2 clips to generate");
  await generate(page);
  await expectLine(page, "2 of 2 ready");
  await page.getByRole("button", { name: "the picture starts to move" }).click();
  await expect(page.getByRole("dialog").getByText("first-frame.png")).toBeVisible();
});

test("the playground runs a picture that is pasted into the form", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: MAKER_PERMISSIONS }));
  const performer = await addTinyPerformer(page, { takesImage: true });
  const picture = await films.picture("pasted.png");
  await page.goto("/#/performer-playground");
  const form = page.getByRole("form", { name: "Run a performer" });
  await choosePerformer(page, form, performer);
  const prompt = unique("a pasted picture");
  await form.getByRole("textbox", { name: "Prompt" }).fill(prompt);
  await pastePicture(form.getByRole("group", { name: "First frame" }), picture, "pasted.png");
  await expect(form.getByText(/^426×240 · png · /)).toBeVisible({ timeout: CHECK_MS });
  await form.getByRole("button", { name: "Run 1 call" }).click();
  const result = page.getByRole("list", { name: "Results" }).getByRole("listitem").filter({ hasText: prompt });
  await expect(result.locator("img, video").first()).toBeVisible({ timeout: MADE_MS });
});
