import type { Log } from "../observability/log.ts";
import { createRedis } from "../redis.ts";

export interface Nonces {
  /** True for the first who brings this name; the others are told so for as long as it is kept. */
  spend(name: string, keptS: number): Promise<boolean>;
  close(): void;
}

/** Connects with the first one. Whoever asks while Redis is away gets its error: nothing is taken for new by guess. */
export const openNonces = (options: { url: string; log?: Log }): Nonces => {
  const redis = createRedis(options);
  return {
    spend: async (name, keptS) => (await redis.set(name, "1", "EX", keptS, "NX")) === "OK",
    close: () => redis.disconnect(),
  };
};
