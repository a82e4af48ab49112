import { type EvaluationItem, MAX_LEASES, UNDO_S } from "@dailies/contract";
import { useMutation } from "@tanstack/react-query";
import { type Dispatch, useEffect, useRef, useState } from "react";
import { evaluationsCalls } from "../../../../lib/api/clients/evaluations.ts";
import type { LeaseQueue, LeaseQueueAction } from "./lease-queue.ts";
import type { Outbox } from "./outbox.ts";

export interface LastAnswer {
  readonly clientId: string;
  readonly item: EvaluationItem;
  /** Counted from before the request was sent, so it never exceeds the server's limit. */
  readonly untilMs: number;
}

export interface Undo {
  readonly last: LastAnswer | undefined;
  readonly isUndoing: boolean;
  readonly arm: (item: EvaluationItem, clientId: string) => void;
  /** The server stored it, under this id. */
  readonly noteSent: (clientId: string, judgementId: string) => void;
  readonly forget: (clientId: string) => void;
  readonly undo: () => void;
}

const isLast = (clientId: string) => (last: LastAnswer | undefined) => (last?.clientId === clientId ? undefined : last);

/** Whether it is released or was already lost, it is no longer leased. */
const makeRoom = async (leaseId: string, tell: Dispatch<LeaseQueueAction>): Promise<void> => {
  tell({ act: "lost", leaseIds: [leaseId] });
  await Promise.allSettled([evaluationsCalls.releaseItem({ body: { lease_id: leaseId } })]);
};

/** The last judgement while it can be undone. */
export const useUndo = (queue: LeaseQueue, tell: Dispatch<LeaseQueueAction>, outbox: Outbox): Undo => {
  const [last, setLast] = useState<LastAnswer>();
  const judgementIds = useRef(new Map<string, string>());
  const wanted = useRef<string>(undefined);
  // Set synchronously with the key press: nothing may be claimed from then on.
  const [isUndoing, setIsUndoing] = useState(false);
  const { mutate } = useMutation({
    mutationFn: async (judgementId: string) => {
      const spare = queue.items.length >= MAX_LEASES ? queue.items.at(-1) : undefined;
      // Raters can hold at most four leases: release the last one for the returning item.
      if (spare) await makeRoom(spare.lease_id, tell);
      return evaluationsCalls.undoJudgement({ body: { judgement_id: judgementId } });
    },
    onSuccess: ({ item }) => tell({ act: "returned", item }),
    onSettled: () => {
      setLast(undefined);
      setIsUndoing(false);
    },
  });
  const undoSent = (judgementId: string): void => {
    setIsUndoing(true);
    mutate(judgementId);
  };

  useEffect(() => {
    if (!last) return undefined;
    const timer = setTimeout(() => setLast(isLast(last.clientId)), Math.max(0, last.untilMs - Date.now()));
    return () => clearTimeout(timer);
  }, [last]);

  const undo = (): void => {
    if (!last || isUndoing) return;
    const judgementId = judgementIds.current.get(last.clientId);
    if (judgementId) undoSent(judgementId);
    else if (outbox.takeBack(last.clientId)) {
      tell({ act: "returned", item: last.item });
      setLast(undefined);
    } else wanted.current = last.clientId;
  };
  return {
    last,
    isUndoing,
    arm: (item, clientId) => setLast({ item, clientId, untilMs: Date.now() + UNDO_S * 1_000 }),
    noteSent: (clientId, judgementId) => {
      judgementIds.current.set(clientId, judgementId);
      if (wanted.current === clientId) undoSent(judgementId);
    },
    forget: (clientId) => setLast(isLast(clientId)),
    undo,
  };
};
