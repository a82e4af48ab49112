import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";

/**
 * Asks until the change shows. Whoever asks later than `withinMs` after it must see it; how long the machine takes to
 * answer does not count.
 */
export const takesEffectWithin = async (withinMs: number, shows: () => Promise<boolean>): Promise<void> => {
  const changedMs = performance.now();
  for (;;) {
    const askedMs = performance.now();
    if (await shows()) return;
    expect(askedMs - changedMs).toBeLessThan(withinMs);
    await sleep(20);
  }
};
