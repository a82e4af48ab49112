import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";

/**
 * Polls until the change shows. A request sent later than `withinMs` after the change must see it; response time does not
 * count.
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
