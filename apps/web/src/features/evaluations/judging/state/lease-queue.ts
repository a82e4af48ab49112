import { type EvaluationItem, type evaluationProgress, LEASE_S, MAX_LEASES } from "@dailies/contract";
import type { z } from "zod";

export type Progress = z.output<typeof evaluationProgress>;

/** The items one rater has leased. */
export interface LeaseQueue {
  /** The first is being judged; the others are prefetched. */
  readonly items: readonly EvaluationItem[];
  /** Judged or skipped here. The server may not know yet and hand them out again. */
  readonly done: ReadonlySet<string>;
  readonly progress: Progress | undefined;
  /** The last claim returned nothing. */
  readonly isExhausted: boolean;
  /** How far the server's clock is ahead of this browser's. */
  readonly skewMs: number;
}

export type LeaseQueueAction =
  | { readonly act: "claimed"; readonly items: readonly EvaluationItem[]; readonly progress: Progress }
  | { readonly act: "done"; readonly leaseId: string }
  | { readonly act: "next"; readonly item: EvaluationItem | null; readonly progress?: Progress }
  | { readonly act: "returned"; readonly item: EvaluationItem }
  /** The server rejected the judgement: the item may be handed out again. */
  | { readonly act: "refused"; readonly leaseId: string }
  | { readonly act: "lost"; readonly leaseIds: readonly string[] }
  | {
      readonly act: "kept";
      readonly leases: readonly { lease_id: string; lease_until: string }[];
      readonly nowMs: number;
    }
  | { readonly act: "lookAgain" };

/** Judgements of an earlier visit that are still being sent count as done. */
export const emptyLeaseQueue = (doneLeaseIds: readonly string[] = []): LeaseQueue => ({
  items: [],
  done: new Set(doneLeaseIds),
  progress: undefined,
  isExhausted: false,
  skewMs: 0,
});

const withItems = (queue: LeaseQueue, items: readonly EvaluationItem[]): LeaseQueue => {
  const known = new Map(items.map((item) => [item.lease_id, item]));
  const kept = queue.items.map((item) => ({
    ...item,
    lease_until: known.get(item.lease_id)?.lease_until ?? item.lease_until,
  }));
  const have = new Set(queue.items.map(({ lease_id }) => lease_id));
  const added = items.filter(({ lease_id }) => !have.has(lease_id) && !queue.done.has(lease_id));
  // Never hold more; surplus items are returned again by the next claim.
  return { ...queue, items: [...kept, ...added].slice(0, MAX_LEASES) };
};

const without = (queue: LeaseQueue, leaseIds: readonly string[]): readonly EvaluationItem[] =>
  queue.items.filter(({ lease_id }) => !leaseIds.includes(lease_id));

/** A lease that was just renewed lasts its full length by the server's clock. */
const skewOf = (leaseUntil: string, nowMs: number): number => Date.parse(leaseUntil) - LEASE_S * 1_000 - nowMs;

const withLeases = (queue: LeaseQueue, { leases, nowMs }: Extract<LeaseQueueAction, { act: "kept" }>): LeaseQueue => {
  const until = new Map(leases.map(({ lease_id, lease_until }) => [lease_id, lease_until]));
  const [first] = leases;
  return {
    ...queue,
    items: queue.items.map((item) => ({ ...item, lease_until: until.get(item.lease_id) ?? item.lease_until })),
    skewMs: first ? skewOf(first.lease_until, nowMs) : queue.skewMs,
  };
};

const withNext = (queue: LeaseQueue, item: EvaluationItem | null, progress = queue.progress): LeaseQueue => {
  const next = item ? withItems(queue, [item]) : queue;
  return { ...next, progress, isExhausted: item === null && queue.isExhausted };
};

const notDone = ({ done }: LeaseQueue, leaseId: string): ReadonlySet<string> =>
  new Set([...done].filter((each) => each !== leaseId));

const afterReturn = (queue: LeaseQueue, item: EvaluationItem): LeaseQueue => {
  const done = notDone(queue, item.lease_id);
  return { ...queue, done, items: [item, ...without(queue, [item.lease_id])].slice(0, MAX_LEASES) };
};

const afterClaim = (queue: LeaseQueue, items: readonly EvaluationItem[], progress: Progress): LeaseQueue => {
  const next = withItems(queue, items);
  const hasGrown = next.items.length > queue.items.length;
  return { ...next, progress, isExhausted: items.length < MAX_LEASES || !hasGrown };
};

export const reduceLeaseQueue = (queue: LeaseQueue, action: LeaseQueueAction): LeaseQueue => {
  switch (action.act) {
    case "claimed":
      return afterClaim(queue, action.items, action.progress);
    case "done":
      return { ...queue, items: without(queue, [action.leaseId]), done: new Set([...queue.done, action.leaseId]) };
    case "next":
      return withNext(queue, action.item, action.progress);
    case "returned":
      return afterReturn(queue, action.item);
    case "refused":
      return { ...queue, done: notDone(queue, action.leaseId), isExhausted: false };
    case "lost":
      return { ...queue, items: without(queue, action.leaseIds), isExhausted: false };
    case "kept":
      return withLeases(queue, action);
    case "lookAgain":
      return { ...queue, isExhausted: false };
  }
};

/** Milliseconds left of an item's lease, by the server's clock. */
export const leaseLeftMs = ({ lease_until }: EvaluationItem, { skewMs }: LeaseQueue, nowMs: number): number =>
  Math.min(LEASE_S * 1_000, Math.max(0, Date.parse(lease_until) - skewMs - nowMs));
