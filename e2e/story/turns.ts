import type { Page } from "@playwright/test";

declare global {
  interface Window {
    /** Milliseconds from each submit until both clips of the next item were playing. */
    judgingTurns: number[];
  }
}

/** Notes, from now on, how long each turn takes: from the key itself to clips that move. */
export const noteTurns = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    window.judgingTurns = [];
    const inSight = (): HTMLVideoElement[] =>
      [...document.querySelectorAll("video")].filter((video) => video.closest("[inert]") === null);
    const isPlaying = (video: HTMLVideoElement): boolean => !video.paused && video.currentTime > 0;
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Enter" || !event.ctrlKey) return;
        const startMs = performance.now();
        const before = new Set(inSight());
        const look = (): void => {
          const now = inSight();
          const hasTurned = now.length > 0 && now.every((video) => !before.has(video) && isPlaying(video));
          if (hasTurned) window.judgingTurns.push(performance.now() - startMs);
          else if (performance.now() - startMs < 10_000) requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      true,
    );
  });
};
