import { readFile } from "node:fs/promises";
import { leavePage } from "../../fixtures/leave-page.ts";
import {
  dialog,
  ownNamespace,
  press,
  row,
  SETTINGS_PATH,
  SETTINGS_PERMISSIONS,
  seedConfig,
} from "../../fixtures/settings.ts";
import { expect, test } from "../../fixtures/test.ts";

// A journey here goes through a dozen dialogs.
test.describe.configure({ timeout: 90_000 });

test.beforeEach(async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ realname: "Ada Admin", permissions: SETTINGS_PERMISSIONS }));
  await page.goto(SETTINGS_PATH);
  await expect(page.getByRole("heading", { level: 1, name: "Dynamic config" })).toBeVisible();
});

test("an edit is not lost by accident", async ({ page }) => {
  const key = `${ownNamespace()}.note`;
  await seedConfig(page, { key, schema: { type: "text" }, value: "old" });
  await leavePage(page);
  await page.goto(SETTINGS_PATH);
  await page.getByRole("searchbox").fill(key);
  // The debounced search updates the URL, and any change of the URL closes the confirmation.
  await expect(page).toHaveURL(new RegExp(key));
  await row(page, key).click();
  const drawer = dialog(page, key);
  await drawer.getByRole("textbox", { name: "Value" }).fill("new");
  const leave = dialog(page, `Discard your edits to ${key}?`);
  await page.keyboard.press("Escape");
  await press(leave, "Cancel");
  await expect(drawer.getByRole("textbox", { name: "Value" })).toHaveValue("new");
  await page.goBack();
  await press(leave, "Discard edits");
  await expect(drawer).toBeHidden();
  await expect(row(page, key)).toContainText("old");
});

test("a sensitive value goes in and never comes back", async ({ page }) => {
  const secret = `canary-${ownNamespace()}`;
  const key = `${ownNamespace()}.token`;
  const replies: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api_v1/config/")) replies.push(response.text());
  });
  await press(page, "Create key");
  const form = dialog(page, "Create key");
  await form.getByRole("combobox", { name: "Key" }).fill(key);
  await form.getByRole("textbox", { name: "Value" }).fill(secret);
  await form.getByRole("checkbox", { name: /^Sensitive/ }).check();
  await press(form, "Create as draft");
  const drawer = dialog(page, key);
  await press(drawer, "Publish version 1…");
  await press(dialog(page, `Publish version 1 of ${key}?`), "Publish version 1");
  await press(drawer, "Replace value…");
  await drawer.getByRole("textbox", { name: "New value" }).fill(`${secret}-two`);
  await press(drawer, "Save draft");
  await expect(drawer.getByRole("button", { name: "Publish version 2…" })).toBeEnabled();
  await drawer.getByRole("tab", { name: "History" }).click();
  await expect(drawer.getByText("Live", { exact: true })).toBeVisible();
  await expect(page.locator("body")).not.toContainText("canary-");
  expect((await Promise.all(replies)).filter((reply) => reply.includes("canary-"))).toEqual([]);
});

test("a key goes out as a file, is removed, and comes back from the file", async ({ page }) => {
  const ns = ownNamespace();
  const key = `${ns}.weights`;
  await seedConfig(page, {
    key,
    schema: { type: "key_value", value_type: "number" },
    value: { motion: 0.7, light: 0.3 },
  });
  await page.goto(`${SETTINGS_PATH}?ns=${ns}`);
  await expect(row(page, key)).toBeVisible();
  await press(page, "More");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: `Export ${ns} to JSON` }).click(),
  ]);
  const file = await download.path();
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
    items: [{ key, value: { motion: 0.7, light: 0.3 } }],
  });

  await row(page, key).click();
  const drawer = dialog(page, key);
  await press(drawer, "Archive…");
  await press(dialog(page, `Archive ${key}?`), "Archive key");
  await press(drawer, "Restore as draft");
  await expect(drawer.getByText("Draft, never published")).toBeVisible();
  await press(drawer, "Archive…");
  await press(dialog(page, `Archive ${key}?`), "Archive key");
  await press(drawer, "Delete permanently…");
  const remove = dialog(page, `Delete ${key} permanently?`);
  await expect(remove.getByRole("button", { name: "Delete key" })).toBeDisabled();
  await remove.getByLabel(`Type “${key}” to confirm`).fill(key);
  await press(remove, "Delete key");
  await expect(drawer).toBeHidden();
  await expect(page.getByText("No key matches")).toBeVisible();

  await press(page, "More");
  await page.getByRole("menuitem", { name: "Import from JSON…" }).click();
  const importing = dialog(page, "Import keys from JSON");
  const broken = { name: "broken.json", mimeType: "application/json", buffer: Buffer.from("{") };
  await importing.getByLabel("Choose a JSON file").setInputFiles(broken);
  await expect(importing.getByText("The file is not valid JSON.")).toBeVisible();
  await importing.getByLabel("Choose a JSON file").setInputFiles(file);
  await expect(importing.getByText("1 to create, 0 to update, 0 unchanged, 0 rejected")).toBeVisible();
  await press(importing, "Import 1 key as a draft");
  await expect(importing.getByText("Imported as drafts.", { exact: false })).toBeVisible();
  await press(importing.locator(".ant-modal-footer"), "Close");
  await expect(row(page, key)).toContainText("Draft, never published");
});
