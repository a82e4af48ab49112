import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { REFUSED_AS_STRANGER } from "./story/page-faults.ts";
import { expect, test } from "./story/test.ts";
import { ASSET_VIEWS } from "./views/asset-views.ts";
import { BENCHMARK_VIEWS } from "./views/benchmark-views.ts";
import { DATASET_ITEM_VIEWS } from "./views/dataset-item-views.ts";
import { DATASET_VIEWS } from "./views/dataset-views.ts";
import { DIALOG_VIEWS } from "./views/dialog-views.ts";
import { DIMENSION_VIEWS } from "./views/dimension-views.ts";
import { EVALUATING_VIEWS } from "./views/evaluating-views.ts";
import { EXPORT_VIEWS } from "./views/export-views.ts";
import { FAULT_LINES, FAULT_VIEWS } from "./views/fault-views.ts";
import { LEADERBOARD_VIEWS } from "./views/leaderboard-views.ts";
import { PART_VIEWS, PARTS } from "./views/part-views.ts";
import { PEOPLE_VIEWS } from "./views/people-views.ts";
import { PERFORMER_VIEWS } from "./views/performer-views.ts";
import { PLATFORM_CONTENT_VIEWS } from "./views/platform-content-views.ts";
import { PLATFORM_HISTORY_VIEWS } from "./views/platform-history-views.ts";
import { PLATFORM_TOOLS_VIEWS } from "./views/platform-tools-views.ts";
import { PLATFORM_USER_VIEWS } from "./views/platform-user-views.ts";
import { SCREEN_VIEWS, SIGN_IN_VIEWS } from "./views/screen-views.ts";
import { SETTINGS_VIEWS } from "./views/settings-views.ts";
import { expectSettled } from "./views/settled.ts";
import { TASK_VIEWS } from "./views/task-views.ts";
import { VIEWERS, type View } from "./views/view.ts";
import { VIEWER_VIEWS } from "./views/viewer-views.ts";
import { personFor } from "./views/viewers.ts";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const GROUPS = {
  "the sign-in": SIGN_IN_VIEWS,
  "the screens": SCREEN_VIEWS,
  "the dialogs and menus": DIALOG_VIEWS,
  "what is wrong or missing": FAULT_VIEWS,
  "the parts": PART_VIEWS,
  "the people": PEOPLE_VIEWS,
  "the assets": ASSET_VIEWS,
  "the dynamic config": SETTINGS_VIEWS,
  "the tasks": TASK_VIEWS,
  "the benchmarks": BENCHMARK_VIEWS,
  "the dimension sets": DIMENSION_VIEWS,
  "the judging": EVALUATING_VIEWS,
  "the results": LEADERBOARD_VIEWS,
  "the exports": EXPORT_VIEWS,
  "the performers": PERFORMER_VIEWS,
  "the end users": PLATFORM_USER_VIEWS,
  "the history": PLATFORM_HISTORY_VIEWS,
  "the tools": PLATFORM_TOOLS_VIEWS,
  "the content": PLATFORM_CONTENT_VIEWS,
  "the datasets": DATASET_VIEWS,
  "the items of a dataset": DATASET_ITEM_VIEWS,
  "the streaming viewer": VIEWER_VIEWS,
};

/** What can differ between two themes of the same page. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

const findViolations = async (axe: AxeBuilder): Promise<string[]> => {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary?.split("\n").slice(1).join(" ")}`,
    ),
  );
};

const openAnew = async (page: Page, view: View): Promise<void> => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().setOffline(false);
  await page.goto("about:blank");
  await view.open(page);
};

/** A page follows the theme of the system while it is open, which spares opening it twice; one that failed does not. */
const turnDark = async (page: Page, view: View): Promise<void> => {
  await page.emulateMedia({ colorScheme: "dark" });
  const turned = page.locator("html[data-theme=dark]").waitFor({ state: "attached", timeout: 1_500 });
  const hasTurned = await turned.then(
    () => true,
    () => false,
  );
  if (!hasTurned) await openAnew(page, view);
};

const lookAt = async (page: Page, view: View): Promise<void> => {
  await page.emulateMedia({ colorScheme: "light" });
  await openAnew(page, view);
  await expectSettled(page);
  const everything = new AxeBuilder({ page }).withTags(STANDARDS);
  expect.soft(await findViolations(everything), `${view.name} can be used by everybody`).toEqual([]);
  await turnDark(page, view);
  await expectSettled(page);
  const colours = new AxeBuilder({ page }).withRules(RULES_OF_COLOUR);
  expect.soft(await findViolations(colours), `${view.name} can be read in the dark`).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().setOffline(false);
};

for (const [name, views] of Object.entries(GROUPS)) {
  test(`nobody is shut out of ${name}, in either theme`, async ({ page, people, enterAs, faults, context }) => {
    test.setTimeout(900_000);
    faults.allow(REFUSED_AS_STRANGER);
    faults.allow(FAULT_LINES);
    for (const viewer of VIEWERS) {
      const own = views.filter((view) => view.viewer === viewer);
      if (own.length === 0) continue;
      await context.clearCookies();
      if (viewer !== "stranger") await enterAs(await personFor(people, viewer));
      for (const view of own) await test.step(view.name, () => lookAt(page, view));
    }
  });
}

test("every page of the gallery is among those looked at", async ({ page, people, enterAs }) => {
  await enterAs(await personFor(people, "administrator"));
  await page.goto("/#/dev?tab=parts");
  await expect(page.getByRole("navigation", { name: "Parts" }).getByRole("link")).toHaveText(Object.values(PARTS));
});
