import { PERMISSION_CODES } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { loadScreens, type ScreenLine } from "../../../checks/screens.ts";
import { expect, test } from "../../fixtures/test.ts";

const SAMPLE_ID = "01a1dd19-8174-7249-aa46-46a3d8c89e4b";
const REDIRECTS = { "/": "/dataset", "/v1": "/task-manage", "/platform": "/platform/user" };
const MENU_OF_SHELL = { root: "Main menu", v1: "Side menu", platform: "Side menu", none: undefined } as const;
type Shell = keyof typeof MENU_OF_SHELL;

/** Opens only while fine-grained administration is on; the journey about platform flags opens it. */
const FLAG_SCREEN = "/platform/uploads";

const screens = (await loadScreens()).filter(({ path }) => path !== FLAG_SCREEN);

const addressOf = ({ path }: ScreenLine): string => path.replace(/:\w+/, SAMPLE_ID);

const expectOpen = async (page: Page, screen: ScreenLine): Promise<void> => {
  const { isBuilt } = screen;
  const address = addressOf(screen);
  await page.goto(`/#${address}`);
  await expect(page).toHaveURL(new RegExp(`#${address}$`));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(0);
  await expect(page.getByText("Unexpected Application Error!")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Not available yet" })).toHaveCount(isBuilt ? 0 : 1);
};

for (const [shell, menu] of Object.entries(MENU_OF_SHELL) as [Shell, string | undefined][]) {
  const own = screens.filter((screen) => screen.shell === shell);
  test(`all ${own.length} screens of the shell “${shell}” open for an administrator`, async ({
    page,
    people,
    enterAs,
    faults,
  }) => {
    // A sample id is nobody's: its screen says so.
    faults.allow(/status of 404/);
    expect(own.length).toBeGreaterThan(0);
    await enterAs(await people.add({ permissions: PERMISSION_CODES }));
    for (const screen of own) {
      await test.step(screen.path, async () => {
        await expectOpen(page, screen);
        if (menu) await expect(page.getByRole("navigation", { name: menu })).toBeVisible();
        else await expect(page.getByRole("navigation", { name: / menu$/ })).toHaveCount(0);
        await expect(page, "the screen does not lead away").toHaveURL(new RegExp(`#${addressOf(screen)}(\\?|$)`));
      });
    }
  });
}

test("the start of each area leads to its first screen", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: PERMISSION_CODES }));
  for (const [from, to] of Object.entries(REDIRECTS)) {
    await page.goto(`/#${from}`);
    await expect(page).toHaveURL(new RegExp(`#${to}$`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});
