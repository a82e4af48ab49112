import type { Db } from "../../platform/db/database.ts";
import { type ChainHead, findBrokenEntry, findOperationHash, getOperationHead } from "./operation-chain.store.ts";

/** Some seconds of work, well within the time a statement and a request may take. */
export const MAX_CHECKED = 200_000;

export interface KnownHead {
  readonly seq: number;
  readonly hash: string;
}

export interface CheckedPart {
  readonly checkedTo: number;
  readonly isComplete: boolean;
  /** The first number whose entry is missing, changed, or does not follow the one before. */
  readonly brokenSeq: number | undefined;
  readonly head: ChainHead;
}

/** Walks on from an entry that was checked before (0: from the beginning), as far as one call may go. */
export const verifyPart = async (db: Db, from: number, limit = MAX_CHECKED): Promise<CheckedPart> => {
  // Read first: whatever is added after it is left to the next walk.
  const head = await getOperationHead(db);
  const to = Math.min(from + limit, head.seq);
  if (from > head.seq) return { checkedTo: head.seq, isComplete: false, brokenSeq: head.seq + 1, head };
  const brokenSeq = await findBrokenEntry(db, { from, to });
  if (brokenSeq !== undefined) return { checkedTo: Math.max(brokenSeq - 1, 0), isComplete: false, brokenSeq, head };
  const isComplete = to === head.seq;
  const isHeadSound = !isComplete || head.seq === 0 || (await findOperationHash(db, head.seq)) === head.hash;
  if (!isHeadSound) return { checkedTo: head.seq - 1, isComplete: false, brokenSeq: head.seq, head };
  return { checkedTo: to, isComplete, brokenSeq: undefined, head };
};

/** Whether the entry of a head that was exported earlier is still the same: only this shows a tail that was cut off. */
export const isKnownSound = async (db: Db, known: KnownHead): Promise<boolean> =>
  (await findOperationHash(db, known.seq)) === known.hash;

export interface ChainVerdict {
  readonly entries: number;
  readonly firstBroken: number | undefined;
}

/** Walks the whole history from its first entry, then compares the last one with the head. */
export const verifyChain = async (db: Db): Promise<ChainVerdict> => {
  let part = await verifyPart(db, 0);
  while (!part.isComplete && part.brokenSeq === undefined) part = await verifyPart(db, part.checkedTo);
  return { entries: part.head.seq, firstBroken: part.brokenSeq };
};
