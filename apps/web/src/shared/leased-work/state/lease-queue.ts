import type { AnswerBody, KeptAnswer } from "./kept-answers.ts";

/** An item that was leased to this person until a time. */
export interface LeasedItem {
  readonly lease_id: string;
  readonly lease_until: string;
  /** An answer that a reviewer returned: to be given again, under the same lease. */
  readonly returned?: { readonly at: string } | null;
}

export interface LeaseLimits {
  readonly leaseMs: number;
  /** The current item and the next ones, whose clips are prefetched. */
  readonly maxLeases: number;
}

/** The items one person has leased. */
export interface LeaseQueue<Item extends LeasedItem, Progress> {
  readonly limits: LeaseLimits;
  /** The first is being worked on; the others are prefetched. */
  readonly items: readonly Item[];
  /**
   * Answered or skipped here, with the time at which the item had been returned. The server may not know yet and hand them
   * out again; an item that was returned later is a new one.
   */
  readonly done: ReadonlyMap<string, string>;
  readonly progress: Progress | undefined;
  /** The last claim returned nothing. */
  readonly isExhausted: boolean;
  /** How far the server's clock is ahead of this browser's. */
  readonly skewMs: number;
}

export type LeaseQueueAction<Item extends LeasedItem, Progress> =
  | { readonly act: "claimed"; readonly items: readonly Item[]; readonly progress: Progress }
  | { readonly act: "done"; readonly leaseId: string }
  | { readonly act: "next"; readonly item: Item | null; readonly progress?: Progress }
  | { readonly act: "returned"; readonly item: Item }
  /** The server rejected the answer: the item may be handed out again. */
  | { readonly act: "refused"; readonly leaseId: string }
  | { readonly act: "lost"; readonly leaseIds: readonly string[] }
  | { readonly act: "kept"; readonly leases: readonly LeasedItem[]; readonly nowMs: number }
  | { readonly act: "lookAgain" };

/** When a reviewer returned the item; empty if nobody did. */
export const returnTimeOf = (item: LeasedItem | undefined): string => item?.returned?.at ?? "";

const isDone = (done: ReadonlyMap<string, string>, item: LeasedItem): boolean =>
  done.get(item.lease_id) === returnTimeOf(item);

/**
 * Answers of an earlier visit that are still being sent count as done. The server may have them already, so that only its
 * reply was lost, and a reviewer may have returned the item since: that one is worked on again.
 */
export const emptyLeaseQueue = <Item extends LeasedItem, Progress>(
  limits: LeaseLimits,
  waiting: readonly KeptAnswer<AnswerBody>[] = [],
): LeaseQueue<Item, Progress> => ({
  limits,
  items: [],
  done: new Map(waiting.map(({ body, returned_at }) => [body.lease_id, returned_at])),
  progress: undefined,
  isExhausted: false,
  skewMs: 0,
});

const withItems = <Item extends LeasedItem, Progress>(
  queue: LeaseQueue<Item, Progress>,
  items: readonly Item[],
): LeaseQueue<Item, Progress> => {
  const known = new Map(items.map((item) => [item.lease_id, item]));
  const kept = queue.items.map((item) => ({
    ...item,
    lease_until: known.get(item.lease_id)?.lease_until ?? item.lease_until,
  }));
  const have = new Set(queue.items.map(({ lease_id }) => lease_id));
  const added = items.filter((item) => !have.has(item.lease_id) && !isDone(queue.done, item));
  // Never hold more; surplus items are returned again by the next claim.
  return { ...queue, items: [...kept, ...added].slice(0, queue.limits.maxLeases) };
};

const without = <Item extends LeasedItem>(items: readonly Item[], leaseIds: readonly string[]): readonly Item[] =>
  items.filter(({ lease_id }) => !leaseIds.includes(lease_id));

const withLeases = <Item extends LeasedItem, Progress>(
  queue: LeaseQueue<Item, Progress>,
  leases: readonly LeasedItem[],
  nowMs: number,
): LeaseQueue<Item, Progress> => {
  const until = new Map(leases.map(({ lease_id, lease_until }) => [lease_id, lease_until]));
  const [first] = leases;
  return {
    ...queue,
    items: queue.items.map((item) => ({ ...item, lease_until: until.get(item.lease_id) ?? item.lease_until })),
    // A lease that was just renewed lasts its full length by the server's clock.
    skewMs: first ? Date.parse(first.lease_until) - queue.limits.leaseMs - nowMs : queue.skewMs,
  };
};

const withNext = <Item extends LeasedItem, Progress>(
  queue: LeaseQueue<Item, Progress>,
  item: Item | null,
  progress = queue.progress,
): LeaseQueue<Item, Progress> => {
  const next = item ? withItems(queue, [item]) : queue;
  return { ...next, progress, isExhausted: item === null && queue.isExhausted };
};

const notDone = (done: ReadonlyMap<string, string>, leaseId: string): ReadonlyMap<string, string> =>
  new Map([...done].filter(([each]) => each !== leaseId));

const withDone = <Item extends LeasedItem, Progress>(
  { done, items }: LeaseQueue<Item, Progress>,
  leaseId: string,
): ReadonlyMap<string, string> =>
  new Map([...done, [leaseId, returnTimeOf(items.find(({ lease_id }) => lease_id === leaseId))]]);

const afterReturn = <Item extends LeasedItem, Progress>(
  queue: LeaseQueue<Item, Progress>,
  item: Item,
): LeaseQueue<Item, Progress> => ({
  ...queue,
  done: notDone(queue.done, item.lease_id),
  items: [item, ...without(queue.items, [item.lease_id])].slice(0, queue.limits.maxLeases),
});

const afterClaim = <Item extends LeasedItem, Progress>(
  queue: LeaseQueue<Item, Progress>,
  items: readonly Item[],
  progress: Progress,
): LeaseQueue<Item, Progress> => {
  const next = withItems(queue, items);
  const hasGrown = next.items.length > queue.items.length;
  return { ...next, progress, isExhausted: items.length < queue.limits.maxLeases || !hasGrown };
};

export const reduceLeaseQueue = <Item extends LeasedItem, Progress>(
  queue: LeaseQueue<Item, Progress>,
  action: LeaseQueueAction<Item, Progress>,
): LeaseQueue<Item, Progress> => {
  switch (action.act) {
    case "claimed":
      return afterClaim(queue, action.items, action.progress);
    case "done":
      return {
        ...queue,
        items: without(queue.items, [action.leaseId]),
        done: withDone(queue, action.leaseId),
      };
    case "next":
      return withNext(queue, action.item, action.progress);
    case "returned":
      return afterReturn(queue, action.item);
    case "refused":
      return { ...queue, done: notDone(queue.done, action.leaseId), isExhausted: false };
    case "lost":
      return { ...queue, items: without(queue.items, action.leaseIds), isExhausted: false };
    case "kept":
      return withLeases(queue, action.leases, action.nowMs);
    case "lookAgain":
      return { ...queue, isExhausted: false };
  }
};

/** Milliseconds left of an item's lease, by the server's clock. */
export const leaseLeftMs = <Item extends LeasedItem, Progress>(
  { lease_until }: LeasedItem,
  { skewMs, limits }: LeaseQueue<Item, Progress>,
  nowMs: number,
): number => Math.min(limits.leaseMs, Math.max(0, Date.parse(lease_until) - skewMs - nowMs));
