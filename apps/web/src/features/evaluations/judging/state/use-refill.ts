import { MAX_LEASES } from "@dailies/contract";
import { useMutation } from "@tanstack/react-query";
import { type Dispatch, useEffect } from "react";
import { evaluationsCalls } from "../../../../lib/api/clients/evaluations.ts";
import { useIsOnline } from "../../../../lib/live/online.ts";
import type { LeaseQueue, LeaseQueueAction } from "./lease-queue.ts";

/** With an empty queue somebody may give an item back, or another clip may be prepared. */
const LOOK_AGAIN_MS = 15_000;

interface RefillOptions {
  readonly taskId: string;
  readonly queue: LeaseQueue;
  readonly tell: Dispatch<LeaseQueueAction>;
  /** Answers that are on their way. */
  readonly waiting: number;
  /** An item is about to come back: its place must stay free. */
  readonly isPaused: boolean;
}

/** Keeps four items in hand as long as there are any: one is judged, three are fetched ahead. */
export const useRefill = ({ taskId, queue, tell, waiting, isPaused }: RefillOptions) => {
  const isOnline = useIsOnline();
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () => evaluationsCalls.claimItems({ body: { task_id: taskId, count: MAX_LEASES } }),
    onSuccess: ({ items, progress }) => tell({ act: "claimed", items, progress }),
  });
  // An answer on its way still holds its item.
  const hasRoom = queue.items.length + waiting < MAX_LEASES;
  const isWanted = hasRoom && !queue.isExhausted && !isPaused;
  const isDue = isWanted && isOnline && !isPending && error === null;
  useEffect(() => {
    if (isDue) mutate();
  }, [isDue, mutate]);

  // With something in hand nobody has to be asked: the next try comes by itself.
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
