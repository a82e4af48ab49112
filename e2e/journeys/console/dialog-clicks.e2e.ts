import type { Locator, Page } from "@playwright/test";
import { dialogOpenings } from "../../environment.ts";
import { noteClicks, openAndClick } from "../../fixtures/noted-clicks.ts";
import { expect, test } from "../../fixtures/test.ts";

/**
 * Ant Design animates dialogs while they open: the press hit the button, and the release missed it. Before dialogs opened
 * without motion, a third of immediate clicks were lost. The press lasts longer with each opening, so that the release falls
 * into every step of the animation.
 */
const PRESSES = 8;
const PRESS_STEP_MS = 20;
const PERMISSIONS = ["USE_VERSION_1_0", "MAGI_ADMIN", "ADMIN_MANAGE_R", "PERM_MANAGE_R", "PERM_MANAGE_W"] as const;

interface Opening {
  readonly what: string;
  readonly address: string;
  readonly trigger: (page: Page) => Locator;
  readonly target: (page: Page) => Locator;
}

const OPENINGS: readonly Opening[] = [
  {
    what: "question",
    address: "/#/dev?tab=switches",
    trigger: (page) => page.getByRole("button", { name: "Reset browser settings" }),
    target: (page) => page.getByRole("dialog").getByRole("button", { name: "Cancel" }),
  },
  {
    what: "form",
    address: "/#/perm-manage",
    trigger: (page) => page.getByRole("button", { name: "Create code" }),
    target: (page) => page.getByRole("dialog").getByRole("button", { name: "Create the code" }),
  },
  {
    what: "drawer",
    address: "/#/dataset",
    trigger: (page) => page.getByRole("button", { name: "Storage" }),
    target: (page) => page.getByRole("dialog").getByRole("button", { name: "Add storage profile" }).first(),
  },
  {
    what: "menu",
    address: "/#/data-experiment",
    trigger: (page) => page.getByRole("button", { name: /^Account: / }),
    target: (page) => page.getByRole("menuitem", { name: "Light" }),
  },
  {
    what: "popup",
    address: "/#/perm-manage",
    trigger: (page) => page.getByRole("region", { name: "Filters" }).getByRole("button", { name: /Group/ }).first(),
    target: (page) => page.getByRole("group").getByRole("checkbox").first(),
  },
];

/** Simulates a busy machine: what takes one frame here takes several. */
const SLOWDOWN = 4;
const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
};

/** Closes everything that is open; a popup inside a dialog before the dialog itself. */
const closeAll = async (page: Page): Promise<void> => {
  const open = page.locator(".ant-modal, .ant-drawer-section, .ant-popover, .ant-dropdown").filter({ visible: true });
  while ((await open.count()) > 0) await page.keyboard.press("Escape");
};

for (const reducedMotion of ["reduce", "no-preference"] as const) {
  test.describe(`with motion: ${reducedMotion}`, () => {
    test.use({ contextOptions: { reducedMotion } });

    for (const { what, address, trigger, target } of OPENINGS) {
      test(`no click on a ${what} that has just opened is lost (motion: ${reducedMotion})`, async ({
        page,
        people,
        enterAs,
      }) => {
        const openings = Math.ceil(dialogOpenings() / (2 * OPENINGS.length));
        test.setTimeout(60_000 + openings * 10_000);
        await enterAs(await people.add({ permissions: PERMISSIONS }));
        await noteClicks(page);
        await page.goto(address);
        await expect(trigger(page)).toBeVisible();
        await slowDown(page);
        const lost: string[] = [];
        for (let opening = 0; opening < openings; opening += 1) {
          const pressMs = (opening % PRESSES) * PRESS_STEP_MS;
          const way = await openAndClick(page, { trigger: trigger(page), target: target(page), pressMs });
          if (way !== undefined) lost.push(way);
          await closeAll(page);
        }
        process.stdout.write(`${what}, motion ${reducedMotion}: ${lost.length} of ${openings} clicks lost\n`);
        expect(lost).toEqual([]);
      });
    }
  });
}
