import path from "node:path";
import { ROOT } from "../harness/fresh-build.ts";
import { REFUSED_AS_STRANGER } from "../story/page-faults.ts";
import { expect, test } from "../story/test.ts";
import { ASSET_VIEWS } from "../views/asset-views.ts";
import { BENCHMARK_VIEWS } from "../views/benchmark-views.ts";
import { DATASET_ITEM_VIEWS } from "../views/dataset-item-views.ts";
import { DATASET_VIEWS } from "../views/dataset-views.ts";
import { DIALOG_VIEWS } from "../views/dialog-views.ts";
import { DIMENSION_VIEWS } from "../views/dimension-views.ts";
import { EVALUATING_VIEWS } from "../views/evaluating-views.ts";
import { EXPORT_VIEWS } from "../views/export-views.ts";
import { FAULT_LINES, FAULT_VIEWS } from "../views/fault-views.ts";
import { LEADERBOARD_VIEWS } from "../views/leaderboard-views.ts";
import { PART_VIEWS } from "../views/part-views.ts";
import { PEOPLE_VIEWS } from "../views/people-views.ts";
import { PERFORMER_VIEWS } from "../views/performer-views.ts";
import { PLATFORM_CONTENT_VIEWS } from "../views/platform-content-views.ts";
import { PLATFORM_HISTORY_VIEWS } from "../views/platform-history-views.ts";
import { PLATFORM_TOOLS_VIEWS } from "../views/platform-tools-views.ts";
import { PLATFORM_USER_VIEWS } from "../views/platform-user-views.ts";
import { SCREEN_VIEWS, SIGN_IN_VIEWS } from "../views/screen-views.ts";
import { SETTINGS_VIEWS } from "../views/settings-views.ts";
import { expectSettled } from "../views/settled.ts";
import { TASK_VIEWS } from "../views/task-views.ts";
import { VIEWERS } from "../views/view.ts";
import { VIEWER_VIEWS } from "../views/viewer-views.ts";
import { personFor } from "../views/viewers.ts";
import { makeSteady } from "./steady.ts";

const VIEWS = [
  ...SIGN_IN_VIEWS,
  ...SCREEN_VIEWS,
  ...DIALOG_VIEWS,
  ...FAULT_VIEWS,
  ...PART_VIEWS,
  ...PEOPLE_VIEWS,
  ...SETTINGS_VIEWS,
  ...ASSET_VIEWS,
  ...PERFORMER_VIEWS,
  ...TASK_VIEWS,
  ...BENCHMARK_VIEWS,
  ...DIMENSION_VIEWS,
  ...EVALUATING_VIEWS,
  ...LEADERBOARD_VIEWS,
  ...EXPORT_VIEWS,
  ...PLATFORM_USER_VIEWS,
  ...PLATFORM_HISTORY_VIEWS,
  ...PLATFORM_TOOLS_VIEWS,
  ...PLATFORM_CONTENT_VIEWS,
  ...DATASET_VIEWS,
  ...DATASET_ITEM_VIEWS,
  ...VIEWER_VIEWS,
];
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
];

/** Those of the README are kept with the code; the others are for looking at and go where nothing is kept. */
const README_PICTURES = new Map([
  ["login-password-light-1440x900", "readme-sign-in-light"],
  ["home-light-1440x900", "readme-home-light"],
  ["desk-engines-dark-1440x900", "readme-engines-dark"],
  ["part-data-table-dark-1440x900", "readme-table-dark"],
  ["palette-light-1440x900", "readme-palette-light"],
]);

const fileFor = (picture: string): string => {
  const kept = README_PICTURES.get(picture);
  return kept
    ? path.join(ROOT, "docs/pictures", `${kept}.png`)
    : path.join(ROOT, ".cache/screenshots", `${picture}.png`);
};

for (const theme of ["light", "dark"] as const) {
  for (const { width, height } of SIZES) {
    for (const viewer of VIEWERS) {
      test(`what the ${viewer} sees, ${theme}, ${width}×${height}`, async ({ page, people, enterAs, faults }) => {
        test.setTimeout(900_000);
        faults.allow(REFUSED_AS_STRANGER);
        faults.allow(FAULT_LINES);
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize({ width, height });
        if (viewer !== "stranger") await enterAs(await personFor(people, viewer));
        for (const view of VIEWS.filter((each) => each.viewer === viewer)) {
          await test.step(view.name, async () => {
            await page.goto("about:blank");
            await makeSteady(page);
            await view.open(page);
            await expectSettled(page);
            const picture = await page.screenshot({
              path: fileFor(`${view.name}-${theme}-${width}x${height}`),
              animations: "disabled",
            });
            expect(picture.byteLength).toBeGreaterThan(0);
            await page.unrouteAll({ behavior: "ignoreErrors" });
            await page.context().setOffline(false);
          });
        }
      });
    }
  }
}
