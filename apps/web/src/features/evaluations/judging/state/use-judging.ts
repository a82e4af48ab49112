import { LEASE_S, MAX_LEASES, UNDO_S } from "@dailies/contract";
import { useEffect, useState } from "react";
import { evaluationsCalls } from "../../../../lib/api/clients/evaluations.ts";
import { newRequestKey } from "../../../../lib/api/request-key.ts";
import { useLeasedWork } from "../../../../shared/leased-work/state/use-leased-work.ts";
import { useWatchTracker } from "../clips/use-watch-tracker.ts";
import { EMPTY_DRAFT, isComplete, type Missing, missingOf } from "./judgement.rules.ts";
import { judgementAnswers, judgementDrafts, judgingCalls } from "./judging-calls.ts";

const LIMITS = { leaseMs: LEASE_S * 1_000, maxLeases: MAX_LEASES };

/** State of one rater judging one task: leased items, drafts, watched parts, and the outbox. */
export const useJudging = (taskId: string) => {
  const { tracker, onSeen } = useWatchTracker();
  const [areFaultsShown, setAreFaultsShown] = useState(false);
  const work = useLeasedWork({
    taskId,
    limits: LIMITS,
    undoMs: UNDO_S * 1_000,
    calls: judgingCalls(taskId),
    answers: judgementAnswers,
    drafts: {
      store: judgementDrafts,
      firstDraft: () => EMPTY_DRAFT,
      toKept: (leaseId, kept) => ({ ...kept, seen: tracker.secondsOf(leaseId) }),
      saveDraft: (leaseId, draft, savedAt) =>
        evaluationsCalls.saveDraft({ body: { lease_id: leaseId, draft, saved_at: savedAt } }),
    },
  });
  const { item, drafts } = work;
  const leaseId = item?.lease_id ?? "";

  const missing: Missing | undefined =
    item && missingOf(item, drafts.draft, (slot) => tracker.of(leaseId)[slot].isWatched);
  const isWatched = missing?.unwatched.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the last second was watched, not on each draft.
  useEffect(() => {
    if (isWatched) drafts.keepAside();
  }, [isWatched, leaseId]);

  /** Returns true if it was submitted; otherwise the missing answers are shown. */
  const submit = (): boolean => {
    if (!item || !missing || !isComplete(missing)) {
      setAreFaultsShown(true);
      return false;
    }
    const { A, B } = tracker.secondsOf(leaseId);
    setAreFaultsShown(false);
    work.submit({
      lease_id: leaseId,
      client_id: newRequestKey(),
      ...drafts.draft,
      watched: { A, B: item.kind === "rating" ? null : B },
      duration_ms: work.timeOn(),
    });
    return true;
  };
  return { ...work, missing, areFaultsShown, tracker, onSeen, submit };
};
export type Judging = ReturnType<typeof useJudging>;
