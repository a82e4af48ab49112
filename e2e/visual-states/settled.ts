import type { Page } from "@playwright/test";

const MAX_FRAMES = 600;

/** Waits until fonts are loaded and all animations have ended: a dialog counts as visible while it still fades in. */
export const expectSettled = (page: Page): Promise<void> =>
  page.evaluate(async (maxFrames) => {
    const isPassing = (animation: Animation): boolean =>
      animation.playState === "running" && animation.effect?.getComputedTiming().iterations !== Infinity;
    // A toast uses the clock, which is frozen while screenshots are taken. The icon of a busy button turns until it is done.
    const isEntering = (element: Element): boolean => element.closest(".ant-message, .ant-btn-loading-icon") === null;
    const moving = (): number =>
      [...document.querySelectorAll('[class*="-appear"], [class*="-enter"]')].filter(isEntering).length +
      document.getAnimations().filter(isPassing).length;
    await document.fonts.ready;
    // Two frames in a row: transitions after a change of theme or size start only with the next frame.
    for (let frame = 0, still = 0; still < 2; frame += 1) {
      if (frame > maxFrames) throw new Error(`something still moves after ${maxFrames} frames`);
      still = moving() === 0 ? still + 1 : 0;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, MAX_FRAMES);
