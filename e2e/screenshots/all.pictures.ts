import type { Page } from "@playwright/test";
import { VIEW_GROUPS } from "../visual-states/all.ts";
import { expectSettled } from "../visual-states/settled.ts";
import { test as viewTest } from "../visual-states/test.ts";
import { showTheme, THEMES } from "../visual-states/theme.ts";
import { fileFor, PICTURE, SIZES } from "./picture-files.ts";
import { makeSteady } from "./steady.ts";

const test = viewTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  prepare: async ({}, use) => use(makeSteady),
});

const MAX_FRAMES = 1_200;

/** A resized page loads images that it did not need before. */
const expectImages = (page: Page): Promise<void> =>
  page.evaluate(async (maxFrames) => {
    const isInSight = (image: HTMLImageElement): boolean => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      return right > left && bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth;
    };
    const isMissing = (): boolean => [...document.images].some((image) => !image.complete && isInSight(image));
    for (let frame = 0; isMissing(); frame += 1) {
      if (frame > maxFrames) throw new Error(`images are still missing after ${maxFrames} frames`);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, MAX_FRAMES);

const takePicture = async (page: Page, picture: string): Promise<void> => {
  await expectImages(page);
  await expectSettled(page);
  const file = fileFor(picture);
  await page.screenshot({ path: file, animations: "disabled" });
  test.info().annotations.push({ type: PICTURE, description: file });
};

/** A page follows the window size and the system theme while it is open, so it is opened once for all screenshots. */
for (const group of VIEW_GROUPS) {
  test.describe(group.name, () => {
    test.describe.configure({ mode: "default" });
    for (const view of group.views) {
      test(view.name, async ({ openView }) => {
        const page = await openView(group, view);
        for (const theme of THEMES) {
          await showTheme(page, theme);
          for (const { width, height } of SIZES) {
            await page.setViewportSize({ width, height });
            await takePicture(page, `${view.name}-${theme}-${width}x${height}`);
          }
        }
      });
    }
  });
}
