import { setTimeout as sleep } from "node:timers/promises";

/** Asks until the answer is there; for effects that another process has on its own time. */
export const eventually = async <T>(ask: () => Promise<T | undefined> | T | undefined, forMs = 15_000): Promise<T> => {
  const deadlineMs = Date.now() + forMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadlineMs) throw new Error(`nothing came within ${forMs} ms`);
    await sleep(50);
  }
};
