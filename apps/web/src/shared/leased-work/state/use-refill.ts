import { useMutation } from "@tanstack/react-query";
import { type Dispatch, useEffect } from "react";
import { ApiError } from "../../../lib/api/api-error.ts";
import { useIsOnline } from "../../../lib/live/online.ts";
import type { LeasedItem, LeaseQueue, LeaseQueueAction } from "./lease-queue.ts";

/** With an empty queue somebody else may release an item, or another clip may become ready. */
const LOOK_AGAIN_MS = 15_000;

export interface Claimed<Item extends LeasedItem, Progress> {
  readonly items: readonly Item[];
  readonly progress: Progress;
}

interface RefillOptions<Item extends LeasedItem, Progress> {
  readonly claim: (count: number) => Promise<Claimed<Item, Progress>>;
  readonly queue: LeaseQueue<Item, Progress>;
  readonly tell: Dispatch<LeaseQueueAction<Item, Progress>>;
  /** The number of answers being sent. */
  readonly waiting: number;
  /** An undone item is about to return: keep a slot free for it. */
  readonly isPaused: boolean;
}

/** Keeps as many items leased as allowed while there are any: one is worked on, the others are prefetched. */
export const useRefill = <Item extends LeasedItem, Progress>({
  claim,
  queue,
  tell,
  waiting,
  isPaused,
}: RefillOptions<Item, Progress>) => {
  const isOnline = useIsOnline();
  const { maxLeases } = queue.limits;
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () => claim(maxLeases),
    onSuccess: ({ items, progress }) => tell({ act: "claimed", items, progress }),
  });
  // An answer being sent still holds its lease.
  const hasRoom = queue.items.length + waiting < maxLeases;
  const isWanted = hasRoom && !queue.isExhausted && !isPaused;
  const isDue = isWanted && isOnline && !isPending && error === null;
  useEffect(() => {
    if (isDue) mutate();
  }, [isDue, mutate]);

  // The next attempt is automatic with items left, when no error is shown, and after a lost connection.
  const isConnectionLost = error instanceof ApiError && error.status === 0;
  const triesAgain = error !== null && (queue.items.length > 0 || isConnectionLost);
  useEffect(() => {
    if (!triesAgain) return undefined;
    const timer = setTimeout(reset, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [triesAgain, reset]);

  useEffect(() => {
    if (!isConnectionLost) return undefined;
    window.addEventListener("online", reset);
    return () => window.removeEventListener("online", reset);
  }, [isConnectionLost, reset]);

  const isBare = queue.items.length === 0 && queue.isExhausted;
  useEffect(() => {
    if (!isBare) return undefined;
    const timer = setInterval(() => tell({ act: "lookAgain" }), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isBare, tell]);
  return { isClaiming: isPending, hasClaimed: isSuccess, error, retry: reset };
};
