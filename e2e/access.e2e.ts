import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { VIEW_GROUP_FEATURES } from "../checks/ci/view-groups.ts";
import { loadScreens } from "../checks/screens.ts";
import { chosenViewGroups } from "./environment.ts";
import { VIEW_GROUPS } from "./visual-states/all.ts";
import { PARTS } from "./visual-states/part-views.ts";
import { expectSettled } from "./visual-states/settled.ts";
import { expect, test } from "./visual-states/test.ts";
import { showTheme } from "./visual-states/theme.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The only rules that can differ between two themes of the same page. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

const findViolations = async (page: Page, runOnly: axe.RunOnly): Promise<string[]> => {
  const { violations } = await page.evaluate(
    (only) => window.axe.run({ runOnly: only, resultTypes: ["violations"], elementRef: false }),
    runOnly,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary?.split("\n").slice(1).join(" ")}`,
    ),
  );
};

const screens = await loadScreens();

/** The feature whose screen a page shows; undefined where no screen is at its address. */
const featureShown = (page: Page): string | undefined => {
  const shown = new URL(page.url()).hash.slice(1).replace(/\?.*$/, "");
  return screens.find(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`).test(shown))?.feature;
};

const chosen = chosenViewGroups();

for (const group of VIEW_GROUPS.filter(({ name }) => chosen === undefined || chosen.includes(name))) {
  const features: readonly string[] = VIEW_GROUP_FEATURES[group.name];
  test.describe(group.name, () => {
    // In one worker: the views of a group share their data, and the first one creates it.
    test.describe.configure({ mode: "default" });
    for (const view of group.views) {
      test(`${view.name} meets WCAG 2.2 AA in both themes`, async ({ openView }) => {
        const page = await openView(group, view);
        await expectSettled(page);
        const shown = featureShown(page);
        expect([undefined, ...features], "the group of views names the feature of this screen").toContain(shown);
        // The page's CSP forbids an injected script tag; code evaluated by the debugger is exempt.
        await page.evaluate(AXE);
        expect(await findViolations(page, { type: "tag", values: STANDARDS }), "the light theme").toEqual([]);
        await showTheme(page, "dark");
        await expectSettled(page);
        expect(await findViolations(page, { type: "rule", values: COLOR_RULES }), "the dark theme").toEqual([]);
      });
    }
  });
}

test("every page of the gallery is among the views", async ({ openView }) => {
  const [parts] = VIEW_GROUPS.filter(({ name }) => name === "parts");
  const [first] = parts?.views ?? [];
  if (!parts || !first) throw new Error("there is no view of a part");
  const page = await openView(parts, first);
  await expect(page.getByRole("navigation", { name: "Parts" }).getByRole("link")).toHaveText(Object.values(PARTS));
});
