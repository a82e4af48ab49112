import {
  checkLabelValues,
  type DecideReviewBody,
  decideReviewBody,
  type LabelCheckQueue,
  type LabelReviewItem,
  type LabelTaskDetail,
  type LabelValue,
  type LabelValues,
  LEASE_S,
  labelValues,
  MAX_LEASES,
} from "@dailies/contract";
import { useState } from "react";
import { z } from "zod";
import { labelReviewCalls } from "../../../lib/api/clients/labelling/label-reviews.ts";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { answerStore } from "../../../shared/leased-work/state/kept-answers.ts";
import { type DraftedItem, draftStore } from "../../../shared/leased-work/state/kept-drafts.ts";
import { type LeasedWorkCalls, useLeasedWork } from "../../../shared/leased-work/state/use-leased-work.ts";

/** The values of a fix are kept in this browser only. */
type ReviewItem = LabelReviewItem & DraftedItem<LabelValues>;

const toItem = (item: LabelReviewItem): ReviewItem => ({ ...item, draft: null, draft_saved_at: null });

const DRAFTS = draftStore("label.review.draft.", z.object({ saved_at: z.iso.datetime(), draft: labelValues }));
const ANSWERS = answerStore<DecideReviewBody>("label.review.outbox.", decideReviewBody);

export const releaseReview = (leaseId: string): Promise<unknown> =>
  labelReviewCalls.releaseLabelReview({ body: { lease_id: leaseId } });

const callsOf = (taskId: string): LeasedWorkCalls<ReviewItem, LabelCheckQueue, DecideReviewBody, never> => ({
  claim: async (count) => {
    const { items, queue } = await labelReviewCalls.claimLabelReviews({ body: { task_id: taskId, count } });
    return { items: items.map(toItem), progress: queue };
  },
  heartbeat: (leaseIds) => labelReviewCalls.heartbeatLabelReviews({ body: { lease_ids: leaseIds } }),
  release: releaseReview,
  submit: async (body) => {
    const { next, queue } = await labelReviewCalls.decideLabelReview({ body });
    return { answerId: body.client_id, next: next && toItem(next), progress: queue };
  },
});

/** State of one person reviewing the labels of one task. */
export const useReview = (task: LabelTaskDetail) => {
  const [fixing, setFixing] = useState<string>();
  const [areFaultsShown, setAreFaultsShown] = useState(false);
  const work = useLeasedWork({
    taskId: task.id,
    limits: { leaseMs: LEASE_S * 1_000, maxLeases: MAX_LEASES },
    calls: callsOf(task.id),
    answers: ANSWERS,
    drafts: {
      store: DRAFTS,
      firstDraft: (item): LabelValues => ({ ...item?.values }),
      toKept: (_, kept) => kept,
    },
  });
  const { item, drafts } = work;
  const checked = checkLabelValues(task.fields, drafts.draft, item?.media?.duration_us ?? null);
  const decisionOf = ({ lease_id, revision }: LabelReviewItem) => ({ lease_id, revision, client_id: newRequestKey() });
  return {
    ...work,
    checked,
    areFaultsShown,
    isFixing: item !== undefined && fixing === item.lease_id,
    startFix: () => setFixing(item?.lease_id),
    cancelFix: () => {
      setFixing(undefined);
      setAreFaultsShown(false);
      drafts.change(() => ({ ...item?.values }));
    },
    change: (key: string, value: LabelValue | null) => drafts.change((draft) => ({ ...draft, [key]: value })),
    accept: () => {
      if (item) work.submit({ ...decisionOf(item), verdict: "accept" });
    },
    reject: (note: string) => {
      if (item) work.submit({ ...decisionOf(item), verdict: "reject", note });
    },
    /** Returns true if it was submitted; otherwise the faults are shown. */
    submitFix: (): boolean => {
      setAreFaultsShown(checked.faults.length > 0);
      if (!item || checked.faults.length > 0) return false;
      work.submit({ ...decisionOf(item), verdict: "fix", values: checked.values, note: "" });
      return true;
    },
  };
};
export type Review = ReturnType<typeof useReview>;
