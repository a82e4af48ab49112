import type { Page } from "@playwright/test";

const MAX_FRAMES = 600;

/** Until the fonts are there and nothing fades, slides or grows: a dialog counts as visible while it still fades in. */
export const expectSettled = (page: Page): Promise<void> =>
  page.evaluate(async (maxFrames) => {
    const isPassing = (animation: Animation): boolean =>
      animation.playState === "running" && animation.effect?.getComputedTiming().iterations !== Infinity;
    // A toast times itself by the clock, which stands still while pictures are taken.
    const isEntering = (element: Element): boolean => element.closest(".ant-message") === null;
    const moving = (): number =>
      [...document.querySelectorAll('[class*="-appear"], [class*="-enter"]')].filter(isEntering).length +
      document.getAnimations().filter(isPassing).length;
    await document.fonts.ready;
    // Two frames in a row: what a change of theme or size sets off begins only with the next one.
    for (let frame = 0, still = 0; still < 2; frame += 1) {
      if (frame > maxFrames) throw new Error(`something still moves after ${maxFrames} frames`);
      still = moving() === 0 ? still + 1 : 0;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, MAX_FRAMES);
