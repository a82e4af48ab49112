import { z } from "zod";
import { defineRoutes, moment, okReply, uuid } from "../kit.ts";
import { heartbeatItemsBody, heartbeatItemsReply, leaseFields, skipNote } from "../leases/schemas.ts";
import { labelValues } from "./label-values.ts";
import {
  claimedLabels,
  claimLabelsBody,
  LABEL_SKIP_REASONS,
  labelClipQuery,
  labelItem,
  nextLabel,
  submitLabelBody,
  submittedLabel,
} from "./work-schemas.ts";

const taken = ["conflict", "not_found"] as const;

/** The work of one person in a task: every call concerns the caller's own leases. */
export const labelWorkRoutes = defineRoutes({
  claimLabelItems: {
    method: "POST",
    path: "/api_v1/label/work/claim",
    access: "signed-in",
    summary: "Lease the next items to label; items leased already come first, then lost ones with a draft",
    body: claimLabelsBody,
    reply: claimedLabels,
    errors: taken,
  },
  heartbeatLabelItems: {
    method: "POST",
    path: "/api_v1/label/work/heartbeat",
    access: "signed-in",
    summary: "Renew the leases of items to label; the reply names the leases that were lost",
    body: heartbeatItemsBody,
    reply: heartbeatItemsReply,
  },
  saveLabelDraft: {
    method: "POST",
    path: "/api_v1/label/work/draft",
    access: "signed-in",
    summary: "Save the values so far as a draft, even if the lease was lost",
    body: z.strictObject({ ...leaseFields, values: labelValues, saved_at: moment }),
    reply: okReply,
    errors: ["not_found"],
  },
  releaseLabelItem: {
    method: "POST",
    path: "/api_v1/label/work/release",
    access: "signed-in",
    summary: "Release the lease of an item; the draft is kept",
    body: z.strictObject(leaseFields),
    reply: okReply,
    errors: taken,
  },
  skipLabelItem: {
    method: "POST",
    path: "/api_v1/label/work/skip",
    access: "signed-in",
    summary: "Skip an item, with the reason, and get the next one",
    body: z.strictObject({ ...leaseFields, reason: z.enum(LABEL_SKIP_REASONS), note: skipNote }),
    reply: nextLabel,
    errors: taken,
  },
  submitLabel: {
    method: "POST",
    path: "/api_v1/label/work/submit",
    access: "signed-in",
    summary: "Submit the label of an item and get the next one; a lost lease keeps the values as its draft",
    body: submitLabelBody,
    reply: submittedLabel,
    errors: [...taken, "invalid"],
  },
  undoLabel: {
    method: "POST",
    path: "/api_v1/label/work/undo",
    access: "signed-in",
    summary: "Undo one's last label within 30 seconds; the item is leased again with its values as the draft",
    body: z.strictObject({ revision_id: uuid }),
    reply: z.object({ item: labelItem }),
    errors: taken,
  },
  readLabelMedia: {
    method: "GET",
    path: "/api_v1/label/work/media/:lease",
    access: "signed-in",
    summary: "Download the clip of a leased item, or one of its two clips, or a range of its bytes",
    params: z.object({ lease: uuid }),
    query: labelClipQuery,
    raw: { status: 200, contentType: "application/octet-stream" },
    errors: ["not_found", "invalid", "unavailable", "upstream_failed"],
  },
});
