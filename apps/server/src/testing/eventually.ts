import { setTimeout as sleep } from "node:timers/promises";

const [FIRST_PAUSE_MS, MAX_BACKOFF_MS] = [5, 100];

/** Polls until there is a value; for effects of another process. The timeout only catches hangs. */
export const eventually = async <T>(ask: () => Promise<T | undefined> | T | undefined, forMs = 120_000): Promise<T> => {
  const deadlineMs = Date.now() + forMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_BACKOFF_MS)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadlineMs) throw new Error(`nothing came within ${forMs} ms`);
    await sleep(pauseMs);
  }
};
