import type { Log } from "../observability/log.ts";
import { createRedis } from "../redis.ts";

export interface Nonces {
  /** True on the first use of a name; false on every further use within `keptS` seconds. */
  spend(name: string, keptS: number): Promise<boolean>;
  close(): void;
}

/** Connects on first use. Fails closed: while Redis is down, the error is thrown and no nonce is accepted. */
export const openNonces = (options: { url: string; log?: Log }): Nonces => {
  const redis = createRedis(options);
  return {
    spend: async (name, keptS) => (await redis.set(name, "1", "EX", keptS, "NX")) === "OK",
    close: () => redis.disconnect(),
  };
};
