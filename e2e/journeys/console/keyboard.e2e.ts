import type { Locator, Page } from "@playwright/test";
import { PASSWORD } from "../../fixtures/people/people.ts";
import { passwordField } from "../../fixtures/people/sign-in-form.ts";
import { expect, test } from "../../fixtures/test.ts";

/** A menu item that is a link passes focus to the link inside it. */
const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.contains(document.activeElement));

const pressUntilFocused = async (page: Page, key: string, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  await expect(async () => {
    await page.keyboard.press(key);
    expect(await isFocused(target)).toBe(true);
  }).toPass({ intervals: [0], timeout: 10_000 });
};

const tabTo = (page: Page, target: Locator): Promise<void> => pressUntilFocused(page, "Tab", target);
const arrowTo = (page: Page, name: string): Promise<void> =>
  pressUntilFocused(page, "ArrowDown", page.getByRole("menuitem", { name }));

/** Compares two screenshots of the element, with and without focus: they must differ visibly. */
const isFocusSeen = async (page: Page): Promise<boolean> => {
  const clip = await page.evaluate(() => {
    const element = document.activeElement;
    const { x, y, width, height } = (element ?? document.body).getBoundingClientRect();
    return { x: Math.max(0, x - 6), y: Math.max(0, y - 6), width: width + 12, height: height + 12 };
  });
  const withFocus = await page.screenshot({ clip });
  // The next Tab continues from here although nothing has focus now.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  return !withFocus.equals(await page.screenshot({ clip }));
};

test("one can sign in, jump, look up the keys and change the theme without a mouse", async ({ page, people }) => {
  const ida = await people.add({ permissions: ["USE_VERSION_1_0"] });
  await page.goto("/#/login");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();

  await tabTo(page, page.getByLabel("Username or e-mail"));
  await page.keyboard.type(ida.username);
  await tabTo(page, passwordField(page));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Datasets", exact: true })).toBeVisible();

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or jump" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("developer");
  await expect(palette.getByRole("option", { name: /Developer desk/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Developer desk" })).toBeVisible();
  await expect(palette).toBeHidden();

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toContainText("Check the engines now");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();

  await tabTo(page, page.getByRole("button", { name: "Account: Ida Internal" }));
  await page.keyboard.press("Enter");
  await arrowTo(page, "Dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

  await tabTo(page, page.getByRole("button", { name: "More" }));
  await page.keyboard.press("Enter");
  await arrowTo(page, "Data pipeline");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Data pipeline" })).toBeVisible();

  await tabTo(page, page.getByRole("link", { name: "Go to v1.0" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Task centre" })).toBeVisible();
});

test("the first Tab offers to skip the menu, and does", async ({ page, people, enterAs }) => {
  await enterAs(await people.add());
  await page.goto("/#/data-experiment");
  const first = page.getByRole("button", { name: "Ask a question", exact: true });
  await expect(first).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Skip to content" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
});

for (const { place, last, stops } of [
  { place: "/#/login", last: "Sign in with Example ID", stops: 8 },
  { place: "/#/dev?tab=switches", last: "Reset browser settings", stops: 14 },
]) {
  test(`whatever has the keyboard on ${place} can be seen to have it`, async ({ page, people, enterAs }) => {
    await enterAs(await people.add({ permissions: ["USE_VERSION_1_0", "MAGI_ADMIN"] }));
    await page.goto(place);
    // What the page shows last; before that it has fewer stops.
    await expect(page.getByRole("button", { name: last })).toBeVisible();
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press("Tab");
      const target = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
      expect(await isFocusSeen(page), `${target} shows that it has the keyboard`).toBe(true);
    }
  });
}

/** Between the last and the first stop, focus is in the browser's own controls. */
const hasKeyboard = (element: Element): boolean =>
  element.contains(document.activeElement) || document.activeElement === document.body;

test("a dialog keeps the keyboard and gives it back", async ({ page, people, enterAs }) => {
  await enterAs(await people.add());
  await page.goto("/#/dev?tab=switches");
  await tabTo(page, page.getByRole("button", { name: "Reset browser settings" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press("Tab");
    expect(await dialog.evaluate(hasKeyboard)).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Reset browser settings" })).toBeFocused();
});
