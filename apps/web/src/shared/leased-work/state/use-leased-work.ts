import { useMutation } from "@tanstack/react-query";
import { type Dispatch, useReducer, useRef, useState } from "react";
import { useCurrentUser } from "../../../lib/session.ts";
import type { AnswerBody, AnswerStore } from "./kept-answers.ts";
import type { DraftedItem, KeptDraft } from "./kept-drafts.ts";
import {
  emptyLeaseQueue,
  type LeasedItem,
  type LeaseLimits,
  type LeaseQueueAction,
  reduceLeaseQueue,
  returnTimeOf,
} from "./lease-queue.ts";
import { type DraftOptions, useDrafts } from "./use-drafts.ts";
import { type RenewedLeases, useHeartbeat } from "./use-heartbeat.ts";
import { useOutbox } from "./use-outbox.ts";
import { type Claimed, useRefill } from "./use-refill.ts";
import { type Undo, useUndo } from "./use-undo.ts";

/** Shown until dismissed. */
export type Notice = { readonly kind: "lost" } | { readonly kind: "refused"; readonly error: unknown };

/** What the server says to an accepted answer. */
export interface SentAnswer<Item, Progress> {
  readonly answerId: string;
  readonly next: Item | null;
  readonly progress: Progress;
}

export interface NextItem<Item, Progress> {
  readonly next: Item | null;
  readonly progress?: Progress;
}

export interface LeasedWorkCalls<Item extends LeasedItem, Progress, Body extends AnswerBody, Skip> {
  readonly claim: (count: number) => Promise<Claimed<Item, Progress>>;
  readonly heartbeat: (leaseIds: string[]) => Promise<RenewedLeases>;
  readonly release: (leaseId: string) => Promise<unknown>;
  readonly submit: (body: Body) => Promise<SentAnswer<Item, Progress>>;
  /** Absent where answers cannot be undone or items cannot be skipped. */
  readonly undo?: (answerId: string) => Promise<{ readonly item: Item }>;
  readonly skip?: (leaseId: string, skip: Skip) => Promise<NextItem<Item, Progress>>;
}

interface LeasedWorkOptions<
  Item extends LeasedItem & DraftedItem<Draft>,
  Progress,
  Draft,
  Kept extends KeptDraft<Draft>,
  Body extends AnswerBody,
  Skip,
> {
  readonly taskId: string;
  readonly limits: LeaseLimits;
  readonly undoMs?: number;
  readonly calls: LeasedWorkCalls<Item, Progress, Body, Skip>;
  readonly answers: AnswerStore<Body>;
  readonly drafts: DraftOptions<Item, Draft, Kept>;
}

/** Milliseconds the item has been displayed. */
const useTimeOn = (leaseId: string): (() => number) => {
  const shown = useRef({ leaseId, atMs: performance.now() });
  if (shown.current.leaseId !== leaseId) shown.current = { leaseId, atMs: performance.now() };
  return () => Math.round(performance.now() - shown.current.atMs);
};

const useSkip = <Item extends LeasedItem, Progress, Skip>(
  item: Item | undefined,
  skipItem: ((leaseId: string, skip: Skip) => Promise<NextItem<Item, Progress>>) | undefined,
  tell: Dispatch<LeaseQueueAction<Item, Progress>>,
) =>
  useMutation({
    mutationFn: async (skip: Skip) => {
      if (!item || !skipItem) return { next: null };
      const reply = await skipItem(item.lease_id, skip);
      tell({ act: "done", leaseId: item.lease_id });
      return reply;
    },
    onSuccess: ({ next, progress }: NextItem<Item, Progress>) => tell({ act: "next", item: next, progress }),
  }).mutateAsync;

/** State of one person working through one task: leased items, drafts, the outbox and undo. */
export const useLeasedWork = <
  Item extends LeasedItem & DraftedItem<Draft>,
  Progress,
  Draft,
  Kept extends KeptDraft<Draft>,
  Body extends AnswerBody,
  Skip,
>({
  taskId,
  limits,
  undoMs = 0,
  calls,
  answers,
  drafts: draftOptions,
}: LeasedWorkOptions<Item, Progress, Draft, Kept, Body, Skip>) => {
  const { username } = useCurrentUser();
  const [queue, tell] = useReducer(reduceLeaseQueue<Item, Progress>, username, (name) =>
    emptyLeaseQueue<Item, Progress>(limits, answers.load(name)),
  );
  const [notice, setNotice] = useState<Notice>();
  const undoNow = useRef<Undo<Item>>(undefined);
  const { outbox, waiting, isStuck } = useOutbox<Body, SentAnswer<Item, Progress>>({
    store: answers,
    send: calls.submit,
    onSent: ({ task_id, body }, { answerId, next, progress }) => {
      undoNow.current?.noteSent(body.client_id, answerId);
      // Ignore the next item of another task, from an earlier visit.
      if (task_id === taskId) tell({ act: "next", item: next, progress });
    },
    onRefused: ({ body }, error) => {
      undoNow.current?.forget(body.client_id);
      tell({ act: "refused", leaseId: body.lease_id });
      setNotice({ kind: "refused", error });
    },
  });
  const undo = useUndo({ queue, tell, outbox, undoMs, undoAnswer: calls.undo, release: calls.release });
  undoNow.current = undo;
  const refill = useRefill({ claim: calls.claim, queue, tell, waiting, isPaused: undo.isUndoing });
  const [item] = queue.items;
  const leaseId = item?.lease_id ?? "";
  const drafts = useDrafts<Item, Draft, Kept>(item, draftOptions);
  const timeOn = useTimeOn(leaseId);
  useHeartbeat({
    items: queue.items,
    heartbeat: calls.heartbeat,
    tell,
    onLost: (leaseIds) => {
      tell({ act: "lost", leaseIds });
      if (leaseIds.includes(leaseId)) setNotice({ kind: "lost" });
    },
  });

  /** Shows the next item at once; the answer is sent in the background. */
  const submit = (body: Body): void => {
    if (!item) return;
    drafts.settle();
    setNotice(undefined);
    tell({ act: "done", leaseId });
    if (calls.undo) undo.arm(item, body.client_id);
    outbox.add({ task_id: taskId, body, returned_at: returnTimeOf(item) });
  };
  return {
    queue,
    tell,
    item,
    drafts,
    notice,
    undo,
    refill,
    timeOn,
    submit,
    skip: useSkip(item, calls.skip, tell),
    mail: { waiting, isStuck },
    dismissNotice: () => setNotice(undefined),
  };
};
