import { createHash } from "node:crypto";
import type { BytesAt } from "./sets/shard-set.ts";
import type { UsedSet } from "./use-set.ts";

/** Strong: made of the index that was read and of where the bytes lie, so other bytes have another. */
export const columnTag = ({ handle, set }: UsedSet, { object, begin, end }: BytesAt): string => {
  const parts = [handle.profileId, handle.revision, set.tag, object, begin, end];
  return `"${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 32)}"`;
};
