import type { Db } from "../../platform/db/database.ts";
import { type ChainHead, findBrokenEntry, findOperationHash, getOperationHead } from "./operation-chain.store.ts";

/** A few seconds of work, well below the statement and request timeouts. */
export const MAX_CHECKED = 200_000;

export interface KnownHead {
  readonly seq: number;
  readonly hash: string;
}

export interface CheckedPart {
  readonly checkedTo: number;
  readonly isComplete: boolean;
  /** The first number whose entry is missing, changed, or does not follow its predecessor. */
  readonly brokenSeq: number | undefined;
  readonly head: ChainHead;
}

/** Verifies from an already verified entry (0: the beginning), as far as one request may go. */
export const verifyPart = async (db: Db, from: number, limit = MAX_CHECKED): Promise<CheckedPart> => {
  // Read first: entries added later are left to the next verification.
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

/** Whether the entry of an exported head is unchanged: the only way to detect a truncated tail. */
export const isKnownSound = async (db: Db, known: KnownHead): Promise<boolean> =>
  (await findOperationHash(db, known.seq)) === known.hash;

export interface ChainVerdict {
  readonly entries: number;
  readonly firstBroken: number | undefined;
}

/** Verifies the whole chain from its first entry, then compares the last hash with the head. */
export const verifyChain = async (db: Db): Promise<ChainVerdict> => {
  let part = await verifyPart(db, 0);
  while (!part.isComplete && part.brokenSeq === undefined) part = await verifyPart(db, part.checkedTo);
  return { entries: part.head.seq, firstBroken: part.brokenSeq };
};
