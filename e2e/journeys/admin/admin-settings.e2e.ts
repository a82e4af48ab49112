import {
  dialog,
  openKey,
  ownNamespace,
  press,
  row,
  SETTINGS_PATH,
  SETTINGS_PERMISSIONS,
  seedConfig,
} from "../../fixtures/settings.ts";
import { expect, test } from "../../fixtures/test.ts";

const REFUSED_AS_STALE = /status of 409/;

const NUMBER = { type: "number", min: 0, max: 100, unit: "s" } as const;

// A journey here goes through a dozen dialogs.
test.describe.configure({ timeout: 90_000 });

test.beforeEach(async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ realname: "Ada Admin", permissions: SETTINGS_PERMISSIONS }));
  await page.goto(SETTINGS_PATH);
  await expect(page.getByRole("heading", { level: 1, name: "Dynamic config" })).toBeVisible();
});

test("a setting is created, published, changed and rolled back", async ({ page }) => {
  const key = `${ownNamespace()}.timeout`;
  await page.keyboard.press("n");
  const form = dialog(page, "Create key");
  await press(form, "Create as draft");
  await expect(form.getByText("Use namespace.name in lowercase", { exact: false })).toBeVisible();
  await form.getByRole("combobox", { name: "Key" }).fill(key);
  await form.getByRole("combobox", { name: "Type" }).click();
  await page.getByTitle("Number", { exact: true }).click();
  await form.getByText("Limits", { exact: true }).click();
  await form.getByRole("spinbutton", { name: "Maximum" }).fill("60");
  await form.getByRole("spinbutton", { name: "Value" }).fill("61");
  await expect(form.getByText("Use 60 or less.")).toBeVisible();
  await form.getByRole("spinbutton", { name: "Value" }).fill("30");
  await press(form, "Create as draft");

  const drawer = dialog(page, key);
  await expect(page).toHaveURL(new RegExp(`key=${key}`));
  await expect(drawer.getByText("Draft, never published")).toBeVisible();
  await press(drawer, "Publish version 1…");
  const first = dialog(page, `Publish version 1 of ${key}?`);
  await expect(first.getByText("Nothing is published yet.", { exact: false })).toBeVisible();
  await first.getByLabel(/^Comment/).fill("renders take long");
  await press(first, "Publish version 1");
  await expect(drawer.getByText("live: version 1")).toBeVisible();

  await drawer.getByRole("spinbutton", { name: "Value" }).fill("45");
  await press(drawer, "Save draft");
  await press(drawer, "Publish version 2…");
  const second = dialog(page, `Publish version 2 of ${key}?`);
  await expect(second.getByLabel("Published, version 1 → Newest, version 2")).toContainText("Removed 30");
  await press(second, "Publish version 2");
  await expect(drawer.getByText("live: version 2")).toBeVisible();

  await drawer.getByRole("tab", { name: "History" }).click();
  await expect(drawer.getByText("renders take long")).toBeVisible();
  await press(drawer, "Roll back to 1…");
  const back = dialog(page, `Roll ${key} back to version 1?`);
  await expect(back).toContainText("Removed 45");
  await expect(back).toContainText("Added 30");
  await press(back, "Roll back to version 1");
  await expect(drawer.getByText("live: version 3")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row(page, key)).toContainText("Published");
  await expect(row(page, key)).toContainText("30");
});

test("the drafts that wait are listed first, and open their difference", async ({ page }) => {
  const ns = ownNamespace();
  await seedConfig(page, {
    key: `${ns}.steps`,
    schema: { type: "list", item_type: "text" },
    value: ["a", "b"],
    draft: ["b"],
  });
  await page.reload();
  const strip = page.getByRole("region", { name: /unpublished drafts?$/ });
  await expect(strip).toBeVisible();
  await page
    .getByRole("navigation", { name: "Namespaces" })
    .getByRole("link", { name: new RegExp(`^${ns}`) })
    .click();
  await expect(page).toHaveURL(new RegExp(`ns=${ns}`));
  await page.getByRole("searchbox").fill("steps");
  await row(page, `${ns}.steps`).click();
  const drawer = dialog(page, `${ns}.steps`);
  await drawer.getByRole("tab", { name: "Changes" }).click();
  await expect(drawer.getByLabel("Published, version 1 → Newest, version 2")).toContainText('Removed "a"');
  await expect(page).toHaveURL(/tab=changes/);
});

test("a list is reordered and saved without a mouse", async ({ page }) => {
  const key = `${ownNamespace()}.order`;
  await seedConfig(page, { key, schema: { type: "list", item_type: "text" }, value: ["one", "two", "three"] });
  const drawer = await openKey(page, key);
  await drawer.getByRole("textbox", { name: "Item 3" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(drawer.getByRole("textbox", { name: "Item 1" })).toBeFocused();
  await expect(drawer.getByRole("textbox", { name: "Item 1" })).toHaveValue("three");
  await drawer.getByRole("button", { name: "Save draft" }).focus();
  await page.keyboard.press("Enter");
  await expect(drawer.getByText("Draft", { exact: true })).toBeVisible();
  await drawer.getByRole("tab", { name: "Changes" }).click();
  await expect(drawer.getByText("Newest, version 2")).toBeVisible();
});

test("two people change one key: theirs, mine, or go on editing", async ({ page, people, browser, faults }) => {
  faults.allow(REFUSED_AS_STALE);
  const key = `${ownNamespace()}.limit`;
  await seedConfig(page, { key, schema: NUMBER, value: 10 });
  const drawer = await openKey(page, key);
  await drawer.getByRole("spinbutton", { name: "Value" }).fill("20");

  const otherContext = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const lee = await people.add({ realname: "Lee Late", permissions: SETTINGS_PERMISSIONS });
  const cookie = await people.cookieOf(lee);
  const url = new URL(page.url()).origin.replace("http:", "https:");
  await otherContext.addCookies([{ ...cookie, url, httpOnly: true, sameSite: "Lax" }]);
  const otherPage = await otherContext.newPage();
  const otherDrawer = await openKey(otherPage, key);
  const saveElsewhere = async (value: string): Promise<void> => {
    await otherPage.bringToFront();
    await otherDrawer.getByRole("spinbutton", { name: "Value" }).fill(value);
    await press(otherDrawer, "Save draft");
    await expect(otherDrawer.getByRole("button", { name: "Save draft" })).toBeDisabled();
    // The browser throttles a page in the background.
    await page.bringToFront();
  };

  await saveElsewhere("77");
  await press(drawer, "Save draft");
  const conflict = dialog(page, `${key} was changed in the meantime`);
  await expect(conflict).toContainText(lee.username);
  await expect(conflict).toContainText("Removed 77");
  await expect(conflict).toContainText("Added 20");
  await press(conflict, "Continue editing");
  await expect(drawer.getByRole("spinbutton", { name: "Value" })).toHaveValue("20");
  await press(drawer, "Compare");
  await press(conflict, "Overwrite with mine");
  await expect(conflict).toBeHidden();
  await expect(drawer.getByRole("button", { name: "Publish version 3…" })).toBeEnabled();

  await otherPage.reload();
  await drawer.getByRole("spinbutton", { name: "Value" }).fill("21");
  await saveElsewhere("88");
  await press(drawer, "Save draft");
  await press(conflict, "Accept theirs");
  await expect(drawer.getByRole("spinbutton", { name: "Value" })).toHaveValue("88");

  await press(drawer, "Publish version 4…");
  await saveElsewhere("99");
  await press(dialog(page, `Publish version 4 of ${key}?`), "Publish version 4");
  const moved = dialog(page, `Publish version 5 of ${key}?`);
  await expect(moved).toContainText("in the meantime");
  await expect(moved).toContainText("Added 99");
  await press(moved, "Publish version 5");
  await expect(drawer.getByText("live: version 5")).toBeVisible();
  await otherContext.close();
});

test("a key is created, checked and published in Chinese (用中文新建、检查并发布一个键)", async ({ page }) => {
  const key = `${ownNamespace()}.quota`;
  await page.evaluate(() => localStorage.setItem("language", "zh"));
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "动态配置" })).toBeVisible();
  await seedConfig(page, { key, schema: NUMBER, value: 10 });
  const drawer = await openKey(page, key);
  await drawer.getByRole("spinbutton", { name: "值" }).fill("101");
  await expect(drawer.getByText("不得大于 100。")).toBeVisible();
  await drawer.getByRole("spinbutton", { name: "值" }).fill("55");
  await press(drawer, "保存草稿");
  await press(drawer, "发布版本 2…");
  const publish = dialog(page, `发布 ${key} 的版本 2？`);
  await expect(publish).toContainText("删除 10");
  await expect(publish).toContainText("新增 55");
  await press(publish, "发布版本 2");
  await expect(drawer.getByText("生效：版本 2")).toBeVisible();
});
