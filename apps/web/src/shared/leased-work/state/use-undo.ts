import { useMutation } from "@tanstack/react-query";
import { type Dispatch, useEffect, useRef, useState } from "react";
import type { AnswerBody } from "./kept-answers.ts";
import type { LeasedItem, LeaseQueue, LeaseQueueAction } from "./lease-queue.ts";
import type { Outbox } from "./outbox.ts";

export interface LastAnswer<Item> {
  readonly clientId: string;
  readonly item: Item;
  /** Counted from before the request was sent, so it never exceeds the server's limit. */
  readonly untilMs: number;
}

export interface Undo<Item> {
  readonly last: LastAnswer<Item> | undefined;
  readonly isUndoing: boolean;
  readonly arm: (item: Item, clientId: string) => void;
  /** The server stored it, under this id. */
  readonly noteSent: (clientId: string, answerId: string) => void;
  readonly forget: (clientId: string) => void;
  readonly undo: () => void;
}

interface UndoOptions<Item extends LeasedItem, Progress, Body extends AnswerBody, Sent> {
  readonly queue: LeaseQueue<Item, Progress>;
  readonly tell: Dispatch<LeaseQueueAction<Item, Progress>>;
  readonly outbox: Outbox<Body, Sent>;
  /** How long an answer can be undone. */
  readonly undoMs: number;
  readonly undoAnswer: ((answerId: string) => Promise<{ readonly item: Item }>) | undefined;
  readonly release: (leaseId: string) => Promise<unknown>;
}

const unless =
  <Item>(clientId: string) =>
  (last: LastAnswer<Item> | undefined) =>
    last?.clientId === clientId ? undefined : last;

/** The last answer while it can be undone. */
export const useUndo = <Item extends LeasedItem, Progress, Body extends AnswerBody, Sent>({
  queue,
  tell,
  outbox,
  undoMs,
  undoAnswer,
  release,
}: UndoOptions<Item, Progress, Body, Sent>): Undo<Item> => {
  const [last, setLast] = useState<LastAnswer<Item>>();
  const answerIds = useRef(new Map<string, string>());
  const wanted = useRef<string>(undefined);
  // Set synchronously with the key press: nothing may be claimed from then on.
  const [isUndoing, setIsUndoing] = useState(false);
  const { mutate } = useMutation({
    mutationFn: async (answerId: string) => {
      if (!undoAnswer) throw new Error("these answers cannot be undone");
      const spare = queue.items.length >= queue.limits.maxLeases ? queue.items.at(-1) : undefined;
      // Nobody can hold more leases than allowed: release the last one for the returning item.
      if (spare) {
        tell({ act: "lost", leaseIds: [spare.lease_id] });
        // Whether it is released or was already lost, it is no longer leased.
        await Promise.allSettled([release(spare.lease_id)]);
      }
      return undoAnswer(answerId);
    },
    onSuccess: ({ item }) => tell({ act: "returned", item }),
    onSettled: () => {
      setLast(undefined);
      setIsUndoing(false);
    },
  });
  const undoSent = (answerId: string): void => {
    setIsUndoing(true);
    mutate(answerId);
  };

  useEffect(() => {
    if (!last) return undefined;
    const timer = setTimeout(() => setLast(unless(last.clientId)), Math.max(0, last.untilMs - Date.now()));
    return () => clearTimeout(timer);
  }, [last]);

  const undo = (): void => {
    if (!last || isUndoing) return;
    const answerId = answerIds.current.get(last.clientId);
    if (answerId) undoSent(answerId);
    else if (outbox.takeBack(last.clientId)) {
      tell({ act: "returned", item: last.item });
      setLast(undefined);
    } else wanted.current = last.clientId;
  };
  return {
    last,
    isUndoing,
    arm: (item, clientId) => setLast({ item, clientId, untilMs: Date.now() + undoMs }),
    noteSent: (clientId, answerId) => {
      answerIds.current.set(clientId, answerId);
      if (wanted.current === clientId) undoSent(answerId);
    },
    forget: (clientId) => setLast(unless(clientId)),
    undo,
  };
};
