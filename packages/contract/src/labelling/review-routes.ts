import { z } from "zod";
import { defineRoutes, okReply, uuid } from "../kit.ts";
import { heartbeatItemsBody, heartbeatItemsReply, leaseFields } from "../leases/schemas.ts";
import {
  claimAdjudicationsBody,
  claimReviewsBody,
  decideAdjudicationBody,
  decideReviewBody,
  labelAdjudicationItem,
  labelCheckQueue,
  labelReviewItem,
} from "./review-schemas.ts";
import { MAX_LABEL_ITEMS } from "./task-schemas.ts";
import { labelClipQuery } from "./work-schemas.ts";

const taken = ["conflict", "not_found"] as const;
const queue = labelCheckQueue;

/** Second opinions: reviewing single labels, and deciding which answer of an item counts. */
export const labelReviewRoutes = defineRoutes({
  claimLabelReviews: {
    method: "POST",
    path: "/api_v1/label/review/claim",
    access: "internal",
    summary: "Lease the next labels to review, never the caller's own; labels leased already come first",
    body: claimReviewsBody,
    reply: z.object({ items: z.array(labelReviewItem), queue }),
    errors: taken,
  },
  heartbeatLabelReviews: {
    method: "POST",
    path: "/api_v1/label/review/heartbeat",
    access: "internal",
    summary: "Renew the leases of labels to review; the reply names the leases that were lost",
    body: heartbeatItemsBody,
    reply: heartbeatItemsReply,
  },
  releaseLabelReview: {
    method: "POST",
    path: "/api_v1/label/review/release",
    access: "internal",
    summary: "Leave a label to other reviewers",
    body: z.strictObject(leaseFields),
    reply: okReply,
  },
  decideLabelReview: {
    method: "POST",
    path: "/api_v1/label/review/decide",
    access: "internal",
    summary: "Accept, fix or reject a label and get the next one; the second rejection sends the item to adjudication",
    body: decideReviewBody,
    reply: z.object({ next: labelReviewItem.nullable(), queue }),
    errors: [...taken, "invalid"],
  },
  claimLabelAdjudications: {
    method: "POST",
    path: "/api_v1/label/adjudication/claim",
    access: "internal",
    summary: "Lease the next items to adjudicate, with all answers: the lowest agreement first",
    body: claimAdjudicationsBody,
    reply: z.object({ items: z.array(labelAdjudicationItem), queue }),
    errors: taken,
  },
  heartbeatLabelAdjudications: {
    method: "POST",
    path: "/api_v1/label/adjudication/heartbeat",
    access: "internal",
    summary: "Renew the leases of items to adjudicate; the reply names the leases that were lost",
    body: heartbeatItemsBody,
    reply: heartbeatItemsReply,
  },
  releaseLabelAdjudication: {
    method: "POST",
    path: "/api_v1/label/adjudication/release",
    access: "internal",
    summary: "Leave an item to other adjudicators",
    body: z.strictObject(leaseFields),
    reply: okReply,
  },
  decideLabelAdjudication: {
    method: "POST",
    path: "/api_v1/label/adjudication/decide",
    access: "internal",
    summary: "Decide which answer of an item counts, as a new revision, and get the next item; the labels stay",
    body: decideAdjudicationBody,
    reply: z.object({ next: labelAdjudicationItem.nullable(), queue }),
    errors: [...taken, "invalid"],
  },
  readReviewedMedia: {
    method: "GET",
    path: "/api_v1/label/review/media/:id/:item",
    access: "internal",
    summary: "Download the clip of an item of a label task, or one of its two clips, or a range of its bytes",
    params: z.object({ id: uuid, item: z.coerce.number<string>().int().min(1).max(MAX_LABEL_ITEMS) }),
    query: labelClipQuery,
    raw: { status: 200, contentType: "application/octet-stream" },
    errors: ["not_found", "invalid", "unavailable", "upstream_failed"],
  },
});
