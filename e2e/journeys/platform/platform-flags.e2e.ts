import { MESSAGES, type PermissionCode } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { callFrom } from "../../fixtures/call.ts";
import { leavePage } from "../../fixtures/leave-page.ts";
import { addCustomer } from "../../fixtures/people/end-users.ts";
import { expect, test } from "../../fixtures/test.ts";

const SETTING = "platform.fine_grained_admin";

const SCREENS = [
  "/platform/user",
  "/platform/permission",
  "/platform/content",
  "/platform/history",
  "/platform/tools",
  "/platform/uploads",
];

/** What one flag opens: the side menu, the screens behind it, and the tabs of the end user's page. */
const OPENED: readonly { flag: PermissionCode; menu: string[]; paths: string[]; tabs: string[] }[] = [
  { flag: "MAGI_VIEW_USER_INFO", menu: ["User"], paths: ["/platform/user"], tabs: ["Credits", "Projects"] },
  {
    flag: "MAGI_VIEW_CONSUMPTIONS",
    menu: ["User"],
    paths: ["/platform/user"],
    tabs: ["Credits", "Consumption"],
  },
  { flag: "MAGI_VIEW_SUBSCRIPTIONS", menu: ["User"], paths: ["/platform/user"], tabs: ["Subscriptions"] },
  { flag: "MAGI_VIEW_PAYMENTS", menu: ["User"], paths: ["/platform/user"], tabs: ["Payments"] },
  {
    flag: "MAGI_MODIFY_CREDITS",
    menu: ["User", "Tools"],
    paths: ["/platform/user", "/platform/tools"],
    tabs: ["Credits"],
  },
  { flag: "MAGI_UGC_AUDIT", menu: ["Content"], paths: ["/platform/content"], tabs: [] },
  { flag: "MAGI_UPLOAD_ASSETS", menu: ["Uploads"], paths: ["/platform/uploads"], tabs: [] },
];

const publish = async (page: Page, value: boolean): Promise<void> => {
  const { items } = await callFrom<{ items: { version: number }[] }>(page, "/config/get", { keys: [SETTING] });
  const [known] = items;
  const { version } = known
    ? await callFrom<{ version: number }>(page, "/config/update", {
        key: SETTING,
        expected_version: known.version,
        value,
      })
    : await callFrom<{ version: number }>(page, "/config/create", { key: SETTING, schema: { type: "boolean" }, value });
  await callFrom(page, "/config/publish", { key: SETTING, expected_version: version, comment: "journey" });
};

test("each platform flag alone opens its own screens and no other", async ({ page, people, enterAs }) => {
  test.slow();
  const manager = await people.add({ permissions: ["DYNAMIC_CONFIG_MANAGE", "MAGI_ADMIN"] });
  await enterAs(manager);
  await page.goto("/#/frog-home");
  const { email } = await addCustomer(page);
  await publish(page, true);
  try {
    for (const { flag, menu, paths, tabs } of OPENED) {
      await test.step(flag, async () => {
        await leavePage(page);
        await enterAs(await people.add({ permissions: [flag], role: "operator", realname: `Only ${flag}` }));
        await page.goto("/#/frog-home");
        await page.getByRole("banner").getByRole("link", { name: "admin backend" }).click();
        await expect(page).toHaveURL(new RegExp(`#${paths[0]}$`));
        const side = page.getByRole("navigation", { name: "Side menu" }).getByRole("link");
        await expect(side).toHaveText(menu);
        for (const path of SCREENS.filter((each) => !paths.includes(each))) {
          await page.goto(`/#${path}`);
          await expect(page.getByRole("alert")).toContainText(MESSAGES.noAccessPermission);
        }
        if (tabs.length > 0) {
          await page.goto(`/#/platform/user?user=${encodeURIComponent(email)}`);
          await expect(page.getByRole("navigation", { name: email }).getByRole("link")).toHaveText(tabs);
        }
        await page.keyboard.press("Control+k");
        const palette = page.getByRole("dialog", { name: "Search or jump" });
        await expect(palette.getByRole("option", { name: /\/platform\// })).toHaveCount(paths.length);
        await page.keyboard.press("Escape");
      });
    }
  } finally {
    await leavePage(page);
    await enterAs(manager);
    await publish(page, false);
  }
});
