import type { Page } from "@playwright/test";
import { expect, test } from "../../fixtures/test.ts";

const SIDE_WIDTH = { expanded: 200, collapsed: 60 };

const sideWidth = async (page: Page): Promise<number | undefined> =>
  (await page.getByRole("complementary").boundingBox())?.width;

const openAccountMenu = (page: Page): Promise<void> => page.getByRole("button", { name: /^Account: / }).click();

test("the collapsed side menu stays collapsed after a reload", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: ["USE_VERSION_1_0"] }));
  await page.goto("/#/task-manage");
  await expect.poll(() => sideWidth(page)).toBe(SIDE_WIDTH.expanded);
  await page.getByRole("button", { name: "Collapse menu" }).click();
  await expect.poll(() => sideWidth(page)).toBe(SIDE_WIDTH.collapsed);
  expect(await page.evaluate(() => Object.values({ ...localStorage }))).toContain("true");

  await page.reload();
  await expect(page.getByRole("button", { name: "Expand menu" })).toBeVisible();
  expect(await sideWidth(page)).toBe(SIDE_WIDTH.collapsed);
  await expect(page.getByRole("link", { name: "task centre" })).toBeVisible();

  await page.getByRole("button", { name: "Expand menu" }).click();
  await page.reload();
  await expect.poll(() => sideWidth(page)).toBe(SIDE_WIDTH.expanded);
});

test("the theme stays chosen after a reload and on the sign-in", async ({ page, people, enterAs }) => {
  await enterAs(await people.add());
  await page.goto("/");
  await openAccountMenu(page);
  await page.getByRole("menuitem", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/#/login");
  await expect(page.getByRole("combobox", { name: "Theme" })).toHaveValue("dark");
});

test("without a choice the page follows the system, also while it is open", async ({ page, people, enterAs }) => {
  await enterAs(await people.add());
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Datasets", exact: true })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("the language stays chosen after a reload", async ({ page, people, enterAs }) => {
  await enterAs(await people.add());
  await page.goto("/");
  await openAccountMenu(page);
  await page.getByRole("menuitem", { name: "中文" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  const heading = await page.getByRole("heading", { level: 1 }).innerText();
  expect(heading).toMatch(/\p{Script=Han}/u);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
});

test("a dark page is dark before any of its program has run", async ({ page }) => {
  await page.goto("/#/login");
  await page.getByRole("combobox", { name: "Theme" }).selectOption("dark");
  // Served without its program: holding the script back is not enough, a reload may take it from the browser's memory.
  const pageItself = (address: URL): boolean => address.pathname === "/";
  await page.route(pageItself, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace(/<script type="module"[^>]*><\/script>/g, "") });
  });
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("#root")).toBeEmpty();
  await expect.poll(() => brightness(page), { message: "what is painted is dark" }).toBeLessThan(0.2);
  await page.unroute(pageItself);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

/** Brightness of the empty page as painted: from 0, black, to 1, white. */
const brightness = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [red = 255, green = 255, blue = 255] = (
      getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []
    ).map(Number);
    return (red + green + blue) / (3 * 255);
  });
