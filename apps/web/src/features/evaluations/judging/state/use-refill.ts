import { MAX_LEASES } from "@dailies/contract";
import { useMutation } from "@tanstack/react-query";
import { type Dispatch, useEffect } from "react";
import { evaluationsCalls } from "../../../../lib/api/clients/evaluations.ts";
import { useIsOnline } from "../../../../lib/live/online.ts";
import type { LeaseQueue, LeaseQueueAction } from "./lease-queue.ts";

/** With an empty queue another rater may release an item, or another clip may become ready. */
const LOOK_AGAIN_MS = 15_000;

interface RefillOptions {
  readonly taskId: string;
  readonly queue: LeaseQueue;
  readonly tell: Dispatch<LeaseQueueAction>;
  /** The number of judgements being sent. */
  readonly waiting: number;
  /** An undone item is about to return: keep a slot free for it. */
  readonly isPaused: boolean;
}

/** Keeps four items leased while there are any: one is judged, three are prefetched. */
export const useRefill = ({ taskId, queue, tell, waiting, isPaused }: RefillOptions) => {
  const isOnline = useIsOnline();
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () => evaluationsCalls.claimItems({ body: { task_id: taskId, count: MAX_LEASES } }),
    onSuccess: ({ items, progress }) => tell({ act: "claimed", items, progress }),
  });
  // A judgement being sent still holds its lease.
  const hasRoom = queue.items.length + waiting < MAX_LEASES;
  const isWanted = hasRoom && !queue.isExhausted && !isPaused;
  const isDue = isWanted && isOnline && !isPending && error === null;
  useEffect(() => {
    if (isDue) mutate();
  }, [isDue, mutate]);

  // With items left no error is shown: the next attempt is automatic.
  const triesAgain = error !== null && queue.items.length > 0;
  useEffect(() => {
    if (!triesAgain) return undefined;
    const timer = setTimeout(reset, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [triesAgain, reset]);

  const isBare = queue.items.length === 0 && queue.isExhausted;
  useEffect(() => {
    if (!isBare) return undefined;
    const timer = setInterval(() => tell({ act: "lookAgain" }), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isBare, tell]);
  return { isClaiming: isPending, hasClaimed: isSuccess, error, retry: reset };
};
