// Routes under /label/review and /label/adjudication: second opinions about labels, for internal users.
// Serves the review modes of /label/task/{taskId} of the specification.
import type { labelReviewRoutes } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { openLater, sendRanged } from "../../../http/routing/send-ranged.ts";
import { openBlob } from "../../datasets/index.ts";
import { toHeartbeatReply } from "../../leases/index.ts";
import type { LabellingDeps } from "../labelling-deps.ts";
import { claimAdjudications, decideAdjudication } from "./adjudicate-item.ts";
import { releaseAdjudicationLease, renewAdjudicationLeases } from "./adjudication.store.ts";
import { findTaskMedia, type Reviewer, releaseReviewLease, renewReviewLeases } from "./review.store.ts";
import { claimReviews, decideReview } from "./review-label.ts";

export const labelReviewHandlers = ({ db, clock, items }: LabellingDeps): Handlers<typeof labelReviewRoutes> => {
  const reviewerOf = ({ userId }: Actor): Reviewer => ({ userId, at: clock() });
  return {
    claimLabelReviews: ({ actor, body }) =>
      claimReviews(db, reviewerOf(actor), { taskId: body.task_id, count: body.count }),
    heartbeatLabelReviews: async ({ actor, body }) =>
      toHeartbeatReply(body.lease_ids, await renewReviewLeases(db, reviewerOf(actor), body.lease_ids)),
    async releaseLabelReview({ actor, body }) {
      await releaseReviewLease(db, reviewerOf(actor), body.lease_id);
      return { ok: true };
    },
    decideLabelReview: ({ actor, body }) => decideReview(db, reviewerOf(actor), body),
    claimLabelAdjudications: ({ actor, body }) =>
      claimAdjudications(db, reviewerOf(actor), { taskId: body.task_id, count: body.count, item: body.item ?? null }),
    heartbeatLabelAdjudications: async ({ actor, body }) =>
      toHeartbeatReply(body.lease_ids, await renewAdjudicationLeases(db, reviewerOf(actor), body.lease_ids)),
    async releaseLabelAdjudication({ actor, body }) {
      await releaseAdjudicationLease(db, reviewerOf(actor), body.lease_id);
      return { ok: true };
    },
    decideLabelAdjudication: ({ actor, body }) => decideAdjudication(db, reviewerOf(actor), body),
    async readReviewedMedia({ params: { id, item }, query, reply, context }) {
      const isSecond = query.clip === "B";
      const media = await findTaskMedia(db, id, item, isSecond);
      if (!media) throw new DomainError("not_found", "there is no such item in this task");
      const { dataset_id: datasetId, dataset_version: version, ordinal } = media;
      await context.withRequestSignal(async (gone) => {
        const blob = await openBlob(items, datasetId, { ordinal, version, column: undefined }, gone);
        const open = (begin: number, end: number) => openLater(() => blob.open(begin, end));
        await sendRanged(reply, { ...blob, fileName: `item-${item}${isSecond ? "-B" : ""}`, open });
      });
    },
  };
};
