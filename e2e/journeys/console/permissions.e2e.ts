import { MESSAGES, type PermissionCode } from "@dailies/contract";
import type { Locator, Page } from "@playwright/test";
import { leavePage } from "../../fixtures/leave-page.ts";
import { expect, test } from "../../fixtures/test.ts";

const TOP_MENU = ["dataset", "Label", "Streaming Dataset Viewer", "Playground", "Package Records"];

const mainMenu = (page: Page): Locator => page.getByRole("navigation", { name: "Main menu" });
const sideMenu = (page: Page): Locator => page.getByRole("navigation", { name: "Side menu" });
const header = (page: Page): Locator => page.getByRole("banner");

/** The side menu item that each code adds in version 1.0, and its screen. */
const VERSION_ONE: readonly { code: PermissionCode; item: string; path: string }[] = [
  { code: "USER_MANAGE_R", item: "user management", path: "/user-manage" },
  { code: "PERM_MANAGE_R", item: "permission management", path: "/perm-manage" },
  { code: "PERFORMER_PLAYGROUND", item: "Playground", path: "/performer-playground" },
  { code: "STATIC_RESOURCE_MANAGE", item: "static resources", path: "/static-source-manage" },
  { code: "DYNAMIC_CONFIG_MANAGE", item: "dynamic config", path: "/dynamic-config-manage" },
  { code: "ADMIN_MANAGE_R", item: "job management", path: "/admin/job-manage" },
];

const expectTurnedAway = async (page: Page, path: string): Promise<void> => {
  await page.goto(`/#${path}`);
  await expect(page.getByText(MESSAGES.noAccessPermission)).toBeVisible();
  await expect(page).toHaveURL(/#\/dataset$/);
};

test("an internal user without any code sees the console and no other area", async ({ page, people, enterAs }) => {
  await enterAs(await people.add());
  await page.goto("/");
  await expect(mainMenu(page).getByRole("link")).toHaveText(TOP_MENU);
  await expect(header(page).getByRole("link", { name: "Go to v1.0" })).toHaveCount(0);
  await expect(header(page).getByRole("link", { name: "admin backend" })).toHaveCount(0);
  for (const path of ["/v1", "/task-manage", "/platform", "/platform/history"]) {
    await leavePage(page);
    await expectTurnedAway(page, path);
  }
});

test("USE_VERSION_1_0 opens version 1.0 with the task centre alone", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: ["USE_VERSION_1_0"] }));
  await page.goto("/");
  await expect(header(page).getByRole("link", { name: "admin backend" })).toHaveCount(0);
  await header(page).getByRole("link", { name: "Go to v1.0" }).click();
  await expect(page).toHaveURL(/#\/task-manage$/);
  await expect(sideMenu(page).getByRole("link")).toHaveText(["task centre"]);
  await expect(page.getByRole("region", { name: "Admin" })).toHaveCount(0);
  await page.getByRole("link", { name: "back to old version" }).click();
  await expect(page).toHaveURL(/#\/dataset$/);
  await expectTurnedAway(page, "/platform/user");
});

test("MAGI_ADMIN opens the platform and not version 1.0", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ permissions: ["MAGI_ADMIN"] }));
  await page.goto("/");
  await expect(header(page).getByRole("link", { name: "Go to v1.0" })).toHaveCount(0);
  await header(page).getByRole("link", { name: "admin backend" }).click();
  await expect(page).toHaveURL(/#\/platform\/user$/);
  await expect(sideMenu(page).getByRole("link")).toHaveText(["User", "permission", "Content", "History", "Tools"]);
  await expectTurnedAway(page, "/task-manage");
});

for (const { code, item, path } of VERSION_ONE) {
  test(`${code} adds “${item}” to version 1.0`, async ({ page, people, enterAs }) => {
    await enterAs(await people.add({ permissions: ["USE_VERSION_1_0", code] }));
    await page.goto("/#/v1");
    await expect(sideMenu(page).getByRole("link")).toHaveText(["task centre", item]);
    await expect(page.getByRole("region", { name: "Admin" })).toHaveCount(code === "ADMIN_MANAGE_R" ? 1 : 0);
    await sideMenu(page).getByRole("link", { name: item }).click();
    await expect(page).toHaveURL(new RegExp(`#${path}$`));
    await expect(sideMenu(page).getByRole("link", { name: item })).toHaveAttribute("aria-current", "page");
    await expect(page.getByText(MESSAGES.noAccessPermission)).toHaveCount(0);
  });

  test(`${code} alone does not open ${path}, nor does version 1.0 without it`, async ({ page, people, enterAs }) => {
    await enterAs(await people.add({ permissions: [code] }));
    await expectTurnedAway(page, path);
    await enterAs(await people.add({ permissions: ["USE_VERSION_1_0"] }));
    await leavePage(page);
    await page.goto(`/#${path}`);
    await expect(page.getByRole("alert")).toContainText(MESSAGES.noAccessPermission);
    await expect(page.getByRole("alert")).toContainText(code);
    await expect(sideMenu(page).getByRole("link", { name: "task centre" })).toBeVisible();
  });
}

test("an external user gets the shell called Home and is kept out of the rest", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ realname: "Lea Labeller", role: "labeller" }));
  await page.goto("/");
  await expect(page).toHaveURL(/#\/frog-home$/);
  await expect(mainMenu(page).getByRole("link")).toHaveText(["Home"]);
  await expect(mainMenu(page).getByRole("button", { name: "More" })).toHaveCount(0);
  for (const path of ["/dataset", "/sdv", "/playground", "/package-records", "/dev"]) {
    await page.goto(`/#${path}`);
    await expect(page.getByRole("alert")).toContainText(MESSAGES.noAccessPermission);
  }
  await page.goto("/#/task-manage");
  await expect(page).toHaveURL(/#\/frog-home$/);
});

test("the command palette offers only what the reader may open", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ role: "labeller" }));
  await page.goto("/");
  await page.getByRole("button", { name: "Search or jump" }).click();
  const palette = page.getByRole("dialog", { name: "Search or jump" });
  await expect(palette.getByRole("option", { name: /Label tasks/ })).toBeVisible();
  await expect(palette.getByRole("option", { name: /Datasets|Developer desk|Task centre|End users/ })).toHaveCount(0);
});
