import { expect, type Page } from "@playwright/test";

/** A dialog counts as visible while it still fades in; here it has arrived, and so have the fonts. */
export const expectSettled = async (page: Page): Promise<void> => {
  await page.evaluate(() => document.fonts.ready);
  await expect
    .poll(() =>
      page.evaluate(() => {
        const isPassing = (animation: Animation): boolean =>
          animation.playState === "running" && animation.effect?.getComputedTiming().iterations !== Infinity;
        // A toast times itself by the clock, which stands still while pictures are taken.
        const entering = [...document.querySelectorAll('[class*="-appear"], [class*="-enter"]')].filter(
          (element) => element.closest(".ant-message") === null,
        );
        return entering.length + document.getAnimations().filter(isPassing).length;
      }),
    )
    .toBe(0);
};
