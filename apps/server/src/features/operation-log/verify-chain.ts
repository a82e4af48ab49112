import type { Db } from "../../platform/database.ts";
import { findBrokenEntry, findOperationHash, getOperationHead } from "./operation-log.store.ts";

export interface ChainVerdict {
  readonly entries: number;
  /** The first entry that does not fit its hash or its predecessor. */
  readonly firstBroken: number | undefined;
}

const BATCH = 5_000;

/** Walks the whole history from its first entry and compares every hash, then the last one with the head. */
export const verifyChain = async (db: Db): Promise<ChainVerdict> => {
  const head = await getOperationHead(db);
  const entries = Number(head.seq);
  let from = 0;
  while (from < entries) {
    const { checkedUpTo, brokenSeq } = await findBrokenEntry(db, { from, limit: BATCH });
    if (brokenSeq !== undefined) return { entries, firstBroken: brokenSeq };
    if (checkedUpTo === from) break;
    from = checkedUpTo;
  }
  const last = entries === 0 ? head.hash : await findOperationHash(db, entries);
  return { entries, firstBroken: last?.equals(head.hash) ? undefined : Math.min(from + 1, entries) };
};
