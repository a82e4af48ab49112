import { type EvaluationItem, type evaluationProgress, LEASE_S, MAX_LEASES } from "@dailies/contract";
import type { z } from "zod";

export type Progress = z.output<typeof evaluationProgress>;

/** What one rater has in hand. */
export interface Desk {
  /** The first is being judged; the others are fetched ahead. */
  readonly items: readonly EvaluationItem[];
  /** Answered or skipped here. The server may not know of it yet and give them again. */
  readonly done: ReadonlySet<string>;
  readonly progress: Progress | undefined;
  /** There was nothing more when we last asked. */
  readonly isExhausted: boolean;
  /** How far the server's clock is ahead of this browser's. */
  readonly skewMs: number;
}

export type DeskAct =
  | { readonly act: "claimed"; readonly items: readonly EvaluationItem[]; readonly progress: Progress }
  | { readonly act: "done"; readonly leaseId: string }
  | { readonly act: "next"; readonly item: EvaluationItem | null; readonly progress?: Progress }
  | { readonly act: "returned"; readonly item: EvaluationItem }
  /** What was answered here was not taken: the item may be asked again. */
  | { readonly act: "refused"; readonly leaseId: string }
  | { readonly act: "lost"; readonly leaseIds: readonly string[] }
  | {
      readonly act: "kept";
      readonly leases: readonly { lease_id: string; lease_until: string }[];
      readonly nowMs: number;
    }
  | { readonly act: "lookAgain" };

/** Answers that are still on their way from an earlier visit are done too. */
export const emptyDesk = (doneLeaseIds: readonly string[] = []): Desk => ({
  items: [],
  done: new Set(doneLeaseIds),
  progress: undefined,
  isExhausted: false,
  skewMs: 0,
});

const withItems = (desk: Desk, items: readonly EvaluationItem[]): Desk => {
  const known = new Map(items.map((item) => [item.lease_id, item]));
  const kept = desk.items.map((item) => ({
    ...item,
    lease_until: known.get(item.lease_id)?.lease_until ?? item.lease_until,
  }));
  const have = new Set(desk.items.map(({ lease_id }) => lease_id));
  const added = items.filter(({ lease_id }) => !have.has(lease_id) && !desk.done.has(lease_id));
  // More is never held; what the server gives beyond comes again with the next claim.
  return { ...desk, items: [...kept, ...added].slice(0, MAX_LEASES) };
};

const without = (desk: Desk, leaseIds: readonly string[]): readonly EvaluationItem[] =>
  desk.items.filter(({ lease_id }) => !leaseIds.includes(lease_id));

/** A lease that was just kept lasts for its whole length by the server's clock. */
const skewOf = (leaseUntil: string, nowMs: number): number => Date.parse(leaseUntil) - LEASE_S * 1_000 - nowMs;

const withLeases = (desk: Desk, { leases, nowMs }: Extract<DeskAct, { act: "kept" }>): Desk => {
  const until = new Map(leases.map(({ lease_id, lease_until }) => [lease_id, lease_until]));
  const [first] = leases;
  return {
    ...desk,
    items: desk.items.map((item) => ({ ...item, lease_until: until.get(item.lease_id) ?? item.lease_until })),
    skewMs: first ? skewOf(first.lease_until, nowMs) : desk.skewMs,
  };
};

const withNext = (desk: Desk, item: EvaluationItem | null, progress = desk.progress): Desk => {
  const next = item ? withItems(desk, [item]) : desk;
  return { ...next, progress, isExhausted: item === null && desk.isExhausted };
};

const notDone = ({ done }: Desk, leaseId: string): ReadonlySet<string> =>
  new Set([...done].filter((each) => each !== leaseId));

const afterReturn = (desk: Desk, item: EvaluationItem): Desk => {
  const done = notDone(desk, item.lease_id);
  return { ...desk, done, items: [item, ...without(desk, [item.lease_id])].slice(0, MAX_LEASES) };
};

const afterClaim = (desk: Desk, items: readonly EvaluationItem[], progress: Progress): Desk => {
  const next = withItems(desk, items);
  const hasGrown = next.items.length > desk.items.length;
  return { ...next, progress, isExhausted: items.length < MAX_LEASES || !hasGrown };
};

export const changeDesk = (desk: Desk, action: DeskAct): Desk => {
  switch (action.act) {
    case "claimed":
      return afterClaim(desk, action.items, action.progress);
    case "done":
      return { ...desk, items: without(desk, [action.leaseId]), done: new Set([...desk.done, action.leaseId]) };
    case "next":
      return withNext(desk, action.item, action.progress);
    case "returned":
      return afterReturn(desk, action.item);
    case "refused":
      return { ...desk, done: notDone(desk, action.leaseId), isExhausted: false };
    case "lost":
      return { ...desk, items: without(desk, action.leaseIds), isExhausted: false };
    case "kept":
      return withLeases(desk, action);
    case "lookAgain":
      return { ...desk, isExhausted: false };
  }
};

/** Milliseconds that are left of an item's lease, by the server's clock. */
export const leaseLeftMs = ({ lease_until }: EvaluationItem, { skewMs }: Desk, nowMs: number): number =>
  Math.min(LEASE_S * 1_000, Math.max(0, Date.parse(lease_until) - skewMs - nowMs));
