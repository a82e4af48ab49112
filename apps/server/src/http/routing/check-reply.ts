import { isDeepStrictEqual } from "node:util";
import type { JsonRoute } from "@dailies/contract";

/**
 * A reply must be exactly what its schema says. A key the schema does not know is refused as well: parsing would drop
 * it here, but production does not parse and would send it.
 */
export const checkReply = (route: JsonRoute, reply: unknown): unknown => {
  const parsed = route.reply.parse(reply);
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed)), JSON.parse(JSON.stringify(reply)))) {
    throw new Error(`the reply of ${route.method} ${route.path} has more in it than its schema`);
  }
  return parsed;
};
