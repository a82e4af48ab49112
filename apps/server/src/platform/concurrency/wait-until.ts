import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../observability/log.ts";

const MAX_PAUSE_MS = 3_000;

/** Retries until it succeeds, because an engine may start after us. Throws the last error after `forMs`. */
export const waitUntil = async <T>(
  what: string,
  act: () => Promise<T>,
  { log, forMs }: { log: Log; forMs: number },
): Promise<T> => {
  const deadlineMs = Date.now() + forMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await act();
    } catch (error) {
      const pauseMs = Math.min(250 * 2 ** attempt, MAX_PAUSE_MS);
      if (Date.now() + pauseMs > deadlineMs) throw error;
      log.info(
        { what, attempt, reason: error instanceof Error ? error.name : "unknown" },
        "waiting for an engine to become reachable",
      );
      await sleep(pauseMs);
    }
  }
};
