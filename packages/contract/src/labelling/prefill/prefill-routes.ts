import { z } from "zod";
import { defineRoutes, uuid } from "../../kit.ts";
import {
  createModelPrefillBody,
  estimateModelPrefillBody,
  modelPrefillEstimate,
  prefillPerformer,
} from "./model-schemas.ts";
import { createdLabelPrefill, createLabelPrefillBody, labelPrefill } from "./prefill-schemas.ts";

const one = z.object({ id: uuid });
const changes = ["conflict", "not_found"] as const;

/**
 * Values that fields start with, for items that nobody has labelled yet, from files or proposed by models. Internal users
 * only.
 */
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
  listPrefillPerformers: {
    method: "GET",
    path: "/api_v1/label/prefill/performers",
    access: "internal",
    summary: "List the performers that answer in words and that the caller may use to prefill label tasks",
    reply: z.object({ items: z.array(prefillPerformer) }),
  },
  estimateModelPrefill: {
    method: "POST",
    path: "/api_v1/label/prefill/estimate/:id",
    access: "internal",
    summary: "Tell what a performer would be asked about the clips of a label task, and what that would cost",
    params: one,
    body: estimateModelPrefillBody,
    reply: modelPrefillEstimate,
    errors: changes,
  },
  createModelPrefill: {
    method: "POST",
    path: "/api_v1/label/prefill/ask/:id",
    access: "internal",
    summary:
      "Ask a performer about the items that nobody has labelled and prefill them with its answers, in the background",
    params: one,
    body: createModelPrefillBody,
    reply: labelPrefill,
    errors: changes,
  },
  cancelLabelPrefill: {
    method: "POST",
    path: "/api_v1/label/prefill/cancel/:id",
    access: "internal",
    summary: "Stop prefilling from a file or by a model; items that are prefilled stay so",
    params: one,
    reply: labelPrefill,
    errors: changes,
  },
  listLabelPrefills: {
    method: "GET",
    path: "/api_v1/label/prefill/list/:id",
    access: "internal",
    summary:
      "List the last files and models by which a label task was prefilled, newest first, with their wrong lines or answers",
    params: one,
    reply: z.object({ items: z.array(labelPrefill).max(20) }),
    errors: ["not_found"],
  },
});
