import type { EvaluationItem, SKIP_REASONS } from "@dailies/contract";
import { useMutation } from "@tanstack/react-query";
import { type Dispatch, useEffect, useReducer, useRef, useState } from "react";
import { evaluationsCalls } from "../../../../lib/api/clients/evaluations.ts";
import { newRequestKey } from "../../../../lib/api/request-key.ts";
import { useCurrentUser } from "../../../../lib/session.ts";
import { useWatchTracker, type WatchTracker } from "../clips/use-watch-tracker.ts";
import { isComplete, type Missing, missingOf } from "./judgement.rules.ts";
import { type KeptAnswer, loadAnswers } from "./kept-answers.ts";
import { emptyLeaseQueue, type LeaseQueueAction, reduceLeaseQueue } from "./lease-queue.ts";
import { useDrafts } from "./use-drafts.ts";
import { useHeartbeat } from "./use-heartbeat.ts";
import { type OutboxReactions, useOutbox } from "./use-outbox.ts";
import { useRefill } from "./use-refill.ts";
import { type Undo, useUndo } from "./use-undo.ts";

/** Shown to the rater until dismissed. */
export type Notice = { readonly kind: "lost" } | { readonly kind: "refused"; readonly error: unknown };
type SkipReason = (typeof SKIP_REASONS)[number];

const leaseOf = ({ body }: KeptAnswer): string => body.lease_id;

/** Milliseconds the item has been displayed. */
const useTimeOn = (leaseId: string): (() => number) => {
  const shown = useRef({ leaseId, atMs: performance.now() });
  if (shown.current.leaseId !== leaseId) shown.current = { leaseId, atMs: performance.now() };
  return () => Math.round(performance.now() - shown.current.atMs);
};

const useSkip = (item: EvaluationItem | undefined, tell: Dispatch<LeaseQueueAction>) =>
  useMutation({
    mutationFn: async ({ reason, note }: { reason: SkipReason; note: string }) => {
      if (!item) return null;
      const { next } = await evaluationsCalls.skipItem({ body: { lease_id: item.lease_id, reason, note } });
      tell({ act: "done", leaseId: item.lease_id });
      return next;
    },
    onSuccess: (next) => tell({ act: "next", item: next }),
  }).mutateAsync;

interface SubmitParts {
  readonly item: EvaluationItem;
  readonly draft: ReturnType<typeof useDrafts>["draft"];
  readonly tracker: WatchTracker;
  readonly durationMs: number;
}

const bodyOf = ({ item, draft, tracker, durationMs }: SubmitParts) => {
  const { A, B } = tracker.secondsOf(item.lease_id);
  return {
    lease_id: item.lease_id,
    client_id: newRequestKey(),
    ...draft,
    watched: { A, B: item.kind === "rating" ? null : B },
    duration_ms: durationMs,
  };
};

interface Arrivals {
  readonly taskId: string;
  readonly tell: Dispatch<LeaseQueueAction>;
  readonly undo: { readonly current: Undo | undefined };
  readonly onNotice: (notice: Notice) => void;
}

/** Handles the outcome of sent judgements. */
const reactionsOf = ({ taskId, tell, undo, onNotice }: Arrivals): OutboxReactions => ({
  onSent: ({ task_id, body }, { judgement_id, next, progress }) => {
    undo.current?.noteSent(body.client_id, judgement_id);
    // Ignore the next item of another task, from an earlier visit.
    if (task_id === taskId) tell({ act: "next", item: next, progress });
  },
  onRefused: ({ body }, error) => {
    undo.current?.forget(body.client_id);
    tell({ act: "refused", leaseId: body.lease_id });
    onNotice({ kind: "refused", error });
  },
});

/** State of one rater judging one task: leased items, drafts, and the outbox. */
export const useJudging = (taskId: string) => {
  const { username } = useCurrentUser();
  const [queue, tell] = useReducer(reduceLeaseQueue, username, (name) =>
    emptyLeaseQueue(loadAnswers(name).map(leaseOf)),
  );
  const [notice, setNotice] = useState<Notice>();
  const [areFaultsShown, setAreFaultsShown] = useState(false);
  const undoNow = useRef<Undo>(undefined);
  const { outbox, waiting, isStuck } = useOutbox(reactionsOf({ taskId, tell, undo: undoNow, onNotice: setNotice }));
  const undo = useUndo(queue, tell, outbox);
  const refill = useRefill({ taskId, queue, tell, waiting, isPaused: undo.isUndoing });
  undoNow.current = undo;
  const [item] = queue.items;
  const leaseId = item?.lease_id ?? "";
  const { tracker, onSeen } = useWatchTracker();
  const drafts = useDrafts(item, tracker);
  const timeOn = useTimeOn(leaseId);
  useHeartbeat({
    items: queue.items,
    tell,
    onLost: (leaseIds) => {
      tell({ act: "lost", leaseIds });
      if (leaseIds.includes(leaseId)) setNotice({ kind: "lost" });
    },
  });

  const missing: Missing | undefined =
    item && missingOf(item, drafts.draft, (slot) => tracker.of(leaseId)[slot].isWatched);
  const isWatched = missing?.unwatched.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last second was watched, not on each draft.
  useEffect(() => {
    if (isWatched) drafts.keepSeen();
  }, [isWatched, leaseId]);

  /** Returns true if it was submitted; otherwise the missing answers are shown. */
  const submit = (): boolean => {
    if (!item || !missing || !isComplete(missing)) {
      setAreFaultsShown(true);
      return false;
    }
    const body = bodyOf({ item, draft: drafts.draft, tracker, durationMs: timeOn() });
    drafts.settle();
    setAreFaultsShown(false);
    setNotice(undefined);
    tell({ act: "done", leaseId });
    undo.arm(item, body.client_id);
    outbox.add({ task_id: taskId, body });
    return true;
  };
  return {
    queue,
    tell,
    item,
    drafts,
    missing,
    areFaultsShown,
    notice,
    undo,
    refill,
    tracker,
    onSeen,
    submit,
    skip: useSkip(item, tell),
    mail: { waiting, isStuck },
    dismissNotice: () => setNotice(undefined),
  };
};
export type Judging = ReturnType<typeof useJudging>;
