import { z } from "zod";
import { defineRoutes, uuid } from "../../kit.ts";
import { createdLabelPrefill, createLabelPrefillBody, labelPrefill } from "./prefill-schemas.ts";

const one = z.object({ id: uuid });
const changes = ["conflict", "not_found"] as const;

/** Files with values that fields start with, for items that nobody has labelled yet. Internal users only. */
export const labelPrefillRoutes = defineRoutes({
  createLabelPrefill: {
    method: "POST",
    path: "/api_v1/label/prefill/create/:id",
    access: "internal",
    summary: "Announce a file with values that the fields of a label task start with, and get the URL to upload it to",
    params: one,
    body: createLabelPrefillBody,
    reply: createdLabelPrefill,
    errors: changes,
  },
  startLabelPrefill: {
    method: "POST",
    path: "/api_v1/label/prefill/start/:id",
    access: "internal",
    summary: "Read an uploaded file in the background and prefill the items that nobody has labelled",
    params: one,
    reply: labelPrefill,
    errors: changes,
  },
  cancelLabelPrefill: {
    method: "POST",
    path: "/api_v1/label/prefill/cancel/:id",
    access: "internal",
    summary: "Stop prefilling from a file; items that are prefilled stay so",
    params: one,
    reply: labelPrefill,
    errors: changes,
  },
  listLabelPrefills: {
    method: "GET",
    path: "/api_v1/label/prefill/list/:id",
    access: "internal",
    summary: "List the last files from which a label task was prefilled, newest first, with their wrong lines",
    params: one,
    reply: z.object({ items: z.array(labelPrefill).max(20) }),
    errors: ["not_found"],
  },
});
