import type { LABEL_SKIP_REASONS } from "@dailies/contract";
import { type LabelItem, type LabelQueue, labelValues, type SubmitLabelBody, submitLabelBody } from "@dailies/contract";
import { z } from "zod";
import { labelWorkCalls } from "../../../lib/api/clients/labelling/label-work.ts";
import { answerStore } from "../../../shared/leased-work/state/kept-answers.ts";
import { draftStore } from "../../../shared/leased-work/state/kept-drafts.ts";
import type { LeasedWorkCalls } from "../../../shared/leased-work/state/use-leased-work.ts";

export type SkipReason = (typeof LABEL_SKIP_REASONS)[number];
export interface Skip {
  readonly reason: SkipReason;
  readonly note: string;
}

/** Also the seconds watched, so that a reload does not lose them. */
export const labelDrafts = draftStore(
  "label.draft.",
  z.object({ saved_at: z.iso.datetime(), draft: labelValues, watchedS: z.number().nonnegative() }),
);

export const labelAnswers = answerStore<SubmitLabelBody>("label.outbox.", submitLabelBody);

export const releaseLabelItem = (leaseId: string): Promise<unknown> =>
  labelWorkCalls.releaseLabelItem({ body: { lease_id: leaseId } });

/** The calls of labelling one task. */
export const labellingCalls = (taskId: string): LeasedWorkCalls<LabelItem, LabelQueue, SubmitLabelBody, Skip> => ({
  claim: async (count) => {
    const { items, queue } = await labelWorkCalls.claimLabelItems({ body: { task_id: taskId, count } });
    return { items, progress: queue };
  },
  heartbeat: (leaseIds) => labelWorkCalls.heartbeatLabelItems({ body: { lease_ids: leaseIds } }),
  release: releaseLabelItem,
  submit: async (body) => {
    const { revision_id, next, queue } = await labelWorkCalls.submitLabel({ body });
    return { answerId: revision_id, next, progress: queue };
  },
  undo: (revisionId) => labelWorkCalls.undoLabel({ body: { revision_id: revisionId } }),
  skip: async (leaseId, { reason, note }) => {
    const { next, queue } = await labelWorkCalls.skipLabelItem({ body: { lease_id: leaseId, reason, note } });
    return { next, progress: queue };
  },
});
